package io.sluice.properties.device;

import io.sluice.verbs.QueuePair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import java.util.List;

/** Turns the requests of a program into chains of the public API, and posts them. */
final class Requests {
    static final int MAX_CHAIN = 6;
    static final int MAX_SGE = 4;
    private static final int NO_SUCH_OPCODE = 77;

    private final DeviceMemory memory;
    private final WorkRequests sends = WorkRequests.allocate(MAX_CHAIN, MAX_SGE);
    private final ReceiveRequests receives = ReceiveRequests.allocate(MAX_CHAIN, MAX_SGE);
    private long wrIds;

    Requests(final DeviceMemory memory) {
        this.memory = memory;
    }

    String post(final QueuePair qp, final List<Send> chain) {
        final long first = wrIds;
        wrIds += chain.size();
        if (qp == null) {
            return Machine.NOTHING;
        }
        sends.clear();
        for (int i = 0; i < chain.size(); i++) {
            add(first + i, chain.get(i));
        }
        final int errno = qp.postSend(sends);
        return errno == 0 ? Machine.OK : Words.refused(errno, sends.firstRefused());
    }

    private void add(final long wrId, final Send send) {
        final int flags = (send.signaled() ? SendFlags.SIGNALED : 0) | (send.inline() ? SendFlags.INLINE : 0);
        final long remote = memory.address(true, send.target().offset());
        final int rkey = memory.rkey(send.target().region(), send.target().key());
        switch (send.op()) {
            case WRITE, WRITE_WITH_IMM -> sends.addWrite(wrId, 0, 0, 0, remote, rkey, flags);
            case READ -> sends.addRead(wrId, 0, 0, 0, remote, rkey, flags);
            case SEND, SEND_WITH_IMM -> sends.addSend(wrId, 0, 0, 0, flags);
            case UNKNOWN -> sends.addRdma(NO_SUCH_OPCODE, wrId, 0, 0, 0, remote, rkey, flags);
        }
        for (final Entry entry : send.entries()) {
            sends.addSge(memory.address(false, entry.offset()), memory.lkey(entry.region(), entry.key()),
                    memory.length(entry.length()));
        }
        if (send.hasImmediate()) {
            sends.withImmediate(send.immediate());
        }
    }

    String postReceives(final QueuePair qp, final List<Receive> chain) {
        final long first = wrIds;
        wrIds += chain.size();
        if (qp == null) {
            return Machine.NOTHING;
        }
        receives.clear();
        for (int i = 0; i < chain.size(); i++) {
            receives.add(first + i, 0, 0, 0);
            for (final Entry entry : chain.get(i).entries()) {
                receives.addSge(memory.address(true, entry.offset()), memory.lkey(entry.region(), entry.key()),
                        memory.length(entry.length()));
            }
        }
        final int errno = qp.postReceive(receives);
        return errno == 0 ? Machine.OK : Words.refused(errno, receives.firstRefused());
    }
}
