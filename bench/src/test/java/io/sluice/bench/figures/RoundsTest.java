package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void aRatioIsThatOfTheValuesOfTheSameRound() throws Exception {
        final AtomicInteger round = new AtomicInteger();
        final Rounds rounds = new Rounds(Mood::pingPongNs);
        rounds.add("s", () -> List.of(Reading.lower("a", "ns", 10 * round.incrementAndGet())));
        rounds.add("s", () -> List.of(Reading.lower("b", "ns", round.get() == 1 ? 5 : 80)));
        rounds.add("s", new Ratio("a against b", Better.LOWER, "a", "b", 1.5));
        rounds.run();
        rounds.run();
        final Figure ratio = rounds.figures().stream().filter(f -> f.name().equals("a against b")).findFirst()
                .orElseThrow();
        assertThat(ratio.samples()).extracting(Sample::value).containsExactly(2.0, 0.25);
        assertThat(ratio.reach()).isEqualTo(1.5, within(0.0));
    }

    @Test
    void aRatioTakesWhatWasMeasuredLastWhereOneIsMeasuredAgain() throws Exception {
        final AtomicInteger floor = new AtomicInteger();
        final Rounds rounds = new Rounds(Mood::pingPongNs);
        rounds.add("s", () -> List.of(Reading.lower("floor", "ns", floor.incrementAndGet())));
        rounds.add("s", () -> List.of(Reading.lower("floor", "ns", floor.incrementAndGet())));
        rounds.add("s", () -> List.of(Reading.lower("a", "ns", 10)));
        rounds.add("s", new Ratio("a against floor", Better.LOWER, "a", "floor", 1.5));
        rounds.run();
        rounds.run();
        assertThat(rounds.figures()).extracting(Figure::name).containsExactly("floor", "a", "a against floor");
        assertThat(rounds.figures()).map(figure -> figure.samples().stream().map(Sample::value).toList())
                .containsExactly(List.of(1.0, 2.0, 3.0, 4.0), List.of(10.0, 10.0), List.of(5.0, 2.5));
    }

    @Test
    void everyValueHasTheMoodBeforeAndAfter() throws Exception {
        final Rounds rounds = new Rounds(Mood::pingPongNs);
        rounds.add("s", () -> List.of(Reading.higher("a", "ns", 1)));
        rounds.run();
        assertThat(rounds.figures()).singleElement()
                .satisfies(figure -> assertThat(figure.samples()).singleElement().satisfies(sample -> {
                    assertThat(sample.moodBeforeNs()).isPositive();
                    assertThat(sample.moodAfterNs()).isPositive();
                }));
    }

    @Test
    void aRatioOfWhatWasNotMeasuredIsAnError() {
        final Rounds rounds = new Rounds(Mood::pingPongNs);
        rounds.add("s", new Ratio("a against b", Better.LOWER, "a", "b", 1.5));
        assertThatThrownBy(rounds::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("a against b");
    }
}
