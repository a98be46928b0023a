package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.RequestTable;
import io.sluice.pipeline.pairing.Window;
import io.sluice.pipeline.pairing.WindowOffer;
import io.sluice.pipeline.pairing.WritePath;
import io.sluice.verbs.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one agent. The unit of failure: its first error fails all that is on it. Safe for use by any number of
 * threads; closed by whoever connected, or with its engine.
 */
public final class PairedConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PairedEngine.class);

    private final PairedEngine owner;
    private final TransferEngine engine;
    private final Connection connection;
    private final Adaptor adaptor;
    private final Pairing pairing;
    private final Wire wire;
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    /** What to deregister in the end. Guarded by its monitor. */
    private final List<LocalRegion> registered = new ArrayList<>();

    PairedConnection(final PairedEngine owner, final TransferEngine engine, final RequestTable table,
            final Rendezvous.Met met) {
        this.owner = owner;
        this.engine = engine;
        connection = met.connection();
        adaptor = met.result().adaptor();
        pairing = new Pairing(table, met.result().pairWindow(), connection::cause, this::failed);
        wire = met.result().wire().apply(pairing);
    }

    /** Once: from here on it ends by itself. */
    void start() {
        wire.start();
        connection.closed().thenAccept(pairing::fail);
    }

    /** {@return name of the peer} */
    public String peerName() {
        return connection.peerName();
    }

    /** {@return what carries it} */
    public Adaptor adaptor() {
        return adaptor;
    }

    /** {@return whether it takes requests} */
    public boolean isOpen() {
        return pairing.failure() == Cause.NONE;
    }

    /** {@return why it failed or closed, of {@link Cause}; NONE while it is in service} */
    public int cause() {
        return pairing.failure();
    }

    /** {@return whether PUT and WAIT are one-sided here; the same at both ends, false before a window is registered} */
    public boolean supportsOneSided() {
        return pairing.isOneSided();
    }

    /** {@return the bytes of the peer's window into which this end may put; 0 before a window is registered} */
    public long peerWindowBytes() {
        final WindowOffer peer = pairing.peerWindow();
        return peer == null ? 0 : peer.bytes() - Window.SIGNAL_BYTES;
    }

    /** {@return completes when it has ended and nothing of it touches memory here, with its {@link #cause()}} */
    public CompletableFuture<Integer> closed() {
        return closed.copy();
    }

    PairedEngine owner() {
        return owner;
    }

    Pairing pairing() {
        return pairing;
    }

    Connection connection() {
        return connection;
    }

    boolean hasWindow() {
        return pairing.window() != null;
    }

    /** Of this end's window, while there is one. */
    long windowBase() {
        return pairing.window().memory().address();
    }

    /** Without the signal word. */
    long windowBytes() {
        return pairing.window().dataBytes();
    }

    /** The address of the first byte of the peer's window; asked when there is one. */
    long peerWindowBase() {
        return pairing.peerWindow().base();
    }

    /** @param memory null: this end has none, and so neither has a window */
    void registerWindow(final MemorySegment memory, final long timeoutNs) throws InterruptedException {
        final Window window = memory == null ? null : new Window(memory);
        final LocalRegion region = memory == null || adaptor == Adaptor.SOCKET ? null : register(memory);
        WindowOffer offer = WindowOffer.NONE;
        if (memory != null) {
            offer = new WindowOffer(true, region != null, 0, memory.address(), memory.byteSize());
        }
        int outcome = Cause.CONNECTION_CLOSED;
        try {
            outcome = pairing.agree(window, offer, peer -> reach(region, peer), timeoutNs);
        } finally {
            if (outcome != Cause.NONE && isOpen()) {
                deregister();
            }
        }
        if (outcome != Cause.NONE) {
            throw new PairingFailedException(outcome, "no window with agent " + peerName() + ": "
                    + (outcome == Cause.DEADLINE ? "it did not register one in time" : Cause.describe(outcome)));
        }
    }

    /** Null if the device does not take it: then both ends go without. */
    private LocalRegion register(final MemorySegment memory) {
        try {
            final LocalRegion region = engine.register(memory, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
            synchronized (registered) {
                registered.add(region);
            }
            return region;
        } catch (final RuntimeException e) {
            LOG.info("the window cannot be registered, puts to and from agent {} go in frames: {}", peerName(),
                    e.getMessage());
            return null;
        }
    }

    private WritePath reach(final LocalRegion window, final WindowOffer peer) {
        final RemoteRegion remote = connection.resolve(peer.base(), peer.bytes());
        if (remote == null) {
            LOG.info("the window of agent {} is not known here, puts to and from it go in frames", peerName());
            return null;
        }
        final LocalRegion signal = register(Arena.ofAuto().allocate(Window.SIGNAL_BYTES, 8));
        return signal == null ? null : new LanePath(engine, connection, pairing, window, remote, signal);
    }

    private void deregister() {
        final List<LocalRegion> regions;
        synchronized (registered) {
            regions = List.copyOf(registered);
            registered.clear();
        }
        for (final LocalRegion region : regions) {
            try {
                engine.deregister(region);
            } catch (final RuntimeException e) {
                LOG.warn("{} stays registered: {}", region, e.getMessage());
            }
        }
    }

    void peerIsGone() {
        pairing.fail(Cause.PEER_CLOSED);
    }

    /** Under the pairing's lock. */
    private void failed(final int cause) {
        Thread.ofVirtual().name("paired-close-" + peerName()).start(() -> end(cause));
    }

    private void end(final int cause) {
        final EngineConfig config = engine.config();
        try {
            if (Cause.kind(cause) == Cause.PEER_UNREACHABLE || Cause.kind(cause) == Cause.PEER_LOST) {
                wire.abort(); // nobody is left to say goodbye to
            }
            wire.ended().get(config.closeTimeoutNs(), TimeUnit.NANOSECONDS);
        } catch (final TimeoutException e) {
            wire.abort();
            wire.ended().join();
        } catch (final Exception e) {
            LOG.error("connection to agent {}", peerName(), e);
        }
        connection.close();
        deregister();
        owner.ended(this);
        closed.complete(cause);
    }

    /**
     * Ends the connection: what is not settled fails, here and at the peer. Returns when nothing of it touches memory
     * here any more; idempotent.
     */
    @Override
    public void close() {
        pairing.fail(Cause.CONNECTION_CLOSED);
        closed.join();
    }

    @Override
    public String toString() {
        return "connection to agent " + peerName() + " over " + adaptor;
    }
}
