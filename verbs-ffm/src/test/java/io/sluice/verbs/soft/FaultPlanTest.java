package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.WcStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan decides, without a device. */
class FaultPlanTest {

    @Test
    void aPlanWithoutRulesHasNoStream() {
        assertThat(FaultPlan.NONE.streamFor(0)).isNull();
        assertThat(FaultPlan.builder(1).failNth(2, 0, WcStatus.FATAL_ERR).build().streamFor(1)).isNull();
    }

    @Test
    void theSameSeedDecidesTheSameAndAnotherSeedOrQueuePairDoesNot() {
        final List<String> decisions = decisions(plan(7), 0);

        assertThat(decisions(plan(7), 0)).isEqualTo(decisions);
        assertThat(decisions(plan(8), 0)).isNotEqualTo(decisions);
        assertThat(decisions(plan(7), 1)).isNotEqualTo(decisions);
    }

    @Test
    void whatARuleDecidesDoesNotDependOnWhatTheOthersDid() {
        final FaultStream rare = FaultPlan.builder(3).fail(0.3, WcStatus.FATAL_ERR).kill(0).build().streamFor(0);
        final FaultStream often = FaultPlan.builder(3).fail(0.3, WcStatus.FATAL_ERR).kill(1).build().streamFor(0);
        for (int i = 0; i < 1_000; i++) {
            rare.next();
            often.next();
            assertThat(often.status()).isEqualTo(rare.status());
        }
    }

    @Test
    void certaintyAndImpossibilityAreExact() {
        final FaultStream always = FaultPlan.builder(1).fail(1, WcStatus.REM_OP_ERR).build().streamFor(0);
        final FaultStream never = FaultPlan.builder(1).fail(0, WcStatus.REM_OP_ERR).build().streamFor(0);
        for (int i = 0; i < 10_000; i++) {
            assertThat(always.next()).isEqualTo(1);
            assertThat(always.status()).isEqualTo(WcStatus.REM_OP_ERR);
            assertThat(never.next()).isZero();
            assertThat(never.status()).isEqualTo(WcStatus.SUCCESS);
        }
    }

    @Test
    void aProbabilityIsMetRoughly() {
        final FaultStream stream = FaultPlan.builder(5).kill(0.25).build().streamFor(3);
        int kills = 0;
        for (int i = 0; i < 10_000; i++) {
            kills += stream.next();
        }
        assertThat(kills).isBetween(2_300, 2_700);
    }

    @Test
    void aDelayLiesBetweenItsBoundsAndDelaysAddUpToNoMoreThanForEver() {
        final FaultStream range = FaultPlan.builder(5).delay(1, 100, 200).build().streamFor(0);
        final FaultStream sum = FaultPlan.builder(5).delayNth(0, 0, 30).delayNth(0, 0, 12)
                .delayNth(0, 1, Long.MAX_VALUE).delayNth(0, 1, Long.MAX_VALUE).build().streamFor(0);
        for (int i = 0; i < 1_000; i++) {
            range.next();
            assertThat(range.delayNs()).isBetween(100L, 200L);
        }
        assertThat(sum.next()).isEqualTo(2);
        assertThat(sum.delayNs()).isEqualTo(42);
        sum.next();
        assertThat(sum.delayNs()).isEqualTo(Long.MAX_VALUE);
        sum.next();
        assertThat(sum.delayNs()).isZero();
    }

    @Test
    void theNthRequestAloneMeetsItsRule() {
        final FaultStream stream = FaultPlan.builder(5).killNth(4, 2).build().streamFor(4);
        assertThat(List.of(stream.next(), stream.next(), stream.next(), stream.next())).containsExactly(0, 0, 1, 0);
    }

    @Test
    void rulesThatCannotBeAreRefusedNamingTheValue() {
        final FaultPlan.Builder builder = FaultPlan.builder(1);
        refused(() -> builder.fail(1.5, WcStatus.FATAL_ERR), "1.5");
        refused(() -> builder.kill(Double.NaN), "NaN");
        refused(() -> builder.fail(0.5, WcStatus.SUCCESS), "status 0");
        refused(() -> builder.failNth(0, 0, 22), "status 22");
        refused(() -> builder.failNth(-2, 0, WcStatus.FATAL_ERR), "-2");
        refused(() -> builder.killNth(0, -1), "-1");
        refused(() -> builder.delay(0.5, 10, 9), "10..9");
        refused(() -> builder.delayNth(0, 0, -5), "-5");
        refused(() -> builder.refuseRegistration(-3), "-3");
    }

    private static FaultPlan plan(final long seed) {
        return FaultPlan.builder(seed).fail(0.2, WcStatus.FATAL_ERR).kill(0.1).delay(0.5, 1, 1_000_000).build();
    }

    private static List<String> decisions(final FaultPlan plan, final int qp) {
        final FaultStream stream = plan.streamFor(qp);
        final List<String> decisions = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            decisions.add(stream.next() + " " + stream.delayNs() + " " + stream.status() + " " + stream.killed());
        }
        return decisions;
    }

    private static void refused(final Runnable rule, final String value) {
        assertThatThrownBy(rule::run).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(value);
    }
}
