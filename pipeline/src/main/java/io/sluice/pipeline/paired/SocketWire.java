package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.pairing.BrokenProtocolException;
import io.sluice.pipeline.pairing.Frame;
import io.sluice.pipeline.pairing.Outgoing;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Payload;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A wire over one socket: a thread that sends and one that receives, so that neither end's receiving ever waits for its
 * sending. Large data goes from and to the requests' own memory.
 */
final class SocketWire implements Wire {
    private static final Logger LOG = LoggerFactory.getLogger(PairedEngine.class);
    /** Larger writes cost fewer system calls, and delay what is urgent longer. */
    private static final int CHUNK_BYTES = 256 << 10;
    private static final int BUFFER_BYTES = 64 << 10;
    /** Payload of at least this size goes past the buffer. */
    private static final int LEAST_DIRECT = 8 << 10;

    private final String name;
    private final SocketChannel channel;
    private final Pairing pairing;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** The two threads, as long as they may touch memory of requests. */
    private final AtomicInteger touching = new AtomicInteger(2);
    private final AtomicInteger running = new AtomicInteger(2);
    private final Thread sender;
    /** Set by {@link #wake}, cleared by the sender: a permit to run would be lost in a blocking write. */
    private volatile boolean woken;
    private final ByteBuffer out = buffer();
    private final ByteBuffer in = buffer().flip();
    /** [0] is {@link #out}; the sender's. */
    private final ByteBuffer[] gathered = new ByteBuffer[2];

    SocketWire(final String name, final SocketChannel channel, final Pairing pairing) {
        this.name = name;
        this.channel = channel;
        this.pairing = pairing;
        sender = Thread.ofVirtual().name("paired-send-" + name).unstarted(this::send);
        pairing.onWork(this::wake);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void start() {
        sender.start();
        Thread.ofVirtual().name("paired-receive-" + name).start(this::receive);
    }

    @Override
    public void abort() {
        try {
            channel.close();
        } catch (final IOException e) {
            LOG.debug("{}: closing the socket", name, e);
        }
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended;
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(sender);
    }

    // The sender.

    private void send() {
        try {
            final Outgoing outgoing = new Outgoing(Arena.ofAuto().allocate(CHUNK_BYTES), CHUNK_BYTES);
            for (;;) {
                if (pairing.next(outgoing)) {
                    put(outgoing);
                    continue;
                }
                flush();
                if (pairing.failure() != Cause.NONE) {
                    break;
                }
                while (!woken) {
                    LockSupport.park(this);
                }
                woken = false;
            }
            channel.shutdownOutput(); // not closed: that could cost the peer our last frame
        } catch (final IOException | RuntimeException e) {
            fail(e);
            abort();
        } finally {
            letGo();
            end();
        }
    }

    private void put(final Outgoing outgoing) throws IOException {
        final Frame frame = outgoing.frame();
        final int bytes = frame.payloadBytes();
        if (out.remaining() < Frame.HEADER_BYTES + (bytes < LEAST_DIRECT ? bytes : 0)) {
            flush();
        }
        frame.put(out);
        if (bytes == 0) {
            return;
        }
        final MemorySegment payload = outgoing.payload();
        if (bytes < LEAST_DIRECT) {
            MemorySegment.copy(payload, outgoing.payloadOffset(), MemorySegment.ofBuffer(out), 0, bytes);
            out.position(out.position() + bytes);
            return;
        }
        out.flip();
        gathered[0] = out;
        gathered[1] = payload.asSlice(outgoing.payloadOffset(), bytes).asByteBuffer();
        while (gathered[1].hasRemaining()) {
            channel.write(gathered);
        }
        gathered[1] = null;
        out.clear();
    }

    private void flush() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }

    // The receiver.

    private void receive() {
        try {
            final Frame frame = new Frame();
            final Payload payload = this::take;
            while (pairing.failure() == Cause.NONE) {
                fill(Frame.HEADER_BYTES);
                frame.get(in);
                pairing.received(frame, payload);
            }
        } catch (final IOException | RuntimeException e) {
            fail(e);
        }
        letGo();
        drain();
        end();
    }

    /** Until the peer has said all, so that closing does not reset what is still on its way to it. */
    private void drain() {
        try {
            do {
                in.clear();
            } while (channel.read(in) >= 0);
        } catch (final IOException e) {
            LOG.debug("{}: the last of the socket", name, e);
        }
    }

    /** Until that many bytes are in the buffer. */
    private void fill(final int bytes) throws IOException {
        if (in.remaining() >= bytes) {
            return;
        }
        in.compact();
        while (in.position() < bytes) {
            if (channel.read(in) < 0) {
                throw new EOFException();
            }
        }
        in.flip();
    }

    private void take(final MemorySegment target, final long offset, final int bytes) throws IOException {
        int taken = 0;
        if (in.hasRemaining()) {
            taken = Math.min(in.remaining(), bytes);
            MemorySegment.copy(MemorySegment.ofBuffer(in), 0, target, offset, taken);
            in.position(in.position() + taken);
        }
        final int left = bytes - taken;
        if (left >= LEAST_DIRECT) {
            final ByteBuffer direct = target.asSlice(offset + taken, left).asByteBuffer();
            while (direct.hasRemaining()) {
                if (channel.read(direct) < 0) {
                    throw new EOFException();
                }
            }
        } else if (left > 0) {
            fill(left);
            take(target, offset + taken, left);
        }
    }

    // Both.

    private void fail(final Exception e) {
        if (pairing.failure() != Cause.NONE) {
            LOG.debug("{}: after it had failed", name, e);
        } else if (e instanceof BrokenProtocolException) {
            LOG.warn("{}: the peer broke the protocol: {}", name, e.getMessage());
            pairing.fail(Cause.PROTOCOL);
        } else if (e instanceof EOFException) {
            pairing.fail(Cause.PEER_CLOSED);
        } else if (e instanceof IOException) {
            LOG.info("{}: the socket broke: {}", name, e.toString());
            pairing.fail(Cause.PEER_UNREACHABLE);
        } else {
            LOG.warn("{}: memory of a request cannot be used", name, e);
            pairing.fail(Cause.CONNECTION_CLOSED);
        }
    }

    private void letGo() {
        if (touching.decrementAndGet() == 0) {
            pairing.wireEnded();
        }
    }

    private void end() {
        if (running.decrementAndGet() == 0) {
            abort();
            ended.complete(null);
        }
    }
}
