package io.sluice.verbs.soft;

import io.sluice.verbs.Access;
import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.layout.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The receiving half of a queue pair: checks what the peer asks for against keys, bounds and access flags of this side,
 * and copies one chunk at a time under its monitor. So when the monitor has been taken after the state became ERR, no
 * data moves for this queue pair any more. See {@link Requester} for the order of locks.
 */
final class Responder {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final SoftQueuePair queuePair;
    private final SoftCompletionQueue completions;
    private final KeyTable keys;
    private final ReceiveQueue receives;
    private final ScatterList scatter;
    private int access;
    private RtrAttributes path;
    /** Whose SEND is being placed in the oldest receive, or null. */
    private Asking claimedBy;

    Responder(final SoftQueuePair queuePair, final SoftCompletionQueue completions, final QueuePairCapacity capacity,
            final KeyTable keys) {
        this.queuePair = queuePair;
        this.completions = completions;
        this.keys = keys;
        receives = new ReceiveQueue(capacity);
        scatter = new ScatterList(receives, keys, queuePair.pd());
    }

    synchronized void access(final int flags) {
        access = flags;
    }

    synchronized void ready(final RtrAttributes attributes) {
        path = attributes;
    }

    synchronized int rnrTimer() {
        return path == null ? 0 : path.minRnrTimer();
    }

    synchronized int post(final long first, final long badWr) {
        int errno = 0;
        for (long wr = first; wr != 0 && errno == 0; wr = Request.next(wr)) { // "next": same place in both structs
            if (queuePair.state() == QpState.RESET || !receives.fits(wr)) {
                errno = Errno.EINVAL;
            } else {
                errno = receives.offer(wr) ? 0 : Errno.ENOMEM;
            }
            if (errno != 0) {
                NativeMemory.putLong(badWr, wr);
            }
        }
        flushIfInError();
        return errno;
    }

