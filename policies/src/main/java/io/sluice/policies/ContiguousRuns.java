package io.sluice.policies;

/**
 * Joins what is contiguous at both ends, so that many small blocks become few large transfers.
 *
 * <p><b>Blocks</b> are pairs of a source and a destination index. A run is a stretch of the list in which both indexes
 * step by +1 from one pair to the next; a descending, repeated or skipping index on either side starts a new run, and so
 * does the step from the largest number to the smallest.
 *
 * <pre>
 * source        4  5  6  9  8
 * destination   0  1  2  3  4     runs (4, 0, 3)  (9, 3, 1)  (8, 4, 1)
 * </pre>
 *
 * <p><b>Ranges</b> are triples of a source address, a destination address and a length in bytes. Neighbours are joined
 * where the first ends exactly where the second begins, at the source and at the destination. Addresses are unsigned; no
 * run reaches across the end of the address space, and none is longer than 2<sup>63</sup> − 1 bytes. A range of length 0
 * covers nothing: it is left out and does not part its neighbours.
 *
 * <p>Runs keep the order of the list, are as long as they can be, and their concatenation is the list again. Nothing is
 * sorted: the order is the caller's.
 *
 * <p>There are three ways to read runs, all free of garbage and boxing: a walk with a {@link RunConsumer}; the bare
 * {@code blockRunEnd}, for a loop of one's own; and {@code groupBlocks} and {@code mergeRanges}, which leave the runs in
 * the arrays they came from.
 *
 * <p>All methods are stateless and safe for use by any number of threads, as long as nobody writes the arrays meanwhile.
 * Arguments are checked before the first run is handed out and before an array is changed.
 */
public final class ContiguousRuns {
    private ContiguousRuns() {}

    /**
     * Walks the runs of two block lists of equal length.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination, as many
     * @param consumer takes each run, in blocks
     * @return the number of runs
     * @throws IllegalArgumentException if the lists are not equally long
     */
    public static int forEachBlockRun(final int[] sources, final int[] destinations, final RunConsumer consumer) {
        RunLists.checkEqual(sources.length, destinations.length);
        return forEachBlockRun(sources, destinations, sources.length, consumer);
    }

    /**
     * Walks the runs of the first {@code count} pairs of two block lists.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination
     * @param count the number of pairs, 0..the length of the shorter array
     * @param consumer takes each run, in blocks
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    public static int forEachBlockRun(
            final int[] sources, final int[] destinations, final int count, final RunConsumer consumer) {
        RunLists.checkCount(count, sources.length, destinations.length);
        int runs = 0;
        for (int from = 0, end; from < count; from = end, runs++) {
            end = RunLists.runEnd(sources, destinations, from, count);
            consumer.accept(sources[from], destinations[from], end - from);
        }
        return runs;
    }

    /**
     * Walks the runs of two block lists of equal length.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination, as many
     * @param consumer takes each run, in blocks
     * @return the number of runs
     * @throws IllegalArgumentException if the lists are not equally long
     */
    public static int forEachBlockRun(final long[] sources, final long[] destinations, final RunConsumer consumer) {
        RunLists.checkEqual(sources.length, destinations.length);
        return forEachBlockRun(sources, destinations, sources.length, consumer);
    }

    /**
     * Walks the runs of the first {@code count} pairs of two block lists.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination
     * @param count the number of pairs, 0..the length of the shorter array
     * @param consumer takes each run, in blocks
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    public static int forEachBlockRun(
            final long[] sources, final long[] destinations, final int count, final RunConsumer consumer) {
        RunLists.checkCount(count, sources.length, destinations.length);
        int runs = 0;
        for (int from = 0, end; from < count; from = end, runs++) {
            end = RunLists.runEnd(sources, destinations, from, count);
            consumer.accept(sources[from], destinations[from], end - from);
        }
        return runs;
    }

    /**
     * The end of the run that begins at a position: the runs of a list are {@code from..end}, {@code end..}, and so on.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination
     * @param from the position of the first pair of the run, 0..count − 1
     * @param count the number of pairs in the lists, at most the length of the shorter array
     * @return the position behind the last pair of the run, from + 1..count
     * @throws IllegalArgumentException if {@code from} or {@code count} is out of range
     */
    public static int blockRunEnd(final int[] sources, final int[] destinations, final int from, final int count) {
        RunLists.checkFrom(from, RunLists.checkCount(count, sources.length, destinations.length));
        return RunLists.runEnd(sources, destinations, from, count);
    }

    /**
     * The end of the run that begins at a position: the runs of a list are {@code from..end}, {@code end..}, and so on.
     *
     * @param sources block indexes at the source
     * @param destinations block indexes at the destination
     * @param from the position of the first pair of the run, 0..count − 1
     * @param count the number of pairs in the lists, at most the length of the shorter array
     * @return the position behind the last pair of the run, from + 1..count
     * @throws IllegalArgumentException if {@code from} or {@code count} is out of range
     */
    public static int blockRunEnd(final long[] sources, final long[] destinations, final int from, final int count) {
        RunLists.checkFrom(from, RunLists.checkCount(count, sources.length, destinations.length));
        return RunLists.runEnd(sources, destinations, from, count);
    }

