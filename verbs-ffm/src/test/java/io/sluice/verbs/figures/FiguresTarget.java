package io.sluice.verbs.figures;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The process that is written to. */
public final class FiguresTarget {
    static final int STREAM = 1;
    static final int PING = 2;
    static final int SOFT = 3;

    private static final SoftDevice DEVICE = SoftDevice.create(SoftDeviceConfig.builder().build());

    private FiguresTarget() {}

    public static void main(final String[] args) throws IOException {
        final ServerSocketChannel server = listen();
        System.out.println(port(server));
        while (true) {
            final SocketChannel channel = server.accept();
            Thread.ofPlatform().daemon().start(() -> serve(channel));
        }
    }

    private static ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static int port(final ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private static void serve(final SocketChannel channel) {
        try (channel) {
            final ByteBuffer hello = ByteBuffer.allocate(2 * Integer.BYTES);
            while (hello.hasRemaining()) {
                channel.read(hello);
            }
            hello.flip();
            switch (hello.getInt()) {
                case STREAM -> sink(channel, hello.getInt());
                case PING -> echo(channel);
                default -> soft(channel, hello.getInt());
            }
        } catch (final IOException e) {
            // the other end is done
        }
    }

    private static void sink(final SocketChannel channel, final int block) throws IOException {
        final ByteBuffer buffer = ByteBuffer.allocateDirect((int) SoftEnd.BYTES / 4);
        int at = 0;
        int count = 0;
        while (count >= 0) {
            buffer.limit(at + block).position(at);
            while (buffer.hasRemaining() && count >= 0) {
                count = channel.read(buffer);
            }
            at = (at + block) % buffer.capacity();
        }
    }

    private static void echo(final SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final ByteBuffer buffer = ByteBuffer.allocateDirect(Long.BYTES);
        while (channel.read(buffer.clear()) > 0) {
            channel.write(buffer.flip());
        }
    }

    private static void soft(final SocketChannel control, final int count) throws IOException {
        final DataInputStream in = new DataInputStream(control.socket().getInputStream());
        final DataOutputStream out = new DataOutputStream(control.socket().getOutputStream());
        final SocketChannel[] sockets = new SocketChannel[count];
        try (ServerSocketChannel server = listen()) {
            out.writeInt(port(server));
            out.flush();
            for (int i = 0; i < count; i++) {
                sockets[i] = server.accept();
            }
        }
        try (SoftEnd end = new SoftEnd(DEVICE, count, () -> {})) {
            end.connect(in, out, sockets);
            while (in.read() >= 0) {
            }
        }
    }
}
