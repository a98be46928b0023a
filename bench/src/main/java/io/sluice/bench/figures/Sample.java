package io.sluice.bench.figures;

/**
 * One value of a figure, and how far apart the cores were.
 *
 * @param value        measured
 * @param moodBeforeNs see {@link Mood}
 * @param moodAfterNs  see {@link Mood}
 */
record Sample(double value, double moodBeforeNs, double moodAfterNs) {}
