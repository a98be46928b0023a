package io.sluice.policies;

/**
 * Says how an entry of a transfer is cut into slices, each of which becomes one work request.
 *
 * <p>A policy is a pure function of what remains of the entry, so cutting can stop anywhere and go on later, on another
 * thread, from nothing but a cursor:
 *
 * <pre>{@code
 * for (long offset = 0; offset < length; offset += sliceLength) {
 *     sliceLength = policy.nextLength(length - offset);
 *     ...
 * }
 * }</pre>
 *
 * <p>{@link #whole} and {@link #blocks} are the policies that Sluice brings. The interface is open: a user's own policy
 * has to keep this contract, for every {@code remaining} from 1 to 2<sup>63</sup> − 1:
 * <ul>
 * <li>{@code nextLength(remaining)} is in 1..min(remaining, {@code maxSliceLength()}), and the same at each call;
 * <li>{@code nextLength(0)} and {@code sliceCount(0)} are 0, a negative argument is refused;
 * <li>{@code sliceCount(remaining)} is 1 + {@code sliceCount(remaining − nextLength(remaining))}, found without cutting.
 * </ul>
 * A policy that answers 0 for a remainder would never end; whoever cuts with a policy it does not know checks what it gets.
 *
 * <p>All lengths are bytes. The policies made here are immutable, compare by value, allocate nothing when called, and are
 * safe for use by any number of threads; the same is expected of others.
 */
public interface SlicePolicy {
    /**
     * The longest slice that any policy may cut: 2<sup>31</sup> − 4096 bytes. The length of a scatter/gather element is 32
     * bits wide and the largest RC message is 2<sup>31</sup> bytes; one page (4 KiB) less keeps it in an {@code int}
     * and page-aligned.
     */
    int MAX_MESSAGE_LENGTH = Integer.MAX_VALUE - 4095;

    /** The usual block: 64 KiB. */
    int DEFAULT_BLOCK_SIZE = 64 * 1024;

    /** The usual limit under which a tail rides with the last block: 4 KiB. */
    int DEFAULT_FRAGMENT_LIMIT = 4 * 1024;

    /**
     * The length of the slice to cut next.
     *
     * @param remaining bytes of the entry that are not yet cut, 0..2<sup>63</sup> − 1
     * @return bytes to cut, 1..min(remaining, {@link #maxSliceLength()}); 0 where nothing remains
     * @throws IllegalArgumentException if {@code remaining} is negative
     */
    int nextLength(long remaining);

    /**
     * How many slices an entry becomes. Found in constant time, for any length.
     *
     * @param length bytes of the entry, 0..2<sup>63</sup> − 1
     * @return the number of slices, 0 for an empty entry
     * @throws IllegalArgumentException if {@code length} is negative
     */
    long sliceCount(long length);

    /**
     * The longest slice that this policy ever cuts. An engine whose device takes shorter messages cannot use the policy,
     * and sees so from this number, before anything is posted.
     *
     * @return bytes, 1..{@link #MAX_MESSAGE_LENGTH}
     */
    int maxSliceLength();

    /**
     * One entry, one slice. An entry that is longer than a message may be is cut into pieces of {@code maxMessageLength},
     * the last one with what is left.
     *
     * @param maxMessageLength the longest message the device takes, in bytes, 1..{@link #MAX_MESSAGE_LENGTH}; a device
     *     that takes more is to be clamped by the caller
     * @return the policy
     * @throws IllegalArgumentException if {@code maxMessageLength} is out of range
     */
    static SlicePolicy whole(long maxMessageLength) {
        return new WholeSlices(SliceLimits.checkMaxMessageLength(maxMessageLength));
    }

    /**
     * Blocks of equal size, with a short tail merged into the last: where at most {@code blockSize + fragmentLimit} bytes
     * remain, they are one slice; where more remain, the next slice is one block.
     *
     * <p>With blocks of 64 KiB and a limit of 4 KiB, 69,632 bytes are one slice, 69,633 are 65,536 + 4,097, and 135,168
     * are 65,536 + 69,632.
     *
     * <p>The longest slice is {@code blockSize + fragmentLimit} bytes, and it has to fit in a message. Limits that do not
     * fit are refused, not bent: a policy that quietly merged less than it was asked to would cut other slices than its
     * caller counts on.
     *
     * @param blockSize bytes, 1..{@code maxMessageLength}
     * @param fragmentLimit the longest tail that is merged, in bytes, 0..{@code blockSize}; 0 merges nothing
     * @param maxMessageLength the longest message the device takes, in bytes, 1..{@link #MAX_MESSAGE_LENGTH}, and at
     *     least {@code blockSize + fragmentLimit}
     * @return the policy
     * @throws IllegalArgumentException if a value is out of range
     */
    static SlicePolicy blocks(int blockSize, int fragmentLimit, long maxMessageLength) {
        SliceLimits.checkBlocks(blockSize, fragmentLimit, SliceLimits.checkMaxMessageLength(maxMessageLength));
        return new BlockSlices(blockSize, fragmentLimit);
    }

    /**
     * {@link #blocks(int, int, long)} with {@link #DEFAULT_BLOCK_SIZE} and {@link #DEFAULT_FRAGMENT_LIMIT}.
     *
     * @param maxMessageLength the longest message the device takes, in bytes, 69,632..{@link #MAX_MESSAGE_LENGTH}
     * @return the policy
     * @throws IllegalArgumentException if {@code maxMessageLength} is out of range
     */
    static SlicePolicy blocks(long maxMessageLength) {
        return blocks(DEFAULT_BLOCK_SIZE, DEFAULT_FRAGMENT_LIMIT, maxMessageLength);
    }
}
