/**
 * {@code sluice devices}: what devices there are, and what this host lacks to use RDMA. Looks only; moves nothing.
 */
package io.sluice.bench.devices;
