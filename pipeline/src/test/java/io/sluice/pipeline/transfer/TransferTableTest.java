package io.sluice.pipeline.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransferTableTest {
    private static final int SETTLED = 1;

    private static boolean settleAndFree(final TransferTable table, final int slot) {
        final long settled = TransferWord.of(TransferWord.generation(table.word(slot)), 0, SETTLED);
        table.putWord(slot, settled);
        return table.free(slot, settled);
    }

    @Test
    void everySlotIsGivenOutOnceAndThenThereIsNone() {
        final TransferTable table = new TransferTable(5);
        final Set<Integer> slots = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            assertThat(table.free()).isEqualTo(5 - i);
            slots.add(table.take());
        }
        assertThat(slots).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(table.take()).isEqualTo(TransferTable.NONE);
        assertThat(table.free()).isZero();
        assertThat(table.highWater()).isEqualTo(5);
    }

    @Test
    void aFreedSlotComesBackInItsNextGeneration() {
        final TransferTable table = new TransferTable(1);
        for (int generation = 1; generation < 1000; generation++) {
            final int slot = table.take();
            assertThat(TransferWord.state(table.word(slot))).isEqualTo(TransferWord.BUILDING);
            assertThat(TransferWord.generation(table.word(slot))).isEqualTo(generation);
            assertThat(settleAndFree(table, slot)).isTrue();
            assertThat(TransferWord.state(table.word(slot))).isEqualTo(TransferWord.FREE);
        }
        assertThat(table.highWater()).isEqualTo(1);
    }

    @Test
    void oneOfTwoWhoFreeAGenerationWins() {
        final TransferTable table = new TransferTable(2);
        final int slot = table.take();
        final long settled = TransferWord.of(1, 0, SETTLED);
        table.putWord(slot, settled);
        assertThat(table.free(slot, settled)).isTrue();
        assertThat(table.free(slot, settled)).isFalse();
        assertThat(table.free()).isEqualTo(2);
    }

    @Test
    void aSlotWhoseGenerationsAreUsedUpIsRetired() {
        final TransferTable table = new TransferTable(2);
        final int slot = table.take();
        final long last = TransferWord.of(TransferWord.LAST_GENERATION - 1, 0, SETTLED);
        table.putWord(slot, last);
        assertThat(table.free(slot, last)).isTrue();
        assertThat(table.free(slot, last)).isFalse();
        assertThat(table.free()).isEqualTo(1);
        final int other = table.take();
        assertThat(other).isNotEqualTo(slot);
        assertThat(table.take()).isEqualTo(TransferTable.NONE);
        assertThat(settleAndFree(table, other)).isTrue();
        assertThat(table.take()).isEqualTo(other);
    }

    @Test
    void theLastGenerationButOneIsStillUsed() {
        final TransferTable table = new TransferTable(1);
        final int slot = table.take();
        final long word = TransferWord.of(TransferWord.LAST_GENERATION - 2, 0, SETTLED);
        table.putWord(slot, word);
        assertThat(table.free(slot, word)).isTrue();
        assertThat(table.take()).isEqualTo(slot);
        final long generation = TransferWord.generation(table.word(slot));
        assertThat(generation).isEqualTo(TransferWord.LAST_GENERATION - 1);
        assertThat(generation << 20 | slot).isPositive(); // the id
    }

    @Test
    void stateCauseAndGenerationDoNotTouchEachOther() {
        for (final long generation : new long[]{ 0, 1, TransferWord.LAST_GENERATION }) {
            for (final int cause : new int[]{ 0, 1, 0xb00, 0xffff }) {
                for (int state = 0; state < 16; state++) {
                    final long word = TransferWord.of(generation, cause, state);
                    assertThat(word).isNotNegative();
                    assertThat(TransferWord.generation(word)).isEqualTo(generation);
                    assertThat(TransferWord.cause(word)).isEqualTo(cause);
                    assertThat(TransferWord.state(word)).isEqualTo(state);
                }
            }
        }
        assertThat(TransferWord.isFed(TransferWord.of(3, 0, TransferWord.STOPPED))).isTrue();
        assertThat(TransferWord.isFed(TransferWord.of(3, 0, TransferWord.BUILDING))).isFalse();
    }

    @Test
    void nothingOfATransferThatIsForgottenIsLeftToTheNext() {
        final TransferTable table = new TransferTable(2);
        final int slot = table.take();
        table.prepare(slot, 0, 1, EntryPool.NONE, 0, 0);
        assertThat(table.addDone(slot, 3)).isEqualTo(3);
        table.fail(slot);
        table.stoppedSinceNs(slot, 5);
        table.forget(slot);
        assertThat(table.free(slot, table.word(slot))).isTrue();
        assertThat(table.take()).isEqualTo(slot);
        table.prepare(slot, 0, 1, EntryPool.NONE, 0, 0);
        assertThat(table.done(slot)).isZero();
        assertThat(table.hasFailed(slot)).isFalse();
        assertThat(table.stoppedSinceNs(slot)).isZero();
    }

    @Test
    void howASlotWasClosedIsKeptWithTheCount() {
        final TransferTable table = new TransferTable(1);
        table.prepare(0, 4, 3, 7, 99, -5);
        assertThat(table.closedFed(0)).isEqualTo(-1);
        assertThat(table.opcode(0)).isEqualTo(4);
        assertThat(table.entryCount(0)).isEqualTo(3);
        assertThat(table.firstChunk(0)).isEqualTo(7);
        assertThat(table.chunk(0)).isEqualTo(7);
        assertThat(table.deadlineNs(0)).isEqualTo(99);
        assertThat(table.userData(0)).isEqualTo(-5);
        table.start(0);
        table.close(0, 1L << 40, TransferTable.COMPLETE | TransferTable.HANDED_OVER);
        assertThat(table.closedFed(0) & TransferTable.FED_MASK).isEqualTo(1L << 40);
        assertThat(table.closedFed(0) & TransferTable.STARTED).isNotZero();
        table.takeOver(0);
        assertThat(table.closedFed(0)).isEqualTo(1L << 40 | TransferTable.COMPLETE | TransferTable.STARTED);
        assertThat(table.addDone(0, 5) + table.addDone(0, 6)).isEqualTo(5 + 11);
    }

    @Test
    void aPoolGivesAllOfAListOrNothing() {
        final EntryPool pool = new EntryPool(5 * (64 + EntryPool.ENTRIES_PER_CHUNK * Entry.SIZE));
        assertThat(pool.chunks()).isEqualTo(5);
        final int three = pool.take(3);
        assertThat(pool.take(3)).isEqualTo(EntryPool.NONE);
        assertThat(pool.freeChunks()).isEqualTo(2);
        final int two = pool.take(2);
        assertThat(pool.take(1)).isEqualTo(EntryPool.NONE);
        final List<Integer> chunks = new ArrayList<>();
        for (int chunk = three; chunk != EntryPool.NONE; chunk = pool.next(chunk)) {
            chunks.add(chunk);
        }
        for (int chunk = two; chunk != EntryPool.NONE; chunk = pool.next(chunk)) {
            chunks.add(chunk);
        }
        assertThat(chunks).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        pool.giveBack(three);
        pool.giveBack(EntryPool.NONE);
        assertThat(pool.freeBytes()).isEqualTo(pool.bytes() / 5 * 3);
        pool.giveBack(two);
        pool.giveBack(pool.take(5));
        assertThat(pool.freeChunks()).isEqualTo(5);
    }

    @Test
    void chunksAreCountedUp() {
        assertThat(EntryPool.chunksFor(1)).isEqualTo(1);
        assertThat(EntryPool.chunksFor(64)).isEqualTo(1);
        assertThat(EntryPool.chunksFor(65)).isEqualTo(2);
        assertThat(EntryPool.chunksFor(128)).isEqualTo(2);
        assertThat(EntryPool.chunksFor(129)).isEqualTo(3);
    }
}
