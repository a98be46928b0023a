package io.sluice.properties.engine;

import io.sluice.pipeline.EngineSnapshot;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import java.util.List;
import java.util.Set;

/** What submit-like calls must answer, where nothing runs beside the program. Asked before the call. */
final class Answers {
    /** A transfer was taken. */
    static final int ID = 0;

    private Answers() {}

    static Set<Integer> submit(final Transfer transfer, final List<RemoteRegion> remotes) {
        final End end = transfer.end;
        final Side side = end.side;
        final int chunks = transfer.chunks();
        if (chunks > side.poolChunks()) {
            return Set.of(ResultCode.TOO_LARGE);
        }
        if (!end.connection.isOpen()) {
            return Set.of(ResultCode.CLOSED);
        }
        if (transfer.notification != null && !end.notifies()) { // for ever: said before what passes
            return Set.of(ResultCode.NO_NOTIFICATION_SLOT);
        }
        final EngineSnapshot now = side.look();
        if (end.slotsHeld() >= now.freeTransferSlots()) {
            return Set.of(ResultCode.BACK_PRESSURED);
        }
        final long freeChunks = side.freeChunks();
        final int held = end.chunksHeld();
        final boolean alone = held == 0 && freeChunks == side.poolChunks();
        if (chunks > 0 && !alone && held + chunks > freeChunks) {
            return Set.of(ResultCode.BACK_PRESSURED);
        }
        final int then = remotes.stream().allMatch(RemoteRegion::isOpen) ? ID : ResultCode.NOT_FOUND;
        return transfer.notification == null ? Set.of(then) : withNotification(end, then);
    }

    static Set<Integer> notification(final End end) {
        return end.connection.isOpen() ? withNotification(end, ResultCode.OK) : Set.of(ResultCode.CLOSED);
    }

    /** A place that was given back may still be under way. */
    private static Set<Integer> withNotification(final End end, final int then) {
        if (!end.notifies()) {
            return Set.of(ResultCode.NO_NOTIFICATION_SLOT);
        }
        final int inbox = end.other.side.knobs.inbox();
        if (end.placesTaken - end.placesBack >= inbox) {
            return Set.of(ResultCode.BACK_PRESSURED);
        }
        return end.placesTaken < inbox ? Set.of(then) : Set.of(then, ResultCode.BACK_PRESSURED);
    }
}
