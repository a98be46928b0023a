package io.sluice.bench.replay;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.WrongByte;
import io.sluice.policies.SlicePolicy;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Takes rounds through their phases, one after the other, each timed apart: spoil the destinations and fill the sources;
 * move; check every byte; copy the same runs plainly, for comparison.
 */
final class ReplayRun {
    private final BlockSide prefill;
    private final BlockSide decode;
    private final Mover mover;
    private final Pace pace;
    private final PlainCopy plainCopy;
    private final SlicePolicy policy;
    private final Failures failures;
    private final Tally tally = new Tally();
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    ReplayRun(final BlockSide prefill, final BlockSide decode, final Mover mover, final Pace pace,
            final PlainCopy plainCopy, final SlicePolicy policy, final Failures failures) {
        this.prefill = prefill;
        this.decode = decode;
        this.mover = mover;
        this.pace = pace;
        this.plainCopy = plainCopy;
        this.policy = policy;
        this.failures = failures;
    }

    /** Ends early when something failed for good. */
    Tally run(final List<Round> rounds, final Progress progress) {
        for (final Round round : rounds) {
            play(round);
            progress.at(tally);
            if (failures.count() > 0) {
                break;
            }
        }
        failures.verifyIncidents();
        return tally;
    }

    private void play(final Round round) {
        fill(round);
        final long moveNs = tally.moveNs;
        final long copyNs = tally.copyNs;
        final List<Move> moves = move(round);
        if (failures.count() > 0) {
            count(moves.stream().filter(Move::isDone).toList(), moves);
            return;
        }
        count(moves, moves);
        check(round);
        copy(round);
        if (round.movedBlocks() > 0) {
            tally.samples.add(new Tally.Sample(pace.elapsedNs(),
                    round.movedBlocks() * prefill.geometry().bytesOfBlock(), tally.moveNs - moveNs,
                    tally.copyNs - copyNs));
        }
    }

    private void fill(final Round round) {
        final long start = System.nanoTime();
        prefill.fill(round.fills());
        decode.spoil(round.arrivals());
        tally.fillNs += System.nanoTime() - start;
        tally.filledBytes += round.fills().count() * prefill.geometry().bytesOfBlock();
    }

    private List<Move> move(final Round round) {
        final long cpuNs = system.getProcessCpuTime();
        final List<Move> moves = mover.move(round.requests());
        tally.moveCpuNs += system.getProcessCpuTime() - cpuNs;
        tally.moveNs += mover.busyNs();
        return moves;
    }

    private void check(final Round round) {
        final long start = System.nanoTime();
        final WrongByte wrong = decode.check(round.checks());
        tally.checkNs += System.nanoTime() - start;
        tally.checkedBytes += round.checks().count() * decode.geometry().bytesOfBlock();
        if (wrong != null) {
            failures.add("wrong byte after requests " + (round.requests().getFirst().index() + 1) + " to "
                    + (round.requests().getLast().index() + 1) + ": " + wrong);
        }
    }

    private void copy(final Round round) {
        final long cpuNs = system.getProcessCpuTime();
        final long start = System.nanoTime();
        plainCopy.copy(round.requests());
        tally.copyNs += System.nanoTime() - start;
        tally.copyCpuNs += system.getProcessCpuTime() - cpuNs;
    }

    /** A request that moved nothing, and waited for nobody, has no latency. */
    private void count(final List<Move> done, final List<Move> all) {
        final int first = all.getFirst().plan().index();
        for (final Move move : done) {
            final RequestPlan plan = move.plan();
            tally.requests++;
            tally.blocks += plan.blocks();
            long settledNs = move.settledNs();
            for (final int index : plan.waitsFor()) {
                settledNs = Math.max(settledNs, all.get(index - first).settledNs());
            }
            if (!plan.movesNothing() || plan.waitsFor().length > 0) {
                tally.latencyNs.recordValue(Math.clamp(settledNs - move.startNs(), 1,
                        tally.latencyNs.getHighestTrackableValue()));
            }
            if (!plan.movesNothing()) {
                final long slices = plan.slices(prefill.geometry(), policy);
                tally.movingRequests++;
                tally.movedBlocks += plan.movedBlocks();
                tally.runs += plan.runs();
                tally.slices += slices;
                tally.slicesARequest.recordValue(slices);
                tally.bytes += plan.movedBlocks() * prefill.geometry().bytesOfBlock();
            }
        }
    }
}
