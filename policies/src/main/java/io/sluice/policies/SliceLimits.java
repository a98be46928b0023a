package io.sluice.policies;

/** What a slice policy accepts. Each check returns its value or throws with the value, the rule and the way out. */
final class SliceLimits {
    private SliceLimits() {}

    static int checkMaxMessageLength(final long maxMessageLength) {
        if (maxMessageLength < 1 || maxMessageLength > SlicePolicy.MAX_MESSAGE_LENGTH) {
            throw new IllegalArgumentException("maxMessageLength " + maxMessageLength + " is outside 1.."
                    + SlicePolicy.MAX_MESSAGE_LENGTH + " bytes (2^31 - 4096); clamp what the device reports");
        }
        return (int) maxMessageLength;
    }

    static void checkBlocks(final int blockSize, final int fragmentLimit, final int maxMessageLength) {
        if (blockSize < 1 || blockSize > maxMessageLength) {
            throw new IllegalArgumentException("blockSize " + blockSize + " is outside 1.." + maxMessageLength
                    + " bytes (maxMessageLength): a block is one message");
        }
        if (fragmentLimit < 0 || fragmentLimit > blockSize) {
            throw new IllegalArgumentException("fragmentLimit " + fragmentLimit + " is outside 0.." + blockSize
                    + " bytes (blockSize); 0 merges no tail");
        }
        if (fragmentLimit > maxMessageLength - blockSize) {
            throw new IllegalArgumentException("blockSize " + blockSize + " + fragmentLimit " + fragmentLimit
                    + " is over maxMessageLength " + maxMessageLength
                    + ": a block with its tail is one message; lower fragmentLimit to "
                    + (maxMessageLength - blockSize) + " or lower blockSize");
        }
    }

    static long checkLength(final long length) {
        if (length < 0) {
            throw negative("length", length);
        }
        return length;
    }

    /** Out of line, so that the callers on the hot path stay small enough to be inlined. */
    static IllegalArgumentException negative(final String name, final long value) {
        return new IllegalArgumentException(name + " " + value + " is negative; lengths are 0..2^63-1 bytes");
    }
}
