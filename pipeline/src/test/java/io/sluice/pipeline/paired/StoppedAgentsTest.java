package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.MemorySegment;
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
            final OpenRequests requests = new OpenRequests(peer);
            requests.submit(ROUNDS);
            requests.awaitFirstOfEach();
            peer.signal(signal);
            requests.submit(PairedOp.SEND);
            requests.submit(PairedOp.PUT);

            requests.checkEnds(
                    signal.equals("STOP") ? PairedOp.values() : new PairedOp[]{ PairedOp.RECV, PairedOp.WAIT });
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
