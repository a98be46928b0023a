package io.sluice.properties.device;

/**
 * A scatter/gather entry.
 *
 * @param region whose key it carries
 * @param key    which key
 * @param offset units from the start of the near side (sends) or the far side (receives)
 * @param length units, or {@link #HUGE}
 */
record Entry(int region, Key key, int offset, int length) {
    /** The largest length that the struct can say: 2^32 - 1 bytes. */
    static final int HUGE = -1;

    @Override
    public String toString() {
        return "[" + offset + "+" + (length == HUGE ? "HUGE" : length) + " r" + region
                + (key == Key.RIGHT ? "" : " " + key) + "]";
    }
}
