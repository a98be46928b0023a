package io.sluice.properties.engine;

import io.sluice.pipeline.Op;
import java.util.List;

/** One step of a program. Sides are 0 (near) and 1 (far); connections and transfers count in the order they were made. */
sealed interface Command {
    /** How the end of a transfer is seen. */
    enum Api {
        ID, LISTENER, FUTURE
    }

    /** How a transfer is cut. */
    enum Cut {
        /** The engine's own blocks. */
        NULL, WHOLE,
        /** Blocks of 16 bytes, of 700 bytes. */
        TINY, BLOCKS,
        /** Throws when little remains. */
        BAD
    }

    /** What happens in the middle of a submit that has a timeout, when it looks at the clock. */
    enum Meanwhile {
        NOTHING, WORK, DISCONNECT,
        /** Longer than anything waits. */
        AGES
    }

    /**
     * Entry i moves {@code lengths[i % n]} bytes; every {@code hop} entries the regions change.
     *
     * @param count   of entries
     * @param lengths bytes
     */
    record Shape(int count, List<Integer> lengths, int hop) {
        int length(final int entry) {
            return lengths.get(entry % lengths.size());
        }

        @Override
        public String toString() {
            return count + " x " + lengths + (hop < count ? " hop " + hop : "");
        }
    }

    record Register(int side, int region) implements Command {}

    record Deregister(int side, int region) implements Command {}

    record Connect(int from, int to) implements Command {}

    /** Begins to close one end of a connection. */
    record Disconnect(int connection, int end) implements Command {}

    /**
     * A transfer.
     *
     * @param end          of the connection that submits it
     * @param stale        uses remote regions as they were first seen, registered or not
     * @param timeoutUs    0 for none
     * @param notification whether the peer is told
     */
    record Submit(int connection, int end, Op op, Api api, Cut cut, int local, int remote, Shape shape, boolean stale,
            int timeoutUs, Meanwhile meanwhile, boolean notification) implements Command {
        @Override
        public String toString() {
            return op + " " + shape + " over connection " + connection + " from end " + end + ", regions " + local + "/"
                    + remote + ", " + api + ", cut " + cut + (stale ? ", stale regions" : "")
                    + (timeoutUs > 0 ? ", timeout " + timeoutUs + " us, meanwhile " + meanwhile : "")
                    + (notification ? ", notify" : "");
        }
    }

    /** Of the n-th last transfer. */
    record Cancel(int last) implements Command {}

    /** Of all that have settled and were not released, but the newest few. */
    record Release(int keep) implements Command {}

    record Notify(int connection, int end) implements Command {}

    record ReadNotifications(int side, int limit) implements Command {}

    /** Duty cycles of one engine, where the program gives them. */
    record Work(int side, int cycles) implements Command {}

    record Advance(int us) implements Command {}
}
