package io.sluice.examples;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a reader finds in a slot of the cache: an int with the checksum of all that follows, the lengths of key and value,
 * then both. A slot of zeros is empty.
 *
 * @param checksum as the slot says
 * @param sum      of what the reader got
 * @param key      empty for none
 * @param value    of that key
 */
record CacheSlot(int checksum, int sum, String key, String value) {
    static final int BYTES = 1_024;
    private static final int HEADER = 3 * Integer.BYTES;

    /** Fills the slot. */
    static void write(final MemorySegment slot, final String key, final String value) {
        final byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        final byte[] valueBytes = value.getBytes(StandardCharsets.UTF_8);
        if (HEADER + keyBytes.length + valueBytes.length > BYTES) {
            throw new IllegalArgumentException("key of " + keyBytes.length + " and value of " + valueBytes.length
                    + " bytes are more than the " + (BYTES - HEADER) + " of a slot");
        }
        final ByteBuffer bytes = ByteBuffer.allocate(BYTES).putInt(0).putInt(keyBytes.length).putInt(valueBytes.length)
                .put(keyBytes).put(valueBytes);
        bytes.putInt(0, sum(bytes.array()));
        MemorySegment.copy(bytes.array(), 0, slot, ValueLayout.JAVA_BYTE, 0, BYTES);
    }

    /** {@return what is in it} */
    static CacheSlot read(final MemorySegment slot) {
        final ByteBuffer bytes = ByteBuffer.wrap(slot.toArray(ValueLayout.JAVA_BYTE));
        final int checksum = bytes.getInt();
        final int sum = sum(bytes.array());
        if (checksum != sum) { // empty, or in the middle of a change: lengths mean nothing
            return new CacheSlot(checksum, sum, "", "");
        }
        final int keyLength = bytes.getInt();
        final int valueLength = bytes.getInt();
        return new CacheSlot(checksum, sum, text(bytes, keyLength), text(bytes, valueLength));
    }

    private static int sum(final byte[] bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }

    private static String text(final ByteBuffer bytes, final int length) {
        final byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** {@return whether it was read in one piece} */
    boolean isWhole() {
        return checksum == sum || checksum == 0;
    }

    /** {@return the value, if it is this key's} */
    Optional<String> of(final String wanted) {
        return key.equals(wanted) ? Optional.of(value) : Optional.empty();
    }
}
