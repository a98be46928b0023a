package io.sluice.pipeline;

import io.sluice.pipeline.control.Codec;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.control.RegionInfo;
import io.sluice.verbs.Access;
import io.sluice.verbs.MemoryRegion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The regions registered on an engine, and their way out: a region that is deregistered is first revoked at every peer,
 * and goes when all have acknowledged. A peer that does not in time loses its connection, and with it its access. All
 * under this object's monitor, but for {@link #at}.
 */
final class RegionTable {
    private final EngineCore core;
    /** By number. Replaced under the monitor. A region in use stays in its place. */
    private volatile LocalRegion[] byNumber = new LocalRegion[8];
    private final Map<Integer, Revocation> revocations = new HashMap<>();

    /** A region on its way out. */
    private static final class Revocation {
        private final LocalRegion region;
        private final Set<Link> awaited;
        private final long deadlineNs;
        /**
         * The memory was registered once more while an earlier registration of it was on its way out, and has the same
         * key: it is the caller's alone only when that one is done too.
         */
        private final CompletableFuture<?> earlier;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Revocation(final LocalRegion region, final Set<Link> awaited, final long deadlineNs,
                final CompletableFuture<?> earlier) {
            this.region = region;
            this.earlier = earlier;
            this.awaited = awaited;
            this.deadlineNs = deadlineNs;
        }
    }

    RegionTable(final EngineCore core) {
        this.core = core;
    }

    /** The region of that number, which is in use. */
    LocalRegion at(final int number) {
        return byNumber[number];
    }

    synchronized LocalRegion add(final TransferEngine engine, final MemoryRegion memory) {
        if (core.isClosing()) {
            memory.close();
            throw new IllegalStateException("the engine is closed");
        }
        int number = 0;
        for (; number < byNumber.length && byNumber[number] != null; number++) {
            final LocalRegion known = byNumber[number];
            if (known.region() == memory && !revocations.containsKey(number)) { // registered once more
                known.registrations(known.registrations() + 1);
                return known;
            }
        }
        final int free = number;
        for (; number < byNumber.length; number++) {
            final LocalRegion known = byNumber[number];
            if (known != null && known.region() == memory && !revocations.containsKey(number)) {
                known.registrations(known.registrations() + 1);
                return known;
            }
        }
        final LocalRegion region = new LocalRegion(engine, memory, free);
        final LocalRegion[] more = Arrays.copyOf(byNumber, free < byNumber.length ? byNumber.length : 2 * free);
        more[free] = region;
        byNumber = more;
        if (isRemote(region)) {
            for (final Link link : core.links().links()) {
                link.peer().send(new LinkMessage.Regions(List.of(info(region))));
            }
        }
        return region;
    }

    /**
     * Tells the other end of a new link, which is among this engine's links already, of all regions. One that is
     * registered or revoked meanwhile waits for the monitor and is told behind this.
     */
    synchronized void introduce(final Consumer<LinkMessage> otherEnd) {
        final List<RegionInfo> infos = new ArrayList<>();
        for (final LocalRegion region : byNumber) {
            if (region != null && isRemote(region) && !revocations.containsKey(region.number())) {
                infos.add(info(region));
            }
        }
        for (int i = 0; i < infos.size(); i += Codec.MOST_REGIONS) {
            otherEnd.accept(new LinkMessage.Regions(
                    List.copyOf(infos.subList(i, Math.min(infos.size(), i + Codec.MOST_REGIONS)))));
        }
    }

    private static boolean isRemote(final LocalRegion region) {
        return (region.access() & (Access.REMOTE_READ | Access.REMOTE_WRITE)) != 0;
    }

    private static RegionInfo info(final LocalRegion region) {
        return new RegionInfo(region.number(), region.address(), region.length(), region.region().rkey());
    }

