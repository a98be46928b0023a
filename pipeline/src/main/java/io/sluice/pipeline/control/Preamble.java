package io.sluice.pipeline.control;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The first eight bytes of each direction, the same in all versions: {@code SLUICE} and the version, u16 little-endian.
 */
final class Preamble {
    private static final byte[] MAGIC = { 'S', 'L', 'U', 'I', 'C', 'E' };
    private static final int BYTES = MAGIC.length + Short.BYTES;

    private Preamble() {}

    static byte[] bytes() {
        return FrameReader.little(BYTES).put(MAGIC).putShort((short) Codec.VERSION).array();
    }

    /** Reads the peer's, and throws if it is of another version, or none. */
    static void take(final FrameReader in) throws IOException, HandshakeException {
        final byte[] theirs = in.exactly(BYTES);
        if (!Arrays.equals(theirs, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new HandshakeException(Kind.NOT_A_PEER,
                    "it does not open as an engine does: " + HexFormat.of().formatHex(theirs));
        }
        final int version = Short.toUnsignedInt(
                ByteBuffer.wrap(theirs).order(ByteOrder.LITTLE_ENDIAN).getShort(MAGIC.length));
        if (version != Codec.VERSION) {
            throw new HandshakeException(Kind.VERSION, "it speaks version " + version
                    + " of the protocol, this engine speaks version " + Codec.VERSION);
        }
    }
}
