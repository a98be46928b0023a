package io.sluice.pipeline.pairing;

/**
 * Writes to the peer's window where the device can. Called under the pairing's lock; never blocks. Each call that is
 * taken is answered once, by any thread, also by the calling one: {@link Pairing#putWritten} and
 * {@link Pairing#signalWritten}.
 */
public interface WritePath {
    /** Writes each piece to its remote offset. OK, or a negative {@link io.sluice.pipeline.ResultCode}: not taken. */
    int write(long put, Pieces pieces);

    /** Writes {@code put} to the peer's signal word, in one piece. One at a time; always taken. */
    void signal(long put);
}
