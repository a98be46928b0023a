package io.sluice.properties.engine;

import io.sluice.pipeline.EngineSnapshot;

/** What a snapshot must show, between two steps of a program beside which nothing runs. */
final class CreditRules {
    private CreditRules() {}

    static void check(final Side side) {
        final EngineSnapshot now = side.look();
        int lanes = 0;
        for (int lane = 0; lane < now.lanes(); lane++) {
            lanes += now.laneDepth(lane) > 0 ? 1 : 0;
            Complaint.unless(now.laneOutstanding(lane) >= 0 && now.laneOutstanding(lane) <= now.laneDepth(lane), side,
                    "lane " + lane + " has " + now.laneOutstanding(lane) + " outstanding of " + now.laneDepth(lane));
        }
        final int outstanding = now.outstanding();
        final long shared = now.cqDepth() - now.reservedCqCredits() - now.freeCqCredits();
        same(side, "reserves, one a lane,", now.reservedCqCredits(), lanes);
        Complaint.unless(now.freeCqCredits() >= 0 && shared >= 0 && outstanding <= now.reservedCqCredits() + shared,
                side, "more outstanding than credit is held: " + now);
        Complaint.unless(shared <= outstanding, side, "shared credits held for nothing: " + now);
        Complaint.unless(now.ringBacklog() <= outstanding, side, "more in the ring than outstanding: " + now);
        checkTransfers(side, now);
    }

    /** Slots, pool and counts, against the transfers that the model knows. */
    static void checkTransfers(final Side side, final EngineSnapshot now) {
        long slots = 0;
        long chunks = 0;
        long over = 0;
        for (final End end : side.ends) {
            slots += end.slotsHeld();
            chunks += end.chunksHeld();
            over += end.transfers.stream().filter(Transfer::isOver).count();
        }
        same(side, "transfer slots held", now.transferSlots() - now.freeTransferSlots(), slots);
        same(side, "free pool chunks", side.freeChunks(), side.poolChunks() - chunks);
        same(side, "settled transfers", now.succeeded() + now.failed() + now.cancelled() + now.timedOut(), over);
    }

    static void same(final Object subject, final String what, final long is, final long must) {
        Complaint.unless(is == must, subject, what + ": " + is + ", must be " + must);
    }
}
