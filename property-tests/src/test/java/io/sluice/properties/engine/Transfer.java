package io.sluice.properties.engine;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferListener;
import io.sluice.pipeline.TransferResult;
import io.sluice.pipeline.TransferState;
import io.sluice.properties.engine.Memory.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** What the model knows of one transfer. Under the model's lock, but for what the listener leaves. */
final class Transfer implements TransferListener {
    final int number;
    final Command.Submit command;
    final End end;
    final List<Span> locals = new ArrayList<>();
    final List<Span> remotes = new ArrayList<>();
    /** Fixed before submit. */
    long submittedNs;
    byte[] notification;
    /** After submit. */
    long id = -1;
    CompletableFuture<TransferResult> future;
    boolean cancelled;
    boolean settled;
    boolean released;
    boolean notified;
    int state;
    int cause;

    // Left by the listener, on the poll thread; the count last.
    private volatile long heardId;
    private volatile int heardState;
    private volatile int heardCause;
    private volatile boolean mayCall;
    private final AtomicInteger heard = new AtomicInteger();

    Transfer(final int number, final Command.Submit command, final End end) {
        this.number = number;
        this.command = command;
        this.end = end;
    }

    @Override
    public void onSettled(final long settledId, final int settledState, final int settledCause, final long userData) {
        heardId = settledId;
        heardState = settledState;
        heardCause = settledCause;
        final TransferEngine engine = end.engine();
        mayCall = engine.status(settledId) == TransferState.STALE && engine.release(settledId) == TransferState.STALE
                && !engine.cancel(settledId)
                && (engine.config().effectiveThreadingMode() != ThreadingMode.INVOKER || engine.doWork() == 0);
        end.settledInOrder.add(this);
        heard.addAndGet(userData == number ? 1 : 1_000);
    }

    boolean writes() {
        return command.op() == Op.WRITE;
    }

    List<Span> sources() {
        return writes() ? locals : remotes;
    }

    List<Span> targets() {
        return writes() ? remotes : locals;
    }

    boolean usesLocal(final int region) {
        return locals.stream().anyMatch(span -> span.region() == region);
    }

    boolean usesRemote(final int region) {
        return remotes.stream().anyMatch(span -> span.region() == region);
    }

    /** Holds a slot of the engine now, in the model's eyes; exact where nothing runs beside it. */
    boolean holdsSlot() {
        return command.api() == Command.Api.ID ? !released : !isOver();
    }

    /** The engine has settled it, whether or not the model has looked. */
    boolean isOver() {
        return switch (command.api()) {
            case ID -> end.engine().status(id) != TransferState.IN_PROGRESS;
            case LISTENER -> heard.get() > 0;
            case FUTURE -> future.isDone();
        };
    }

    int chunks() {
        return command.shape().count() > 1 ? (command.shape().count() + 63) / 64 : 0;
    }

    /** Takes over what the engine says of the end. */
    void learn() {
        settled = true;
        switch (command.api()) {
            case ID -> {
                state = end.engine().status(id);
                cause = end.engine().cause(id);
            }
            case LISTENER -> {
                Complaint.unless(heardId == id, this, "the listener was told of id " + heardId);
                Complaint.unless(mayCall, this,
                        "its id was not stale yet when its listener ran, or a duty cycle ran in it");
                state = heardState;
                cause = heardCause;
            }
            case FUTURE -> {
                final TransferResult result = future.join();
                Complaint.unless(result.userData() == number, this, "the future has user data " + result.userData());
                id = result.id();
                state = result.state();
                cause = result.cause();
            }
        }
    }

    /** Later looks must show the same. */
    void checkSettledForGood() {
        if (command.api() == Command.Api.ID && !released) {
            Complaint.unless(end.engine().status(id) == state && end.engine().cause(id) == cause, this,
                    "settled once more");
        } else {
            Complaint.unless(end.engine().status(id) == TransferState.STALE, this, "its id is not stale");
            Complaint.unless(end.engine().release(id) == TransferState.STALE, this, "it was released twice");
            Complaint.unless(!end.engine().cancel(id), this, "a stale id was cancelled");
        }
        Complaint.unless(command.api() != Command.Api.LISTENER || heard.get() == 1, this,
                "the listener was told " + heard.get() + " times (1,000: with the wrong user data)");
    }

    @Override
    public String toString() {
        return "transfer " + number + " {" + command + "}"
                + (settled ? " " + TransferState.name(state) + " (" + Cause.describe(cause) + ")" : "");
    }
}
