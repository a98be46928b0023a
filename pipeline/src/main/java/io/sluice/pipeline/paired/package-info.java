/**
 * The dual-path engine: two agents, by name. Send and receive pair over any path and need no registration; where the
 * device writes by itself and both agents registered a window, puts go one-sided and waits look for their signals.
 */
package io.sluice.pipeline.paired;
