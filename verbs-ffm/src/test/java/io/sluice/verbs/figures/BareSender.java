package io.sluice.verbs.figures;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** What a plain Java program gets out of a socket: one thread a socket, blocking calls, direct buffers. */
final class BareSender extends Thread {
    /** As much memory as the soft device's run walks through. */
    private static final int BYTES = 8 << 20;

    private final SocketChannel channel;
    private final int block;
    private final long millis;
    private volatile double rate;

    BareSender(final SocketChannel channel, final int block, final long millis) {
        this.channel = channel;
        this.block = block;
        this.millis = millis;
    }

    @Override
    public void run() {
        try (channel) {
            hello(channel, FiguresTarget.STREAM, block);
            final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES / 4);
            final long start = System.nanoTime();
            long sent = 0;
            long now = start;
            while (now - start < millis * 1_000_000) {
                for (int at = 0; at < buffer.capacity(); at += block) {
                    buffer.limit(at + block).position(at);
                    while (buffer.hasRemaining()) {
                        sent += channel.write(buffer);
                    }
                }
                now = System.nanoTime();
            }
            rate = sent * 1e9 / (now - start);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    double rate() throws InterruptedException {
        join();
        return rate;
    }

    /** Median of round trips of 8 bytes, ns. */
    static double ping(final SocketChannel channel, final long millis) throws IOException {
        try (channel) {
            hello(channel, FiguresTarget.PING, Long.BYTES);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            final ByteBuffer buffer = ByteBuffer.allocateDirect(Long.BYTES);
            final long[] times = new long[1 << 20];
            int count = 0;
            final long start = System.nanoTime();
            long before = start;
            while (before - start < millis * 1_000_000 && count < times.length) {
                channel.write(buffer.clear());
                buffer.clear();
                while (buffer.hasRemaining()) {
                    channel.read(buffer);
                }
                final long now = System.nanoTime();
                times[count++] = now - before;
                before = now;
            }
            Arrays.sort(times, 0, count);
            return times[count / 2];
        }
    }

    static void hello(final SocketChannel channel, final int what, final int argument) throws IOException {
        final ByteBuffer hello = ByteBuffer.allocate(2 * Integer.BYTES).putInt(what).putInt(argument).flip();
        while (hello.hasRemaining()) {
            channel.write(hello);
        }
    }
}
