package io.sluice.pipeline.transfer;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Slots and chunks are given to one at a time, and none is lost. */
public class FreeListStress {
    /** Repetitions: a state is expensive to make. */
    private static final int MORE = 5;

    private FreeListStress() {}

    private static long held(final int number) {
        return 1L << number;
    }

    /** Two take fresh slots. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one after the other")
    @State
    public static class FreshSlots {
        private final TransferTable table = new TransferTable(2);

        @Actor
        public void one(final II_Result r) {
            r.r1 = table.take();
        }

        @Actor
        public void other(final II_Result r) {
            r.r2 = table.take();
        }
    }

    /**
     * One is about to pop A, with B below, while the other pops A, pops B and pushes A: without tags the first would make
     * B, which is held, the top.
     */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "every slot is held once")
    @State
    public static class SlotsAba {
        private final TransferTable table = new TransferTable(3);
        private int first;
        private int second = TransferTable.NONE;

        public SlotsAba() {
            for (int i = 0; i < 3; i++) {
                table.take();
            }
            for (int slot = 2; slot >= 0; slot--) {
                table.free(slot, table.word(slot));
            }
        }

        @Actor
        public void takes() {
            first = table.take();
            for (int i = 0; i < MORE; i++) {
                table.free(first, table.word(first));
                first = table.take();
            }
        }

        @Actor
        public void takesTwoAndFreesOne() {
            takeTwoAndFreeOne();
            for (int i = 0; i < MORE; i++) {
                table.free(second, table.word(second));
                takeTwoAndFreeOne();
            }
        }

        private void takeTwoAndFreeOne() {
            final int slot = table.take();
            second = table.take();
            table.free(slot, table.word(slot));
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = Long.bitCount(held(first) | held(second) | held(table.take()));
            if (table.take() != TransferTable.NONE || table.free() != 0) {
                r.r1 = -1;
            }
        }
    }

    /** Two free what they hold. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both slots are free again")
    @State
    public static class BothFree {
        private final TransferTable table = new TransferTable(2);

        public BothFree() {
            table.take();
            table.take();
        }

        @Actor
        public void one() {
            table.free(0, table.word(0));
        }

        @Actor
        public void other() {
            table.free(1, table.word(1));
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = table.free() != 2 ? -1 : (int) (held(table.take()) | held(table.take()));
        }
    }

    /** Two end the same generation: one wins, and the slot is not twice in the list. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "freed once")
    @State
    public static class FreedTwice {
        private final TransferTable table = new TransferTable(1);
        private final long word = taken();
        private boolean one;
        private boolean other;

        private long taken() {
            return table.word(table.take());
        }

        @Actor
        public void one() {
            one = table.free(0, word);
        }

        @Actor
        public void other() {
            other = table.free(0, word);
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = (one ? 1 : 0) + (other ? 1 : 0);
            if (table.take() != 0 || table.take() != TransferTable.NONE) {
                r.r1 = -1;
            }
        }
    }

    /** The number of free slots is read while one is taken and freed again. */
    @JCStressTest
    @Outcome(id = { "0", "1" }, expect = ACCEPTABLE, desc = "never more than there are")
    @State
    public static class FreeCount {
        private final TransferTable table = new TransferTable(1);

        @Actor
        public void takesAndFrees() {
            for (int i = 0; i < 3; i++) {
                final int slot = table.take();
                table.free(slot, table.word(slot));
            }
        }

        @Actor
        public void counts(final I_Result r) {
            r.r1 = table.free();
        }
    }

    /** As {@link SlotsAba}, for chunks, whose link serves the free list and the holder in turn. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "every chunk is held once")
    @State
    public static class ChunksAba {
        private static final int CHUNK_BYTES = 64 + EntryPool.ENTRIES_PER_CHUNK * Entry.SIZE;

        private final EntryPool pool = new EntryPool(3 * CHUNK_BYTES);
        private int first;
        private int second;

        public ChunksAba() {
            pool.giveBack(pool.take(3));
        }

        @Actor
        public void takes() {
            first = pool.take(1);
            for (int i = 0; i < MORE; i++) {
                pool.giveBack(first);
                first = pool.take(1);
            }
        }

        @Actor
        public void takesTwoAndGivesBackOne() {
            takeTwoAndGiveBackOne();
            for (int i = 0; i < MORE; i++) {
                pool.giveBack(second);
                takeTwoAndGiveBackOne();
            }
        }

        private void takeTwoAndGiveBackOne() {
            final int chunk = pool.take(1);
            second = pool.take(1);
            pool.giveBack(chunk);
        }

        @Arbiter
        public void all(final I_Result r) {
            r.r1 = Long.bitCount(held(first) | held(second) | held(pool.take(1)));
            if (pool.take(1) != EntryPool.NONE || pool.freeChunks() != 0) {
                r.r1 = -1;
            }
        }
    }

    /** A chain is given back while another is taken. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "all or none was taken, and every chunk is somewhere once")
    @State
    public static class ChunkChains {
        private static final int CHUNK_BYTES = 64 + EntryPool.ENTRIES_PER_CHUNK * Entry.SIZE;

        private final EntryPool pool = new EntryPool(3 * CHUNK_BYTES);
        private final int chain = pool.take(2);
        private int taken;

        @Actor
        public void givesBack() {
            pool.giveBack(chain);
        }

        @Actor
        public void takes() {
            taken = pool.take(2);
        }

        @Arbiter
        public void all(final I_Result r) {
            long all = 0;
            int count = 0;
            for (int chunk = taken; chunk != EntryPool.NONE; chunk = pool.next(chunk)) {
                all |= held(chunk);
                count++;
            }
            final boolean whole = count == 2 || taken == EntryPool.NONE;
            for (int chunk = pool.take(1); chunk != EntryPool.NONE; chunk = pool.take(1)) {
                all |= held(chunk);
                count++;
            }
            r.r1 = whole && count == 3 && Long.bitCount(all) == 3 ? 3 : -1;
        }
    }
}
