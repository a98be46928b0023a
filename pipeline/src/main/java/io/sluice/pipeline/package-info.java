/**
 * The transfer engine's public API: the engine, its connections, its configuration.
 *
 * <p>Everything else that lives here (ring, handlers, transfers, control plane, the table of settings) is
 * package-private. Rules without I/O belong to {@code io.sluice.policies}, the device to {@code io.sluice.verbs}.
 */
package io.sluice.pipeline;
