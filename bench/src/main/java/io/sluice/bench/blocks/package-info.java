/**
 * Memory full of blocks: how they lie, what is in them and how that is checked, here or at the other end of a connection.
 * Used by the replay and by the two-terminal program.
 */
package io.sluice.bench.blocks;
