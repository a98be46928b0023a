package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditsTest {

    /** k connections that take all they may and return nothing: together at most k/(k+1). */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 7 })
    void stalledConnectionsLeaveTheirShareToTheNext(final int stalled) {
        final int depth = 8_000;
        final CqCredits credits = new CqCredits(depth);
        final long[] held = new long[stalled];
        for (int round = 0; round < 10_000; round++) {
            held[round % stalled] += credits.take(3, held[round % stalled]);
        }
        long all = 0;
        for (final long one : held) {
            all += one;
        }
        assertThat(all).isEqualTo(depth - credits.free())
                .isLessThanOrEqualTo((long) depth * stalled / (stalled + 1) + 1);
        assertThat(all).isGreaterThan((long) depth * stalled / (stalled + 1) - 2 * stalled);
        assertThat(credits.take(depth, 0)).isEqualTo((int) (depth - all + 1) / 2);
    }

    @Test
    void oneMayBeTakenOnlyWhileFewerAreHeldThanFree() {
        for (long held = 0; held <= 12; held++) {
            final CqCredits credits = new CqCredits(5);
            assertThat(credits.take(1, held)).isEqualTo(held < 5 ? 1 : 0);
        }
        assertThat(new CqCredits(10).take(10, 0)).isEqualTo(5);
        assertThat(new CqCredits(1).take(10, 0)).isEqualTo(1);
    }

    @Test
    void reservesTakeAtMostHalfAndComeBack() {
        final CqCredits credits = new CqCredits(8);
        credits.reserve(3);
        assertThatIllegalStateException().isThrownBy(() -> credits.reserve(2));
        credits.reserve(1);
        assertThat(credits.free()).isEqualTo(4);
        assertThat(credits.reserved()).isEqualTo(4);
        credits.unreserve(4);
        assertThat(credits.free()).isEqualTo(8);
        final int busy = credits.take(8, 0) + credits.take(8, 0) + credits.take(8, 0);
        assertThat(credits.free()).isEqualTo(8 - busy).isLessThan(2);
        assertThatIllegalStateException().isThrownBy(() -> credits.reserve(2)).withMessageContaining("traffic");
    }

    @Test
    void theReserveComesFirstAndSharedCreditsGoBackFirst() {
        final CqCredits shared = new CqCredits(102);
        shared.reserve(2);
        final LinkCredits link = new LinkCredits(shared, 2, 10, 5);
        assertThat(link.allowance(2, false)).isEqualTo(2);
        link.take(2, false);
        assertThat(link.sharedHeld()).isZero();
        assertThat(link.allowance(10, false)).isEqualTo(10);
        link.take(10, false);
        assertThat(link.sharedHeld()).isEqualTo(10);
        assertThat(link.outstanding()).isEqualTo(12);
        link.giveBack(10, false);
        assertThat(link.sharedHeld()).isZero();
        assertThat(shared.free()).isEqualTo(100);
        link.giveBack(2, false);
        assertThat(shared.free()).isEqualTo(100);
        assertThat(link.outstanding()).isZero();
    }

    @Test
    void outstandingNeverExceedsReserveAndShared() {
        final CqCredits shared = new CqCredits(34);
        shared.reserve(2);
        final LinkCredits link = new LinkCredits(shared, 2, 1_000, 5);
        final java.util.Random random = new java.util.Random(7);
        for (int i = 0; i < 20_000; i++) {
            final int wanted = 1 + random.nextInt(12);
            final int allowed = link.allowance(wanted, false);
            assertThat(allowed).isBetween(0, wanted);
            if (allowed > 0) {
                link.take(allowed, false);
                if (random.nextInt(4) == 0) {
                    link.untake(allowed, false); // no room in the ring
                }
            }
            assertThat(link.outstanding()).isLessThanOrEqualTo(2 + link.sharedHeld());
            assertThat(shared.free() + link.sharedHeld()).isEqualTo(32);
            if (link.outstanding() > 0) {
                link.giveBack(1 + random.nextInt((int) link.outstanding()), false);
            }
            if (random.nextInt(5) == 0) {
                link.giveBackUnused();
                assertThat(link.sharedHeld()).isEqualTo(Math.max(0, link.outstanding() - 2));
            }
        }
        link.giveBack((int) link.outstanding(), false);
        link.giveBackUnused();
        assertThat(shared.free()).isEqualTo(32);
    }

    @Test
    void readsHaveACreditOfTheirOwn() {
        final CqCredits shared = new CqCredits(1_000);
        shared.reserve(1);
        final LinkCredits link = new LinkCredits(shared, 1, 4, 5);
        assertThat(link.allowance(10, true)).isEqualTo(4);
        link.take(4, true);
        assertThat(link.mayRead()).isFalse();
        assertThat(link.allowance(10, true)).isZero();
        assertThat(link.allowance(10, false)).isEqualTo(10);
        link.giveBack(1, true);
        assertThat(link.mayRead()).isTrue();
        assertThat(link.allowance(10, true)).isEqualTo(1);
    }

    @Test
    void asManyTransfersStartAsMayBeInFlight() {
        final LinkCredits link = new LinkCredits(new CqCredits(10), 1, 1, 2);
        assertThat(link.start()).isTrue();
        assertThat(link.start()).isTrue();
        assertThat(link.start()).isFalse();
        link.settle();
        assertThat(link.start()).isTrue();
        assertThat(link.start()).isFalse();
    }
}