    /**
     * Puts the runs where the blocks were: afterwards the first elements of the arrays are the runs, and what stood behind
     * them is of no meaning.
     *
     * @param sources in: block indexes at the source; out: the first source index of each run
     * @param destinations in: block indexes at the destination; out: the first destination index of each run
     * @param lengths out: the blocks in each run; its content before does not matter
     * @param count the number of pairs, 0..the length of the shortest array
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    public static int groupBlocks(
            final int[] sources, final int[] destinations, final int[] lengths, final int count) {
        RunLists.checkCount(count, sources.length, destinations.length, lengths.length);
        int runs = 0;
        for (int from = 0, end; from < count; from = end, runs++) {
            end = RunLists.runEnd(sources, destinations, from, count);
            sources[runs] = sources[from];
            destinations[runs] = destinations[from];
            lengths[runs] = end - from;
        }
        return runs;
    }

    /**
     * Puts the runs where the blocks were: afterwards the first elements of the arrays are the runs, and what stood behind
     * them is of no meaning.
     *
     * @param sources in: block indexes at the source; out: the first source index of each run
     * @param destinations in: block indexes at the destination; out: the first destination index of each run
     * @param lengths out: the blocks in each run; its content before does not matter
     * @param count the number of pairs, 0..the length of the shortest array
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    public static int groupBlocks(
            final long[] sources, final long[] destinations, final long[] lengths, final int count) {
        RunLists.checkCount(count, sources.length, destinations.length, lengths.length);
        int runs = 0;
        for (int from = 0, end; from < count; from = end, runs++) {
            end = RunLists.runEnd(sources, destinations, from, count);
            sources[runs] = sources[from];
            destinations[runs] = destinations[from];
            lengths[runs] = end - from;
        }
        return runs;
    }

    /**
     * Walks the runs of three equally long lists that hold one range a position.
     *
     * @param sources addresses at the source, unsigned
     * @param destinations addresses at the destination, unsigned
     * @param lengths bytes, each 0 or more
     * @param consumer takes each run, in bytes; addresses unsigned
     * @return the number of runs
     * @throws IllegalArgumentException if the lists are not equally long, a length is negative, or a range reaches beyond
     *     the end of the address space
     */
    public static int forEachRange(
            final long[] sources, final long[] destinations, final long[] lengths, final RunConsumer consumer) {
        RunLists.checkEqual(sources.length, destinations.length, lengths.length);
        return forEachRange(sources, destinations, lengths, sources.length, consumer);
    }

    /**
     * Walks the runs of the first {@code count} ranges.
     *
     * @param sources addresses at the source, unsigned
     * @param destinations addresses at the destination, unsigned
     * @param lengths bytes, each 0 or more
     * @param count the number of ranges, 0..the length of the shortest array
     * @param consumer takes each run, in bytes; addresses unsigned
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range, a length is negative, or a range reaches beyond the
     *     end of the address space
     */
    public static int forEachRange(final long[] sources, final long[] destinations, final long[] lengths,
            final int count, final RunConsumer consumer) {
        RunLists.checkCount(count, sources.length, destinations.length, lengths.length);
        RunLists.checkRanges(sources, destinations, lengths, count);
        int runs = 0;
        for (int at = RunLists.nextRange(lengths, 0, count); at < count; runs++) {
            final long source = sources[at];
            final long destination = destinations[at];
            long length = lengths[at];
            at = RunLists.nextRange(lengths, at + 1, count);
            while (at < count
                    && RunLists.joins(source, destination, length, sources[at], destinations[at], lengths[at])) {
                length += lengths[at];
                at = RunLists.nextRange(lengths, at + 1, count);
            }
            consumer.accept(source, destination, length);
        }
        return runs;
    }

    /**
     * Puts the runs where the ranges were: afterwards the first elements of the arrays are the runs, and what stood behind
     * them is of no meaning.
     *
     * @param sources in: addresses at the source, unsigned; out: the source address of each run
     * @param destinations in: addresses at the destination, unsigned; out: the destination address of each run
     * @param lengths in: bytes, each 0 or more; out: the bytes of each run
     * @param count the number of ranges, 0..the length of the shortest array
     * @return the number of runs
     * @throws IllegalArgumentException if {@code count} is out of range, a length is negative, or a range reaches beyond the
     *     end of the address space; the arrays are as before
     */
    public static int mergeRanges(
            final long[] sources, final long[] destinations, final long[] lengths, final int count) {
        RunLists.checkCount(count, sources.length, destinations.length, lengths.length);
        RunLists.checkRanges(sources, destinations, lengths, count);
        int last = -1;
        for (int at = RunLists.nextRange(lengths, 0, count); at < count; at = RunLists.nextRange(lengths, at + 1,
                count)) {
            if (last >= 0 && RunLists.joins(
                    sources[last], destinations[last], lengths[last], sources[at], destinations[at], lengths[at])) {
                lengths[last] += lengths[at];
            } else {
                last++;
                sources[last] = sources[at];
                destinations[last] = destinations[at];
                lengths[last] = lengths[at];
            }
        }
        return last + 1;
    }
}
