/**
 * The soft device: a reliable-connected RDMA device in Java that executes the same work request structs as hardware,
 * with the same states, statuses and refusals, and with faults on demand.
 *
 * <p>Public here: {@link io.sluice.verbs.soft.SoftDevice}, its configuration and its fault plan. Everything else is the
 * device's inside.
 */
package io.sluice.verbs.soft;
