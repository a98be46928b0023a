package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From submit to settled nothing is allocated, on no thread: the best of some rounds is exactly 0 bytes (the first ones
 * run before the compiler, and what the JVM itself does may hit one).
 */
@Timeout(180)
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 5;
    private static final int TRANSFERS = 100_000;
    private static final int BYTES = 64;

    private enum Api {
        ID, CALLBACK
    }

    private static Stream<Arguments> ways() {
        final Stream<Arguments> eachSignaled = Stream.of(ThreadingMode.INVOKER, ThreadingMode.SHARED)
                .flatMap(mode -> Stream.of(Api.values()).flatMap(api -> Stream.of(1, 64).flatMap(
                        entries -> Stream.of(false, true).map(isNull -> Arguments.of(mode, api, entries, isNull, 1)))));
        final Stream<Arguments> someSignaled = Stream.of(ThreadingMode.INVOKER, ThreadingMode.SHARED)
                .map(mode -> Arguments.of(mode, Api.CALLBACK, 64, true, 16));
        return Stream.concat(eachSignaled, someSignaled);
    }

    @ParameterizedTest(name = "{0}, {1}, {2} entries, null mode {3}, signal interval {4}")
    @MethodSource("ways")
    void aTransferAllocatesNothing(final ThreadingMode mode, final Api api, final int entries, final boolean isNull,
            final int signalInterval) {
        final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().nullMode(isNull).build());
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = TransferEngine.create(ConfigFixture.bare().device(device).threadingMode(mode)
                        .agentName("allocation").signalInterval(signalInterval).build())) {
            final Program program = new Program(engine, arena, entries, mode == ThreadingMode.INVOKER);
            final long engineThread = mode == ThreadingMode.INVOKER ? -1 : threadOf(engine);
            program.run(api, WARM_UP);
            long bestHere = Long.MAX_VALUE;
            long bestThere = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS && (bestHere > 0 || bestThere > 0); round++) {
                final long here = THREADS.getCurrentThreadAllocatedBytes();
                final long there = allocated(engineThread);
                program.run(api, TRANSFERS);
                bestHere = Math.min(bestHere, THREADS.getCurrentThreadAllocatedBytes() - here);
                bestThere = Math.min(bestThere, allocated(engineThread) - there);
            }
            assertThat(bestHere).as("bytes allocated by the submitter in the best round").isZero();
            assertThat(bestThere).as("bytes allocated by the engine's thread in the best round").isZero();
        }
    }

    private static long allocated(final long thread) {
        return thread < 0 ? 0 : THREADS.getThreadAllocatedBytes(thread);
    }

    private static long threadOf(final TransferEngine engine) {
        final String name = "sluice-" + engine.config().agentName() + "-shared";
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(name)).findAny()
                .orElseThrow().threadId();
    }

    /** Submits and waits, one transfer at a time, with objects that it made before. */
    private static final class Program implements TransferListener {
        private final TransferEngine engine;
        private final Connection connection;
        private final LocalRegion here;
        private final RemoteRegion there;
        private final EntryList list = new EntryList();
        private final TransferRequest request = new TransferRequest().listener(this, 7);
        private final int entries;
        private final boolean invoker;
        private volatile long settled;

        Program(final TransferEngine engine, final Arena arena, final int entries, final boolean invoker) {
            this.engine = engine;
            this.entries = entries;
            this.invoker = invoker;
            here = engine.register(arena.allocate(BYTES * 64));
            connection = engine.connect(engine);
            there = connection.regions().getFirst();
        }

        void run(final Api api, final int transfers) {
            for (int i = 0; i < transfers; i++) {
                if (api == Api.ID) {
                    byId();
                } else {
                    byCallback();
                }
            }
        }

        private void byId() {
            final long id = entries == 1
                    ? engine.write(connection, here, 0, BYTES, there, 0)
                    : engine.write(connection, fill());
            while (engine.status(id) == TransferState.IN_PROGRESS) {
                pass();
            }
            if (engine.release(id) != TransferState.SUCCEEDED) {
                throw new AssertionError("a transfer did not succeed");
            }
        }

        private void byCallback() {
            final long before = settled;
            if (engine.submit(connection, request.entries(fill())) < 0) {
                throw new AssertionError("a transfer was refused");
            }
            while (settled == before) {
                pass();
            }
        }

        private EntryList fill() {
            list.clear();
            for (int i = 0; i < entries; i++) {
                list.add(here, i * BYTES, BYTES, there, i * BYTES);
            }
            return list;
        }

        private void pass() {
            if (invoker) {
                engine.doWork();
            } else {
                Thread.yield();
            }
        }

        @Override
        public void onSettled(final long id, final int state, final int cause, final long userData) {
            if (state != TransferState.SUCCEEDED || userData != 7) {
                throw new AssertionError("a transfer did not succeed");
            }
            settled++; // one transfer at a time: the only writer
        }
    }
}
