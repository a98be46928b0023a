package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads submit, cancel, release, connect and disconnect at random, and one closes the engines under them: every transfer
 * settles exactly once, and nothing is left.
 */
@Timeout(180)
class StormTest {
    private static final int STORMS = 12;
    private static final int THREADS = 3;
    private static final int STEPS = 1_500;
    private static final int REGION_BYTES = 1 << 16;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(names = { "SHARED", "DEDICATED", "INVOKER" })
    void everythingSettlesOnceAndNothingIsLeft(final ThreadingMode mode) throws InterruptedException {
        for (int storm = 0; storm < STORMS; storm++) {
            try (Arena arena = Arena.ofShared()) {
                new Storm(mode, storm, arena).run();
            }
            assertThat(errors).as("asynchronous faults in storm %d", storm).isEmpty();
            assertThat(device.liveObjects()).as("device objects left by storm %d", storm).isZero();
        }
    }

    /** Two engines and the threads that use them. */
    private final class Storm {
        private final ThreadingMode mode;
        private final int seed;
        private final TransferEngine near;
        private final TransferEngine far;
        private final LocalRegion here;
        private final List<Connection> connections = new CopyOnWriteArrayList<>();
        /** By user data: how often the callback came. */
        private final AtomicIntegerArray settled = new AtomicIntegerArray(THREADS * STEPS);
        private final AtomicIntegerArray accepted = new AtomicIntegerArray(THREADS * STEPS);
        private final AtomicInteger ended = new AtomicInteger();
        private volatile boolean closed;

        Storm(final ThreadingMode mode, final int seed, final Arena arena) {
            this.mode = mode;
            this.seed = seed;
            near = engine();
            far = engine();
            here = near.register(arena.allocate(REGION_BYTES));
            far.register(arena.allocate(REGION_BYTES));
            connections.add(near.connect(far));
        }

        private TransferEngine engine() {
            return TransferEngine.create(ConfigFixture.bare().device(device).threadingMode(mode).qpsPerConnection(2)
                    .transferSlots(256).entryPoolBytes(1 << 16).sharedCqDepth(64).maxRequests(8).maxWrPerPost(8)
                    .sliceSize(1024).spinNs(0).errorHandler(errors::add).build());
        }

        void run() throws InterruptedException {
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                final int number = i;
                threads.add(Thread.ofPlatform().name("storm-" + i).start(() -> guarded(() -> use(number))));
            }
            if (mode == ThreadingMode.INVOKER) {
                for (final TransferEngine engine : List.of(near, far)) {
                    threads.add(Thread.ofPlatform().start(() -> guarded(() -> drive(engine))));
                }
            }
            if (seed % 2 == 0) { // else when all is done
                closeUnderway();
            }
            for (int i = 0; i < THREADS; i++) {
                join(threads.get(i));
            }
            near.close();
            far.close();
            closed = true;
            for (final Thread thread : threads) {
                join(thread);
            }
            for (int i = 0; i < settled.length(); i++) {
                assertThat(settled.get(i)).as("callbacks of transfer %d in storm %d", i, seed)
                        .isEqualTo(accepted.get(i));
            }
            EnginePair.leftNothing(near);
            EnginePair.leftNothing(far);
        }

        private void join(final Thread thread) throws InterruptedException {
            assertThat(thread.join(Duration.ofNanos(PATIENCE_NS)))
                    .as("%s ended; near %s, far %s", thread, EnginePair.snapshot(near), EnginePair.snapshot(far))
                    .isTrue();
        }

        private void guarded(final Runnable program) {
            try {
                program.run();
            } catch (final Throwable e) {
                errors.add(e);
            } finally {
                ended.incrementAndGet();
            }
        }

        private void drive(final TransferEngine engine) {
            while (!closed) {
                if (engine.doWork() == 0) {
                    Thread.yield();
                }
            }
        }

        private void closeUnderway() {
            final int enough = new Random(seed).nextInt(THREADS * STEPS / 2);
            final long start = System.nanoTime();
            while (EnginePair.snapshot(near).succeeded() < enough && ended.get() < THREADS
                    && System.nanoTime() - start < PATIENCE_NS) {
                Thread.yield();
            }
            (seed % 4 == 0 ? near : far).close();
        }

        private void use(final int number) {
            final Random random = new Random(seed * 31L + number);
            final ArrayDeque<Long> open = new ArrayDeque<>();
            final EntryList list = new EntryList();
            for (int step = 0; step < STEPS; step++) {
                final int connection = random.nextInt(Math.max(1, connections.size()));
                switch (random.nextInt(20)) {
                    case 0 -> connect();
                    case 1 -> disconnect(random);
                    case 2, 3 -> open.forEach(near::cancel);
                    case 4, 5, 6 -> release(open);
                    default -> submit(random, number * STEPS + step, connection, list, open);
                }
            }
            final long start = System.nanoTime();
            while (!open.isEmpty()) {
                release(open);
                if (System.nanoTime() - start > PATIENCE_NS) {
                    throw new AssertionError(open.size() + " transfers have not settled, the first "
                            + Long.toHexString(open.peek()) + "; " + EnginePair.snapshot(near));
                }
                Thread.yield();
            }
        }

        private void connect() {
            try {
                connections.add(near.connect(far));
            } catch (final IllegalStateException e) {
                // closed, or no room for one more
            }
        }

        private void disconnect(final Random random) {
            if (connections.size() > 1) {
                try {
                    connections.remove(random.nextInt(connections.size() - 1)).close();
                } catch (final IndexOutOfBoundsException e) {
                    // another did
                }
            }
        }

        private void submit(final Random random, final int number, final int at, final EntryList list,
                final ArrayDeque<Long> open) {
            final Connection connection;
            final RemoteRegion there;
            try {
                connection = connections.get(at);
                there = connection.regions().getFirst();
            } catch (final IndexOutOfBoundsException | NoSuchElementException e) {
                return; // it has closed
            }
            list.clear();
            for (int i = random.nextInt(4); i >= 0; i--) {
                list.add(here, 0, random.nextInt(8) * 1024, there, 0);
            }
            final boolean callback = random.nextBoolean();
            final TransferRequest request = new TransferRequest().op(random.nextBoolean() ? Op.READ : Op.WRITE)
                    .entries(list).timeoutNs(random.nextInt(8) == 0 ? 1_000 : 0);
            if (callback) {
                request.listener((id, state, cause, data) -> settled.incrementAndGet((int) data), number);
            }
            final long id;
            try {
                id = near.submit(connection, request);
            } catch (final IllegalArgumentException e) {
                return; // the engine has closed, and the region with it
            }
            if (id < 0) {
                return;
            }
            if (callback) {
                accepted.incrementAndGet(number);
                if (random.nextInt(4) == 0) {
                    near.cancel(id);
                }
            } else {
                open.add(id);
            }
        }

        private void release(final ArrayDeque<Long> open) {
            for (int i = open.size(); i > 0; i--) {
                final long id = open.remove();
                final int state = near.release(id);
                if (state == TransferState.IN_PROGRESS) {
                    open.add(id);
                } else if (state == TransferState.STALE || near.release(id) != TransferState.STALE) {
                    throw new AssertionError("released twice: " + Long.toHexString(id));
                }
            }
        }
    }
}
