/**
 * The transfer table: off-heap slots with their states and generations, and the pool that holds the entries of vectored
 * transfers. Not exported. Knows nothing of rings, queue pairs or connections but the numbers that a slot carries.
 */
package io.sluice.pipeline.transfer;
