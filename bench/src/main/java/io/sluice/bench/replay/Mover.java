package io.sluice.bench.replay;

import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferRequest;
import io.sluice.policies.SlicePolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Moves the requests of a round: keeps a number of transfers in flight, and, if it may, repeats those that fail on a new
 * connection. One thread.
 */
final class Mover {
    /** Nothing is this slow: an engine that settles nothing for so long hangs. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PRESSURE_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final EnginePair engines;
    private final ReplaySettings settings;
    private final SlicePolicy policy;
    private final Pace pace;
    private final Failures failures;
    private final Path[] paths;
    private final EntryList entries = new EntryList();
    private final TransferRequest request = new TransferRequest();
    private final LinkedBlockingQueue<Move> settled = new LinkedBlockingQueue<>();

    // The round under way.
    private final ArrayDeque<Move> repeats = new ArrayDeque<>();
    private int inFlight;
    private boolean stopped;
    private long busySinceNs;
    private long busyNs;
    private long progressNs;

    Mover(final EnginePair engines, final ReplaySettings settings, final Pace pace, final Failures failures) {
        this.engines = engines;
        this.settings = settings;
        this.pace = pace;
        this.failures = failures;
        policy = engines.policy();
        paths = new Path[settings.connections()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = engines.connect();
        }
    }

    /**
     * Moves all, or, when a transfer failed for good, lets those in flight settle and leaves the rest.
     *
     * @return what became of each request, in order
     */
    List<Move> move(final List<RequestPlan> requests) {
        final List<Move> moves = new ArrayList<>(requests.size());
        for (final RequestPlan plan : requests) {
            moves.add(new Move(plan, plan.index() % paths.length, settled));
        }
        stopped = false;
        busyNs = 0;
        pace.resume();
        int next = 0;
        while (next < moves.size() && !stopped || !repeats.isEmpty() || inFlight > 0) {
            next = startWhatIsDue(moves, next);
            awaitOne(next < moves.size() && !stopped ? moves.get(next) : null);
        }
        pace.pause();
        return moves;
    }

    /** Time of the last round in which at least one transfer was in flight. */
    long busyNs() {
        return busyNs;
    }

    /** @return the first request that could not start yet */
    private int startWhatIsDue(final List<Move> moves, final int first) {
        while (!repeats.isEmpty() && inFlight < settings.inFlight() && start(repeats.peek())) {
            repeats.remove();
        }
        int next = first;
        while (next < moves.size() && !stopped && repeats.isEmpty() && inFlight < settings.inFlight()) {
            final Move move = moves.get(next);
            final long due = pace.dueNs(move.plan());
            if (due - System.nanoTime() > 0) {
                break;
            }
            move.start(due);
            if (!move.plan().movesNothing() && !start(move)) {
                break;
            }
            next++;
        }
        return next;
    }

    /** @return false if there is no room now */
    private boolean start(final Move move) {
        final Path path = openPath(move.place());
        engines.entries(move.plan(), path, entries);
        if (inFlight == 0) {
            busySinceNs = System.nanoTime();
            progressNs = busySinceNs;
        }
        final long id = engines.mover().submit(path.connection(), request.op(settings.op()).entries(entries)
                .policy(policy).listener(move, move.plan().index()));
        if (id == ResultCode.CLOSED && settings.isChaos() || id == ResultCode.BACK_PRESSURED) {
            return false;
        }
        if (id < 0) {
            throw new ReplayFailedException("request " + (move.plan().index() + 1) + " with " + entries.size()
                    + " entries was refused: " + ResultCode.errorString(id));
        }
        move.attempt(path);
        inFlight++;
        return true;
    }

    /** The connection of a place; a new one if faults were ordered and the old one has failed. */
    private Path openPath(final int place) {
        if (settings.isChaos() && !paths[place].connection().isOpen()) {
            engines.awaitFence(paths[place]);
            paths[place] = engines.connect();
        }
        return paths[place];
    }

    /** Waits for a settled transfer, or until the next request is due. */
    private void awaitOne(final Move next) {
        if (inFlight == 0 && next == null && repeats.isEmpty()) {
            return;
        }
        Move move = take(waitNs(next));
        if (move == null && inFlight > 0 && System.nanoTime() - progressNs >= PATIENCE_NS) {
            throw new ReplayFailedException("no transfer has settled for 60 s, " + inFlight + " are in flight: "
                    + engines.state());
        }
        for (; move != null; move = settled.poll()) {
            progressNs = System.nanoTime();
            inFlight--;
            if (inFlight == 0) {
                busyNs += Math.max(0, move.settledNs() - busySinceNs);
            }
            if (!move.isSuccess()) {
                if (failures.mayRepeat(move)) {
                    repeats.add(move);
                } else {
                    stopped = true;
                }
            }
        }
    }

    private long waitNs(final Move next) {
        final long most = inFlight == 0 ? PRESSURE_NS : PATIENCE_NS;
        if (next == null || inFlight == settings.inFlight()) {
            return most;
        }
        final long untilDue = pace.dueNs(next.plan()) - System.nanoTime();
        if (untilDue <= 0) { // it was due, but there was no room
            return most;
        }
        return inFlight == 0 ? untilDue : Math.min(most, untilDue);
    }

    private Move take(final long timeoutNs) {
        try {
            if (!engines.isPumped()) {
                return settled.poll(timeoutNs, TimeUnit.NANOSECONDS);
            }
            final long start = System.nanoTime();
            while (settled.isEmpty() && System.nanoTime() - start < timeoutNs) {
                engines.pump();
            }
            return settled.poll();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ReplayFailedException("interrupted");
        }
    }
}
