package io.sluice.bench.figures;

import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.TransferState;
import io.sluice.policies.SlicePolicy;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Operations a second of the engine on a device, in the way in which perftest measures: always the same few bytes. */
final class DeviceRate implements AutoCloseable {
    private static final int SLICES = 64;
    private static final int IN_FLIGHT = 4;
    private static final int LARGEST = 1 << 20;
    private static final long WARM_UP_NS = 500_000_000;

    private final Setup setup;
    private final long[] ids = new long[IN_FLIGHT];

    DeviceRate(final UnaryOperator<EngineConfigBuilder> device, final Mode mode) {
        setup = new Setup(device, mode, LARGEST);
        Arrays.fill(ids, -1);
    }

    /**
     * @param bytes of each operation, one work request each; up to 1 MiB
     * @return operations a second over {@code timeNs}, after a warm-up
     */
    double operationsPerSecond(final Op op, final int bytes, final long timeNs) {
        final EntryList entries = new EntryList();
        for (int i = 0; i < SLICES; i++) {
            entries.add(setup.local(), 0, bytes, setup.remote(), 0);
        }
        final TransferRequest request = new TransferRequest().op(op).entries(entries)
                .policy(SlicePolicy.whole(LARGEST));
        run(request, WARM_UP_NS);
        final long start = System.nanoTime();
        final long transfers = run(request, timeNs);
        return (double) transfers * SLICES / (System.nanoTime() - start) * 1e9;
    }

    /** @return transfers settled; none is left in flight */
    private long run(final TransferRequest request, final long timeNs) {
        final TransferEngine engine = setup.engine();
        final long end = System.nanoTime() + timeNs;
        long settled = 0;
        for (int next = 0;; next = (next + 1) % IN_FLIGHT) {
            if (ids[next] >= 0) {
                settle(ids[next]);
                settled++;
                ids[next] = -1;
            }
            if (System.nanoTime() - end < 0) {
                ids[next] = engine.submit(setup.connection(), request);
            } else if (Arrays.stream(ids).allMatch(id -> id < 0)) {
                return settled;
            }
        }
    }

    private void settle(final long id) {
        final TransferEngine engine = setup.engine();
        engine.await(id, Long.MAX_VALUE);
        final int state = engine.release(id);
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException("a transfer ended " + TransferState.name(state));
        }
    }

    @Override
    public void close() {
        setup.close();
    }
}
