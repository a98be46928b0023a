package io.sluice.bench.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Plain Java over loopback TCP to another process, without an engine: what its figures are measured against. */
final class BareSockets {
    private BareSockets() {}

    private static SocketChannel open(final InetSocketAddress far, final long memoryBytes, final long echoedBytes)
            throws IOException {
        final SocketChannel socket = SocketChannel.open(far);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        socket.write(ByteBuffer.allocate(FarSide.WISH_BYTES).putLong(memoryBytes).putLong(echoedBytes).flip());
        return socket;
    }

    /**
     * Gigabytes a second until the far side has taken all: a thread at each end of each socket.
     *
     * @param block  bytes of each write
     * @param memory bytes at each end, all sockets together: written from, and read into, in turn
     */
    static double rate(final InetSocketAddress far, final int sockets, final int block, final long memory,
            final long timeNs) throws InterruptedException {
        final LongAdder taken = new LongAdder();
        final List<Thread> threads = new ArrayList<>();
        final long start = System.nanoTime();
        for (int i = 0; i < sockets; i++) {
            threads.add(Thread.ofPlatform()
                    .start(() -> taken.add(send(far, block, memory / sockets, start + timeNs))));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        return (double) taken.sum() / (System.nanoTime() - start);
    }

    private static long send(final InetSocketAddress far, final int block, final long memoryBytes,
            final long untilNs) {
        final ByteBuffer memory = ByteBuffer.allocateDirect((int) memoryBytes);
        long sent = 0;
        try (SocketChannel socket = open(far, memoryBytes, 0)) {
            while (System.nanoTime() - untilNs < 0) {
                if (memory.position() + block > memory.capacity()) {
                    memory.clear();
                }
                memory.limit(memory.position() + block);
                while (memory.hasRemaining()) {
                    sent += socket.write(memory);
                }
                memory.limit(memory.capacity());
            }
            socket.shutdownOutput();
            while (socket.read(memory.clear()) >= 0) {
                // the far side closes when it has all
            }
            return sent;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Median of a message there and one back, ns. */
    static double ping(final InetSocketAddress far, final int bytes, final long timeNs) throws IOException {
        final Histogram histogram = new Histogram(3);
        final ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        try (SocketChannel socket = open(far, bytes, bytes)) {
            final long warm = System.nanoTime() + timeNs / 2;
            for (long start = System.nanoTime(); start - warm < timeNs; start = System.nanoTime()) {
                socket.write(buffer.clear());
                buffer.clear();
                while (buffer.hasRemaining() && socket.read(buffer) >= 0) {
                    // until the answer is whole
                }
                if (start - warm >= 0) {
                    histogram.recordValue(System.nanoTime() - start);
                }
            }
        }
        return histogram.getValueAtPercentile(50);
    }
}
