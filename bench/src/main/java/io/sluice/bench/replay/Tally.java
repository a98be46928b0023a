package io.sluice.bench.replay;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What was counted and timed, over all rounds. One thread. */
final class Tally {
    private static final long LONGEST_NS = 3_600_000_000_000L;

    /**
     * One round, for the curve over time.
     *
     * @param movedUntilNs moving time at its end
     * @param bytes        that it moved
     * @param moveNs       that it took
     * @param copyNs       that the plain copy of the same bytes took
     */
    record Sample(long movedUntilNs, long bytes, long moveNs, long copyNs) {}

    final Histogram latencyNs = new Histogram(LONGEST_NS, 3);
    final Histogram slicesARequest = new Histogram(1L << 40, 3);
    final List<Sample> samples = new ArrayList<>();
    long requests;
    long movingRequests;
    long blocks;
    long movedBlocks;
    long runs;
    long slices;
    long bytes;
    long moveNs;
    long moveCpuNs;
    long fillNs;
    long filledBytes;
    long checkNs;
    long checkedBytes;
    long copyNs;
    long copyCpuNs;

    /** Bytes a nanosecond are GB a second. */
    double moveRate() {
        return rate(bytes, moveNs);
    }

    double copyRate() {
        return rate(bytes, copyNs);
    }

    /** Moving against the plain copy; 1 is as fast. */
    double ratio() {
        return copyRate() == 0 ? 0 : moveRate() / copyRate();
    }

    double slicesPerSecond() {
        return moveNs == 0 ? 0 : slices * 1e9 / moveNs;
    }

    double moveCpuSecondsPerGib() {
        return cpuSecondsPerGib(moveCpuNs);
    }

    double copyCpuSecondsPerGib() {
        return cpuSecondsPerGib(copyCpuNs);
    }

    private double cpuSecondsPerGib(final long cpuNs) {
        return bytes == 0 ? 0 : cpuNs / 1e9 / (bytes / (double) (1L << 30));
    }

    static double rate(final long bytes, final long ns) {
        return ns == 0 ? 0 : bytes / (double) ns;
    }
}
