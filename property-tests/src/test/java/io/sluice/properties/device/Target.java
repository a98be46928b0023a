package io.sluice.properties.device;

/**
 * The remote range of a READ or WRITE; its length is that of the request.
 *
 * @param region whose rkey it carries
 * @param key    which key
 * @param offset units from the start of the far side
 */
record Target(int region, Key key, int offset) {
    @Override
    public String toString() {
        return offset + " r" + region + (key == Key.RIGHT ? "" : " " + key);
    }
}
