package io.sluice.pipeline.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Puts messages into frames and writes them. One thread at a time. */
public final class FrameWriter {
    /** Small frames go out together up to this. */
    private static final int TOGETHER = 16 << 10;
    private static final int MOST_FRAME = FrameReader.LENGTH_BYTES + Codec.MOST_BYTES + Message.PROOF_BYTES;

    private final WritableByteChannel out;
    private ByteBuffer buffer = FrameReader.little(2 * Codec.MOST_HANDSHAKE_BYTES);
    private FrameSeal seal = FrameSeal.fromDialler(null);

    public FrameWriter(final WritableByteChannel out) {
        this.out = out;
    }

    /** From now on messages may be as large as any. Nothing is waiting for {@link #flush}. */
    void inService() {
        buffer = FrameReader.little(TOGETHER + MOST_FRAME);
    }

    void seal(final FrameSeal newSeal) {
        seal = newSeal;
    }

    void appendRaw(final byte[] bytes) {
        buffer.put(bytes);
    }

    /** Adds a message; it goes out with {@link #flush}, at the latest. */
    public void append(final Message message) throws IOException {
        if (buffer.position() >= TOGETHER) { // what is left holds any message
            flush();
        }
        final int at = buffer.position();
        final int payload = at + FrameReader.LENGTH_BYTES;
        buffer.position(payload);
        Codec.encode(message, buffer);
        final int end = buffer.position();
        buffer.put(seal.next(buffer.duplicate().position(payload).limit(end)));
        buffer.putInt(at, buffer.position() - payload);
    }

    /** Writes all that was added. */
    public void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
        buffer.clear();
    }
}
