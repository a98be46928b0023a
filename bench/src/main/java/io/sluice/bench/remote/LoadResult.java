package io.sluice.bench.remote;

import io.sluice.bench.blocks.WrongByte;
import org.HdrHistogram.Histogram;

/**
 * What came of moving blocks of one size.
 *
 * @param blockBytes   of a block
 * @param batch        blocks of a transfer
 * @param bytes        moved
 * @param ns           that it took
 * @param latencyNs    of a transfer, from submit to settled
 * @param checkedBytes 0 if nothing was checked
 * @param wrong        null if every byte that was checked is right
 */
record LoadResult(long blockBytes, int batch, long bytes, long ns, Histogram latencyNs, long checkedBytes,
        WrongByte wrong) {

    /** Bytes a nanosecond are GB a second. */
    double gigabytesPerSecond() {
        return ns == 0 ? 0 : bytes / (double) ns;
    }

    /** An operation is a block. */
    double blocksPerSecond() {
        return ns == 0 ? 0 : bytes / blockBytes * 1e9 / ns;
    }

    double latencyUs(final double percentile) {
        return latencyNs.getValueAtPercentile(percentile) / 1e3;
    }
}
