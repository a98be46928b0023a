/**
 * What a device driver implements: libibverbs as a Java interface, one instance for each open device context.
 *
 * <p>For authors of providers; users of the library meet the objects in {@link io.sluice.verbs} only.
 */
package io.sluice.verbs.spi;
