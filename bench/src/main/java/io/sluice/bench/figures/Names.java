package io.sluice.bench.figures;

import io.sluice.pipeline.paired.Adaptor;
import java.util.Locale;

/** Names of figures to which ratios and plots refer. */
final class Names {
    static final String C_CALLS = "plain C, post and poll alone, chains of 64";
    static final String C_ONE_THREAD = "plain C, one thread, 64 slices a transfer";
    static final String C_TWO_THREADS = "plain C, two threads, 64 slices a transfer";
    static final String C_TWO_THREADS_CPU = "plain C, two threads, CPU";
    static final String C_LATENCY = "plain C, one slice, p";
    static final String FFM_CALLS = "Java, post and poll alone, chains of 64";

    static final String TCP_ROUND_TRIP = "write of 8 B over TCP, submit to settled, p50";
    static final String BARE_PING = "bare sockets, 8 B there and back, p50";

    private Names() {}

    static String rate(final Mode mode, final int slices) {
        return String.format(Locale.ROOT, "engine, %,d slices a transfer, %s", slices, mode);
    }

    static String cpuOfTwoThreads(final Mode mode, final int slices) {
        return rate(mode, slices) + ", CPU";
    }

    static String oneThread(final int slices) {
        return String.format(Locale.ROOT, "engine, %,d slices a transfer, one thread", slices);
    }

    static String latency(final Mode mode, final String percentile) {
        return "engine, one slice, " + mode + ", p" + percentile;
    }

    static String openLoop(final int perSecond, final String percentile) {
        return String.format(Locale.ROOT, "open loop, %,d a second, p%s", perSecond, percentile);
    }

    static String soft(final int block) {
        return "soft device, writes of " + kib(block);
    }

    static String copy(final int block) {
        return "MemorySegment.copy, blocks of " + kib(block);
    }

    static String softAgainstCopy(final int block) {
        return "soft device against copy, " + kib(block);
    }

    private static String kib(final int bytes) {
        return (bytes >> 10) + " KiB";
    }

    static String connections(final int connections) {
        return String.format(Locale.ROOT, "64 slices a transfer, %,d connections, all but one idle", connections);
    }

    static String scaled(final int slices) {
        return String.format(Locale.ROOT, "%,d slices a transfer", slices);
    }

    static String wakeUp(final long idleMs) {
        return "one slice after " + (idleMs < 1_000 ? idleMs + " ms" : idleMs / 1_000 + " s") + " of idling";
    }

    static String idle(final Mode mode) {
        return "an idle engine, " + mode;
    }

    static String tcpWrites(final int slice) {
        return "writes over TCP, 128 slices of " + kib(slice);
    }

    static String tcpSlices(final int slice) {
        return "slices over TCP, 128 of " + kib(slice) + " a transfer";
    }

    static String bareSockets(final int block) {
        return "bare sockets, writes of " + kib(block) + ", as much memory";
    }

    static String pairedRoundTrip(final String what, final Adaptor adaptor) {
        return what + " over " + adaptor + ", there and back, p50";
    }

    static String pairedRate(final String what, final long bytes, final Adaptor adaptor) {
        return what + " of " + (bytes >> 10) + " KiB over " + adaptor;
    }
}
