package io.sluice.verbs;

import io.sluice.verbs.soft.SoftDevice;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Two queue pairs connected to each other, each with a context of its own (or both with one). */
public final class ConnectedPair implements AutoCloseable {
    private final VerbsContext first;
    private final VerbsContext second;
    private final Endpoint initiator;
    private final Endpoint target;
    private int initiatorPsn;
    private int targetPsn;

    private ConnectedPair(final VerbsDevice device, final Spec spec) {
        first = device.open();
        second = spec.oneContext ? first : spec.targetDevice.open();
        initiator = new Endpoint(first, spec);
        target = new Endpoint(second, spec);
    }

    public static Spec on(final VerbsDevice device) {
        return new Spec(device);
    }

    public Endpoint initiator() {
        return initiator;
    }

    public Endpoint target() {
        return target;
    }

    /** Takes both queue pairs, in RESET, to RTS. */
    public void connect() {
        drawPsns();
        initiator.connect(initiator.queuePair(), target, target.queuePair(), initiatorPsn, targetPsn);
        target.connect(target.queuePair(), initiator, initiator.queuePair(), targetPsn, initiatorPsn);
    }

    /** Connects a further queue pair of each end, in RESET. */
    public void connect(final QueuePair ofInitiator, final QueuePair ofTarget) {
        drawPsns();
        initiator.connect(ofInitiator, target, ofTarget, initiatorPsn, targetPsn);
        target.connect(ofTarget, initiator, ofInitiator, targetPsn, initiatorPsn);
    }

    private void drawPsns() {
        initiatorPsn = ThreadLocalRandom.current().nextInt(1 << 24);
        targetPsn = ThreadLocalRandom.current().nextInt(1 << 24);
    }

    /** Takes completions on both ends. */
    public void pump() {
        initiator.pump();
        target.pump();
    }

    /** @return the next completion of a send of the initiator */
    public Completion sent() {
        return sent(1).getFirst();
    }

    /** @return the next completions of sends of the initiator, in their order */
    public List<Completion> sent(final int count) {
        return take(initiator.sends(), count);
    }

    /** @return the next completion of a receive of the target */
    public Completion received() {
        return received(1).getFirst();
    }

    /** @return the next completions of receives of the target, in their order */
    public List<Completion> received(final int count) {
        return take(target.receives(), count);
    }

    private List<Completion> take(final Deque<Completion> from, final int count) {
        Await.until(() -> {
            pump();
            return from.size() >= count;
        }, () -> count + " completions; there are " + new ArrayList<>(from) + ", initiator "
                + initiator.queuePair().state() + ", target " + target.queuePair().state());
        return IntStream.range(0, count).mapToObj(i -> from.remove()).toList();
    }

    @Override
    public void close() {
        initiator.close();
        target.close();
        first.close();
        second.close();
    }

    /** Connects the devices of two queue pairs, where that takes more than their numbers. */
    public interface Wiring {
        /**
         * @param device of the first queue pair
         * @param own    in INIT, about to go to RTR
         * @param peer   that it will be connected to, which may have been wired to it before
         */
        void wire(VerbsDevice device, QueuePair own, QueuePair peer);
    }

    /** What the two ends are made with. */
    public static final class Spec {
        final VerbsDevice device;
        private VerbsDevice targetDevice;
        Wiring wiring = (device, own, peer) -> {};
        QueuePairCapacity capacity = new QueuePairCapacity(16, 16, 4, 4, 64);
        int depth = 64;
        int access = Access.ALL;
        boolean oneContext;
        private int ackTimeout = 14;
        private int retryCount = 7;
        private int rnrRetry = RtsAttributes.RNR_RETRY_FOREVER;
        private int maxRdAtomic = 4;
        private int maxDestRdAtomic = 4;

        private Spec(final VerbsDevice device) {
            this.device = device;
            targetDevice = device;
        }

        public Spec capacity(final int sendWr, final int receiveWr) {
            capacity = new QueuePairCapacity(sendWr, receiveWr, 4, 4, 64);
            return this;
        }

        /** The target is on a device of its own; the two reach one another by what the wiring does. */
        public Spec wired(final VerbsDevice newTargetDevice, final Wiring newWiring) {
            targetDevice = newTargetDevice;
            wiring = newWiring;
            ackTimeout = 18; // 4.3 s a try: a socket's other end gets its turn late on a busy machine
            return this;
        }

        public Spec depth(final int newDepth) {
            depth = newDepth;
            return this;
        }

        public Spec access(final int newAccess) {
            access = newAccess;
            return this;
        }

        public Spec oneContext() {
            oneContext = true;
            return this;
        }

        public Spec ackTimeout(final int newAckTimeout) {
            ackTimeout = newAckTimeout;
            return this;
        }

        public Spec retryCount(final int newRetryCount) {
            retryCount = newRetryCount;
            return this;
        }

        public Spec rnrRetry(final int newRnrRetry) {
            rnrRetry = newRnrRetry;
            return this;
        }

        public Spec readsInFlight(final int asInitiator, final int asResponder) {
            maxRdAtomic = asInitiator;
            maxDestRdAtomic = asResponder;
            return this;
        }

        /** @return both ends in RESET */
        public ConnectedPair unconnected() {
            return new ConnectedPair(device, this);
        }

        /** @return both ends in RTS */
        public ConnectedPair connect() {
            final ConnectedPair pair = unconnected();
            pair.connect();
            return pair;
        }

        RtrAttributes rtr(final VerbsContext own, final VerbsContext peer, final int peerNumber, final int psn) {
            final PortAttributes port = peer.port(1);
            final GidEntry ownGid = gid(own);
            final GidEntry peerGid = gid(peer);
            return new RtrAttributes(1, peerNumber, psn, Math.min(port.activeMtu(), own.port(1).activeMtu()),
                    port.lid(), peerGid == null ? Gid.ZERO : peerGid.gid(), ownGid == null ? 0 : ownGid.index(), 0,
                    maxDestRdAtomic, 1);
        }

        RtsAttributes rts(final int psn) {
            return new RtsAttributes(psn, ackTimeout, retryCount, rnrRetry, maxRdAtomic);
        }

        /** The soft device has but one. */
        private static GidEntry gid(final VerbsContext context) {
            final List<GidEntry> table = context.gidTable(1);
            return context.device() instanceof SoftDevice
                    ? table.getFirst()
                    : GidSelection.select("port 1", context.port(1).linkLayer(), table, -1);
        }
    }
}
