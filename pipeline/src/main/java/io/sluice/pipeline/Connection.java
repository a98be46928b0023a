package io.sluice.pipeline;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A connection to one peer: some queue pairs, the regions that the peer has registered, a control channel. Usable from
 * both ends. The unit of failure: its first error fails all that is on it, and it does not come back; connect again. Safe
 * for use by any number of threads.
 */
public final class Connection implements AutoCloseable {
    private final Link link;

    Connection(final Link link) {
        this.link = link;
    }

    Link link() {
        return link;
    }

    /** @return name of the peer's agent */
    public String peerName() {
        return link.peerName();
    }

    /** @return the peer engine's instance id: another one after a restart */
    public long peerInstance() {
        return link.peerInstance();
    }

    /** @return whether it takes transfers */
    public boolean isOpen() {
        return link.isOpen();
    }

    /** @return why it failed or closed, of {@link Cause}; NONE while it is in service */
    public int cause() {
        return link.cause();
    }

    /** @return the regions that the peer has registered, as far as is known here */
    public List<RemoteRegion> regions() {
        return link.regions().all();
    }

    /**
     * Finds what a descriptor points at among the peer's regions. If it is not known, asks the peer once, and waits for
     * the answer at most {@code controlTimeoutNs}; on the engine's own threads it does not ask.
     *
     * @param descriptor made by the peer
     * @return the range, or null if the peer has no such region registered
     * @throws IllegalArgumentException if the descriptor is of another engine instance
     */
    public RemoteRegion resolve(final Descriptor descriptor) {
        Objects.requireNonNull(descriptor, "descriptor");
        if (descriptor.instance() != 0 && descriptor.instance() != link.peerInstance()) {
            throw new IllegalArgumentException("the descriptor is of engine instance "
                    + Long.toHexString(descriptor.instance()) + ", this connection's peer is "
                    + Long.toHexString(link.peerInstance()) + ": it was restarted, or is another");
        }
        RemoteRegion found = link.regions().find(descriptor.rkey(), descriptor.address(), descriptor.length());
        if (found == null && ask()) {
            found = link.regions().find(descriptor.rkey(), descriptor.address(), descriptor.length());
        }
        return found == null ? null : found.slice(descriptor.address() - found.address(), descriptor.length());
    }

    /**
     * Finds a range among the peer's regions, as {@link #resolve(Descriptor)} does.
     *
     * @param remoteAddress first byte, in the peer's address space
     * @param length        bytes, 0 or more
     * @return the range, or null if the peer has no region that holds all of it
     */
    public RemoteRegion resolve(final long remoteAddress, final long length) {
        if (length < 0) {
            throw new IllegalArgumentException("length " + length + " is negative");
        }
        RemoteRegion found = link.regions().find(remoteAddress, length);
        if (found == null && ask()) {
            found = link.regions().find(remoteAddress, length);
        }
        return found == null ? null : found.slice(remoteAddress - found.address(), length);
    }

    private boolean ask() {
        final EngineDuties duties = link.core().duties();
        if (!link.isOpen() || duties.isEngineThread()) {
            return false;
        }
        return duties.await(link.messages().askForRegions(link.core().nextToken()),
                link.core().config().controlTimeoutNs());
    }

    /**
     * Completes when nothing of this end touches the peer's memory any more: the peer has destroyed its queue pairs and
     * said so. Exceptionally if the way to the peer breaks or this engine closes before it has.
     *
     * @return completed on the engine's future executor
     */
    public CompletableFuture<Void> remoteFenced() {
        return link.remoteFenced().copy();
    }

    /**
     * Completes when the connection has ended, whoever ended it, with its {@link #cause()}.
     *
     * @return completed on the engine's future executor
     */
    public CompletableFuture<Integer> closed() {
        return link.closed().thenApply(nothing -> link.cause());
    }

    /**
     * Closes the connection: takes no new transfers, lets those in flight settle for at most {@code closeTimeoutNs}, then
     * flushes. Returns when the queue pairs are gone; from an engine thread it only begins. Idempotent.
     */
    @Override
    public void close() {
        final EngineCore core = link.core();
        link.drain(core.nanoTime() + core.config().closeTimeoutNs());
        core.control().add(() -> core.ends().drain(link, core.nanoTime()));
        if (!core.duties().isEngineThread()) {
            core.duties().await(link.closed(), 2 * core.config().closeTimeoutNs());
        }
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
