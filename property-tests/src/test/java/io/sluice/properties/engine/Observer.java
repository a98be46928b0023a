package io.sluice.properties.engine;

import io.sluice.pipeline.TransferState;
import io.sluice.properties.engine.Side.Leaving;

/** Looks at what has ended since, and holds it against the model. Under the model's lock. */
final class Observer {
    private final World world;
    private final Outcomes outcomes;

    Observer(final World world) {
        this.world = world;
        outcomes = new Outcomes(world);
    }

    void look() {
        for (final Transfer transfer : world.transfers) {
            if (!transfer.settled && transfer.id >= 0 && transfer.isOver()) {
                settle(transfer);
            }
        }
        for (final End[] ends : world.connections) {
            outcomes.check(ends[0]);
            outcomes.check(ends[1]);
        }
        for (final Side side : world.sides) {
            side.leaving.removeIf(leaving -> leaving.done.isDone() && isGone(side, leaving));
        }
        world.checkErrors();
    }

    private void settle(final Transfer transfer) {
        transfer.learn();
        outcomes.check(transfer);
        for (int i = 0; i < transfer.targets().size(); i++) {
            final Memory.Span target = transfer.targets().get(i);
            if (transfer.state == TransferState.SUCCEEDED) {
                target.memory().expect(target, transfer.sources().get(i));
            } else {
                target.memory().adopt(target); // it is the owner's again: nothing comes any more
            }
            target.memory().release(target);
        }
        for (final Memory.Span source : transfer.sources()) {
            source.memory().release(source);
            source.memory().fill(source); // likewise: nobody reads it any more
        }
        if (transfer.command.api() != Command.Api.ID) {
            transfer.released = true;
        }
        if (transfer.notification != null && transfer.state != TransferState.SUCCEEDED) {
            transfer.end.placesBack++;
        }
    }

    /** The region is the owner's alone. */
    private static boolean isGone(final Side side, final Leaving leaving) {
        Complaint.unless(!leaving.done.isCompletedExceptionally(), side,
                "region " + leaving.region + " could not be deregistered");
        for (final End end : side.ends) {
            for (final Transfer transfer : end.other.transfers) {
                Complaint.unless(
                        transfer.number >= leaving.registeredAgainAt || !transfer.usesRemote(leaving.region)
                                || transfer.isOver() || !end.isAlive(),
                        transfer, "on " + side + "'s region " + leaving.region + ", which is deregistered");
            }
        }
        return true;
    }
}
