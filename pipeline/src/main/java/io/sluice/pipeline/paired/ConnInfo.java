package io.sluice.pipeline.paired;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * What an agent tells others out of band so that they can find it, as a blob, little-endian:
 *
 * <pre>
 *   version 2, 528 bytes                       version 1, 520 bytes
 *     0  u32  version                            0  u32  version
 *     4  256  agent name, UTF-8, zero-padded     4  256  agent name
 *   260  u64  host hash                        260  i32  device
 *   268  i32  device                           264  256  unique id
 *   272  256  unique id
 * </pre>
 *
 * <p>The unique id is 16 random bytes, another for every engine, then host:port of its rendezvous as UTF-8,
 * zero-padded. Immutable.
 *
 * @param agent      name, 1 to 255 bytes as UTF-8
 * @param device     index of the agent's device
 * @param hostHash   equal for agents of one host, see {@link HostHash}; 0 where it is not known (version 1)
 * @param engineHigh first 8 of the random bytes
 * @param engineLow  last 8 of the random bytes
 * @param address    host:port, an IPv6 host in brackets; at most 239 bytes
 */
public record ConnInfo(String agent, int device, long hostHash, long engineHigh, long engineLow, String address) {
    /** Bytes of a blob of version 1. */
    public static final int VERSION_1_BYTES = 520;
    /** Bytes of a blob of version 2. */
    public static final int VERSION_2_BYTES = 528;

    private static final int NAME_BYTES = 256;
    private static final int UNIQUE_ID_BYTES = 256;
    private static final int RANDOM_BYTES = 16;
    private static final int MOST_PORT = 65_535;

    /** Checks name and address. */
    public ConnInfo {
        Objects.requireNonNull(agent, "agent");
        final int nameBytes = utf8(agent).length;
        if (nameBytes == 0 || nameBytes >= NAME_BYTES || agent.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an agent's name has 1 to " + (NAME_BYTES - 1)
                    + " bytes of UTF-8 and no zero byte, this one has " + nameBytes);
        }
        checkAddress(address);
    }

    private static void checkAddress(final String address) {
        final int colon = address.lastIndexOf(':');
        final String port = address.substring(colon + 1);
        final String host = colon < 0 ? "" : address.substring(0, colon);
        final boolean isBracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
        final boolean isPlain = !host.isEmpty() && host.chars().noneMatch(c -> c == ':' || c == '[' || c == ']');
        if (!isBracketed && !isPlain || !address.chars().allMatch(c -> c > ' ' && c < 0x7f)
                || !port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > MOST_PORT
                || utf8(address).length >= UNIQUE_ID_BYTES - RANDOM_BYTES) {
            throw new IllegalArgumentException("a rendezvous is host:port, this is \"" + printable(address) + '"');
        }
    }

    /** {@return the blob, version 2} */
    public byte[] toBlob() {
        final ByteBuffer blob = buffer(new byte[VERSION_2_BYTES]);
        blob.putInt(2);
        blob.put(Arrays.copyOf(utf8(agent), NAME_BYTES));
        blob.putLong(hostHash).putInt(device).putLong(engineHigh).putLong(engineLow);
        blob.put(utf8(address));
        return blob.array();
    }

    /**
     * Reads a blob of version 1 or 2.
     *
     * @param blob as another agent gave it
     * @return what it says
     * @throws IllegalArgumentException if it is none; the message says why
     */
    public static ConnInfo parse(final byte[] blob) {
        if (blob.length < Integer.BYTES) {
            throw new IllegalArgumentException("a blob of " + blob.length + " bytes has no version");
        }
        final ByteBuffer in = buffer(blob);
        final int version = in.getInt();
        final int expected = switch (version) {
            case 1 -> VERSION_1_BYTES;
            case 2 -> VERSION_2_BYTES;
            default -> throw new IllegalArgumentException(
                    "blob version " + Integer.toUnsignedString(version) + " is unknown; 1 and 2 are known");
        };
        if (blob.length != expected) {
            throw new IllegalArgumentException(
                    "a blob of version " + version + " has " + expected + " bytes, this one " + blob.length);
        }
        final String name = text(in, NAME_BYTES, "agent name");
        final long hostHash = version == 1 ? 0 : in.getLong();
        final int device = in.getInt();
        return new ConnInfo(name, device, hostHash, in.getLong(), in.getLong(),
                text(in, UNIQUE_ID_BYTES - RANDOM_BYTES, "rendezvous"));
    }

    /** @return whether it describes the same engine, not one of the same name that was started later */
    boolean isSameEngine(final ConnInfo other) {
        return engineHigh == other.engineHigh && engineLow == other.engineLow;
    }

    /**
     * The order that ranks agents: by the bytes of their names, unsigned. Java's order of strings is another one.
     *
     * @return negative, zero or positive
     */
    static int compareNames(final String one, final String other) {
        return Arrays.compareUnsigned(utf8(one), utf8(other));
    }

    private static String text(final ByteBuffer in, final int bytes, final String what) {
        final byte[] field = new byte[bytes];
        in.get(field);
        int length = 0;
        while (length < bytes && field[length] != 0) {
            length++;
        }
        if (length == bytes) {
            throw new IllegalArgumentException("the " + what + " of the blob does not end within " + bytes + " bytes");
        }
        for (int i = length; i < bytes; i++) {
            if (field[i] != 0) {
                throw new IllegalArgumentException("the " + what + " of the blob has bytes behind its end");
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(field, 0, length)).toString();
        } catch (final CharacterCodingException e) {
            throw new IllegalArgumentException("the " + what + " of the blob is not UTF-8", e);
        }
    }

    private static byte[] utf8(final String text) {
        try {
            final ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (final CharacterCodingException e) {
            throw new IllegalArgumentException("half of a surrogate pair has no UTF-8", e);
        }
    }

    private static String printable(final String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private static ByteBuffer buffer(final byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
