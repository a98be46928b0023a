package io.sluice.pipeline.control;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import javax.crypto.Mac;

/**
 * What the ends prove with the shared secret K. The transcript T is all that was said before: version, nonces, and who
 * they are; so a proof serves for one handshake, and the two ends' proofs differ. The secret itself is never sent.
 */
final class Proofs {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String PREFIX = "sluice1 ";

    private Proofs() {}

    static byte[] random(final int bytes) {
        final byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return random;
    }

    static long randomLong() {
        return RANDOM.nextLong();
    }

    /** SHA-256(T). */
    static byte[] transcript(final Message.Opening dialler, final Message.Opening answerer) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            final ByteBuffer opening = FrameReader.little(Codec.MOST_HANDSHAKE_BYTES);
            opening.putInt(Codec.VERSION);
            Codec.encode(dialler, opening); // each field has its length, so no two transcripts look alike
            Codec.encode(answerer, opening);
            digest.update(opening.flip());
            return digest.digest();
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static byte[] ofDialler(final byte[] secret, final byte[] transcript) {
        return hmac(secret, "client", transcript);
    }

    static byte[] ofAnswerer(final byte[] secret, final byte[] transcript, final byte[] diallerProof) {
        return hmac(secret, "server", transcript, diallerProof);
    }

    static byte[] sessionKey(final byte[] secret, final byte[] transcript) {
        return hmac(secret, "session", transcript);
    }

    static byte[] ofDataSocket(final byte[] key, final long session, final int index, final byte[] nonce) {
        return hmac(key, "data", ByteBuffer.allocate(Long.BYTES + Integer.BYTES).putLong(session).putInt(index).array(),
                nonce);
    }

    private static byte[] hmac(final byte[] key, final String label, final byte[]... parts) {
        final Mac mac = FrameSeal.mac(key);
        mac.update((PREFIX + label).getBytes(StandardCharsets.US_ASCII));
        for (final byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }
}
