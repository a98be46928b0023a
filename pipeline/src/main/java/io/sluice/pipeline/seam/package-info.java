/** What other rooms of the library may do with an engine that its users may not. */
package io.sluice.pipeline.seam;
