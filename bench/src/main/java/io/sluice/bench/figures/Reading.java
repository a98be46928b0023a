package io.sluice.bench.figures;

/**
 * One value that a measurement gave.
 *
 * @param name   of the figure, the same in every round
 * @param unit   of the value
 * @param better which way it should go
 * @param value  measured
 */
record Reading(String name, String unit, Better better, double value) {
    static Reading higher(final String name, final String unit, final double value) {
        return new Reading(name, unit, Better.HIGHER, value);
    }

    static Reading lower(final String name, final String unit, final double value) {
        return new Reading(name, unit, Better.LOWER, value);
    }
}
