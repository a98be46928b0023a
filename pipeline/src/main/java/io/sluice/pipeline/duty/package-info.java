/**
 * How duty cycles get their threads: threading modes, spinning, parking and waking. Not exported. Knows nothing of what
 * the duties are.
 */
package io.sluice.pipeline.duty;
