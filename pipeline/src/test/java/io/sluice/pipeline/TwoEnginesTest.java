package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwoEnginesTest {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void whatIsWrittenCanBeReadBack(final ThreadingMode mode) {
        final EngineConfig config = EngineConfig.builder().threadingMode(mode).build();
        try (Arena arena = Arena.ofShared();
                TransferEngine near = TransferEngine.create(config);
                TransferEngine far = TransferEngine.create(config)) {
            final MemorySegment source = arena.allocate(1 << 20);
            final MemorySegment target = arena.allocate(1 << 20);
            final MemorySegment back = arena.allocate(1 << 20);
            for (int i = 0; i < source.byteSize(); i += 8) {
                source.set(java.lang.foreign.ValueLayout.JAVA_LONG, i, i * 31L);
            }
            final LocalRegion here = near.register(source);
            final LocalRegion there = far.register(target);
            final LocalRegion again = near.register(back);
            final Connection connection = near.connect(far);
            final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, there.length()));

            final long write = near.write(connection, here, 0, 1 << 20, remote, 0);
            assertThat(near.await(write, PATIENCE_NS)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(near.release(write)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(near.status(write)).isEqualTo(TransferState.STALE);
            assertThat(target.mismatch(source)).isEqualTo(-1);

            final long read = near.read(connection, again, 0, 1 << 20, remote, 0);
            assertThat(near.await(read, PATIENCE_NS)).isEqualTo(TransferState.SUCCEEDED);
            assertThat(back.mismatch(source)).isEqualTo(-1);
            near.release(read);
            final EngineSnapshot snapshot = new EngineSnapshot();
            near.snapshot(snapshot);
            System.out.println(snapshot);
            if (mode != ThreadingMode.INVOKER) {
                connection.close();
            }
        }
    }
}
