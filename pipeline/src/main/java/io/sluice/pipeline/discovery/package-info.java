/**
 * Discovery: which agents there are, and the metadata string to reach each.
 *
 * <p>{@link io.sluice.pipeline.discovery.PeerDirectory} is what programs use. Behind it is a
 * {@link io.sluice.pipeline.discovery.PeerStore}, which knows only how entries are kept; the one here keeps them as files.
 * Stores that need a library of their own live in artifacts of their own. The engine knows nothing of this package.
 */
package io.sluice.pipeline.discovery;
