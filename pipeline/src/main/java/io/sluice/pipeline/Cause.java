package io.sluice.pipeline;

import io.sluice.verbs.Errno;
import io.sluice.verbs.WcStatus;

/**
 * Why a transfer did not succeed, or a connection failed: 16 bits, a kind and a detail. The first cause is kept; what
 * follows from it (flushed work requests, for instance) does not replace it.
 */
public final class Cause {
    /** There is none. */
    public static final int NONE = 0;
    /** A work request completed with an error; the detail is its {@link WcStatus}. */
    public static final int WORK_REQUEST = 0x100;
    /** The transfer's connection failed for another reason; the detail is that of the connection's cause. */
    public static final int CONNECTION_FAILED = 0x200;
    /** The device refused to post; the detail is an {@link Errno}. */
    public static final int POST_REFUSED = 0x300;
    /** The caller cancelled it. */
    public static final int CANCELLED = 0x400;
    /** Its deadline passed. */
    public static final int DEADLINE = 0x500;
    /** The peer closed the connection. */
    public static final int PEER_CLOSED = 0x600;
    /** This side closed the connection before the transfer was complete. */
    public static final int CONNECTION_CLOSED = 0x700;
    /** The device reported an asynchronous fault of the queue pair, completion queue, port or itself. */
    public static final int DEVICE_EVENT = 0x800;
    /** The slice policy threw, or cut a length that is not allowed. */
    public static final int SLICE_POLICY = 0x900;
    /** Outstanding work did not return in time after a cancel or deadline, so the connection was flushed. */
    public static final int FLUSHED = 0xa00;
    /** The peer did not answer on the control channel in time. */
    public static final int PEER_UNREACHABLE = 0xb00;
    /** The way to the peer broke: it ended, or was cut off. */
    public static final int PEER_LOST = 0xc00;
    /** The peer broke the protocol; the log says how. */
    public static final int PROTOCOL = 0xd00;
    /** The send and the receive that met have unequal totals. */
    public static final int UNEQUAL_TOTALS = 0xe00;

    private static final int KIND_MASK = 0xff00;
    private static final int DETAIL_MASK = 0xff;

    private Cause() {}

    /**
     * {@return its kind: one of the constants above}
     *
     * @param cause a cause
     */
    public static int kind(final int cause) {
        return cause & KIND_MASK;
    }

    /**
     * {@return its detail: 0 where the kind has none}
     *
     * @param cause a cause
     */
    public static int detail(final int cause) {
        return cause & DETAIL_MASK;
    }

    /** What a transfer gets whose connection failed for that cause. */
    static int carriedByConnection(final int cause) {
        return kind(cause) == WORK_REQUEST ? CONNECTION_FAILED | detail(cause) : cause;
    }

    /** The settled state that a cause leads to. */
    static int state(final int cause) {
        return switch (kind(cause)) {
            case CANCELLED -> TransferState.CANCELLED;
            case DEADLINE -> TransferState.TIMED_OUT;
            default -> TransferState.FAILED;
        };
    }

    /**
     * {@return a sentence for a log}
     *
     * @param cause a cause
     */
    public static String describe(final int cause) {
        return switch (kind(cause)) {
            case NONE -> "none";
            case WORK_REQUEST -> WcStatus.describe(detail(cause));
            case CONNECTION_FAILED -> "the connection failed: " + WcStatus.describe(detail(cause));
            case POST_REFUSED -> "the device refused to post: " + Errno.describe(detail(cause));
            case CANCELLED -> "cancelled";
            case DEADLINE -> "the deadline passed";
            case PEER_CLOSED -> "the peer closed the connection";
            case CONNECTION_CLOSED -> "the connection was closed here";
            case DEVICE_EVENT -> "the device reported a fault";
            case SLICE_POLICY -> "the slice policy threw or cut a length that is not allowed";
            case FLUSHED -> "outstanding work did not return in time, the connection was flushed";
            case PEER_UNREACHABLE -> "the peer did not answer in time";
            case PEER_LOST -> "the way to the peer broke";
            case PROTOCOL -> "the peer broke the protocol";
            case UNEQUAL_TOTALS -> "the send and the receive that met have unequal totals";
            default -> "unknown cause 0x" + Integer.toHexString(cause);
        };
    }
}
