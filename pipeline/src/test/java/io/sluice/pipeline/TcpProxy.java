package io.sluice.pipeline;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A network between two engines that can be listened to, held up, and cut. */
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream fromDialler = new ByteArrayOutputStream();
    private final ByteArrayOutputStream fromAnswerer = new ByteArrayOutputStream();
    private final AtomicBoolean changing = new AtomicBoolean();
    private final AtomicInteger passing = new AtomicInteger();
    private volatile boolean held;

    /** @param target where it leads */
    public TcpProxy(final Metadata target) {
        this.target = target.port();
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Where to dial instead of the engine itself. */
    public Metadata metadata() {
        return new Metadata("127.0.0.1", server.getLocalPort(), 0);
    }

    private void accept() {
        try {
            while (true) {
                final Socket near = server.accept();
                final Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                final AtomicBoolean changes = sockets.isEmpty() ? changing : new AtomicBoolean();
                sockets.add(near);
                sockets.add(far);
                passing.addAndGet(2);
                Thread.ofVirtual().start(() -> pass(near, far, fromDialler, changes));
                Thread.ofVirtual().start(() -> pass(far, near, fromAnswerer, new AtomicBoolean()));
            }
        } catch (final IOException _) { // closed
        }
    }

    /** @return whether a socket is open at both ends, or something is still on its way through */
    public boolean isPassing() {
        return passing.get() > 0;
    }

    private void pass(final Socket from, final Socket to, final ByteArrayOutputStream copy,
            final AtomicBoolean changes) {
        final byte[] bytes = new byte[16 << 10];
        try {
            final InputStream in = from.getInputStream();
            final OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                while (held) {
                    LockSupport.parkNanos(1_000_000);
                }
                if (changes.getAndSet(false)) {
                    bytes[count - 1] ^= 1;
                }
                copy.write(bytes, 0, count);
                out.write(bytes, 0, count);
            }
            to.shutdownOutput();
        } catch (final IOException _) { // cut
        } finally {
            passing.decrementAndGet();
        }
    }

    /** How many connections go through it. */
    int sockets() {
        return sockets.size() / 2;
    }

    byte[] fromDialler() {
        return fromDialler.toByteArray();
    }

    byte[] fromAnswerer() {
        return fromAnswerer.toByteArray();
    }

    /** Lets nothing through, as a network does whose link is down, until told otherwise. */
    public void hold(final boolean on) {
        held = on;
    }

    /** Changes one byte of what the dialling end says next on its first connection, which is an engine's control. */
    void changeNextByteOfDialler() {
        changing.set(true);
    }

    /** Breaks all connections, in the middle of whatever they are in. */
    void cut() {
        for (final Socket socket : sockets) {
            sockets.remove(socket);
            try {
                socket.setSoLinger(true, 0); // a reset, not an end
                socket.close();
            } catch (final IOException _) { // an end has closed it already
            }
        }
    }

    @Override
    public void close() {
        held = false;
        try {
            server.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
