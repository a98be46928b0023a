package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Blocking calls on virtual threads pin no carrier, by the JVM's own event, which is shown to come where one is pinned. */
@Timeout(120)
class VirtualThreadsTest {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final int THREADS = 200;
    private static final int CALLS = 20;

    @TempDir
    private Path folder;

    private List<RecordedEvent> pinnedIn(final ThrowingRunnable program) throws Exception {
        final Path file = folder.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(PINNED)).toList();
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    @Test
    void manyBlockingCallsPinNoCarrierThoughTheyWaitForRoom() throws Exception {
        moveAll(); // whoever waits for a class to be loaded is pinned: all are loaded then
        final List<RecordedEvent> pinned = pinnedIn(VirtualThreadsTest::moveAll);
        assertThat(pinned).isEmpty();
    }

    private static void moveAll() {
        final AtomicInteger succeeded = new AtomicInteger();
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.transferSlots(16)).open();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 10_000);
            IntStream.range(0, THREADS).forEach(i -> threads.submit(() -> {
                for (int call = 0; call < CALLS; call++) {
                    final TransferRequest request = new TransferRequest().entries(
                            new EntryList().add(buffers.here(), 0, 10_000, buffers.remote(), 0));
                    if (pair.near.transfer(connection, request).isSuccess()) {
                        succeeded.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        assertThat(succeeded).hasValue(THREADS * CALLS);
    }

    @Test
    void theEventComesWhereACarrierIsPinned() throws Exception {
        final List<RecordedEvent> pinned = pinnedIn(() -> Thread.startVirtualThread(this::parkUnderNativeFrame).join());
        assertThat(pinned).isNotEmpty();
    }

    /** Parks in a comparator that the C library's qsort calls back. */
    @SuppressWarnings("restricted") // the descriptors are qsort's
    private void parkUnderNativeFrame() {
        try (Arena arena = Arena.ofConfined()) {
            final Linker linker = Linker.nativeLinker();
            final MethodHandle qsort = linker.downcallHandle(linker.defaultLookup().find("qsort").orElseThrow(),
                    FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS));
            final MethodHandle compare = MethodHandles.lookup().findStatic(VirtualThreadsTest.class, "parkAndCompare",
                    MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
            final MemorySegment comparator = linker.upcallStub(compare,
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS), arena);
            qsort.invokeExact(arena.allocate(8), 2L, 4L, comparator);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unused") // called back
    private static int parkAndCompare(final MemorySegment a, final MemorySegment b) {
        LockSupport.parkNanos(1_000_000);
        return 0;
    }
}
