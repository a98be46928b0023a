package io.sluice.bench.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** Plain Java over loopback TCP, without an engine: what its figures are measured against. */
final class BareSockets implements AutoCloseable {
    private final List<SocketChannel> senders = new ArrayList<>();
    private final List<SocketChannel> receivers = new ArrayList<>();

    BareSockets(final int sockets) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            for (int i = 0; i < sockets; i++) {
                senders.add(SocketChannel.open(server.getLocalAddress()));
                receivers.add(server.accept());
                senders.getLast().setOption(StandardSocketOptions.TCP_NODELAY, true);
                receivers.getLast().setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
        } catch (final IOException e) {
            close();
            throw e;
        }
    }

    /** Gigabytes a second: a thread at each end of each socket, in writes of so many bytes. */
    double rate(final int block, final long timeNs) throws InterruptedException {
        final LongAdder received = new LongAdder();
        final List<Thread> threads = new ArrayList<>();
        final long start = System.nanoTime();
        for (int i = 0; i < senders.size(); i++) {
            final SocketChannel out = senders.get(i);
            final SocketChannel in = receivers.get(i);
            threads.add(Thread.ofPlatform().start(() -> send(out, block, start + timeNs)));
            threads.add(Thread.ofPlatform().start(() -> receive(in, block, received)));
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        return (double) received.sum() / (System.nanoTime() - start);
    }

    private static void send(final SocketChannel out, final int block, final long untilNs) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(block);
        try {
            while (System.nanoTime() - untilNs < 0) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
            out.shutdownOutput();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void receive(final SocketChannel in, final int block, final LongAdder received) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(block);
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer.clear())) {
                received.add(count);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Median of a message there and one back over the first socket, ns. */
    double ping(final int bytes, final long timeNs) throws IOException, InterruptedException {
        final SocketChannel here = senders.getFirst();
        final SocketChannel there = receivers.getFirst();
        final Thread echo = Thread.ofPlatform().start(() -> echo(there, bytes));
        final Histogram histogram = new Histogram(3);
        final ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        final long warm = System.nanoTime() + timeNs / 2;
        for (long start = System.nanoTime(); start - warm < timeNs; start = System.nanoTime()) {
            here.write(buffer.clear());
            buffer.clear();
            while (buffer.hasRemaining() && here.read(buffer) >= 0) {
                // until the answer is whole
            }
            if (start - warm >= 0) {
                histogram.recordValue(System.nanoTime() - start);
            }
        }
        here.shutdownOutput();
        echo.join();
        return histogram.getValueAtPercentile(50);
    }

    private static void echo(final SocketChannel socket, final int bytes) {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        try {
            while (socket.read(buffer) >= 0) {
                socket.write(buffer.flip());
                buffer.clear();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (final SocketChannel socket : senders) {
            socket.close();
        }
        for (final SocketChannel socket : receivers) {
            socket.close();
        }
    }
}
