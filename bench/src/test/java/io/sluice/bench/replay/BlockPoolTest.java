package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private final BlockPool pool = new BlockPool(4);

    @Test
    void whatIsTakenIsHeldInSlotsThatAscend() {
        assertThat(pool.take(new long[]{ 10, 11, 12 })).containsExactly(0, 1, 2);
        assertThat(pool.holds(11)).isTrue();
        assertThat(pool.holds(13)).isFalse();
        assertThat(pool.pin(12)).isEqualTo(2);
        assertThat(pool.available()).isEqualTo(1);
    }

    @Test
    void theBlockUsedLongestAgoMakesRoom() {
        pool.take(new long[]{ 10 });
        pool.take(new long[]{ 11 });
        pool.take(new long[]{ 12 });
        pool.take(new long[]{ 13 });
        pool.unpinAll();
        pool.pin(10);
        pool.unpinAll();
        assertThat(pool.take(new long[]{ 14 })).containsExactly(1);
        assertThat(pool.holds(11)).isFalse();
        assertThat(pool.holds(10)).isTrue();
    }

    @Test
    void ofBlocksTakenTogetherTheLastOnesGoFirst() {
        pool.take(new long[]{ 10, 11, 12, 13 });
        pool.unpinAll();
        assertThat(pool.take(new long[]{ 20, 21 })).containsExactly(2, 3);
        assertThat(pool.holds(10)).isTrue();
        assertThat(pool.holds(11)).isTrue();
    }

    @Test
    void aPinnedBlockStays() {
        pool.take(new long[]{ 10, 11, 12, 13 });
        pool.unpinAll();
        pool.pin(13);
        pool.pin(12);
        pool.take(new long[]{ 20, 21 });
        assertThat(pool.holds(13)).isTrue();
        assertThat(pool.holds(12)).isTrue();
        assertThat(pool.available()).isZero();
        assertThatThrownBy(() -> pool.take(new long[]{ 30 })).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 blocks do not fit");
    }

    @Test
    void pinningTwiceCountsOnce() {
        pool.take(new long[]{ 10 });
        pool.pin(10);
        assertThat(pool.available()).isEqualTo(3);
    }

    @Test
    void aBlockThatIsNotHeldCannotBePinned() {
        assertThatThrownBy(() -> pool.pin(5)).isInstanceOf(IllegalStateException.class).hasMessageContaining("5");
    }
}
