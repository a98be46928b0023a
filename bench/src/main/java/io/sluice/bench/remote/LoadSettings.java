package io.sluice.bench.remote;

import io.sluice.pipeline.Op;
import java.time.Duration;

/**
 * What an initiator does; concluded from the command's options.
 *
 * @param op       WRITE to the target, or READ from it
 * @param batch    blocks of a transfer
 * @param threads  that submit
 * @param inFlight transfers of each thread at once
 * @param duration of moving, for each size of block
 * @param check    whether blocks are new in each round, and checked after it
 */
record LoadSettings(Op op, int batch, int threads, int inFlight, Duration duration, boolean check) {
    /** Of a sweep's sizes, each side has so much memory at most: larger blocks come in smaller batches. */
    private static final long MOST_SWEEP_BYTES = 512L << 20;

    int slots() {
        return Math.multiplyExact(Math.multiplyExact(threads, inFlight), batch);
    }

    LoadSettings forSweep(final long blockBytes) {
        final long most = Math.max(1, MOST_SWEEP_BYTES / blockBytes / ((long) threads * inFlight));
        return new LoadSettings(op, (int) Math.min(batch, most), threads, inFlight, duration, check);
    }
}
