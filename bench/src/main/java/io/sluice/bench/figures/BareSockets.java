package io.sluice.bench.figures;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
     * Gigabytes a second that the sockets take, after half as long a time for the compilers: a thread at each end of each.
     *
     * @param block  bytes of each write
     * @param memory bytes at each end, all sockets together: written from, and read into, in turn
     */
    static double rate(final InetSocketAddress far, final int sockets, final int block, final long memory,
            final long timeNs) throws IOException, InterruptedException {
        final List<SocketChannel> channels = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(sockets)) {
            for (int i = 0; i < sockets; i++) {
                channels.add(open(far, memory / sockets, 0));
            }
            final long begin = System.nanoTime() + timeNs / 2;
            final List<Future<Long>> sent = new ArrayList<>();
            for (final SocketChannel channel : channels) {
                sent.add(threads.submit(() -> send(channel, block, memory / sockets, begin, begin + timeNs)));
            }
            long bytes = 0;
            for (final Future<Long> each : sent) {
                bytes += each.get();
            }
            return (double) bytes / timeNs;
        } catch (final ExecutionException e) {
            throw new IOException("a bare socket has failed", e.getCause());
        } finally {
            for (final SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    /** Bytes sent between two times. */
    private static long send(final SocketChannel socket, final int block, final long memoryBytes, final long fromNs,
            final long toNs) throws IOException {
        long sent = 0;
        try (Arena arena = Arena.ofConfined()) { // not left to the collector, which would end it under another figure
            final ByteBuffer memory = arena.allocate(memoryBytes).asByteBuffer();
            for (long now = System.nanoTime(); now - toNs < 0; now = System.nanoTime()) {
                if (memory.position() + block > memory.capacity()) {
                    memory.clear();
                }
                memory.limit(memory.position() + block);
                while (memory.hasRemaining()) {
                    final int count = socket.write(memory);
                    sent += now - fromNs < 0 ? 0 : count;
                }
                memory.limit(memory.capacity());
            }
        }
        return sent;
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
