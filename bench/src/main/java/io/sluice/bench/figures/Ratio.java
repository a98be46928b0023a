package io.sluice.bench.figures;

/**
 * A figure against another one of the same round.
 *
 * @param name        of the ratio
 * @param better      which way it should go
 * @param numerator   name of a figure
 * @param denominator name of a figure
 * @param reach       what it should reach, as a number
 */
record Ratio(String name, Better better, String numerator, String denominator, double reach) {}
