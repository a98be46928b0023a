package io.sluice.pipeline.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Many messages in one direction of a connection, by one thread that sends and one that receives. Both know each
 * message by its number: its totals, of which some are unequal, and its bytes. Each cuts it in its own way and has many
 * outstanding, in memory that it uses again as soon as a request has settled.
 *
 * @param count        messages
 * @param outstanding  requests at each end; the first receive waits until so many sends have been submitted
 * @param mediumEvery  one of so many has 64 KiB to 1 MiB; all others have 0 to 9 KiB
 * @param largeEvery   one of so many has 8 MiB
 * @param unequalEvery one of so many is received with another total than it is sent with
 */
record MessageStream(int count, int outstanding, int mediumEvery, int largeEvery, int unequalEvery) {
    private static final int LARGE = 8 << 20;
    private static final int RING_BYTES = 3 * LARGE;
    private static final int PATTERN_STARTS = 4096;
    private static final int MOST_CUTS = 4;
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;
    private static final MemorySegment PATTERN = pattern();

    private static MemorySegment pattern() {
        final byte[] bytes = new byte[2 * LARGE];
        new SplittableRandom(1).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    /** Both directions at once. */
    void bothWays(final TwoAgents two) {
        final CompletableFuture<Void> there = oneWay(two, two.a, two.toB, two.b, two.toA, 5);
        final CompletableFuture<Void> back = oneWay(two, two.b, two.toA, two.a, two.toB, 6);
        CompletableFuture.allOf(there, back).join();
    }

    private CompletableFuture<Void> oneWay(final TwoAgents two, final PairedEngine from, final PairedConnection out,
            final PairedEngine to, final PairedConnection in, final long seed) {
        final CountDownLatch begun = new CountDownLatch(outstanding);
        final End sender = new End(from, out, PairedOp.SEND, two.memory(RING_BYTES, 0), seed);
        final End receiver = new End(to, in, PairedOp.RECV, two.memory(RING_BYTES, 0), seed);
        return CompletableFuture.allOf(TwoAgents.async(() -> sender.run(begun)), TwoAgents.async(() -> {
            try {
                begun.await();
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
            return receiver.run(begun);
        }));
    }

    /** Its request, and its place in the ring, counted from the very first byte. */
    private record Pending(long request, int number, long start, int bytes, boolean isEqual) {}

    /** What one end does; by one thread. */
    private final class End {
        private final PairedEngine engine;
        private final PairedConnection connection;
        private final PairedOp op;
        private final MemorySegment ring;
        private final long seed;
        private final ArrayDeque<Pending> pending = new ArrayDeque<>();
        private final IovList iovs = new IovList();
        private long head;

        End(final PairedEngine engine, final PairedConnection connection, final PairedOp op, final MemorySegment ring,
                final long seed) {
            this.engine = engine;
            this.connection = connection;
            this.op = op;
            this.ring = ring;
            this.seed = seed;
        }

        Void run(final CountDownLatch submitted) {
            for (int number = 0; number < count; number++) {
                submit(number);
                submitted.countDown();
            }
            while (!pending.isEmpty()) {
                settleOldest();
            }
            return null;
        }

        private void submit(final int number) {
            final SplittableRandom random = new SplittableRandom(seed + MIX * number);
            final int sent = size(number, random);
            final boolean isEqual = number % unequalEvery != unequalEvery - 1;
            final int received = isEqual ? sent : other(sent, random);
            final int bytes = op == PairedOp.SEND ? sent : received;
            takeRoom(bytes);
            final long at = head % RING_BYTES;
            if (op == PairedOp.SEND) {
                write(number, at, bytes);
            }
            cut(at, bytes, new SplittableRandom(seed + MIX * number + op.ordinal() + 1));
            final long request = engine.submit(connection, op, iovs);
            assertThat(request).as("answer to submit").isNotNegative();
            pending.add(new Pending(request, number, head, bytes, isEqual));
            head += bytes;
        }

        /** Memory in one piece, and a request less than are allowed. */
        private void takeRoom(final int bytes) {
            if (head % RING_BYTES + bytes > RING_BYTES) {
                head += RING_BYTES - head % RING_BYTES;
            }
            while (!pending.isEmpty()
                    && (pending.size() == outstanding || head + bytes - pending.peek().start > RING_BYTES)) {
                settleOldest();
            }
        }

        private void cut(final long start, final int bytes, final SplittableRandom random) {
            iovs.clear();
            int done = 0;
            for (int cuts = random.nextInt(MOST_CUTS + 1); cuts > 0; cuts--) {
                final int length = random.nextInt(bytes - done + 1);
                iovs.add(ring, start + done, length);
                done += length;
            }
            iovs.add(ring, start + done, bytes - done);
        }

        private void settleOldest() {
            final Pending oldest = pending.remove();
            final long request = oldest.request;
            if (oldest.isEqual) {
                TwoAgents.succeeds(engine, request);
                if (op == PairedOp.RECV) {
                    check(oldest);
                }
                return;
            }
            assertThat(engine.await(request, TwoAgents.PATIENCE_NS)).as(engine.describe(request))
                    .isEqualTo(TransferState.FAILED);
            assertThat(engine.cause(request)).isEqualTo(Cause.UNEQUAL_TOTALS);
            engine.release(request);
        }

        private void write(final int number, final long at, final int bytes) {
            MemorySegment.copy(PATTERN, patternStart(number), ring, at, bytes);
            if (bytes >= 2 * Integer.BYTES) {
                ring.set(ValueLayout.JAVA_INT_UNALIGNED, at, number);
                ring.set(ValueLayout.JAVA_INT_UNALIGNED, at + bytes - Integer.BYTES, number);
            }
        }

        private void check(final Pending message) {
            final long at = message.start % RING_BYTES;
            final long end = at + message.bytes;
            final int stamp = message.bytes >= 2 * Integer.BYTES ? Integer.BYTES : 0;
            if (stamp > 0) {
                assertThat(ring.get(ValueLayout.JAVA_INT_UNALIGNED, at)).as("head").isEqualTo(message.number);
                assertThat(ring.get(ValueLayout.JAVA_INT_UNALIGNED, end - stamp)).as("tail").isEqualTo(message.number);
            }
            final long start = patternStart(message.number);
            assertThat(MemorySegment.mismatch(ring, at + stamp, end - stamp, PATTERN, start + stamp,
                    start + message.bytes - stamp)).as("message %s", message).isEqualTo(-1);
        }
    }

    private static int patternStart(final int number) {
        return number * 61 % PATTERN_STARTS;
    }

    private int size(final int number, final SplittableRandom random) {
        if (number % largeEvery == largeEvery / 2) {
            return LARGE;
        }
        if (number % mediumEvery == mediumEvery / 2) {
            return random.nextInt(64 << 10, 1 << 20);
        }
        return switch (random.nextInt(16)) {
            case 0 -> 0;
            case 1 -> random.nextInt(7 << 10, 9 << 10); // what goes with its announcement ends between
            default -> random.nextInt(1 << random.nextInt(13));
        };
    }

    private static int other(final int size, final SplittableRandom random) {
        final int more = 1 + random.nextInt(16 << 10);
        return size >= more && random.nextBoolean() ? size - more : size + more;
    }
}
