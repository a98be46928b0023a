package io.sluice.pipeline.control;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Takes fields off a payload that nobody vouches for: each is checked before it is used. */
final class FieldReader {
    private final ByteBuffer in;

    FieldReader(final ByteBuffer in) {
        this.in = in;
    }

    int u8(final String name, final int least, final int most) throws MalformedException {
        need(Byte.BYTES, name);
        return check(Byte.toUnsignedInt(in.get()), name, least, most);
    }

    int u16(final String name, final int least, final int most) throws MalformedException {
        need(Short.BYTES, name);
        return check(Short.toUnsignedInt(in.getShort()), name, least, most);
    }

    int i32(final String name, final int least, final int most) throws MalformedException {
        return check(i32(name), name, least, most);
    }

    int i32(final String name) throws MalformedException {
        need(Integer.BYTES, name);
        return in.getInt();
    }

    long i64(final String name) throws MalformedException {
        need(Long.BYTES, name);
        return in.getLong();
    }

    long i64(final String name, final long least, final long most) throws MalformedException {
        final long value = i64(name);
        if (value < least || value > most) {
            throw new MalformedException(name + " " + value + " is not in " + least + ".." + most);
        }
        return value;
    }

    byte[] bytes(final String name, final int count) throws MalformedException {
        need(count, name);
        final byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    byte[] rest(final String name, final int most) throws MalformedException {
        return bytes(name, check(in.remaining(), name + " length", 0, most));
    }

    /** Length, then UTF-8 without control characters. */
    String text(final String name, final int least, final int most) throws MalformedException {
        final byte[] bytes = bytes(name, u16(name + " length", least, most));
        try {
            final String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            if (text.chars().noneMatch(Character::isISOControl)) {
                return text;
            }
        } catch (final CharacterCodingException _) { // said below
        }
        throw new MalformedException(name + " is not UTF-8, or has control characters");
    }

    void end() throws MalformedException {
        if (in.hasRemaining()) {
            throw new MalformedException(in.remaining() + " bytes too many");
        }
    }

    private void need(final int bytes, final String name) throws MalformedException {
        if (in.remaining() < bytes) {
            throw new MalformedException("ends within " + name);
        }
    }

    private static int check(final int value, final String name, final int least, final int most)
            throws MalformedException {
        if (value < least || value > most) {
            throw new MalformedException(name + " " + value + " is not in " + least + ".." + most);
        }
        return value;
    }
}
