package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwoEnginesTest {

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void whatIsWrittenCanBeReadBack(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1 << 20);
            final LocalRegion back = pair.near.register(pair.arena.allocate(1 << 20, 64));

            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);

            final long read = pair.near.read(connection, back, 0, 1 << 20, buffers.remote(), 0);
            assertThat(pair.finish(read)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(back.memory().mismatch(buffers.source())).isEqualTo(-1);
            assertThat(pair.near.status(read)).isEqualTo(TransferState.STALE);
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "INVOKER" })
    void theFarEndOfAConnectionTransfersToo(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100_000);
            final Connection back = pair.accepted();
            final RemoteRegions known = back.link().regions();
            pair.await("region is known", () -> known.find(buffers.here().address(), 100_000) != null);
            final RemoteRegion source = known.find(buffers.here().address(), 100_000);

            final long id = pair.far.read(back, buffers.there(), 0, 100_000, source, 0);
            pair.await("read settles", () -> pair.far.status(id) != TransferState.IN_PROGRESS);
            assertThat(pair.far.release(id)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = { "SHARED", "INVOKER" })
    void anEngineConnectsToItself(final ThreadingMode mode) {
        try (EnginePair pair = EnginePair.open(mode)) {
            final Connection connection = pair.near.connect(pair.near);
            assertThat(connection.peerInstance()).isEqualTo(pair.near.instance());
            final LocalRegion from = pair.near.register(pair.arena.allocate(5_000).fill((byte) 7));
            final LocalRegion to = pair.near.register(pair.arena.allocate(5_000));
            final RemoteRegion remote = pair.remote(connection, to);

            assertThat(pair.finish(pair.near.write(connection, from, 0, 5_000, remote, 0)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(to.memory().mismatch(from.memory())).isEqualTo(-1);
            connection.close();
            pair.await("both ends close", () -> pair.near.connections().isEmpty());
        }
    }
}
