package io.sluice.pipeline;

import io.sluice.pipeline.control.HandshakeException;

/** A peer could not be connected. Nothing is left of the attempt; it may be made again. */
public final class ConnectFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of reason there is. */
    public enum Reason {
        /** Nobody answers there: refused, no route, unknown host. */
        UNREACHABLE,
        /** Not done in time. */
        TIMED_OUT,
        /** What answers there is not an engine, or breaks the protocol. */
        NOT_A_PEER,
        /** The peer speaks another version of the protocol. */
        VERSION,
        /** The shared secrets differ, or one end has none. */
        SECRET,
        /** The ends are on different kinds of device. */
        DEVICE_KIND,
        /** The peer, or this engine, has no room for the connection, or takes none. */
        REFUSED,
        /** The connection broke before it was open. */
        LOST,
        /** This engine is closed, or the calling thread was interrupted. */
        CLOSED
    }

    /** What kind of reason. */
    private final Reason reason;

    ConnectFailedException(final Metadata to, final HandshakeException cause) {
        super("cannot connect to " + to.session() + ": " + cause.getMessage(), cause);
        reason = Reason.valueOf(cause.kind().name());
    }

    /** {@return what kind of reason} */
    public Reason reason() {
        return reason;
    }
}
