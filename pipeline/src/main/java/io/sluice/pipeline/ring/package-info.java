/**
 * The Disruptor ring between those who cut slices and those who post them: 48-byte records in one off-heap buffer. Not
 * exported. Knows nothing of transfers, connections or queue pairs but the numbers that a record carries.
 */
package io.sluice.pipeline.ring;
