package io.sluice.verbs.soft;

import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.Opening;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * What comes in from a socket: takes the headers of a burst, then brings each payload to its place, large ones straight
 * from the socket. Nothing is believed before it is checked. Used by the thread that waits for the socket alone.
 */
final class WireInput implements Inflow {
    /** A payload with more left than this is read into its place, with a system call of its own. */
    private static final int DIRECT_LEAST = 8 << 10;
    /** So much is read beyond where large payloads are about: what comes with the headers has to be copied. */
    private static final int SHORT_READ = 2 << 10;
    /** So much is read in one turn, then other sockets have theirs. */
    private static final int TURN_BYTES = 1 << 20;

    /** After so much of a burst the peer hears how far it has come; else at the burst's end. */
    private static final int REPORT_BYTES = 256 << 10;

    /** Whom a payload is for. */
    private enum Use {
        TARGET, ANSWER, NOBODY
    }

    private final SocketPath path;
    private final SocketChannel channel;
    private final WireTarget target;
    private final WireReplies replies;
    /** Headers of the burst; its position is where the next byte of a header goes. */
    private final ByteBuffer headers = ByteBuffer.allocateDirect(Frame.MAX_BURST * Frame.SIZE)
            .order(ByteOrder.LITTLE_ENDIAN);
    private boolean opened;
    /** Headers of a burst that is in as far as its headers go; 0 where they are awaited. */
    private int frames;
    /** The one of them whose payload is coming. */
    private int current;
    private Use use;
    private int payloadLeft;
    /** Large payloads are about. */
    private boolean large;
    private int unreported;
    /** A message that must be placed as one, while it is not whole. */
    private final MemorySegment word = NativeMemory.allocate(Long.BYTES, Long.BYTES);
    private int wordBytes;

    // Results of the last direct read.
    private int asked;
    private int count;
    private boolean ended;
    private IOException failure;

    WireInput(final SocketPath path, final WireTarget target, final WireReplies replies) {
        this.path = path;
        this.channel = path.channel();
        this.target = target;
        this.replies = replies;
    }

    /** Takes what is there, up to a turn's worth. */
    void read(final ByteBuffer scratch, final long scratchAddress) throws IOException {
        int left = TURN_BYTES;
        while (left > 0 && path.receives()) {
            if (payloadLeft <= DIRECT_LEAST || use == Use.NOBODY) {
                readThrough(scratch, scratchAddress);
            } else {
                readDirect();
            }
            if (ended) {
                path.die("the peer has closed the connection", false);
            }
            if (count < asked) {
                return; // that was all there is
            }
            left -= count;
        }
    }

    /**
     * Whether the peer is to hear what is done. In the middle of a burst the rest of it is on its way, and word of each
     * piece would cost more than the piece.
     */
    boolean reports() {
        if (frames > 0 && unreported < REPORT_BYTES) {
            return false;
        }
        unreported = 0;
        return true;
    }

    private void readThrough(final ByteBuffer scratch, final long scratchAddress) throws IOException {
        scratch.clear();
        if (large) {
            scratch.limit(Math.min(scratch.capacity(), payloadLeft + SHORT_READ));
        }
        asked = scratch.limit();
        counted(channel.read(scratch));
        scratch.flip();
        while (scratch.hasRemaining() && path.receives()) {
            if (frames > 0) {
                takePayload(scratch, scratchAddress);
            } else {
                takeHeader(scratch);
            }
        }
    }

    private void readDirect() throws IOException {
        count = 0;
        asked = 0;
        if (use == Use.ANSWER) {
            if (!replies.answer(this, payloadLeft)) {
                use = Use.NOBODY;
            }
        } else {
            after(target.place(this, payloadLeft));
        }
        if (failure != null) {
            throw failure;
        }
        payloadTaken(count);
    }

    @Override
    public void into(final SoftMemoryRegion region, final long offset, final int most) {
        asked = most;
        try {
            counted(region.readFrom(channel, offset, most));
        } catch (final IOException e) {
            failure = e; // thrown outside the locks
        }
    }

