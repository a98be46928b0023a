package io.sluice.pipeline;

import java.util.Arrays;

/**
 * All links, and the lanes by number. Changed under this object's monitor, on connect and at the end of a connection; read by
 * anyone through arrays that are never written after they are published.
 */
final class Links {
    private static final int MOST_LANES = 1 << 20;

    private volatile Lane[] lanes = new Lane[0];
    private volatile Link[] links = new Link[0];

    Lane[] lanes() {
        return lanes;
    }

    /** The lane of that number, null where there is none. */
    Lane lane(final int number) {
        final Lane[] now = lanes;
        return number < now.length ? now[number] : null;
    }

    Link[] links() {
        return links;
    }

    /** The lowest numbers that no lane has now; the caller holds the monitor until {@link #add}. */
    int[] freeLaneNumbers(final int count) {
        final int[] numbers = new int[count];
        int found = 0;
        for (int number = 0; found < count; number++) {
            if (number == MOST_LANES) {
                throw new IllegalStateException("all " + MOST_LANES + " lane numbers are in use");
            }
            if (number >= lanes.length || lanes[number] == null) {
                numbers[found++] = number;
            }
        }
        return numbers;
    }

    synchronized void add(final Link link) {
        final Link[] moreLinks = Arrays.copyOf(links, links.length + 1);
        moreLinks[links.length] = link;
        int most = lanes.length;
        for (final Lane lane : link.lanes()) {
            most = Math.max(most, lane.number() + 1);
        }
        final Lane[] moreLanes = Arrays.copyOf(lanes, most);
        for (final Lane lane : link.lanes()) {
            moreLanes[lane.number()] = lane;
        }
        links = moreLinks;
        lanes = moreLanes;
    }

    synchronized void remove(final Link link) {
        final Link[] fewerLinks = Arrays.stream(links).filter(other -> other != link).toArray(Link[]::new);
        final Lane[] fewerLanes = lanes.clone();
        for (final Lane lane : link.lanes()) {
            fewerLanes[lane.number()] = null;
        }
        links = fewerLinks;
        lanes = fewerLanes;
    }
}
