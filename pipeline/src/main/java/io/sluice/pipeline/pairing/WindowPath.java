package io.sluice.pipeline.pairing;

/** The road of puts, the same for both ends. */
enum WindowPath {
    /** There is no window. */
    NONE,
    /** In frames. */
    TWO_SIDED,
    /** The device writes. */
    ONE_SIDED
}
