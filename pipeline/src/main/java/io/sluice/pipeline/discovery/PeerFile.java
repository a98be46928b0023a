package io.sluice.pipeline.discovery;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;

/**
 * What is in an agent's file: UTF-8, seven lines, each ended by a line feed.
 *
 * <pre>
 * sluice-peer 1
 * agent NAME
 * metadata METADATA
 * owner 32 hex digits, random for each registration
 * sequence decimal: of two publishers of a name, the higher one has it; if equal, the higher owner
 * expires decimal: milliseconds since 1970, by the publisher's clock
 * crc32c 8 hex digits, over all lines before
 * </pre>
 *
 * <p>Its name is the agent's with every byte but {@code a-z 0-9 . _ -} as %hh, so that names stay apart where file systems
 * fold case; a long one is cut and ends with its SHA-256. A dot at the start is written as %2e.
 */
record PeerFile(String agentName, String metadata, String owner, long sequence, long expiresMs) {
    static final String SUFFIX = ".peer";
    static final int OWNER_BYTES = 16;
    /** A name of 255 bytes and metadata of 512, with the rest, are less. */
    static final int MOST_BYTES = 2048;

    private static final Pattern LINES = Pattern.compile("""
            sluice-peer 1
            agent ([^\n]*)
            metadata ([^\n]*)
            owner ([0-9a-f]{32})
            sequence ([0-9]{1,18})
            expires ([0-9]{1,18})
            crc32c ([0-9a-f]{8})
            """);
    private static final int CRC_LINE_BYTES = "crc32c 00000000\n".length();
    private static final int LONGEST_PLAIN_NAME = 180;
    private static final int CUT_NAME = 100;

    boolean isAfter(final long otherSequence, final String otherOwner) {
        return sequence != otherSequence ? sequence > otherSequence : owner.compareTo(otherOwner) > 0;
    }

    byte[] encode() {
        final String body = "sluice-peer 1\nagent " + agentName + "\nmetadata " + metadata + "\nowner " + owner
                + "\nsequence " + sequence + "\nexpires " + expiresMs + "\n";
        final byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return (body + "crc32c " + crc(bytes, bytes.length) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** @throws DataFormatException if this is no entry, or not the one that {@code fileName} is for; says why */
    static PeerFile decode(final byte[] bytes, final String fileName) throws DataFormatException {
        if (bytes.length > MOST_BYTES) {
            throw new DataFormatException("is longer than " + MOST_BYTES + " bytes");
        }
        final Matcher lines = LINES.matcher(text(bytes));
        if (!lines.matches()) {
            throw new DataFormatException("is no entry of a peer, or one that is half written");
        }
        if (!lines.group(6).equals(crc(bytes, bytes.length - CRC_LINE_BYTES))) {
            throw new DataFormatException("has a wrong check sum");
        }
        if (!fileName.equals(nameFor(lines.group(1)))) {
            throw new DataFormatException("is the entry of another name");
        }
        return new PeerFile(lines.group(1), lines.group(2), lines.group(3), Long.parseLong(lines.group(4)),
                Long.parseLong(lines.group(5)));
    }

    static String nameFor(final String agentName) {
        final byte[] bytes = agentName.getBytes(StandardCharsets.UTF_8);
        final StringBuilder name = new StringBuilder(3 * bytes.length);
        for (final byte b : bytes) {
            final boolean plain = b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b == '-'
                    || b == '.' && !name.isEmpty();
            if (plain) {
                name.append((char) b);
            } else {
                name.append('%').append(HexFormat.of().toHexDigits(b));
            }
        }
        if (name.length() > LONGEST_PLAIN_NAME) {
            name.setLength(CUT_NAME);
            name.append('~').append(HexFormat.of().formatHex(sha256(bytes)));
        }
        return name.append(SUFFIX).toString();
    }

    private static String text(final byte[] bytes) throws DataFormatException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException _) {
            throw new DataFormatException("is not UTF-8");
        }
    }

    private static String crc(final byte[] bytes, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private static byte[] sha256(final byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }
}
