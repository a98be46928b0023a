package io.sluice.properties.paired;

import io.sluice.pipeline.pairing.Pieces;

/**
 * A request as the model knows it.
 *
 * @param id     that the pairing gave it
 * @param pieces its memory
 * @param fill   what every byte of a send or put is
 */
record Asked(long id, Pieces pieces, int fill) {
    long total() {
        return pieces.bytes();
    }
}
