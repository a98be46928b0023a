package io.sluice.pipeline.pairing;

import java.nio.ByteBuffer;

/**
 * The header of a message, 24 bytes, little-endian. A mutable holder; guarded by its owner.
 *
 * <pre>
 *    0        1        2                 4                                   8
 *   +--------+--------+-----------------+-----------------------------------+
 *   | type   | zero   | credits         | payload bytes                     |
 *   +--------+--------+-----------------+-----------------------------------+
 *   | sequence                                                              | 8
 *   +-----------------------------------------------------------------------+
 *   | argument                                                              | 16
 *   +-----------------------------------------------------------------------+
 * </pre>
 *
 * <p>{@code credits} is the affair of a wire that grants receives; elsewhere it is 0.
 */
public final class Frame {
    /** Bytes of a header. */
    public static final int HEADER_BYTES = 24;
    /** Most payload bytes of any frame. */
    public static final int MOST_PAYLOAD = 1 << 20;

    /** Request to send: sequence, argument = total bytes; payload = all of it if it is small, else none. */
    static final int RTS = 1;
    /** Clear to send: the receive of that sequence waits for data. */
    static final int CTS = 2;
    /** The receive of that sequence has another total, the argument. */
    static final int REJECT = 3;
    /** The next bytes of the send of that sequence. */
    static final int DATA = 4;
    /** The receive of that sequence is complete. */
    static final int DONE = 5;
    /** The next bytes of the put of that sequence; argument = offset in the receiver's window. */
    static final int PUT_DATA = 6;
    /** The put of that sequence is complete. */
    static final int PUT_END = 7;
    /** All puts up to that sequence are in place and signalled. */
    static final int PUT_DONE = 8;
    /** A {@link WindowOffer}; sequence = which offer of the sender. */
    static final int WINDOW = 9;
    /** The sender has the offer of that sequence; argument = 1 if it can write there. */
    static final int WINDOW_ACK = 10;
    /** The sender's offer of that sequence no longer stands. */
    static final int WINDOW_WITHDRAWN = 11;
    /** The sender closes the connection. */
    static final int GOODBYE = 12;
    /** Nothing but credits; a wire sends and takes it by itself. */
    public static final int CREDIT = 13;

    private int type;
    private int credits;
    private int payloadBytes;
    private long sequence;
    private long argument;

    /** Becomes a frame without payload and credits. */
    public void set(final int newType, final long newSequence, final long newArgument) {
        type = newType;
        credits = 0;
        payloadBytes = 0;
        sequence = newSequence;
        argument = newArgument;
    }

    public int type() {
        return type;
    }

    public long sequence() {
        return sequence;
    }

    public long argument() {
        return argument;
    }

    public int payloadBytes() {
        return payloadBytes;
    }

    public void payloadBytes(final int bytes) {
        payloadBytes = bytes;
    }

    public int credits() {
        return credits;
    }

    /** 0 to 65,535. */
    public void credits(final int count) {
        credits = count;
    }

    /** Writes the header at the position of a little-endian buffer. */
    public void put(final ByteBuffer buffer) {
        buffer.put((byte) type).put((byte) 0).putShort((short) credits).putInt(payloadBytes).putLong(sequence)
                .putLong(argument);
    }

    /**
     * Reads the header at the position of a little-endian buffer.
     *
     * @throws BrokenProtocolException if it is none: what it says is not to be believed
     */
    public void get(final ByteBuffer buffer) throws BrokenProtocolException {
        type = buffer.get();
        final int zero = buffer.get();
        credits = Short.toUnsignedInt(buffer.getShort());
        payloadBytes = buffer.getInt();
        sequence = buffer.getLong();
        argument = buffer.getLong();
        if (type < RTS || type > CREDIT || zero != 0) {
            throw new BrokenProtocolException("a frame of type " + type + ", " + zero + " does not exist");
        }
        if (payloadBytes < 0 || payloadBytes > MOST_PAYLOAD) {
            throw new BrokenProtocolException(
                    this + " has " + Integer.toUnsignedString(payloadBytes) + " bytes of payload, the most is "
                            + MOST_PAYLOAD);
        }
    }

    @Override
    public String toString() {
        final String name = switch (type) {
            case RTS -> "RTS";
            case CTS -> "CTS";
            case REJECT -> "REJECT";
            case DATA -> "DATA";
            case DONE -> "DONE";
            case PUT_DATA -> "PUT_DATA";
            case PUT_END -> "PUT_END";
            case PUT_DONE -> "PUT_DONE";
            case WINDOW -> "WINDOW";
            case WINDOW_ACK -> "WINDOW_ACK";
            case WINDOW_WITHDRAWN -> "WINDOW_WITHDRAWN";
            case GOODBYE -> "GOODBYE";
            case CREDIT -> "CREDIT";
            default -> "frame " + type;
        };
        return name + " " + sequence;
    }
}