    /**
     * Whether the peer may read or write a range. An operation that this queue pair does not carry out at all is an
     * invalid request, whatever its length; the key of an empty range is not looked at (InfiniBand specification,
     * 9.7.4.1).
     */
    synchronized int check(final Asking asking, final long address, final long length, final int rkey,
            final boolean read) {
        if (!queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        if ((access & wanted(read)) == 0 || read && path.maxDestRdAtomic() == 0) {
            return WcStatus.REM_INV_REQ_ERR;
        }
        return length == 0 || region(address, length, rkey, read) != null
                ? WcStatus.SUCCESS
                : WcStatus.REM_ACCESS_ERR;
    }

    private SoftMemoryRegion region(final long address, final long length, final int rkey, final boolean read) {
        final SoftMemoryRegion region = keys.byRkey(rkey);
        return region != null && region.allows(queuePair.pd(), address, length, wanted(read)) ? region : null;
    }

    private static int wanted(final boolean read) {
        return read ? Access.REMOTE_READ : Access.REMOTE_WRITE;
    }

    /** Copies one chunk between the peer's memory and a range of this side. */
    synchronized int rdma(final Asking asking, final LocalChunk local, final long address, final int rkey,
            final boolean read, final boolean whole) {
        if (!queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        final SoftMemoryRegion region = region(address, local.bytes(), rkey, read);
        if (region == null || !region.acquire()) {
            return WcStatus.REM_ACCESS_ERR;
        }
        try {
            final long offset = region.offsetOf(address);
            if (read) {
                MemorySegment.copy(region.memory(), offset, local.memory(), local.offset(), local.bytes());
            } else {
                write(local, region.memory(), offset, whole && (address & Long.BYTES - 1) == 0);
            }
            return WcStatus.SUCCESS;
        } catch (final IllegalStateException e) { // a memory was closed under its registration
            return local.isAlive() ? WcStatus.REM_ACCESS_ERR : WcStatus.LOC_PROT_ERR;
        } finally {
            region.release();
        }
    }

    /** Lets bytes of the peer flow into a range of this side. */
    synchronized int rdma(final Asking asking, final Inflow inflow, final long address, final int rkey,
            final int most) {
        if (!queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        final SoftMemoryRegion region = region(address, most, rkey, false);
        return region != null && flow(inflow, region, region.offsetOf(address), most)
                ? WcStatus.SUCCESS
                : WcStatus.REM_ACCESS_ERR;
    }

    private static boolean flow(final Inflow inflow, final SoftMemoryRegion region, final long offset,
            final int most) {
        if (!region.acquire()) {
            return false;
        }
        try {
            inflow.into(region, offset, most);
            return true;
        } catch (final IllegalStateException e) { // the memory was closed under its registration
            return false;
        } finally {
            region.release();
        }
    }

    /** A use of what the peer may read, which the caller gives back; null where it may not, or not any more. */
    SoftMemoryRegion acquireReadable(final Asking asking, final long address, final long length, final int rkey) {
        final SoftMemoryRegion region = region(address, length, rkey, true);
        return region != null && queuePair.answers(asking) && region.acquire() ? region : null;
    }

    /** A message of one aligned word becomes visible as one, and after everything placed before it. */
    private static void write(final LocalChunk local, final MemorySegment memory, final long offset,
            final boolean alignedWhole) {
        if (alignedWhole && local.bytes() == Long.BYTES) {
            LONG.setRelease(memory, offset, local.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, local.offset()));
        } else {
            MemorySegment.copy(local.memory(), local.offset(), memory, offset, local.bytes());
        }
    }

    synchronized boolean hasReceive() {
        return !receives.isEmpty();
    }

    /** Takes the oldest receive for a message, and checks that it can hold it. */
    synchronized int claim(final Asking asking, final long length) {
        if (!queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        if (receives.isEmpty()) {
            return Requester.NOT_READY;
        }
        if (length > receives.length()) {
            failReceive(WcStatus.LOC_LEN_ERR);
            return WcStatus.REM_INV_REQ_ERR;
        }
        if (!scatter.allows(length)) {
            failReceive(WcStatus.LOC_PROT_ERR);
            return WcStatus.REM_OP_ERR;
        }
        claimedBy = asking;
        return WcStatus.SUCCESS;
    }

    /** Bytes from a position in the claimed receive to the end of the scatter entry that it falls in; 1 or more. */
    synchronized long roomAt(final Asking asking, final long position) {
        if (claimedBy != asking) {
            return Transfer.CHUNK_BYTES; // flushed meanwhile: place() says so
        }
        return scatter.roomAt(position);
    }

    /** Copies one chunk into the claimed receive; it lies within one scatter entry. */
    synchronized int place(final Asking asking, final LocalChunk local, final long position) {
        if (claimedBy != asking || !queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        final SoftMemoryRegion region = scatter.regionAt(position);
        if (region == null || !region.acquire()) {
            return WcStatus.REM_OP_ERR;
        }
        try {
            MemorySegment.copy(local.memory(), local.offset(), region.memory(), scatter.offset(), local.bytes());
            return WcStatus.SUCCESS;
        } catch (final IllegalStateException e) { // a memory was closed under its registration
            return local.isAlive() ? WcStatus.REM_OP_ERR : WcStatus.LOC_PROT_ERR;
        } finally {
            region.release();
        }
    }

    /** Lets bytes of the peer flow into the claimed receive; they lie within one scatter entry. */
    synchronized int place(final Asking asking, final Inflow inflow, final long position, final int most) {
        if (claimedBy != asking || !queuePair.answers(asking)) {
            return Requester.NO_ANSWER;
        }
        final SoftMemoryRegion region = scatter.regionAt(position);
        return region != null && flow(inflow, region, scatter.offset(), most) ? WcStatus.SUCCESS : WcStatus.REM_OP_ERR;
    }

    /** Ends the claim: the receive completes, or stays for another try where the sender failed on its own side. */
    synchronized int completeClaim(final Asking asking, final int status, final int bytes,
            final boolean hasImmediate, final int immediate) {
        if (claimedBy != asking) {
            return status == WcStatus.SUCCESS ? Requester.NO_ANSWER : status;
        }
        claimedBy = null;
        if (!queuePair.answers(asking)) {
            flushIfInError();
            return status == WcStatus.SUCCESS ? Requester.NO_ANSWER : status;
        }
        if (status == WcStatus.SUCCESS) {
            completeReceive(WcStatus.SUCCESS, WcOpcode.RECV, bytes, hasImmediate ? immediate : 0, hasImmediate);
        } else if (status == WcStatus.REM_OP_ERR) {
            failReceive(WcStatus.LOC_PROT_ERR);
        }
        return status;
    }

    /** Whoever was placing a message will not end it: the receive waits for another. */
    synchronized void releaseClaim(final Asking asking) {
        if (claimedBy == asking) {
            claimedBy = null;
        }
    }

    /** Completes the oldest receive for an RDMA WRITE with immediate data that has been placed. */
    synchronized int completeImmediate(final Asking asking, final int bytes, final int immediate) {
        if (!queuePair.answers(asking) || receives.isEmpty()) {
            return Requester.NO_ANSWER;
        }
        completeReceive(WcStatus.SUCCESS, WcOpcode.RECV_RDMA_WITH_IMM, bytes, immediate, true);
        return WcStatus.SUCCESS;
    }

    /** Flushes the posted receives; the queue pair is in the error state. A claimed one is given up by its sender. */
    synchronized void flush() {
        claimedBy = null;
        while (!receives.isEmpty()) {
            failReceive(WcStatus.WR_FLUSH_ERR);
        }
    }

    synchronized void flushIfInError() {
        if (queuePair.state() == QpState.ERR) {
            flush();
        }
    }

    /**
     * The peer's request broke a rule here: this side fails too.
     *
     * @return false where this queue pair has been reset and is not that peer's any more
     */
    synchronized boolean fail(final Asking asking) {
        if (!queuePair.answers(asking)) {
            return false;
        }
        queuePair.enterError();
        flush();
        return true;
    }

    synchronized void drop() {
        claimedBy = null;
        receives.clear();
    }

    private void failReceive(final int status) {
        completeReceive(status, 0, 0, 0, false);
    }

    private void completeReceive(final int status, final int opcode, final int bytes, final int immediate,
            final boolean hasImmediate) {
        completions.push(receives.wrId(), status, opcode, bytes, immediate,
                hasImmediate ? WcOpcode.FLAG_WITH_IMM : 0, queuePair.number(), receives.credit(), 1);
        receives.remove();
    }
}
