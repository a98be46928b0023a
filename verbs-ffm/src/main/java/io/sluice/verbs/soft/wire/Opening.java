package io.sluice.verbs.soft.wire;

import java.nio.ByteBuffer;

/**
 * The first 32 bytes of each direction: who speaks, and whom it answers.
 *
 * <pre>
 *   0       8         12      16      20            24        28    32
 *   +-------+---------+-------+-------+-------------+---------+-----+
 *   | magic | version | own   | dest  | receive PSN | READs   | 0   |
 *   |       |         | QP    | QP    |             | at once |     |
 *   +-------+---------+-------+-------+-------------+---------+-----+
 * </pre>
 */
public final class Opening {
    public static final int SIZE = 32;
    public static final int VERSION = 1;

    /** "SLUICEQP" read as a little-endian number. */
    static final long MAGIC = 0x5051_4543_4955_4c53L;

    private static final int AT_VERSION = Long.BYTES;
    private static final int AT_OWN = AT_VERSION + Integer.BYTES;
    private static final int AT_DEST = AT_OWN + Integer.BYTES;
    private static final int AT_PSN = AT_DEST + Integer.BYTES;
    private static final int AT_READS = AT_PSN + Integer.BYTES;
    private static final int AT_ZERO = AT_READS + Integer.BYTES;

    private Opening() {}

    /** Writes an opening: own queue pair, the one it answers, from which sequence on, and how many READs at once. */
    public static void put(final ByteBuffer to, final int at, final int ownNumber, final int destNumber,
            final int receivePsn, final int readsAtOnce) {
        to.putLong(at, MAGIC).putInt(at + AT_VERSION, VERSION).putInt(at + AT_OWN, ownNumber)
                .putInt(at + AT_DEST, destNumber).putInt(at + AT_PSN, receivePsn).putInt(at + AT_READS, readsAtOnce)
                .putInt(at + AT_ZERO, 0);
    }

    /** What is wrong with an opening that ought to be from one queue pair to another; null: nothing. */
    public static String complaint(final ByteBuffer from, final int at, final int ownNumber, final int destNumber) {
        if (from.getLong(at) != MAGIC) {
            return "the peer does not speak this protocol: it begins with 0x" + Long.toHexString(from.getLong(at));
        }
        if (from.getInt(at + AT_VERSION) != VERSION) {
            return "the peer speaks version " + from.getInt(at + AT_VERSION) + " of the wire, this side version "
                    + VERSION;
        }
        if (from.getInt(at + AT_OWN) != destNumber || from.getInt(at + AT_DEST) != ownNumber) {
            return "the peer is queue pair " + from.getInt(at + AT_OWN) + " and answers "
                    + from.getInt(at + AT_DEST) + "; expected was " + destNumber + " that answers " + ownNumber;
        }
        if (readsAtOnce(from, at) < 0 || readsAtOnce(from, at) > 255 || from.getInt(at + AT_ZERO) != 0) {
            return "the peer's opening is damaged";
        }
        return null;
    }

    public static int receivePsn(final ByteBuffer from, final int at) {
        return from.getInt(at + AT_PSN);
    }

    public static int readsAtOnce(final ByteBuffer from, final int at) {
        return from.getInt(at + AT_READS);
    }
}
