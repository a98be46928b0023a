/** What the soft device costs between two processes, measured by hand: {@link io.sluice.verbs.figures.WireFigures}. */
package io.sluice.verbs.figures;
