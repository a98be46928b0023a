/**
 * {@code sluice bench}: what the engine costs on this machine, each figure a ratio to something outside of it measured in
 * the same run.
 */
package io.sluice.bench.figures;