    /**
     * Ends one registration.
     *
     * @return completes when the memory is the caller's alone
     */
    CompletableFuture<Void> remove(final LocalRegion region) {
        final Revocation revocation;
        synchronized (this) {
            final int number = region.number();
            if (number >= byNumber.length || byNumber[number] != region || revocations.containsKey(number)) {
                return CompletableFuture.completedFuture(null); // gone, or going
            }
            if (region.registrations() > 1) {
                region.registrations(region.registrations() - 1);
                region.region().close();
                return CompletableFuture.completedFuture(null);
            }
            region.uses().close();
            if (region.uses().inUse() > 0) {
                final long users = region.uses().inUse();
                region.uses().open();
                throw new IllegalStateException(
                        region + " is in use by " + users + " transfers: wait until they settle");
            }
            final Set<Link> awaited = new HashSet<>();
            if (isRemote(region)) {
                for (final Link link : core.links().links()) {
                    if (link.state() < Link.CLOSED) {
                        awaited.add(link);
                    }
                }
            }
            revocation = new Revocation(region, awaited, core.nanoTime() + core.config().controlTimeoutNs(),
                    CompletableFuture.allOf(revocations.values().stream()
                            .filter(other -> other.region.region() == region.region()).map(other -> other.done)
                            .toArray(CompletableFuture[]::new)));
            revocations.put(number, revocation);
            awaited.forEach(link -> link.peer().send(new LinkMessage.Revoke(number)));
            finishIfAcknowledged(revocation);
        }
        return revocation.done;
    }

    synchronized void acknowledged(final int number, final Link link) {
        final Revocation revocation = revocations.get(number);
        if (revocation != null && revocation.awaited.remove(link)) {
            finishIfAcknowledged(revocation);
        }
    }

    /** A link whose queue pairs are destroyed cannot be awaited, and need not. */
    synchronized void linkGone(final Link link) {
        for (final Revocation revocation : List.copyOf(revocations.values())) {
            if (revocation.awaited.remove(link)) {
                finishIfAcknowledged(revocation);
            }
        }
    }

    /** Fails the links that have not acknowledged in time. The poll thread. */
    void expire(final long now) {
        final Set<Link> late;
        synchronized (this) {
            if (revocations.isEmpty()) {
                return;
            }
            late = new HashSet<>();
            for (final Revocation revocation : revocations.values()) {
                if (now - revocation.deadlineNs >= 0) {
                    late.addAll(revocation.awaited);
                }
            }
        }
        late.forEach(link -> core.ends().fail(link, Cause.PEER_UNREACHABLE));
    }

    synchronized boolean hasRevocations() {
        return !revocations.isEmpty();
    }

    private void finishIfAcknowledged(final Revocation revocation) {
        if (!revocation.awaited.isEmpty()) {
            return;
        }
        final int number = revocation.region.number();
        final LocalRegion[] fewer = byNumber.clone();
        fewer[number] = null;
        byNumber = fewer;
        revocations.remove(number);
        try {
            revocation.region.region().close();
            revocation.earlier.whenComplete((nothing, error) -> core.completeLater(revocation.done));
        } catch (final RuntimeException e) {
            core.onError(e);
            core.failLater(revocation.done, e);
        }
    }

    /** Deregisters everything; all links are gone. */
    synchronized void close() {
        for (final LocalRegion region : byNumber) {
            if (region != null) {
                region.uses().close();
                try {
                    for (int i = region.registrations(); i > 0; i--) {
                        region.region().close();
                    }
                } catch (final RuntimeException e) { // it stays; the others go
                    core.onError(e);
                }
            }
        }
        byNumber = new LocalRegion[8];
    }

    LocalRegion require(final TransferEngine engine, final LocalRegion region) {
        Objects.requireNonNull(region, "region");
        if (region.engine() != engine) {
            throw new IllegalArgumentException(region + " is registered on another engine");
        }
        return region;
    }

    synchronized int count() {
        return (int) Arrays.stream(byNumber).filter(Objects::nonNull).count();
    }
}
