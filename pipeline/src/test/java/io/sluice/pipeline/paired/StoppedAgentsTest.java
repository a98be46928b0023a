package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The other agent's process is stopped, continued and killed. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class StoppedAgentsTest {
    private static final String DEVICE = "soft";
    private static final long SHORT_MS = 500;
    private static final long LONG_MS = 30_000;
    private static final int ROUNDS = 40;

    @ParameterizedTest
    @CsvSource({ "SOCKET, STOP", "SOCKET, KILL", "VERBS, STOP", "VERBS, KILL" })
    void whatAPeerLeavesUndoneFailsWithACauseAndItsMemoryIsFree(final Adaptor adaptor, final String signal) {
        try (PeerAgent peer = new PeerAgent("echo", adaptor, DEVICE, SHORT_MS)) {
            final Requests requests = new Requests(peer);
            for (int i = 0; i < ROUNDS; i++) {
                List.of(PairedOp.values()).forEach(requests::submit);
            }
            requests.submit(PairedOp.RECV); // the echo has nothing for these
            requests.submit(PairedOp.WAIT);
            requests.awaitFirstOfEach();
            peer.signal(signal);
            requests.submit(PairedOp.SEND);
            requests.submit(PairedOp.PUT);

            requests.checkEnds();
            assertThat(peer.toB.closed()).succeedsWithin(TwoAgents.PATIENCE_NS, TimeUnit.NANOSECONDS)
                    .isEqualTo(peer.toB.cause());
            assertThat(peer.a.submit(peer.toB, PairedOp.SEND, new IovList())).isEqualTo(ResultCode.CLOSED);
            assertThat(peer.a.connections()).isEmpty();
            if (signal.equals("STOP")) {
                peer.signal("CONT");
                assertThat(peer.line()).matches("(SEND|RECV) (FAILED|refused).*; (PUT|WAIT) (FAILED|refused).*");
            }
        }
    }

    /** Of agent a, by what they ask for. */
    private static final class Requests {
        private final PeerAgent peer;
        private final MemorySegment message;
        private final MemorySegment back;
        private final Map<PairedOp, List<Long>> ids = new EnumMap<>(PairedOp.class);

        Requests(final PeerAgent peer) {
            this.peer = peer;
            message = peer.arena.allocate(PeerAgent.MESSAGE_BYTES).fill((byte) 1);
            back = peer.arena.allocate(PeerAgent.MESSAGE_BYTES);
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

        void checkEnds() {
            ids.forEach((op, of) -> assertThat(endsWithFailures(of)).as("one %s of %s failed", op, of.size())
                    .isTrue());
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

    @ParameterizedTest
    @EnumSource
    void aPeerThatIsContinuedInTimeGoesOn(final Adaptor adaptor) {
        try (PeerAgent peer = new PeerAgent("echo", adaptor, DEVICE, LONG_MS)) {
            final MemorySegment message = peer.arena.allocate(PeerAgent.MESSAGE_BYTES).fill((byte) 1);
            final MemorySegment back = peer.arena.allocate(PeerAgent.MESSAGE_BYTES);
            peer.signal("STOP");
            final long[] requests = { peer.a.submit(peer.toB, PairedOp.SEND, TwoAgents.all(message)),
                peer.a.submit(peer.toB, PairedOp.RECV, TwoAgents.all(back)),
                peer.a.submit(peer.toB, PairedOp.PUT, PeerAgent.whole(peer.window)),
                peer.a.submit(peer.toB, PairedOp.WAIT, new IovList()) };
            for (final long request : requests) {
                assertThat(peer.a.poll(request)).isEqualTo(TransferState.IN_PROGRESS);
            }
            peer.signal("CONT");

            for (final long request : requests) {
                TwoAgents.succeeds(peer.a, request);
            }
            assertThat(back.mismatch(message)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @CsvSource({ "SOCKET, true", "SOCKET, false", "VERBS, true", "VERBS, false" })
    void noPutLandsWhenTheConnectionHasEndedHere(final Adaptor adaptor, final boolean isClosedHere) {
        try (PeerAgent peer = new PeerAgent("writer", adaptor, DEVICE, isClosedHere ? LONG_MS : SHORT_MS)) {
            TwoAgents.succeeds(peer.a, peer.a.submit(peer.toB, PairedOp.WAIT, new IovList()));
            peer.signal("STOP");
            if (isClosedHere) {
                peer.toB.close();
            }
            assertThat(peer.toB.closed()).succeedsWithin(TwoAgents.PATIENCE_NS, TimeUnit.NANOSECONDS);
            peer.window.fill((byte) 0);
            peer.signal("CONT");

            assertThat(peer.line()).matches("PUT (FAILED|refused).*");
            assertThat(peer.window.mismatch(peer.arena.allocate(PeerAgent.WINDOW_BYTES))).as("first byte written")
                    .isEqualTo(-1);
        }
    }
}
