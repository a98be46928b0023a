package io.sluice.jmh;

import io.sluice.pipeline.ring.SliceReader;
import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.SliceRing;

/** What a post handler reads of the ring. */
final class Reading {
    private static final int MOST = 256;

    private Reading() {}

    /** Passes over what there is; the sum of what it has read of its own records. */
    static long drain(final SliceRing ring, final SliceReader reader, final int handler) {
        final long first = reader.next();
        final long last = reader.available(MOST);
        long sum = 0;
        for (long sequence = first; sequence <= last; sequence++) {
            final long record = ring.at(sequence);
            if (SliceRecord.handler(record) == handler) {
                sum += SliceRecord.localAddress(record) + SliceRecord.remoteAddress(record)
                        + SliceRecord.length(record) + SliceRecord.wrId(record);
            }
        }
        reader.pass(last);
        return sum;
    }
}
