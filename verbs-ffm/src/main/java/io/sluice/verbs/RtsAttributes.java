package io.sluice.verbs;

/**
 * What a queue pair must know to become ready to send.
 *
 * @param sendPsn     first packet sequence number, 24 bits: the peer's {@code receivePsn}
 * @param ackTimeout  code 0 to 31: an answer is awaited for 4.096 us times two to this power, up to four times as
 *                    long in practice; 0 waits for ever
 * @param retryCount  tries after the first, 0 to 7
 * @param rnrRetry    tries when the peer has no receive posted, 0 to 6; 7 tries for ever
 * @param maxRdAtomic own READs outstanding at once, 0 to 255; at most the peer's {@code maxDestRdAtomic}
 */
public record RtsAttributes(int sendPsn, int ackTimeout, int retryCount, int rnrRetry, int maxRdAtomic) {
    /** Value of {@code rnrRetry}: try for ever. */
    public static final int RNR_RETRY_FOREVER = 7;

    /** Checks the ranges. */
    public RtsAttributes {
        Checks.range("sendPsn", sendPsn, 0, 0xff_ffff);
        Checks.range("ackTimeout", ackTimeout, 0, 31);
        Checks.range("retryCount", retryCount, 0, 7);
        Checks.range("rnrRetry", rnrRetry, 0, 7);
        Checks.range("maxRdAtomic", maxRdAtomic, 0, 255);
    }

    /** {@return the longest time until RETRY_EXC_ERR, ns; {@link Long#MAX_VALUE} where {@code ackTimeout} is 0} */
    public long retryTimeNs() {
        return ackTimeout == 0 ? Long.MAX_VALUE : (retryCount + 1L) * 4 * (4_096L << ackTimeout);
    }
}
