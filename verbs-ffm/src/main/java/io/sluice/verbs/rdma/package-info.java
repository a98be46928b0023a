/**
 * RDMA devices: {@code libibverbs} of rdma-core, called through the foreign function API.
 *
 * <p>{@link io.sluice.verbs.rdma.RdmaDevices} loads the library and lists what it has; an
 * {@link io.sluice.verbs.rdma.RdmaDevice} opens as every device does. Everything else here is inside: the library's
 * functions, the provider over them, and the thread that waits for its events. What the structs look like is in the
 * layout package.
 */
package io.sluice.verbs.rdma;
