package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policies.ContiguousRuns;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever the ranges: their runs cover the same bytes in the same order, and none could be longer. */
class ContiguousRangesProperties {
    private static final BigInteger ADDRESSES = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

    record Range(BigInteger source, BigInteger destination, BigInteger length) {
        boolean isInAddressSpace() {
            return source.signum() >= 0 && destination.signum() >= 0 && source.add(length).compareTo(ADDRESSES) <= 0
                    && destination.add(length).compareTo(ADDRESSES) <= 0;
        }

        boolean joins(final Range next) {
            return next.source.equals(source.add(length)) && next.destination.equals(destination.add(length))
                    && length.add(next.length).compareTo(LONGEST) <= 0;
        }

        Range with(final Range next) {
            return new Range(source, destination, length.add(next.length));
        }
    }

    @Property
    void runsAreThoseOfTheModel(@ForAll("ranges") final List<Range> ranges) {
        assertThat(walked(ranges)).isEqualTo(model(ranges));
    }

    @Property
    void theRunsCoverTheSameBytesInTheSameOrder(@ForAll("shortRanges") final List<Range> ranges) {
        assertThat(bytes(walked(ranges))).isEqualTo(bytes(ranges));
    }

    @Property
    void noTwoNeighbouringRunsCouldBeOne(@ForAll("ranges") final List<Range> ranges) {
        final List<Range> runs = walked(ranges);
        for (int i = 0; i < runs.size(); i++) {
            assertThat(runs.get(i).length).isPositive();
            assertThat(i > 0 && runs.get(i - 1).joins(runs.get(i))).isFalse();
        }
    }

    @Property
    void mergingInPlaceGivesTheRunsOfTheWalk(@ForAll("ranges") final List<Range> ranges) {
        final long[] sources = ranges.stream().mapToLong(range -> range.source.longValue()).toArray();
        final long[] destinations = ranges.stream().mapToLong(range -> range.destination.longValue()).toArray();
        final long[] lengths = ranges.stream().mapToLong(range -> range.length.longValueExact()).toArray();
        final int count = ContiguousRuns.mergeRanges(sources, destinations, lengths, lengths.length);
        final List<Range> merged = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            merged.add(range(sources[i], destinations[i], lengths[i]));
        }
        assertThat(merged).isEqualTo(walked(ranges));
        assertThat(ContiguousRuns.mergeRanges(sources, destinations, lengths, count)).isEqualTo(count);
    }

    @Provide
    Arbitrary<List<Range>> shortRanges() {
        return ranges(Arbitraries.bigIntegers().between(BigInteger.ZERO, BigInteger.valueOf(100)),
                Arbitraries.longs().between(0, 5));
    }

    @Provide
    Arbitrary<List<Range>> ranges() {
        final Arbitrary<BigInteger> landmarks = Arbitraries.of(BigInteger.ZERO, BigInteger.ONE.shiftLeft(31),
                BigInteger.ONE.shiftLeft(32), LONGEST, ADDRESSES.subtract(BigInteger.TEN));
        return ranges(Arbitraries.oneOf(landmarks, Arbitraries.bigIntegers().between(BigInteger.ZERO, ADDRESSES)),
                Arbitraries.oneOf(Arbitraries.longs().between(0, 5),
                        Arbitraries.of(1L << 31, 1L << 32, 1L << 61, Long.MAX_VALUE - 1, Long.MAX_VALUE)));
    }

    /** Lists in which most ranges begin where the one before ended, at the end of the address space again at 0. */
    private static Arbitrary<List<Range>> ranges(final Arbitrary<BigInteger> starts, final Arbitrary<Long> lengths) {
        final Arbitrary<Long> gaps = Arbitraries.frequency(Tuple.of(7, 0L), Tuple.of(1, 1L), Tuple.of(1, -1L));
        final Arbitrary<List<Range>> steps = Combinators.combine(gaps, gaps, lengths)
                .as((source, destination, length) -> new Range(BigInteger.valueOf(source),
                        BigInteger.valueOf(destination), BigInteger.valueOf(length)))
                .list().ofMaxSize(30);
        return Combinators.combine(starts, starts, steps).as((source, destination, list) -> {
            final List<Range> ranges = new ArrayList<>();
            BigInteger nextSource = source;
            BigInteger nextDestination = destination;
            for (final Range step : list) {
                final Range range = new Range(nextSource.add(step.source).mod(ADDRESSES),
                        nextDestination.add(step.destination).mod(ADDRESSES), step.length);
                if (range.isInAddressSpace()) {
                    ranges.add(range);
                    nextSource = range.source.add(range.length);
                    nextDestination = range.destination.add(range.length);
                }
            }
            return ranges;
        }).withoutEdgeCases();
    }

    /** Runs by joining one range after the other, in unbounded numbers. */
    private static List<Range> model(final List<Range> ranges) {
        final List<Range> runs = new ArrayList<>();
        for (final Range range : ranges) {
            if (range.length.signum() > 0) {
                if (!runs.isEmpty() && runs.getLast().joins(range)) {
                    runs.add(runs.removeLast().with(range));
                } else {
                    runs.add(range);
                }
            }
        }
        return runs;
    }

    private static List<Range> walked(final List<Range> ranges) {
        final List<Range> runs = new ArrayList<>();
        final int count = ContiguousRuns.forEachRange(
                ranges.stream().mapToLong(range -> range.source.longValue()).toArray(),
                ranges.stream().mapToLong(range -> range.destination.longValue()).toArray(),
                ranges.stream().mapToLong(range -> range.length.longValueExact()).toArray(),
                (source, destination, length) -> runs.add(range(source, destination, length)));
        assertThat(count).isEqualTo(runs.size());
        return runs;
    }

    private static List<String> bytes(final List<Range> ranges) {
        final List<String> bytes = new ArrayList<>();
        for (final Range range : ranges) {
            for (long i = 0; i < range.length.longValueExact(); i++) {
                bytes.add(range.source.add(BigInteger.valueOf(i)) + " " + range.destination.add(BigInteger.valueOf(i)));
            }
        }
        return bytes;
    }

    private static Range range(final long source, final long destination, final long length) {
        return new Range(new BigInteger(Long.toUnsignedString(source)),
                new BigInteger(Long.toUnsignedString(destination)), BigInteger.valueOf(length));
    }
}
