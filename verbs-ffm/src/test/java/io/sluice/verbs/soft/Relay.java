package io.sluice.verbs.soft;

import io.sluice.verbs.Sockets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A network between two ends that can stand still, go on, and break. */
final class Relay implements AutoCloseable {
    private final List<SocketChannel> channels = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong passed = new AtomicLong();
    /** Guarded by the monitor. */
    private boolean stopped;

    /** The two ends of a connection that leads through here. */
    SocketChannel[] pair() {
        final SocketChannel[] left = Sockets.pair(64 << 10);
        final SocketChannel[] right = Sockets.pair(64 << 10);
        channels.add(left[1]);
        channels.add(right[0]);
        threads.add(Thread.ofPlatform().daemon().start(() -> pass(left[1], right[0])));
        threads.add(Thread.ofPlatform().daemon().start(() -> pass(right[0], left[1])));
        return new SocketChannel[]{ left[0], right[1] };
    }

    private void pass(final SocketChannel from, final SocketChannel to) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(8 << 10);
        try {
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                awaitGo();
                passed.addAndGet(buffer.remaining());
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
            to.shutdownOutput();
        } catch (final IOException | InterruptedException e) {
            // cut, or one end is closed: so is the other
            closeBoth(from, to);
        }
    }

    private synchronized void awaitGo() throws InterruptedException {
        while (stopped) {
            wait();
        }
    }

    /** Bytes that have passed, in both directions. */
    long passed() {
        return passed.get();
    }

    synchronized void stop() {
        stopped = true;
    }

    synchronized void go() {
        stopped = false;
        notifyAll();
    }

    /** Breaks all connections. */
    void cut() {
        channels.forEach(channel -> closeBoth(channel, channel));
    }

    private static void closeBoth(final SocketChannel one, final SocketChannel other) {
        try {
            one.close();
            other.close();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        cut();
        go();
        try {
            for (final Thread thread : threads) {
                thread.join();
            }
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
