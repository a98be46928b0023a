package io.sluice.pipeline;

import io.sluice.pipeline.control.RegionInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The peer's regions, as far as told. Changed by the poll thread (and by the handshake, before the connection is open);
 * looked up by any thread; all under this object's monitor. The hot path holds {@link RemoteRegion} objects and looks up
 * nothing but {@link #at}.
 */
final class RemoteRegions {
    /** Regions of one peer, at most: what it tells is kept here. */
    static final int MOST_REGIONS = 1 << 20;
    private static final int[] NO_NUMBERS = {};

    private final Link link;
    private final Map<Integer, RemoteRegion> byNumber = new HashMap<>();
    /** Revoked, and to be acknowledged when nothing is in flight on them. */
    private final List<RemoteRegion> leaving = new ArrayList<>();
    /** By index, also those that are leaving. Replaced under the monitor; published with it. */
    private volatile RemoteRegion[] byIndex = new RemoteRegion[8];
    private boolean closed;

    RemoteRegions(final Link link) {
        this.link = link;
    }

    /** False: there would be too many, and the last of these are not known. */
    synchronized boolean addAll(final Collection<RegionInfo> infos) {
        if (closed) {
            return true;
        }
        final RemoteRegion[] more = Arrays.copyOf(byIndex,
                capacityFor(byNumber.size() + leaving.size() + infos.size()));
        int index = 0;
        boolean fits = true;
        for (final RegionInfo info : infos) {
            if (byNumber.containsKey(info.number())) {
                continue; // told twice: by the handshake, and by its owner who registered it meanwhile
            }
            fits = byNumber.size() < MOST_REGIONS;
            if (!fits) {
                break;
            }
            while (more[index] != null) {
                index++;
            }
            more[index] = new RemoteRegion(link, info.number(), index, info.address(), info.length(), info.rkey());
            byNumber.put(info.number(), more[index]);
        }
        byIndex = more;
        return fits;
    }

    private int capacityFor(final int regions) {
        int capacity = byIndex.length;
        while (capacity < regions) {
            capacity *= 2;
        }
        return capacity;
    }

    /** A region that is in use, by {@link RemoteRegion#index}. */
    RemoteRegion at(final int index) {
        return byIndex[index];
    }

    /** False: no such region is known, so nothing can be in flight on it. */
    synchronized boolean revoke(final int number) {
        final RemoteRegion region = byNumber.remove(number);
        if (region != null) {
            region.uses().close();
            leaving.add(region);
        }
        return region != null;
    }

    synchronized boolean isAnyLeaving() {
        return !leaving.isEmpty();
    }

    /** Numbers of revoked regions on which nothing is in flight any more, each once. The poll thread. */
    synchronized int[] takeReleased() {
        if (leaving.isEmpty()) {
            return NO_NUMBERS;
        }
        final List<RemoteRegion> released = leaving.stream().filter(r -> r.uses().inUse() == 0).toList();
        if (released.isEmpty()) {
            return NO_NUMBERS;
        }
        leaving.removeAll(released);
        final RemoteRegion[] fewer = byIndex.clone();
        released.forEach(r -> fewer[r.index()] = null);
        byIndex = fewer;
        return released.stream().mapToInt(RemoteRegion::number).toArray();
    }

    /** The region of that key that holds the whole range, or null. */
    synchronized RemoteRegion find(final int rkey, final long address, final long length) {
        for (final RemoteRegion region : byNumber.values()) {
            if (region.rkey() == rkey && region.contains(address - region.address(), length)) {
                return region;
            }
        }
        return null;
    }

    /** Any region that holds the whole range, the smallest of them, or null. */
    synchronized RemoteRegion find(final long address, final long length) {
        RemoteRegion best = null;
        for (final RemoteRegion region : byNumber.values()) {
            if (region.contains(address - region.address(), length)
                    && (best == null || region.length() < best.length())) {
                best = region;
            }
        }
        return best;
    }

    synchronized List<RemoteRegion> all() {
        return List.copyOf(byNumber.values());
    }

    /** The connection is at its end: nothing can be named any more. */
    synchronized void close() {
        closed = true;
        byNumber.values().forEach(r -> r.uses().close());
        byNumber.clear();
    }
}
