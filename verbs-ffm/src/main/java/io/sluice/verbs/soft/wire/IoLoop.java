package io.sluice.verbs.soft.wire;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that waits for many sockets, and for the timers of their clients. It sleeps where nothing is to be
 * done.
 */
public final class IoLoop {
    private static final Logger LOG = LoggerFactory.getLogger(IoLoop.class);
    private static final int SCRATCH_BYTES = 1 << 16;
    private static final long NO_TICK = Long.MAX_VALUE;
    /** Longest sleep before a timer is looked at again: {@link Selector} counts in milliseconds. */
    private static final long MAX_SLEEP_MS = TimeUnit.HOURS.toMillis(1);

    private final Selector selector;
    private final Thread thread;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final long scratchAddress = MemorySegment.ofBuffer(scratch).address();
    private final Consumer<SelectionKey> turn = this::turn;
    /**
     * Whom ticks are for. Not the selector's own keys: it forgets without a word a socket that somebody else has closed.
     * Any thread.
     */
    private final Set<SelectionKey> served = ConcurrentHashMap.newKeySet();
    /** Sockets that belong here. Guarded by the monitor of the {@link IoLoops} that made this. */
    private int clients;
    /** The last socket is gone. Written under that monitor, read by the thread. */
    private volatile boolean ended;
    /**
     * When, by {@link System#nanoTime}, the next round of ticks is due. The thread writes NO_TICK before a round, and
     * what the round found after it; whoever starts an earlier timer asks for a round. So no timer is missed.
     */
    private volatile long nextTickNs = NO_TICK;
    /** Asks for a round of ticks. Set by any thread, reset by the loop's before the round. */
    private volatile boolean tickAsked;

    IoLoop(final String name) throws IOException {
        selector = Selector.open();
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /**
     * Takes a socket, with no interest in anything yet; {@link #serve} is to follow.
     *
     * @param channel in non-blocking mode; its owner closes it, and then calls {@link #forget}
     * @param client  of the socket
     * @return its key
     * @throws IOException if the channel is closed
     */
    public SelectionKey register(final SocketChannel channel, final IoClient client) throws IOException {
        return channel.register(selector, 0, client);
    }

    /** Begins to serve a client, which knows its key by now. Any thread. */
    public void serve(final SelectionKey key) {
        served.add(key);
    }

    /** A client has closed its socket. Any thread. */
    public void forget(final SelectionKey key) {
        served.remove(key);
        wake();
    }

    /** Asks to be told, or not any more, when a socket can be read. Any thread. */
    public void readInterest(final SelectionKey key, final boolean wanted) {
        interest(key, SelectionKey.OP_READ, wanted);
    }

    /** Asks to be told, or not any more, when a socket can be written. Any thread. */
    public void writeInterest(final SelectionKey key, final boolean wanted) {
        interest(key, SelectionKey.OP_WRITE, wanted);
    }

    private void interest(final SelectionKey key, final int operation, final boolean wanted) {
        try {
            if (!wanted) {
                key.interestOpsAnd(~operation); // a last report that nobody wants does no harm: no need to wake it
            } else if ((key.interestOpsOr(operation) & operation) == 0) {
                wake();
            }
        } catch (final CancelledKeyException e) {
            // the socket is closed: there is nothing to report any more
        }
    }

    /** A timer of a client has started. Any thread. */
    public void timerIn(final long delayNs) {
        final long next = nextTickNs;
        if (next == NO_TICK || System.nanoTime() + delayNs - next < 0) {
            askTick();
        }
    }

    /** Asks for a round of ticks now. Any thread; takes no lock of a client. */
    public void askTick() {
        if (!tickAsked) {
            tickAsked = true;
            wake();
        }
    }

    /** Makes the thread look at its sockets: one is closed, or of interest in another way. Any thread. */
    private void wake() {
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    int clients() {
        return clients;
    }

    void clients(final int count) {
        clients = count;
        if (count == 0) {
            ended = true;
            selector.wakeup();
        }
    }

    private void run() {
        try (selector) {
            while (!ended) {
                final long sleepMs = sleepMs();
                if (sleepMs == 0) {
                    selector.selectNow(turn);
                } else {
                    selector.select(turn, sleepMs);
                }
                if (selector.keys().size() != served.size()) { // one was closed, or is just coming or going
                    tickAsked = true;
                }
                tickIfDue();
            }
        } catch (final IOException | RuntimeException e) {
            // The selector itself failed; its sockets' requests end when their peers close. Nothing else throws.
            LOG.error("{} ends: {}", thread.getName(), e.toString(), e);
        }
    }

    private long sleepMs() {
        final long next = nextTickNs;
        if (tickAsked) {
            return 0;
        }
        if (next == NO_TICK) {
            return MAX_SLEEP_MS;
        }
        final long left = next - System.nanoTime();
        return left <= 0 ? 0 : Math.min(left / 1_000_000 + 1, MAX_SLEEP_MS);
    }

    private void turn(final SelectionKey key) {
        final IoClient client = (IoClient) key.attachment();
        try {
            final int ready = key.readyOps();
            if ((ready & SelectionKey.OP_READ) != 0) {
                client.readable(scratch, scratchAddress);
            }
            if ((ready & SelectionKey.OP_WRITE) != 0) {
                client.writable();
            }
        } catch (final CancelledKeyException e) {
            // closed by its owner meanwhile
        } catch (final RuntimeException e) {
            client.failed(e);
        }
    }

    private static long tick(final SelectionKey key, final IoClient client) {
        try {
            if (!key.isValid()) {
                client.closed();
                return IoClient.NEVER;
            }
            return client.tick();
        } catch (final RuntimeException e) {
            client.failed(e);
            return IoClient.NEVER;
        }
    }

    private void tickIfDue() {
        if (!tickAsked && (nextTickNs == NO_TICK || nextTickNs - System.nanoTime() > 0)) {
            return;
        }
        nextTickNs = NO_TICK;
        tickAsked = false;
        long soonest = IoClient.NEVER;
        for (final SelectionKey key : served) {
            soonest = Math.min(soonest, tick(key, (IoClient) key.attachment()));
        }
        if (soonest != IoClient.NEVER) {
            nextTickNs = System.nanoTime() + soonest;
        }
    }
}
