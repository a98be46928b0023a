package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * What this side owes its peer over a socket: acknowledgements, which are one number, the answers to READs, which are
 * references to memory, and at most one bad word. So a reader never waits for a writer. Under the requester's lock.
 */
final class Answers {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private final SocketPath path;
    private final Responder responder;

    /** READs that are not answered in full, oldest first. */
    private int[] sequences = {};
    private int[] keys = {};
    private long[] addresses = {};
    private long[] totals = {};
    private int head;
    private int count;
    /** Of those: the answers that are in a burst already, as a whole. */
    private int encoded;
    /** Bytes of the next one that are in a burst already. */
    private long encodedBytes;
    /** The memory of an answer is gone: what was announced of it and of later ones is filled up, then it is refused. */
    private boolean lost;
    private int lostSequence;

    /** Requests before this one are done, READs at least taken. */
    private int executed;
    private int acknowledged;
    private boolean notReady;
    private int rnrTimer;
    private boolean refused;
    private int refusedSequence;
    private int refusedStatus;

    Answers(final SocketPath path, final Responder responder) {
        this.path = path;
        this.responder = responder;
    }

    void open(final int firstSequence, final int readsAtOnce) {
        executed = firstSequence;
        acknowledged = firstSequence;
        sequences = new int[readsAtOnce];
        keys = new int[readsAtOnce];
        addresses = new long[readsAtOnce];
        totals = new long[readsAtOnce];
    }

    /** All requests before a sequence are carried out. */
    void executed(final int before) {
        executed = before;
    }

    /** False: more READs at once than this side said it answers. */
    boolean offerRead(final int sequence, final long address, final int key, final long total) {
        if (count == sequences.length) {
            return false;
        }
        final int slot = (head + count++) % sequences.length;
        sequences[slot] = sequence;
        keys[slot] = key;
        addresses[slot] = address;
        totals[slot] = total;
        executed = sequence + 1;
        return true;
    }

    /** A receive is missing for the request of a sequence, all before which are carried out. */
    void notReady(final int sequence, final int timer) {
        executed = sequence;
        notReady = true;
        rnrTimer = timer;
    }

    /** The request of a sequence is refused, once the READs before it are answered. The oldest one counts. */
    void refuse(final int sequence, final int status) {
        if (!refused || sequence - refusedSequence < 0) {
            refused = true;
            refusedSequence = sequence;
            refusedStatus = status;
        }
    }

    boolean isRefusing() {
        return refused;
    }

    /** Whether the refusal is the next thing to be said. */
    boolean mustRefuseNow() {
        return refused && encoded == 0 && (count == 0 || lost);
    }

    int refusedStatus() {
        return refusedStatus;
    }

    void addRefusal(final Burst burst) {
        burst.add(Frame.REFUSED, refusedStatus, refusedSequence, 0);
    }

    /** Adds acknowledgement and answers, as far as there is room. */
    void fill(final Burst burst) {
        addAck(burst);
        while (encoded < count && !lost && addAnswer(burst)) {
        }
        if (notReady && count == 0 && !refused
                && burst.add(Frame.NOT_READY, rnrTimer, executed, 0) == Burst.ADDED) {
            notReady = false;
            acknowledged = executed; // it says as much
        }
    }

    /** Adds an acknowledgement where there is something new to acknowledge. */
    void addAck(final Burst burst) {
        final int done = count == 0 ? executed : sequences[head];
        if (done != acknowledged && burst.add(Frame.ACK, 0, done, 0) == Burst.ADDED) {
            acknowledged = done;
        }
    }

    private boolean addAnswer(final Burst burst) {
        final int slot = (head + encoded) % sequences.length;
        final long left = totals[slot] - encodedBytes;
        final int length = Frame.lengthOf(left);
        final boolean last = length == left;
        final int status = burst.add(Frame.READ_DATA, 0, sequences[slot], 0, 0, 0, 0, length, slot, encodedBytes,
                last ? 1 : 0);
        if (status == Burst.FULL) {
            return false;
        }
        if (status != Burst.ADDED) {
            lose(slot);
            return false;
        }
        encodedBytes += length;
        if (last) {
            encodedBytes = 0;
            encoded++;
        }
        return true;
    }

    /** A frame of the oldest answer is written; the tag says if it was the last. */
    void written(final int tag) {
        if (tag == 0) {
            return;
        }
        encoded--;
        if (!lost || sequences[head] != lostSequence) {
            head = (head + 1) % sequences.length;
            count--;
        }
    }

    private void lose(final int slot) {
        if (!lost) {
            lost = true;
            lostSequence = sequences[slot];
            refuse(lostSequence, WcStatus.REM_ACCESS_ERR);
        }
    }

    int copy(final int slot, final long offset, final int length, final MemorySegment to, final long toOffset) {
        final long address = addresses[slot] + offset;
        final SoftMemoryRegion region = responder.acquireReadable(path, address, length, keys[slot]);
        if (region == null) {
            return WcStatus.REM_ACCESS_ERR;
        }
        try {
            MemorySegment.copy(region.memory(), region.offsetOf(address), to, toOffset, length);
            return WcStatus.SUCCESS;
        } catch (final IllegalStateException e) { // the memory was closed under its registration
            return WcStatus.REM_ACCESS_ERR;
        } finally {
            region.release();
        }
    }

    /** Adds some of an answer; bytes added. Of one that is lost come zeros: its frame must be ended. */
    int gather(final int slot, final long offset, final int most, final Gather into) {
        final long address = addresses[slot] + offset;
        final SoftMemoryRegion region = isLost(slot)
                ? null
                : responder.acquireReadable(path, address, most, keys[slot]);
        final int bytes = region == null ? 0 : region.addTo(into, region.offsetOf(address), most);
        if (bytes > 0) {
            return bytes;
        }
        lose(slot);
        final int zeros = Math.min(most, ZEROS.capacity());
        into.add(ZEROS.duplicate().limit(zeros));
        return zeros;
    }

    private boolean isLost(final int slot) {
        return lost && sequences[slot] - lostSequence >= 0;
    }

    /** Its memory was found closed. */
    int lost(final int slot) {
        lose(slot);
        return WcStatus.SUCCESS;
    }
}