    @Override
    public int count() {
        return count;
    }

    private void counted(final int bytes) {
        ended = bytes < 0;
        count = Math.max(0, bytes);
        unreported += count;
    }

    private void takeHeader(final ByteBuffer from) {
        final int size = opened ? Frame.SIZE : Opening.SIZE;
        final int missing = size - headers.position() % size;
        final int bytes = Math.min(missing, from.remaining());
        headers.put(headers.position(), from, from.position(), bytes).position(headers.position() + bytes);
        from.position(from.position() + bytes);
        if (bytes < missing) {
            return;
        }
        if (!opened) {
            opened = true;
            headers.clear();
            path.peerOpens(headers);
            return;
        }
        final int at = headers.position() - size;
        final boolean followed = Frame.isFollowed(headers, at);
        if (!Frame.isWellFormed(headers, at) || followed && !headers.hasRemaining()) {
            path.die("a frame is damaged: type " + Frame.type(headers, at) + ", length " + Frame.length(headers, at),
                    true);
        } else if (!followed) {
            burstBegins(headers.position() / size);
        }
    }

    private void burstBegins(final int headersIn) {
        frames = headersIn;
        current = 0;
        large = false;
        for (int i = 0; i < frames; i++) {
            large |= Frame.length(headers, i * Frame.SIZE) > DIRECT_LEAST;
        }
        beginFrame();
    }

    /** Begins the current frame, and those behind it as long as they have no payload. */
    private void beginFrame() {
        while (current < frames && path.receives()) {
            final int at = current * Frame.SIZE;
            payloadLeft = Frame.length(headers, at);
            meet(at);
            if (payloadLeft > 0) {
                return;
            }
            current++;
        }
        frames = 0;
        headers.clear();
    }

    private void meet(final int at) {
        final int sequence = Frame.sequence(headers, at);
        use = Use.NOBODY;
        switch (Frame.type(headers, at)) {
            case Frame.ACK -> allowed(replies.acknowledged(sequence), at);
            case Frame.REFUSED -> allowed(replies.refused(sequence, Frame.code(headers, at)), at);
            case Frame.NOT_READY -> allowed(replies.notReady(sequence, Frame.code(headers, at)), at);
            case Frame.READ_DATA -> {
                allowed(replies.answerBegins(sequence, Frame.length(headers, at)), at);
                use = Use.ANSWER;
            }
            default -> {
                final int outcome = target.begin(headers, at);
                allowed(outcome != WireTarget.FORBIDDEN, at);
                use = outcome == WireTarget.TAKES ? Use.TARGET : Use.NOBODY;
                after(outcome);
            }
        }
    }

    private void allowed(final boolean permitted, final int at) {
        if (!permitted) {
            path.die("a frame is out of place: type " + Frame.type(headers, at) + ", sequence "
                    + Frame.sequence(headers, at) + ", length " + Frame.length(headers, at), true);
        }
    }

    private void after(final int outcome) {
        if (outcome == WireTarget.STOPS) {
            path.stopReceiving();
        }
    }

    private void takePayload(final ByteBuffer from, final long fromAddress) {
        final int bytes = Math.min(payloadLeft, from.remaining());
        final long address = fromAddress + from.position();
        if (use == Use.ANSWER) {
            replies.answer(address, bytes);
        } else if (use == Use.TARGET) {
            final int whole = target.wordBytes();
            if (bytes >= whole) {
                after(target.place(address, bytes));
            } else {
                takeWord(address, bytes, whole);
            }
        }
        from.position(from.position() + bytes);
        payloadTaken(bytes);
    }

    private void takeWord(final long address, final int bytes, final int whole) {
        NativeMemory.copy(address, word.address() + wordBytes, bytes);
        wordBytes += bytes;
        if (wordBytes == whole) {
            wordBytes = 0;
            after(target.place(word.address(), whole));
        }
    }

    private void payloadTaken(final int bytes) {
        payloadLeft -= bytes;
        if (payloadLeft == 0 && path.receives()) {
            current++;
            beginFrame();
        }
    }
}
