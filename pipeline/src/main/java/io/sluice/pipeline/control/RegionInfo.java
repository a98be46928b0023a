package io.sluice.pipeline.control;

/**
 * A region as its owner describes it.
 *
 * @param number  the owner's number, 0 or more
 * @param address first byte
 * @param length  bytes, 1 or more
 * @param rkey    key for remote access
 */
public record RegionInfo(int number, long address, long length, int rkey) {}
