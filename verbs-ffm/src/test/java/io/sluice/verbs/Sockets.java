package io.sluice.verbs;

import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Wires queue pairs of soft devices by loopback connections, a new one for each pair that is connected. */
public final class Sockets implements ConnectedPair.Wiring, AutoCloseable {
    /** The other ends of connections whose first ends are attached. */
    private final Map<QueuePair, SocketChannel> waiting = new IdentityHashMap<>();
    private final Supplier<SocketChannel[]> pairs;

    /** Wires with the buffers that the system gives. */
    public Sockets() {
        this(Sockets::pair);
    }

    /** @param pairs makes the two ends of a connection */
    public Sockets(final Supplier<SocketChannel[]> pairs) {
        this.pairs = pairs;
    }

    /** @return the two ends of a new loopback connection */
    public static SocketChannel[] pair() {
        return pair(0);
    }

    /**
     * @param bufferBytes of each direction at each end, as far as the system has such small ones; 0: its own choice
     * @return the two ends of a new loopback connection
     */
    public static SocketChannel[] pair(final int bufferBytes) {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            if (bufferBytes > 0) {
                server.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes);
            }
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            final SocketChannel one = SocketChannel.open();
            if (bufferBytes > 0) {
                one.setOption(StandardSocketOptions.SO_RCVBUF, bufferBytes);
                one.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
            }
            one.connect(server.getLocalAddress());
            final SocketChannel other = server.accept();
            if (bufferBytes > 0) {
                other.setOption(StandardSocketOptions.SO_SNDBUF, bufferBytes);
            }
            return new SocketChannel[]{ one, other };
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
            final SocketChannel[] ends = pairs.get();
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
