package io.sluice.verbs.soft.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The threads of a device that wait for its sockets: few, shared by all its sockets, there only while there are sockets.
 * Safe for use by any number of threads.
 */
public final class IoLoops {
    private final String name;
    private final int most;
    /** Guarded by the monitor, as is the number of clients of each. */
    private final List<IoLoop> loops = new ArrayList<>();

    /**
     * @param name of the device, for the names of its threads
     * @param most threads, 1 or more
     */
    public IoLoops(final String name, final int most) {
        this.name = name;
        this.most = most;
    }

    /**
     * Takes a place in a loop: a new one while there are few, else the one with the fewest sockets.
     *
     * @return the loop, to be given back with {@link #leave}
     * @throws IOException if the system has no more descriptors
     */
    public synchronized IoLoop join() throws IOException {
        IoLoop loop;
        if (loops.size() < most) {
            loop = new IoLoop("sluice-" + name + "-io-" + loops.size());
            loops.add(loop);
            loop.start();
        } else {
            loop = loops.stream().min(Comparator.comparingInt(IoLoop::clients)).orElseThrow();
        }
        loop.clients(loop.clients() + 1);
        return loop;
    }

    /** Gives a place back; the socket is closed. The thread ends with its last socket. */
    public synchronized void leave(final IoLoop loop) {
        loop.clients(loop.clients() - 1);
        if (loop.clients() == 0) {
            loops.remove(loop);
        }
    }
}
