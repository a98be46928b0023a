package io.sluice.pipeline.control;

/** Why there is no connection. The message is fit for a log, and for the program. */
public final class HandshakeException extends Exception {
    private static final long serialVersionUID = 1;

    /** What kind of reason; the codes are those of the wire. */
    public enum Kind {
        /** Nobody answers there: refused, no route, unknown host. */
        UNREACHABLE(1),
        /** Not done in time. */
        TIMED_OUT(2),
        /** What answers there is not an engine, or breaks the protocol. */
        NOT_A_PEER(3),
        /** The peer speaks another version of the protocol. */
        VERSION(4),
        /** The shared secrets differ, or one end has none. */
        SECRET(5),
        /** The ends are on different kinds of device. */
        DEVICE_KIND(6),
        /** The peer, or this engine, has no room for the connection, or takes none. */
        REFUSED(7),
        /** The connection broke. */
        LOST(8),
        /** This engine is closed, or the calling thread was interrupted. */
        CLOSED(9);

        private final int code;

        Kind(final int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        /** Null where there is none of that code. */
        static Kind of(final int code) {
            for (final Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }

    private final Kind kind;

    /**
     * @param kind    what kind of reason
     * @param message what, with which value, which rule
     */
    public HandshakeException(final Kind kind, final String message) {
        super(message);
        this.kind = kind;
    }

    /**
     * @param kind    what kind of reason
     * @param message what, with which value, which rule
     * @param cause   what it comes from
     */
    public HandshakeException(final Kind kind, final String message, final Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
