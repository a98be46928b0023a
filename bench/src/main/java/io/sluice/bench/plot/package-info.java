/** How the command's pictures look. What they show is drawn where it was measured. */
package io.sluice.bench.plot;
