package io.sluice.properties.device;

import java.util.List;

/** A send work request that the model has accepted, and how far its execution got. */
final class ModelSend {
    final long wrId;
    final Send asked;
    final List<ModelRange> entries;
    final ModelRange target;
    /** The data of an inline request, taken at post; else null. */
    final byte[] inlineData;

    boolean begun;
    long notBeforeNs;
    boolean killed;
    boolean failed;
    int rnrTriesLeft;
    /** When its tries began to find nobody; null while somebody answers. */
    Long aloneSinceNs;

    ModelSend(final long wrId, final Send asked, final List<ModelRange> entries, final ModelRange target,
            final byte[] inlineData) {
        this.wrId = wrId;
        this.asked = asked;
        this.entries = entries;
        this.target = target;
        this.inlineData = inlineData;
    }

    long length() {
        return entries.stream().mapToLong(ModelRange::bytes).sum();
    }
}
