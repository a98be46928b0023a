/**
 * The verbs objects: device, context, protection domain, memory region, completion queue, queue pair, and the off-heap
 * arrays of work requests and completions that travel between them.
 *
 * <p>The names, states, flags, status values and struct layouts are those of libibverbs (rdma-core). The objects own
 * lifetimes and refuse misuse; what a device really does is behind {@link io.sluice.verbs.spi.VerbsProvider}. Nothing
 * here knows of slices, transfers or connections.
 *
 * <p>Control calls (create, register, modify, close) throw {@link io.sluice.verbs.VerbsException} or
 * {@link java.lang.IllegalArgumentException}; post and poll return codes and allocate nothing.
 */
package io.sluice.verbs;
