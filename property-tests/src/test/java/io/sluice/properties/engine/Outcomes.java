package io.sluice.properties.engine;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.TransferState;
import io.sluice.properties.engine.Setup.Fault;
import io.sluice.verbs.Errno;
import io.sluice.verbs.WcStatus;

/** How a transfer may settle, and why a connection may fail, after all that has happened to it. */
final class Outcomes {
    private final World world;

    Outcomes(final World world) {
        this.world = world;
    }

    /** Called when the end of a transfer is first seen. */
    void check(final Transfer transfer) {
        final int cause = transfer.cause;
        Complaint.unless(transfer.state == TransferState.SUCCEEDED == (cause == Cause.NONE), transfer,
                "state and cause contradict each other");
        switch (transfer.state) {
            case TransferState.SUCCEEDED -> {
            }
            case TransferState.CANCELLED -> Complaint.unless(transfer.cancelled && cause == Cause.CANCELLED, transfer,
                    "nobody cancelled it, or the cause is wrong");
            case TransferState.TIMED_OUT -> checkTimedOut(transfer);
            case TransferState.FAILED -> checkFailed(transfer);
            default -> throw new Complaint(transfer + ": that is no settled state");
        }
        Complaint.unless(!transfer.cancelled || transfer.state == TransferState.CANCELLED
                || transfer.state == TransferState.SUCCEEDED, transfer, "a cancel had decided its outcome");
        for (int i = 0; i < transfer.targets().size(); i++) {
            Complaint.unless(transfer.state != TransferState.SUCCEEDED
                    || transfer.targets().get(i).memory().holds(transfer.targets().get(i), transfer.sources().get(i)),
                    transfer, "entry " + i + " is not in place");
        }
    }

    private void checkTimedOut(final Transfer transfer) {
        final long timeoutNs = transfer.command.timeoutUs() * 1_000L;
        Complaint.unless(timeoutNs > 0 && transfer.cause == Cause.DEADLINE
                && world.clock.nanoTime() - transfer.submittedNs >= timeoutNs, transfer, "its time is not over");
    }

    private void checkFailed(final Transfer transfer) {
        final int cause = transfer.cause;
        if (cause == Cause.SLICE_POLICY) {
            Complaint.unless(transfer.command.cut() == Command.Cut.BAD, transfer, "its policy is good");
            return;
        }
        final End end = transfer.end;
        Complaint.unless(!end.connection.isOpen(), transfer, "its connection is open");
        final int whole = end.connection.cause();
        if (Cause.kind(cause) == Cause.WORK_REQUEST) {
            checkWorkRequest(transfer, Cause.detail(cause), end);
        } else if (Cause.kind(cause) == Cause.POST_REFUSED) {
            Complaint.unless(isRefusal(cause), transfer, "nothing refuses posts so");
        } else if (Cause.kind(cause) == Cause.CONNECTION_FAILED) {
            Complaint.unless(whole == (Cause.WORK_REQUEST | Cause.detail(cause)), transfer,
                    "its connection failed for another cause: " + Cause.describe(whole));
        } else {
            Complaint.unless(cause == whole, transfer,
                    "its connection failed for another cause: " + Cause.describe(whole));
        }
        if (cause == Cause.CONNECTION_CLOSED && world.isExact() && !end.engine().isClosed()) {
            Complaint.unless(world.clock.nanoTime() - end.disconnectedNs >= world.setup.closeTimeoutMs() * 1_000_000L,
                    transfer, "its connection was closed before its time was over");
        }
        check(end);
    }

    private void checkWorkRequest(final Object subject, final int status, final End end) {
        final boolean right = switch (status) {
            case Fault.STATUS -> world.setup.hasFault(Fault.Kind.FAIL);
            case WcStatus.WR_FLUSH_ERR -> world.setup.hasFault(Fault.Kind.KILL);
            case WcStatus.RETRY_EXC_ERR -> !end.other.connection.isOpen();
            default -> false;
        };
        Complaint.unless(right, subject, "nothing leads to " + WcStatus.describe(status));
    }

    private boolean isRefusal(final int cause) {
        return Cause.detail(cause) == Errno.ENOMEM && world.setup.hasFault(Fault.Kind.REFUSE);
    }

    /** The cause of a connection's end, NONE or not, has a reason. */
    void check(final End end) {
        final int cause = end.connection.cause();
        final boolean right = switch (Cause.kind(cause)) {
            case Cause.NONE -> true;
            case Cause.WORK_REQUEST -> {
                checkWorkRequest(end, Cause.detail(cause), end);
                yield true;
            }
            case Cause.POST_REFUSED -> isRefusal(cause);
            case Cause.PEER_CLOSED -> !end.other.connection.isOpen();
            case Cause.CONNECTION_CLOSED -> end.disconnected || end.side.engine.isClosed();
            case Cause.DEVICE_EVENT -> world.setup.hasFault(Fault.Kind.KILL);
            case Cause.FLUSHED -> end.mayFlush;
            case Cause.PEER_UNREACHABLE -> end.side.hasDeregistered();
            default -> false;
        };
        Complaint.unless(right, end, "no reason to fail for: " + Cause.describe(cause));
        Complaint.unless(cause == Cause.NONE || !end.connection.isOpen() || !world.isExact(), end,
                "open, with a cause to fail"); // beside a poll thread the cause is seen a moment before the state
    }
}
