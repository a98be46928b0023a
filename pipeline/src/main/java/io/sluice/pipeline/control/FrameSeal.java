package io.sluice.pipeline.control;

import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authenticates the frames of one direction: HMAC-SHA256 over direction, sequence, payload. A frame that was changed,
 * left out, repeated, put in another place or sent back is refused. Without a key it adds and checks nothing. One
 * thread at a time.
 */
final class FrameSeal {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int FULL_BYTES = 32;

    /** Null where there is no key. */
    private final Mac mac;
    private final ByteBuffer head = ByteBuffer.allocate(Byte.BYTES + Long.BYTES);
    private final byte direction;
    private long sequence;

    private FrameSeal(final byte[] key, final int direction) {
        mac = key == null ? null : mac(key);
        this.direction = (byte) direction;
    }

    /** Of what the dialling end sends. */
    static FrameSeal fromDialler(final byte[] key) {
        return new FrameSeal(key, 0);
    }

    /** Of what the answering end sends. */
    static FrameSeal fromAnswerer(final byte[] key) {
        return new FrameSeal(key, 1);
    }

    static Mac mac(final byte[] key) {
        try {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (final NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Bytes of a seal. */
    int bytes() {
        return mac == null ? 0 : FULL_BYTES;
    }

    /** The seal of the next payload, which is what remains in {@code payload} and is taken. */
    byte[] next(final ByteBuffer payload) {
        if (mac == null) {
            return new byte[0];
        }
        head.clear().put(direction).putLong(sequence++).flip();
        mac.update(head);
        mac.update(payload);
        return mac.doFinal();
    }

    boolean isSealOfNext(final ByteBuffer payload, final byte[] seal) {
        return MessageDigest.isEqual(next(payload), seal);
    }
}
