package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts from a to b and as many waits, one after the other. The puts take areas of the window in turns, are stamped with
 * their number at head and tail, and wait until what was in their area has been looked at: so the n-th wait finds the
 * n-th put, all of it, and nothing else.
 *
 * @param count      puts
 * @param areas      so many are under way
 * @param largeEvery one of so many has 64 KiB, the others 16 bytes
 */
record PutStream(int count, int areas, int largeEvery) {
    private static final int LARGE = 64 << 10;
    private static final int SMALL = 2 * Long.BYTES;

    void run(final TwoAgents two) {
        final MemorySegment near = two.memory((long) areas * LARGE + 8, 0);
        final MemorySegment far = two.memory((long) areas * LARGE + 8, 0);
        two.windows(near, far);
        final Semaphore room = new Semaphore(areas);
        final AtomicInteger begun = new AtomicInteger();
        final CompletableFuture<Void> reader = TwoAgents.async(() -> {
            for (int i = 0; i < count; i++) {
                succeeds(two.b, two.b.submit(two.toA, PairedOp.WAIT, new IovList()));
                assertThat(begun.get()).as("puts begun at the end of wait %s", i).isGreaterThan(i);
                final MemorySegment area = far.asSlice(offset(i), length(i));
                assertThat(area.get(ValueLayout.JAVA_LONG, 0)).as("head").isEqualTo(i);
                assertThat(area.mismatch(near.asSlice(offset(i), length(i)))).as("put %s", i).isEqualTo(-1);
                room.release();
            }
            return null;
        });
        reader.whenComplete((done, failure) -> room.release(count)); // however it ended, the writer does not wait
        final Queue<Long> puts = new ArrayDeque<>();
        final IovList iovs = new IovList();
        for (int i = 0; i < count && !reader.isDone(); i++) {
            room.acquireUninterruptibly();
            if (puts.size() == areas) {
                succeeds(two.a, puts.remove());
            }
            final MemorySegment area = near.asSlice(offset(i), length(i));
            area.fill((byte) i);
            area.set(ValueLayout.JAVA_LONG, 0, i);
            area.set(ValueLayout.JAVA_LONG, area.byteSize() - Long.BYTES, i);
            iovs.clear();
            begun.incrementAndGet();
            puts.add(two.a.submit(two.toB, PairedOp.PUT, iovs.add(area, 0, area.byteSize(), offset(i))));
        }
        puts.forEach(put -> succeeds(two.a, put));
        reader.join();
    }

    private long offset(final int put) {
        return (long) (put % areas) * LARGE;
    }

    private int length(final int put) {
        return put % largeEvery == 0 ? LARGE : SMALL;
    }
}
