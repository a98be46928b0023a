package io.sluice.properties.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The memory of one engine: some regions with gaps between them, and beside it what must be in it. Bytes that a transfer
 * in flight may write are undefined until it has settled; all others must be as expected, always. Under the model's
 * lock.
 */
final class Memory {
    static final int REGIONS = 3;
    static final int REGION_BYTES = 24 << 10;

    private static final int GAP = 128;
    private static final byte FREE = 0;
    private static final byte SOURCE = 1;
    private static final byte TARGET = 2;

    private final String name;
    private final MemorySegment actual;
    private final byte[] expected;
    private final byte[] use;
    private final int[] cursors = new int[REGIONS];
    private int filled;

    /** A piece of this memory that a transfer uses. */
    record Span(Memory memory, int region, int offset, int length) {
        int at() {
            return start(region) + offset;
        }
    }

    Memory(final String name, final Arena arena) {
        this.name = name;
        actual = arena.allocate(start(REGIONS), 64);
        expected = new byte[start(REGIONS)];
        use = new byte[start(REGIONS)];
        for (int region = 0; region < REGIONS; region++) {
            fill(start(region), REGION_BYTES);
        }
    }

    private static int start(final int region) {
        return GAP + region * (REGION_BYTES + GAP);
    }

    MemorySegment region(final int region) {
        return actual.asSlice(start(region), REGION_BYTES);
    }

    /** The next piece of a region that nothing in flight touches, or null if there is none where the cursor stands. */
    Span claim(final int region, final int length, final boolean target) {
        if (cursors[region] + length + 1 > REGION_BYTES) {
            cursors[region] = 0;
        }
        final Span span = new Span(this, region, cursors[region], length);
        if (length + 1 > REGION_BYTES) {
            return null;
        }
        for (int i = span.at(); i < span.at() + length; i++) {
            if (use[i] != FREE) {
                return null;
            }
        }
        cursors[region] += length + length % 3; // neighbours with and without a byte between
        Arrays.fill(use, span.at(), span.at() + length, target ? TARGET : SOURCE);
        return span;
    }

    void release(final Span span) {
        Arrays.fill(use, span.at(), span.at() + span.length(), FREE);
    }

    /** Writes new bytes, as the owner may. */
    void fill(final Span span) {
        fill(span.at(), span.length());
    }

    private void fill(final int from, final int length) {
        filled++;
        for (int i = from; i < from + length; i++) {
            expected[i] = (byte) (filled * 37 + i * 11 + (i >> 8));
        }
        MemorySegment.copy(expected, from, actual, ValueLayout.JAVA_BYTE, from, length);
    }

    /** That much of the transfer's target is what its source was. */
    boolean holds(final Span target, final Span source) {
        return MemorySegment.mismatch(actual, target.at(), target.at() + target.length(),
                MemorySegment.ofArray(source.memory().expected), source.at(), source.at() + source.length()) < 0;
    }

    /** From now on it must be that, whatever comes. */
    void expect(final Span target, final Span source) {
        System.arraycopy(source.memory().expected, source.at(), expected, target.at(), target.length());
    }

    /** From now on it must stay as it is, whatever that is. */
    void adopt(final Span target) {
        MemorySegment.copy(actual, ValueLayout.JAVA_BYTE, target.at(), expected, target.at(), target.length());
    }

    /** A complaint, or null. */
    String check() {
        final MemorySegment model = MemorySegment.ofArray(expected);
        int from = 0;
        while (from < expected.length) {
            final long mismatch = MemorySegment.mismatch(actual, from, expected.length, model, from, expected.length);
            if (mismatch < 0) {
                return null;
            }
            int at = from + (int) mismatch;
            if (use[at] != TARGET) {
                return name + ": byte " + at + " (region " + (at - GAP) / (REGION_BYTES + GAP) + ") is "
                        + actual.get(ValueLayout.JAVA_BYTE, at) + ", it must be " + expected[at]
                        + (use[at] == SOURCE ? ", a source in flight" : "");
            }
            while (at < expected.length && use[at] == TARGET) {
                at++;
            }
            from = at;
        }
        return null;
    }
}
