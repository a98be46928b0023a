package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.paired.IovList;
import io.sluice.pipeline.paired.PairedConfig;
import io.sluice.pipeline.paired.PairedConnection;
import io.sluice.pipeline.paired.PairedEngine;
import io.sluice.pipeline.paired.PairedOp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two agents that meet by name: one puts into the other's window, the other waits for it. */
@Timeout(60)
class TwoAgentsExampleTest {
    private final Map<String, CompletableFuture<byte[]>> blobs = Map.of("A", new CompletableFuture<>(), "B",
            new CompletableFuture<>());

    @Test
    void whatOnePutsTheOtherWaitsFor() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment there = arena.allocate(4096 + 8, 8);
            final MemorySegment here = arena.allocate(4096 + 8, 8);
            here.asSlice(0, 4096).fill((byte) 7);
            final CompletableFuture<Integer> waited = new CompletableFuture<>();
            final Thread agentB = Thread.ofVirtual().start(() -> {
                try {
                    waited.complete(runB(there));
                } catch (final RuntimeException e) {
                    waited.completeExceptionally(e);
                }
            });
            runA(here, waited);
            assertThat(waited.get(40, TimeUnit.SECONDS)).isEqualTo(TransferState.SUCCEEDED);
            agentB.join();
            assertThat(there.asSlice(0, 4096).mismatch(here.asSlice(0, 4096))).isEqualTo(-1);
        }
    }

    private void runA(final MemorySegment window, final CompletableFuture<Integer> waited) {
        try (PairedEngine engine = PairedEngine
                .create(PairedConfig.of(EngineConfig.builder().agentName("A").build()))) {
            publish("A", engine.connInfo()); // 528 bytes, by any way
            engine.loadConnInfo("B", blobOf("B"));
            PairedConnection toB = engine.connect("B"); // B connects to A too
            engine.registerWindow(toB, window); // B does the same
            long put = engine.submit(toB, PairedOp.PUT, new IovList().add(window, 0, 4096, 0));
            engine.await(put, TimeUnit.SECONDS.toNanos(5));
            engine.release(put);
            waited.join(); // the engine stays until B has it
        }
    }

    private int runB(final MemorySegment window) {
        try (PairedEngine engine = PairedEngine
                .create(PairedConfig.of(EngineConfig.builder().agentName("B").build()))) {
            publish("B", engine.connInfo());
            engine.loadConnInfo("A", blobOf("A"));
            PairedConnection toA = engine.connect("A");
            engine.registerWindow(toA, window);
            long wait = engine.submit(toA, PairedOp.WAIT, new IovList());
            int state = engine.await(wait, TimeUnit.SECONDS.toNanos(30));
            engine.release(wait);
            return state;
        }
    }

    private void publish(final String agent, final byte[] blob) {
        blobs.get(agent).complete(blob);
    }

    private byte[] blobOf(final String agent) {
        return blobs.get(agent).join();
    }
}
