package io.sluice.bench.figures;

/** Which way a figure should go. */
enum Better {
    HIGHER, LOWER
}
