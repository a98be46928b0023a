package io.sluice.pipeline.seam;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.verbs.Gid;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.VerbsContext;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.Function;

/** One engine's. Safe for use by any number of threads. */
public abstract class EngineSeam {
    /** Set by the engine's class before there can be an engine. */
    private static volatile Function<TransferEngine, EngineSeam> access;

    /** Takes a socket that a peer has opened. */
    @FunctionalInterface
    public interface SocketHandler {
        /**
         * Called on a thread of its own; may block.
         *
         * @param connection that the peer dialled; open, or closed since
         * @param index      that the peer has given the socket
         * @param socket     the handler's from here on
         */
        void opened(Connection connection, int index, SocketChannel socket);
    }

    /** Once, by the engine's class. */
    public static void grant(final Function<TransferEngine, EngineSeam> newAccess) {
        access = newAccess;
    }

    public static EngineSeam of(final TransferEngine engine) {
        return access.apply(engine);
    }

    /** Bounds the time of something that blocks on sockets; it ends with the engine. */
    public abstract Attempt attempt(long timeoutNs);

    /**
     * Opens a socket to the peer of a connection that this engine dialled, with the session's proof. Each index once.
     *
     * @param index   0 to {@link #MOST_SOCKETS} - 1, for the peer's handler
     * @param attempt owns the socket
     */
    public abstract SocketChannel openSocket(Connection connection, int index, Attempt attempt)
            throws IOException, HandshakeException;

    /** Sockets of one connection. */
    public static final int MOST_SOCKETS = 8;

    /** Who takes the sockets that peers open; without one they are refused. */
    public abstract void onSocket(SocketHandler handler);

    /** Whether a queue pair reaches a peer over a socket that it is given. */
    public abstract boolean needsSockets();

    /** Gives a queue pair in INIT its socket, which is the device's from then on. */
    public abstract void attach(QueuePair queuePair, SocketChannel socket) throws IOException;

    public abstract VerbsContext context();

    public abstract ProtectionDomain domain();

    public abstract PortAttributes port();

    public abstract Gid gid();

    public abstract int gidIndex();
}
