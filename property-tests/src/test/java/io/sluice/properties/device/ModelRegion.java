package io.sluice.properties.device;

/** A registered range of the model: alive while registered at least once. */
final class ModelRegion {
    final int pd;
    final int at;
    final int length;
    final int access;
    int registrations = 1;
    int uses;

    ModelRegion(final int pd, final int at, final int length, final int access) {
        this.pd = pd;
        this.at = at;
        this.length = length;
        this.access = access;
    }

    boolean isAlive() {
        return registrations > 0;
    }

    boolean isSame(final int ofPd, final int start, final int bytes, final int flags) {
        return isAlive() && pd == ofPd && at == start && length == bytes && access == flags;
    }

    /** Whether all bytes of a range may be used so. */
    static boolean permits(final ModelRange range, final long bytes, final int ofPd, final int wanted) {
        final ModelRegion region = range.region();
        return region != null && region.isAlive() && region.pd == ofPd && (region.access & wanted) == wanted
                && range.at() >= region.at && range.at() + bytes <= region.at + region.length;
    }
}
