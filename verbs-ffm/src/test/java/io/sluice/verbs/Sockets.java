package io.sluice.verbs;

import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.IdentityHashMap;
import java.util.Map;

/** Wires queue pairs of soft devices by loopback connections, a new one for each pair that is connected. */
public final class Sockets implements ConnectedPair.Wiring, AutoCloseable {
    /** The other ends of connections whose first ends are attached. */
    private final Map<QueuePair, SocketChannel> waiting = new IdentityHashMap<>();

    /** @return the two ends of a new loopback connection */
    public static SocketChannel[] pair() {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            final SocketChannel one = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[]{ one, server.accept() };
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void wire(final VerbsDevice device, final QueuePair own, final QueuePair peer) {
        try {
            final SocketChannel known = waiting.remove(own);
            if (known != null) {
                ((SoftDevice) device).attach(own.number(), known);
                return;
            }
            final SocketChannel[] ends = pair();
            try {
                ((SoftDevice) device).attach(own.number(), ends[0]);
            } catch (final RuntimeException e) {
                ends[0].close();
                ends[1].close();
                throw e;
            }
            final SocketChannel stale = waiting.put(peer, ends[1]);
            if (stale != null) {
                stale.close();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (final SocketChannel channel : waiting.values()) {
            channel.close();
        }
    }
}
