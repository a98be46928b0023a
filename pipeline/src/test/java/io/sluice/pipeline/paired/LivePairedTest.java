package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Agents on a live RDMA device. Counts suit a device in software on an emulated machine. */
@EnabledIfSystemProperty(named = "sluice.test.rdmaDevice", matches = ".+", disabledReason = "needs an RDMA device: "
        + "-Dsluice.test.rdmaDevice=NAME, or ./sluice rxe-test")
class LivePairedTest {
    private static final String DEVICE = System.getProperty("sluice.test.rdmaDevice");
    /** Long: an emulated machine that has little of its cores may hear nothing of the peer for seconds. */
    private static final long HEARTBEAT_MS = 10_000;

    @Test
    void noSignalIsSeenBeforeItsDataAndThatOfAllPutsBefore() {
        try (TwoAgents two = TwoAgents.on(DEVICE).connect()) {
            new PutStream(2_000, 32, 8).run(two);
            assertThat(two.toB.supportsOneSided()).isTrue();
            assertThat(two.toA.supportsOneSided()).isTrue();
        }
    }

    @Test
    void sendsOfAllSizesMeetTheirReceivesBothWays() {
        try (TwoAgents two = TwoAgents.on(DEVICE).connect()) {
            new MessageStream(600, 100, 100, 600, 50).bothWays(two);
        }
    }

    @Test
    void noPutLandsWhenTheConnectionHasEndedHere() {
        try (TwoAgents two = TwoAgents.on(DEVICE).connect()) {
            final MemorySegment window = two.memory(2 << 20, 0);
            final MemorySegment source = two.memory(2 << 20, 1);
            two.windows(window, source);
            final CompletableFuture<Void> writer = two.putUntilItFails(source);
            TwoAgents.succeeds(two.a, two.a.submit(two.toB, PairedOp.WAIT, new IovList()));
            two.toB.close();
            window.fill((byte) 0);

            writer.join();
            two.toA.closed().join();
            assertThat(window.mismatch(two.memory(window.byteSize(), 0))).as("first byte written").isEqualTo(-1);
        }
    }

    @Test
    void whatAKilledPeerLeavesUndoneFailsWithACause() {
        try (PeerAgent peer = new PeerAgent("echo", Adaptor.VERBS, DEVICE, HEARTBEAT_MS)) {
            final OpenRequests requests = new OpenRequests(peer);
            requests.submit(20);
            requests.awaitFirstOfEach();
            peer.signal("KILL");

            // Puts need no process there, and may all have been done.
            requests.checkEnds(PairedOp.SEND, PairedOp.RECV, PairedOp.WAIT);
            assertThat(peer.toB.closed()).succeedsWithin(TwoAgents.PATIENCE_NS, TimeUnit.NANOSECONDS)
                    .isEqualTo(peer.toB.cause());
        }
    }
}
