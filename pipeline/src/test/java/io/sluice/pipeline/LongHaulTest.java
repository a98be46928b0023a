package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.policies.SlicePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Much of everything. */
class LongHaulTest {
    private static final int MILLION = 1_000_000;

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "INVOKER" })
    void aMillionSlicesPassAQueueOfSixteen(final ThreadingMode mode) {
        try (EnginePair pair = new EnginePair.Setup().mode(mode).limits(d -> d.maxQpWr(16))
                .config(c -> c.qpsPerConnection(1)).open()) {
            assertThat(pair.near.config().maxRequests()).isEqualTo(8);
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, MILLION);
            final EntryList entries = new EntryList().add(buffers.here(), 0, MILLION, buffers.remote(), 0);
            final SlicePolicy oneByte = SlicePolicy.blocks(1, 0, 1);
            final long id = pair.near.submit(connection, new TransferRequest().entries(entries).policy(oneByte));
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED", "INVOKER" })
    void sixtyFourConnectionsTransferAtOnce(final ThreadingMode mode) {
        try (EnginePair pair = new EnginePair.Setup().mode(mode).config(c -> c.qpsPerConnection(4)).open()) {
            final List<Connection> connections = new ArrayList<>();
            final List<Buffers> buffers = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                connections.add(pair.connect());
                buffers.add(pair.buffers(connections.get(i), 70_000 + i));
            }
            for (int round = 0; round < 5; round++) {
                final List<Long> ids = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    ids.add(pair.write(connections.get(i), buffers.get(i)));
                }
                ids.forEach(id -> assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED));
            }
            buffers.forEach(b -> assertThat(b.target().mismatch(b.source())).isEqualTo(-1));
            assertThat(EnginePair.snapshot(pair.near).connections()).isEqualTo(64);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "DEDICATED" })
    void twoSubmittersShareAConnection(final ThreadingMode mode) throws Exception {
        try (EnginePair pair = new EnginePair.Setup().mode(mode).config(c -> c.maxRequests(8)).open()) {
            final Connection connection = pair.connect();
            final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
            final List<Thread> submitters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                final Buffers buffers = pair.buffers(connection, 300_000);
                submitters.add(Thread.ofPlatform().start(() -> {
                    try {
                        submitAndFinish(pair, connection, buffers);
                    } catch (final Throwable e) {
                        failures.add(e);
                    }
                }));
            }
            for (final Thread submitter : submitters) {
                submitter.join();
            }
            assertThat(failures).isEmpty();
            pair.quiet();
        }
    }

    private static void submitAndFinish(final EnginePair pair, final Connection connection, final Buffers buffers) {
        for (int round = 0; round < 20; round++) {
            final List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ids.add(i % 2 == 0 ? pair.write(connection, buffers) : pair.read(connection, buffers));
            }
            ids.forEach(id -> assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED));
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    @Test
    void slotsAreUsedOverAndOverAndOldIdsStayStale() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.transferSlots(4)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final List<Long> old = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                final long id = pair.write(connection, buffers);
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
                old.add(id);
            }
            assertThat(old).doesNotHaveDuplicates().allMatch(id -> pair.near.status(id) == TransferState.STALE
                    && pair.near.release(id) == TransferState.STALE && !pair.near.cancel(id));
        }
    }
}
