package io.sluice.verbs;

/**
 * Limits of a device, from {@code struct ibv_device_attr}. Unsigned fields of C are widened, so none is negative, but
 * for {@code maxMrSize}, which is an unsigned 64-bit number.
 *
 * @param maxMrSize         largest memory region in bytes, unsigned
 * @param maxQp             queue pairs
 * @param maxQpWr           work requests outstanding on one queue of a queue pair
 * @param maxSge            scatter/gather entries in one work request
 * @param maxCq             completion queues
 * @param maxCqe            entries of one completion queue
 * @param maxMr             memory regions
 * @param maxQpRdAtom       READs a queue pair answers at once
 * @param maxQpInitRdAtom   READs a queue pair has outstanding at once
 * @param maxInlineData     bytes that a work request may carry inline
 * @param physicalPortCount ports, numbered from 1
 */
public record DeviceAttributes(long maxMrSize, int maxQp, int maxQpWr, int maxSge, int maxCq, int maxCqe, int maxMr,
        int maxQpRdAtom, int maxQpInitRdAtom, int maxInlineData, int physicalPortCount) {}
