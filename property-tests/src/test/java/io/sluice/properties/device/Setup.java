package io.sluice.properties.device;

import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.WcStatus;
import java.util.List;
import java.util.Set;

/**
 * The device that a program runs on.
 *
 * @param unit                 bytes of one unit
 * @param maxMessage           units
 * @param maxInline            bytes
 * @param faults               what goes wrong
 * @param refusedRegistrations by number
 * @param nullMode             requests complete and move nothing
 */
record Setup(int unit, int maxQp, int maxQpWr, int maxSge, int maxCq, int maxCqe, int maxMr, int maxReads,
        int maxMessage,
        int maxInline, List<Fault> faults, Set<Integer> refusedRegistrations, boolean nullMode) {

    MemoryMap map() {
        return new MemoryMap(unit);
    }

    /** The same command, with no more asked for than this device has. */
    Command fit(final Command command) {
        return switch (command) {
            case Command.OpenCq open -> new Command.OpenCq(open.cq(), Math.min(maxCqe, open.depth()));
            case Command.CreateQp create -> new Command.CreateQp(create.qp(), create.pd(), create.sendCq(),
                    create.receiveCq(), fit(create.capacity()));
            default -> command;
        };
    }

    private QueuePairCapacity fit(final QueuePairCapacity capacity) {
        return new QueuePairCapacity(Math.min(maxQpWr, capacity.maxSendWr()), Math.min(maxQpWr, capacity.maxRecvWr()),
                Math.min(maxSge, capacity.maxSendSge()), Math.min(maxSge, capacity.maxRecvSge()),
                Math.min(maxInline, capacity.maxInlineData()));
    }

    /**
     * One rule of the fault plan, exact.
     *
     * @param qp      which, in the order of creation, or {@link io.sluice.verbs.soft.FaultPlan#ANY_QP}
     * @param nth     which of its requests
     * @param delayNs time to wait, where the kind is DELAY
     */
    record Fault(Kind kind, int qp, int nth, long delayNs) {
        enum Kind {
            DELAY, FAIL, KILL
        }

        /** What a request fails with: a status that nothing else leads to. */
        static final int STATUS = WcStatus.FATAL_ERR;

        boolean hits(final int ordinal, final long request) {
            return (qp < 0 || qp == ordinal) && nth == request;
        }

        @Override
        public String toString() {
            return kind + (qp < 0 ? " of any qp" : " of qp " + qp) + " request " + nth
                    + (kind == Kind.DELAY ? " by " + delayNs + " ns" : "");
        }
    }
}
