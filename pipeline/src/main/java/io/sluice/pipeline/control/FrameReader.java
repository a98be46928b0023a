package io.sluice.pipeline.control;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads frames: the length of what follows, u32; a message; its seal where there is a secret. The length is checked
 * before anything is allocated for it. At first it takes no byte beyond the frame that it is asked for, so that what
 * follows on the channel may be somebody else's. One thread at a time.
 */
public final class FrameReader {
    static final int LENGTH_BYTES = Integer.BYTES;
    private static final int FIRST_CAPACITY = 1_024;
    private static final int AHEAD_CAPACITY = 16 << 10;

    private final ReadableByteChannel in;
    /** Bytes read and not taken are between position and limit. */
    private ByteBuffer buffer = little(FIRST_CAPACITY).flip();
    private int mostBytes = Codec.MOST_HANDSHAKE_BYTES;
    private boolean ahead;
    private FrameSeal seal = FrameSeal.fromDialler(null);

    public FrameReader(final ReadableByteChannel in) {
        this.in = in;
    }

    void seal(final FrameSeal newSeal) {
        seal = newSeal;
    }

    /** From now on messages may be as large as any, and it reads ahead. */
    void inService() {
        mostBytes = Codec.MOST_BYTES;
        ahead = true;
    }

    /**
     * The next bytes, outside any frame.
     *
     * @throws EOFException if there are fewer
     */
    byte[] exactly(final int count) throws IOException {
        if (!fill(count)) {
            throw new EOFException("nothing came");
        }
        final byte[] bytes = new byte[count];
        buffer.get(bytes);
        return bytes;
    }

    /**
     * The next message.
     *
     * @return null at the end, between two frames
     * @throws MalformedException if it is none, or its seal is wrong
     * @throws EOFException       if the end comes within a frame
     */
    public Message read() throws IOException {
        if (!fill(LENGTH_BYTES)) {
            return null;
        }
        final long length = Integer.toUnsignedLong(buffer.getInt(buffer.position()));
        final int most = mostBytes + seal.bytes();
        if (length <= seal.bytes() || length > most) {
            throw new MalformedException(
                    "a frame of " + length + " bytes, " + (seal.bytes() + 1) + ".." + most + " are allowed");
        }
        final int bytes = LENGTH_BYTES + (int) length;
        fill(bytes);
        final int payload = buffer.position() + LENGTH_BYTES;
        final int end = buffer.position() + bytes;
        final int payloadEnd = end - seal.bytes();
        final byte[] sealed = new byte[seal.bytes()];
        buffer.get(payloadEnd, sealed);
        if (!seal.isSealOfNext(part(payload, payloadEnd), sealed)) {
            throw new MalformedException("a frame whose seal is wrong");
        }
        final Message message = Codec.decode(part(payload, payloadEnd));
        buffer.position(end);
        return message;
    }

    private ByteBuffer part(final int from, final int to) {
        return buffer.duplicate().position(from).limit(to).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** False at the end of the stream with nothing pending. */
    private boolean fill(final int bytes) throws IOException {
        if (buffer.remaining() >= bytes) {
            return true;
        }
        makeRoom(bytes);
        int have = buffer.position();
        while (have < bytes) {
            buffer.limit(ahead ? buffer.capacity() : bytes);
            if (in.read(buffer) < 0) {
                buffer.flip();
                if (have == 0) {
                    return false;
                }
                throw new EOFException("the stream ended within a frame");
            }
            have = buffer.position();
        }
        buffer.flip();
        return true;
    }

    /** Moves what is pending to the start; the position is behind it then. */
    private void makeRoom(final int bytes) {
        final int wanted = Math.max(bytes, ahead ? AHEAD_CAPACITY : 0);
        if (buffer.capacity() < wanted) {
            buffer = little(wanted).put(buffer);
        } else {
            buffer.compact();
        }
    }

    static ByteBuffer little(final int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
