/** Microbenchmarks of the engine's parts, in its own package to reach what it does not export. */
package io.sluice.pipeline;
