package io.sluice.pipeline.paired;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What is known of one other agent: its blob, who dials in its name, the connection. Guarded by its monitor. */
final class Peer {
    private final String name;
    private ConnInfo info;
    private PairedConnection connection;
    /** The connect that is under way: others wait for the same. */
    private CompletableFuture<PairedConnection> connecting;
    private final List<Arrival> arrivals = new ArrayList<>();
    private boolean isClosed;

    Peer(final String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    synchronized void load(final ConnInfo newInfo) {
        info = newInfo;
        notifyAll();
    }

    /** Null where none was loaded. */
    synchronized ConnInfo info() {
        return info;
    }

    /** The connection, if it is in service. */
    synchronized PairedConnection connection() {
        return connection != null && connection.isOpen() ? connection : null;
    }

    synchronized void connected(final PairedConnection newConnection) {
        connection = newConnection;
    }

    /** Null: the caller shall connect, and {@link #concluded} then. Else what another caller is about to get. */
    synchronized CompletableFuture<PairedConnection> join(final CompletableFuture<PairedConnection> mine) {
        if (connecting != null) {
            return connecting;
        }
        connecting = mine;
        return null;
    }

    synchronized void concluded() {
        connecting = null;
    }

    /** A peer that dials anew has given the connection before up, or lost it. */
    void arrived(final Arrival arrival) {
        final PairedConnection before;
        synchronized (this) {
            arrivals.add(arrival);
            notifyAll();
            before = connection;
        }
        if (before != null && info() != null && arrival.isOf(info())) {
            before.peerIsGone();
        }
    }

    /** Whether nobody had taken it. */
    synchronized boolean left(final Arrival arrival) {
        return arrivals.remove(arrival);
    }

    /** Who waits goes away empty-handed. */
    synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    /** The next who dials in the name of the engine whose blob is loaded; null after that time, or if it is closed. */
    synchronized Arrival await(final long timeoutNs) throws InterruptedException {
        final long end = System.nanoTime() + timeoutNs;
        for (;;) {
            for (final Arrival arrival : arrivals) {
                if (arrival.isOf(info)) {
                    arrivals.remove(arrival);
                    return arrival;
                }
            }
            final long left = end - System.nanoTime();
            if (left <= 0 || isClosed) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Whether somebody dials in its name who is not the engine whose blob is loaded. */
    synchronized boolean hasStrangers() {
        return !arrivals.isEmpty();
    }
}
