/** An engine's figures as Micrometer meters. Uses the public API of the engine only. */
package io.sluice.micrometer;
