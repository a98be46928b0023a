package io.sluice.pipeline;

/**
 * The negative values that submit-like calls answer in place of an id. They are expected: nothing has happened, and the
 * caller decides.
 */
public final class ResultCode {
    /** Done; the answer of calls that have no id to give. */
    public static final int OK = 0;
    /** No room now (transfer slots, entry pool, notification credit): try again later. */
    public static final int BACK_PRESSURED = -1;
    /** The connection is not open yet. */
    public static final int NOT_CONNECTED = -2;
    /** The connection, or the engine, is closed or closing, or has failed. */
    public static final int CLOSED = -3;
    /** More than could ever fit (entries of a transfer, bytes of a notification). */
    public static final int TOO_LARGE = -4;
    /** The connection came after {@code notifMaxPeers} others and has no place for notifications. */
    public static final int NO_NOTIFICATION_SLOT = -5;
    /** The peer has no such region registered now. */
    public static final int NOT_FOUND = -6;
    /** The connection has no window: PUT and WAIT need one. */
    public static final int NO_WINDOW = -7;
    /** A window is being registered on the connection: try again when that call has returned. */
    public static final int WINDOW_PENDING = -8;

    private ResultCode() {}

    /**
     * {@return what it means}
     *
     * @param code an answer of a submit-like call
     */
    public static String errorString(final long code) {
        if (code >= 0) {
            return "OK";
        }
        return switch ((int) Math.max(code, Integer.MIN_VALUE)) {
            case BACK_PRESSURED -> "BACK_PRESSURED: no room now, try again later";
            case NOT_CONNECTED -> "NOT_CONNECTED: the connection is not open yet";
            case CLOSED -> "CLOSED: the connection or the engine is closed, closing, or has failed";
            case TOO_LARGE -> "TOO_LARGE: more than could ever fit";
            case NO_NOTIFICATION_SLOT -> "NO_NOTIFICATION_SLOT: more connections than notifMaxPeers";
            case NOT_FOUND -> "NOT_FOUND: the peer has no such region registered now";
            case NO_WINDOW -> "NO_WINDOW: no window is registered on the connection";
            case WINDOW_PENDING -> "WINDOW_PENDING: a window is being registered on the connection";
            default -> "unknown code " + code;
        };
    }
}
