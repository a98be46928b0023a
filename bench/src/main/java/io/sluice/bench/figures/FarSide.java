package io.sluice.bench.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The other process of the figures over TCP: an engine to write to, and bare sockets that swallow or echo. Says where it
 * is in one line, and ends with its standard input. A bare socket first says what it wants in {@link #WISH_BYTES} bytes:
 * how many bytes of memory to read into, in turn, and a message's bytes to echo, or 0 to swallow all.
 */
final class FarSide {
    static final int WISH_BYTES = 2 * Long.BYTES;
    static final int MEMORY_BYTES = 16 << 20;

    private FarSide() {}

    public static void main(final String[] args) throws IOException {
        try (FarEngine engine = new FarEngine(MEMORY_BYTES); ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread.ofPlatform().daemon().start(() -> accept(server));
            System.out.println(engine.address().metadata() + ' ' + engine.address().memory().toHex() + ' '
                    + ((InetSocketAddress) server.getLocalAddress()).getPort());
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }

    private static void accept(final ServerSocketChannel server) {
        try {
            for (;;) {
                final SocketChannel socket = server.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        } catch (final IOException e) {
            // the end
        }
    }

    private static void serve(final SocketChannel socket) {
        try (socket) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            final ByteBuffer wish = ByteBuffer.allocate(WISH_BYTES);
            while (wish.hasRemaining()) {
                if (socket.read(wish) < 0) {
                    return;
                }
            }
            final ByteBuffer memory = ByteBuffer.allocateDirect((int) wish.getLong(0));
            if (wish.getLong(Long.BYTES) == 0) {
                swallow(socket, memory);
            } else {
                echo(socket, memory);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In reads of the size that they come in, at most 64 KiB. */
    private static void swallow(final SocketChannel socket, final ByteBuffer memory) throws IOException {
        int count;
        do {
            if (!memory.hasRemaining()) {
                memory.clear();
            }
            memory.limit(Math.min(memory.capacity(), memory.position() + (64 << 10)));
            count = socket.read(memory);
            memory.limit(memory.capacity());
        } while (count >= 0);
    }

    private static void echo(final SocketChannel socket, final ByteBuffer message) throws IOException {
        while (socket.read(message) >= 0) {
            socket.write(message.flip());
            message.clear();
        }
    }
}
