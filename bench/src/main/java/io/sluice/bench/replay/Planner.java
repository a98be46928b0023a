package io.sluice.bench.replay;

import io.sluice.bench.trace.TraceRequest;
import io.sluice.policies.ContiguousRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Plans what is moved, before anything is: which blocks the decode side lacks at each request, where they lie and where
 * they go. A round grows until its blocks would fill half of a pool, so that the other half can still hold what later
 * requests find again.
 */
final class Planner {
    private final BlockPool prefill;
    private final BlockPool decode;
    private final int prefillSlots;
    private final int decodeSlots;
    private final List<Round> rounds = new ArrayList<>();

    // The round that grows.
    private final Map<Long, Integer> movers = new HashMap<>();
    private List<RequestPlan> requests = new ArrayList<>();
    private PlacedList fills = new PlacedList();
    private PlacedList arrivals = new PlacedList();
    private PlacedList checks = new PlacedList();

    private Planner(final int prefillSlots, final int decodeSlots) {
        this.prefillSlots = prefillSlots;
        this.decodeSlots = decodeSlots;
        prefill = new BlockPool(prefillSlots);
        decode = new BlockPool(decodeSlots);
    }

    /**
     * @param trace        requests, in order
     * @param prefillSlots blocks that the side holds which they come from
     * @param decodeSlots  blocks that the side holds where they go
     * @return the rounds
     * @throws IllegalArgumentException if a request has more blocks than a pool; the message names both
     */
    static List<Round> plan(final List<TraceRequest> trace, final int prefillSlots, final int decodeSlots) {
        final Planner planner = new Planner(prefillSlots, decodeSlots);
        for (int i = 0; i < trace.size(); i++) {
            planner.add(i, trace.get(i));
        }
        planner.endRound();
        return planner.rounds;
    }

    private void add(final int index, final TraceRequest request) {
        final long[] blocks = distinct(request.hashIds());
        if (blocks.length > Math.min(prefillSlots, decodeSlots)) {
            throw new IllegalArgumentException("request " + (index + 1) + " of the trace has " + blocks.length
                    + " blocks, but the pools hold " + prefillSlots + " (prefill) and " + decodeSlots + " (decode)");
        }
        if (!requests.isEmpty() && !fits(blocks)) {
            endRound();
        }
        final int[] waitsFor = useWhatIsHeld(blocks);
        final long[] missing = Arrays.stream(blocks).filter(hash -> !decode.holds(hash)).toArray();
        final int[] destinations = decode.take(missing);
        final int[] sources = produce(missing);
        for (int i = 0; i < missing.length; i++) {
            arrivals.add(missing[i], destinations[i]);
            checks.add(missing[i], destinations[i]);
        }
        final int[] lengths = new int[missing.length];
        final int runs = ContiguousRuns.groupBlocks(sources, destinations, lengths, missing.length);
        requests.add(new RequestPlan(index, request.timestampMs(), request.hashIds().length, missing.length,
                Arrays.copyOf(sources, runs), Arrays.copyOf(destinations, runs), Arrays.copyOf(lengths, runs),
                waitsFor));
        for (final long hash : missing) {
            movers.put(hash, index);
        }
    }

    /** Whether the round may grow by a request: to half of each pool. */
    private boolean fits(final long[] blocks) {
        int unpinned = 0;
        int missing = 0;
        for (final long hash : blocks) {
            unpinned += decode.isPinned(hash) ? 0 : 1;
            missing += decode.holds(hash) ? 0 : 1;
        }
        return unpinned <= decode.available() - decodeSlots / 2 && missing <= prefill.available() - prefillSlots / 2;
    }

    /** Pins, from the last block to the first, so that the first counts as used last. */
    private int[] useWhatIsHeld(final long[] blocks) {
        final TreeSet<Integer> waitsFor = new TreeSet<>();
        for (int i = blocks.length - 1; i >= 0; i--) {
            final long hash = blocks[i];
            if (decode.holds(hash)) {
                final boolean seen = decode.isPinned(hash);
                final int slot = decode.pin(hash);
                final Integer mover = movers.get(hash);
                if (mover != null) {
                    waitsFor.add(mover);
                }
                if (!seen) {
                    checks.add(hash, slot);
                }
            }
        }
        return waitsFor.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The slots of blocks at the prefill side; those that it does not hold are to be filled. */
    private int[] produce(final long[] hashes) {
        final long[] toFill = Arrays.stream(hashes).filter(hash -> !prefill.holds(hash)).toArray();
        for (final long hash : hashes) {
            if (prefill.holds(hash)) {
                prefill.pin(hash);
            }
        }
        final int[] filled = prefill.take(toFill);
        for (int i = 0; i < filled.length; i++) {
            fills.add(toFill[i], filled[i]);
        }
        return Arrays.stream(hashes).mapToInt(prefill::pin).toArray();
    }

    private void endRound() {
        if (requests.isEmpty()) {
            return;
        }
        rounds.add(new Round(List.copyOf(requests), fills.toBlocks(), arrivals.toBlocks(), checks.toBlocks()));
        requests = new ArrayList<>();
        fills = new PlacedList();
        arrivals = new PlacedList();
        checks = new PlacedList();
        movers.clear();
        prefill.unpinAll();
        decode.unpinAll();
    }

    private static long[] distinct(final long[] hashes) {
        return Arrays.stream(hashes).distinct().toArray();
    }
}
