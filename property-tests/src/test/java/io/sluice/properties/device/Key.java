package io.sluice.properties.device;

/** Which key a request names a region by. */
enum Key {
    RIGHT,
    /** The rkey where the lkey belongs, or the other way round. */
    OTHER_KIND,
    /** A number that no region has. */
    UNKNOWN
}
