package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests of agent a to an echo that is going to end: all must settle. */
final class OpenRequests {
    private final PeerAgent peer;
    private final MemorySegment message;
    private final MemorySegment back;
    private final Map<PairedOp, List<Long>> ids = new EnumMap<>(PairedOp.class);

    OpenRequests(final PeerAgent peer) {
        this.peer = peer;
        message = peer.arena.allocate(PeerAgent.MESSAGE_BYTES).fill((byte) 1);
        back = peer.arena.allocate(PeerAgent.MESSAGE_BYTES);
    }

    /** So many of each kind, and a receive and a wait for which the echo has nothing. */
    void submit(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            List.of(PairedOp.values()).forEach(this::submit);
        }
        submit(PairedOp.RECV);
        submit(PairedOp.WAIT);
    }

    /** The peer may be found dead before: then it is refused. */
    void submit(final PairedOp op) {
        final long id = peer.a.submit(peer.toB, op, switch (op) {
            case SEND -> TwoAgents.all(message);
            case RECV -> TwoAgents.all(back);
            case PUT -> PeerAgent.whole(peer.window);
            case WAIT -> new IovList();
        });
        if (id < 0) {
            assertThat(id).isEqualTo(ResultCode.CLOSED);
        } else {
            ids.computeIfAbsent(op, any -> new ArrayList<>()).add(id);
        }
    }

    void awaitFirstOfEach() {
        ids.values().forEach(of -> assertThat(peer.a.await(of.getFirst(), TwoAgents.PATIENCE_NS))
                .isEqualTo(TransferState.SUCCEEDED));
    }

    /** @param ops of which at least one must have failed */
    void checkEnds(final PairedOp... ops) {
        final Set<PairedOp> failed = EnumSet.noneOf(PairedOp.class);
        ids.forEach((op, of) -> {
            if (endsWithFailures(of)) {
                failed.add(op);
            }
        });
        assertThat(failed).contains(ops);
    }

    /** All are settled and released: the first of them were done, from one on the others have failed. */
    private boolean endsWithFailures(final List<Long> of) {
        boolean failed = false;
        for (final long id : of) {
            final int state = peer.a.await(id, TwoAgents.PATIENCE_NS);
            final String what = peer.a.describe(id);
            failed |= state == TransferState.FAILED;
            assertThat(state).as(what).isEqualTo(failed ? TransferState.FAILED : TransferState.SUCCEEDED);
            assertThat(peer.a.cause(id) != Cause.NONE).as(what).isEqualTo(failed);
            assertThat(peer.a.release(id)).isEqualTo(state);
        }
        return failed;
    }
}
