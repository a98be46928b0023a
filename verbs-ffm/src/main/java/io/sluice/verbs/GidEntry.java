package io.sluice.verbs;

import java.util.Objects;

/**
 * An entry of a port's GID table.
 *
 * @param index its place in the table
 * @param gid   the address, {@link Gid#ZERO} where the entry is empty
 * @param type  what it is for
 */
public record GidEntry(int index, Gid gid, GidType type) {
    /** Checks that both are there. */
    public GidEntry {
        Objects.requireNonNull(gid, "gid");
        Objects.requireNonNull(type, "type");
    }

    @Override
    public String toString() {
        return index + ": " + gid + " " + type;
    }
}
