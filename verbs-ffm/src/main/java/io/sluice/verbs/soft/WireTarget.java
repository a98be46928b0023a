package io.sluice.verbs.soft;

import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.wire.Frame;
import java.nio.ByteBuffer;

/**
 * Carries out what the peer asks for over a socket, by the same checks and in the same order as the fabric of a device
 * does. Used by the thread that waits for the socket alone.
 */
final class WireTarget {
    /** {@link #begin}: the payload is for {@link #place}. */
    static final int TAKES = 0;
    /** {@link #begin}: the payload is of no use. */
    static final int IGNORES = 1;
    /** {@link #begin}: nothing more is wanted of this peer. */
    static final int STOPS = 2;
    /** {@link #begin}: the peer must not say this. */
    static final int FORBIDDEN = 3;

    private final SocketPath path;
    private final Responder responder;
    private final LocalChunk chunk = new LocalChunk();
    /** The sequence of the next request. */
    private int expected;
    private boolean started;
    /** A receive was missing: all is ignored until the request of the expected sequence comes again. */
    private boolean ignoring;
    private boolean stopped;

    // The message under way.
    private boolean underWay;
    private int type;
    private long address;
    private int key;
    private int immediate;
    private long total;
    private long placed;

    WireTarget(final SocketPath path, final Responder responder) {
        this.path = path;
        this.responder = responder;
    }

    /** Bytes of the message under way that make it whole, where it is so short that it must be placed as one; else 0. */
    int wordBytes() {
        return underWay && total <= Long.BYTES ? (int) total : 0;
    }

    /** The sequence of the first request to come. */
    void open(final int firstSequence) {
        expected = firstSequence;
    }

    /** All requests before this sequence are carried out. */
    int executed() {
        return expected;
    }

    /** Begins a frame; one of the values above. */
    int begin(final ByteBuffer headers, final int at) {
        final int frame = Frame.type(headers, at);
        final int sequence = Frame.sequence(headers, at);
        if (stopped) {
            return STOPS;
        }
        if (frame == Frame.START) {
            return start(sequence);
        }
        if (!started) {
            return FORBIDDEN;
        }
        if (frame == Frame.MORE) {
            if (ignoring) {
                return IGNORES;
            }
            return underWay && sequence == expected && Frame.length(headers, at) == Frame.lengthOf(total - placed)
                    ? TAKES
                    : FORBIDDEN;
        }
        if (ignoring && sequence != expected) {
            return IGNORES;
        }
        if (underWay || sequence != expected) {
            return FORBIDDEN;
        }
        ignoring = false;
        type = frame;
        address = Frame.address(headers, at);
        key = Frame.key(headers, at);
        immediate = Frame.immediate(headers, at);
        total = Frame.total(headers, at);
        placed = 0;
        return admit();
    }

    private int start(final int sequence) {
        if (started) {
            return FORBIDDEN;
        }
        if (sequence != expected) {
            path.die("the peer begins with sequence " + sequence + ", this side awaits " + expected, true);
            return STOPS;
        }
        started = true;
        return IGNORES;
    }

    private int admit() {
        int status = WcStatus.REM_INV_REQ_ERR;
        if (total <= path.queuePair().device().config().maxMessageSize()) {
            status = switch (type) {
                case Frame.WRITE -> responder.check(path, address, total, key, false);
                case Frame.WRITE_IMM -> responder.hasReceive()
                        ? responder.check(path, address, total, key, false)
                        : Requester.NOT_READY;
                case Frame.READ -> responder.check(path, address, total, key, true);
                default -> responder.claim(path, total);
            };
        }
        if (status == WcStatus.SUCCESS) {
            underWay = true;
            if (total == 0 || type == Frame.READ) {
                status = finish();
            }
        }
        return after(status);
    }

    private int after(final int status) {
        switch (status) {
            case WcStatus.SUCCESS -> {
                return TAKES;
            }
            case Requester.NOT_READY -> {
                ignoring = true;
                path.notReady(responder.rnrTimer());
                return IGNORES;
            }
            case Requester.NO_ANSWER -> {
                // the queue pair was taken out of service, and closes the socket
            }
            default -> path.refuse(expected, status);
        }
        stopped = true;
        underWay = false;
        return STOPS;
    }

    /** Places bytes of the payload that are in memory of the device. */
    int place(final long from, final int length) {
        int status = WcStatus.SUCCESS;
        for (int done = 0; done < length && status == WcStatus.SUCCESS;) {
            final int bytes = roomFor(length - done);
            chunk.open(from + done, bytes);
            status = isRdma()
                    ? responder.rdma(path, chunk, address + placed, key, false, bytes == total)
                    : responder.place(path, chunk, placed);
            chunk.close();
            placed += bytes;
            done += bytes;
        }
        return placedSome(status);
    }

    /** Places bytes of the payload straight from the socket. */
    int place(final Inflow inflow, final int most) {
        final int bytes = roomFor(most);
        final int status = isRdma()
                ? responder.rdma(path, inflow, address + placed, key, bytes)
                : responder.place(path, inflow, placed, bytes);
        if (status == WcStatus.SUCCESS) {
            placed += inflow.count();
        }
        return placedSome(status);
    }

    private int roomFor(final int length) {
        return isRdma() ? length : (int) Math.min(length, responder.roomAt(path, placed));
    }

    private boolean isRdma() {
        return type == Frame.WRITE || type == Frame.WRITE_IMM;
    }

    private int placedSome(final int status) {
        final int outcome = status == WcStatus.SUCCESS && placed == total ? finish() : status;
        if (status != WcStatus.SUCCESS && !isRdma()) {
            responder.completeClaim(path, status, 0, false, 0);
        }
        return after(outcome);
    }

    private int finish() {
        underWay = false;
        final int status = switch (type) {
            case Frame.WRITE -> WcStatus.SUCCESS;
            case Frame.WRITE_IMM -> responder.completeImmediate(path, (int) total, immediate);
            case Frame.READ -> path.offerRead(expected, address, key, total)
                    ? WcStatus.SUCCESS
                    : WcStatus.REM_INV_REQ_ERR;
            default -> responder.completeClaim(path, WcStatus.SUCCESS, (int) total, type == Frame.SEND_IMM,
                    immediate);
        };
        if (status == WcStatus.SUCCESS) {
            expected++;
        }
        return status;
    }
}
