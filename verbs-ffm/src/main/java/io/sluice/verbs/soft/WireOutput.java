package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;

/**
 * What goes out of a socket: the opening, then bursts of answers and requests, in turn first. Never waits: what the
 * socket does not take stays where it is until the socket reports that it takes more. Under the requester's lock.
 */
final class WireOutput implements Burst.Payloads {
    private final SocketPath path;
    private final WireRequester requester;
    private final SocketChannel channel;
    private final Answers answers;
    private final Burst burst = new Burst(this);
    private final LocalChunk chunk = new LocalChunk();
    private boolean openingDue;
    private int readsAtOnce;
    /** The socket takes no more, and will be reported when it does. */
    private boolean blocked;
    /** A frame cannot be ended: nothing more can be sent. */
    private boolean broken;
    private boolean requestsFirst;
    /** The last word is in the burst. */
    private boolean refusing;

    WireOutput(final SocketPath path, final WireRequester requester) {
        this.path = path;
        this.requester = requester;
        channel = path.channel();
        answers = path.answers();
    }

    /** The queue pair is ready to receive: says so to the peer. */
    void open(final int readsAnsweredAtOnce) {
        readsAtOnce = readsAnsweredAtOnce;
        openingDue = true;
    }

    /** The socket takes more again. */
    void unblock() {
        blocked = false;
    }

    /** Sends what there is to send and the socket takes, but no more than so many bursts. */
    void pump(final int bursts) {
        int left = bursts;
        while (true) {
            requester.settle();
            if (blocked || broken || !path.sends()) {
                return;
            }
            if (burst.isEmpty() && !fill()) {
                requester.settle(); // a request may have lost its memory just now
                return;
            }
            if (left-- == 0) { // others are to have their turn
                block();
                return;
            }
            try {
                final int status = burst.write(channel);
                if (status == Burst.BLOCKED) {
                    block();
                    return;
                }
                if (status != Burst.WRITTEN) {
                    broken = true;
                    requester.breakOff(status);
                }
            } catch (final IOException e) {
                path.die(e.toString(), false);
                return;
            }
        }
    }

    private void block() {
        blocked = true;
        path.writeInterest();
    }

    private boolean fill() {
        if (openingDue) {
            openingDue = false;
            path.writeOpening(burst, readsAtOnce);
            return true;
        }
        if (answers.mustRefuseNow()) {
            return refuse();
        }
        requestsFirst = !requestsFirst;
        if (requestsFirst && !answers.isRefusing()) {
            requester.fill(burst);
        }
        answers.fill(burst);
        if (!requestsFirst && !answers.isRefusing()) {
            requester.fill(burst);
        }
        return !burst.isEmpty();
    }

    /** The last word to the peer, and the step to the error state with it. */
    private boolean refuse() {
        if (refusing) {
            return false;
        }
        refusing = true;
        if (!path.failFromPeer(answers.refusedStatus()) || !path.linger()) {
            path.shut();
            return false;
        }
        answers.addRefusal(burst);
        return true;
    }

    /** The requests are gone, and with them their memory: only the last word may still go out. */
    void abandon() {
        if (!refusing) {
            broken = true;
            burst.clear();
        }
    }

    @Override
    public boolean mustCopy(final int type, final long source) {
        return type != Frame.READ_DATA && Request.isInline(source);
    }

    @Override
    public int copy(final int type, final long source, final long offset, final int length, final MemorySegment to,
            final long toOffset) {
        if (type == Frame.READ_DATA) {
            return answers.copy((int) source, offset, length, to, toOffset);
        }
        int done = 0;
        while (done < length) {
            final int status = chunk.openAt(source, offset + done, length - done, path.queuePair());
            if (status != WcStatus.SUCCESS) {
                return status;
            }
            try {
                chunk.copyTo(to, toOffset + done);
                done += (int) chunk.bytes();
            } catch (final IllegalStateException e) { // the memory was closed under its registration
                return WcStatus.LOC_PROT_ERR;
            } finally {
                chunk.close();
            }
        }
        return WcStatus.SUCCESS;
    }

    @Override
    public int gather(final int type, final long source, final long offset, final int most, final Gather into) {
        if (type == Frame.READ_DATA) {
            return answers.gather((int) source, offset, most, into);
        }
        final int status = chunk.openAt(source, offset, most, path.queuePair());
        if (status != WcStatus.SUCCESS) {
            return -status;
        }
        final SoftMemoryRegion region = chunk.handOver();
        final int bytes = region.addTo(into, chunk.offset(), (int) chunk.bytes());
        return bytes > 0 ? bytes : -WcStatus.LOC_PROT_ERR;
    }

    @Override
    public int lost(final int type, final long source) {
        return type == Frame.READ_DATA ? answers.lost((int) source) : WcStatus.LOC_PROT_ERR;
    }

    @Override
    public void moved(final int type) {
        if (type != Frame.READ_DATA) {
            requester.progressMade();
        }
    }

    @Override
    public void written(final int type, final int tag) {
        switch (type) {
            case Frame.WRITE, Frame.WRITE_IMM, Frame.SEND, Frame.SEND_IMM, Frame.MORE, Frame.READ -> requester
                    .frameWritten(tag);
            case Frame.READ_DATA -> answers.written(tag);
            case Frame.REFUSED -> path.refusalWritten();
            default -> {
                // nobody waits for it
            }
        }
    }
}
