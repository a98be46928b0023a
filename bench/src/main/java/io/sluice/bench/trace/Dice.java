package io.sluice.bench.trace;

import java.util.Random;

/**
 * Seeded draws that come out the same on every JVM and machine: the algorithms of {@link Random} are specified, and
 * {@link StrictMath} leaves no bit to the processor.
 */
final class Dice {
    private final Random random;

    Dice(final long seed) {
        random = new Random(seed);
    }

    boolean chance(final double probability) {
        return random.nextDouble() < probability;
    }

    /** Waiting time of a memoryless process. */
    double exponential(final double mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    /** Skewed to the right, as lengths of texts are; 1 or more, and at most {@code most}. */
    int lengthAround(final double median, final double sigma, final int most) {
        final double length = median * StrictMath.exp(sigma * random.nextGaussian());
        return (int) Math.clamp(length, 1, most);
    }

    /** 0..count - 1; the k-th is drawn with a weight of 1 / (k + 1). */
    int popular(final int count) {
        double sum = 0;
        for (int k = 1; k <= count; k++) {
            sum += 1.0 / k;
        }
        double left = random.nextDouble() * sum;
        for (int k = 0; k < count - 1; k++) {
            left -= 1.0 / (k + 1);
            if (left < 0) {
                return k;
            }
        }
        return count - 1;
    }
}
