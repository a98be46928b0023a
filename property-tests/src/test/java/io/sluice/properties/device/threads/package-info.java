/**
 * The soft device under two threads. What happens depends on how they interleave, so there is no model of it; there are
 * laws that hold after every interleaving: nothing accepted is lost or completes twice, order, bytes, credit, and that
 * memory lies still after an error or a deregistration.
 */
package io.sluice.properties.device.threads;
