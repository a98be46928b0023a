package io.sluice.bench.replay;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.TransferListener;
import io.sluice.pipeline.TransferState;
import java.util.concurrent.BlockingQueue;

/**
 * One request under way. The listener's fields are written by the engine's poll thread before the move enters the queue,
 * and read by the replay's thread after it took the move from there.
 */
final class Move implements TransferListener {
    private final RequestPlan plan;
    private final int place;
    private final BlockingQueue<Move> settledMoves;
    private Path path;
    private int attempts;
    private boolean started;
    private long startNs;

    private long settledNs;
    private int state;
    private int cause;

    /** @param place of the connection that it takes, of those there are at once */
    Move(final RequestPlan plan, final int place, final BlockingQueue<Move> settledMoves) {
        this.plan = plan;
        this.place = place;
        this.settledMoves = settledMoves;
    }

    RequestPlan plan() {
        return plan;
    }

    int place() {
        return place;
    }

    /** Once: a repeated transfer is not a new request. */
    void start(final long nowNs) {
        if (!started) {
            started = true;
            startNs = nowNs;
            settledNs = nowNs;
        }
    }

    void attempt(final Path newPath) {
        path = newPath;
        attempts++;
    }

    Path path() {
        return path;
    }

    int attempts() {
        return attempts;
    }

    long startNs() {
        return startNs;
    }

    @Override
    public void onSettled(final long id, final int newState, final int newCause, final long userData) {
        state = newState;
        cause = newCause;
        settledNs = System.nanoTime();
        settledMoves.add(this);
    }

    /** Whether all that it moves is in place; true too where it moves nothing. */
    boolean isDone() {
        return started && (plan.movesNothing() || state == TransferState.SUCCEEDED);
    }

    /** When its own transfer settled; when it started, if it moved nothing. */
    long settledNs() {
        return settledNs;
    }

    boolean isSuccess() {
        return state == TransferState.SUCCEEDED;
    }

    int cause() {
        return cause;
    }

    @Override
    public String toString() {
        return "request " + (plan.index() + 1) + ", connection " + path.number() + ": transfer "
                + TransferState.name(state) + ", " + Cause.describe(cause);
    }
}
