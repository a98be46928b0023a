package io.sluice.verbs.soft;

import io.sluice.verbs.Access;
import io.sluice.verbs.Await;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.Sockets;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import io.sluice.verbs.soft.wire.Frame;
import io.sluice.verbs.soft.wire.Opening;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue pair of a soft device whose peer is the test itself: at the other end of the socket are plain bytes, as right
 * or wrong as the test likes. The region lies in the middle of memory that nobody may touch.
 */
final class RawPeer implements AutoCloseable {
    static final int NUMBER = 77;
    static final int PSN = 1000;
    static final int REGION = 64 << 10;
    private static final int FENCE = 4096;

    final SocketChannel socket;
    final QueuePair queuePair;
    final MemoryRegion region;
    private final VerbsContext context;
    private final ProtectionDomain domain;
    private final CompletionQueue sends;
    private final CompletionQueue receives;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(REGION + 2 * FENCE, 64);
    private final WorkCompletions polled = WorkCompletions.allocate(64);
    private final ByteBuffer frame = ByteBuffer.allocate(Frame.SIZE).order(ByteOrder.LITTLE_ENDIAN);

    /** A queue pair in RTS, with a receive of the whole region posted. */
    RawPeer(final SoftDevice device, final int ackTimeout, final int retryCount) {
        context = device.open();
        domain = context.allocateProtectionDomain();
        sends = context.createCompletionQueue(1024);
        receives = context.createCompletionQueue(64);
        region = domain.register(memory.asSlice(FENCE, REGION), Access.ALL);
        queuePair = domain.createQueuePair(sends, receives, new QueuePairCapacity(512, 8, 2, 2, 64));
        final SocketChannel[] ends = Sockets.pair();
        socket = ends[1];
        queuePair.toInit(1, Access.ALL);
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        receive.add(9, region.address(), region.lkey(), REGION);
        queuePair.postReceive(receive);
        try {
            device.attach(queuePair.number(), ends[0]);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        queuePair.toReadyToReceive(new RtrAttributes(1, NUMBER, PSN, 4096, 0, Gid.ZERO, 0, 0, 4, 1));
        queuePair.toReadyToSend(new RtsAttributes(PSN, ackTimeout, retryCount, 7, 4));
    }

    RawPeer(final SoftDevice device) {
        this(device, 14, 7);
    }

    /** The opening of a peer that is as it should be. */
    byte[] opening() {
        final ByteBuffer bytes = ByteBuffer.allocate(Opening.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        Opening.put(bytes, 0, NUMBER, queuePair.number(), PSN, 4);
        return bytes.array();
    }

    /** One frame as a burst of its own, with its payload. */
    byte[] frame(final int type, final int code, final int sequence, final int key, final long address,
            final int total, final int immediate, final byte[] payload) {
        Frame.put(frame, 0, type, code, payload.length, sequence, key, address, total, immediate);
        return concat(frame.array().clone(), payload);
    }

    byte[] frame(final int type, final int code, final int sequence) {
        return frame(type, code, sequence, 0, 0, 0, 0, new byte[0]);
    }

    static byte[] concat(final byte[]... parts) {
        int length = 0;
        for (final byte[] part : parts) {
            length += part.length;
        }
        final ByteBuffer all = ByteBuffer.allocate(length);
        for (final byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** Sends bytes; false where the device has closed the socket. */
    boolean send(final byte[] bytes) {
        try {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                socket.write(buffer);
            }
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    /** Waits for so many bytes of the device; shorter where it has closed the socket. */
    byte[] receive(final int bytes) {
        final ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (buffer.hasRemaining() && socket.read(buffer) >= 0) {
            }
        } catch (final IOException e) {
            // closed, with bytes of ours unread
        }
        final byte[] read = new byte[buffer.position()];
        buffer.get(0, read);
        return read;
    }

    /** Takes all that comes until the device closes the socket. */
    void awaitEnd() {
        while (receive(4096).length == 4096) {
        }
    }

    void post(final int count, final int bytes) {
        final WorkRequests one = WorkRequests.allocate(count, 1);
        for (int i = 0; i < count; i++) {
            one.addWrite(i, region.address(), region.lkey(), bytes, 0x1000, 5, SendFlags.SIGNALED);
        }
        post(one);
    }

    void postSends(final int count) {
        final WorkRequests chain = WorkRequests.allocate(count, 1);
        for (int i = 0; i < count; i++) {
            chain.addSend(i, region.address(), region.lkey(), 8, SendFlags.SIGNALED);
        }
        post(chain);
    }

    private void post(final WorkRequests chain) {
        if (queuePair.postSend(chain) != 0) {
            throw new AssertionError("post");
        }
    }

    /** The statuses of the next completions of sends. */
    List<Integer> sent(final int count) {
        return statuses(sends, count);
    }

    List<Integer> received(final int count) {
        return statuses(receives, count);
    }

    private List<Integer> statuses(final CompletionQueue queue, final int count) {
        final List<Integer> statuses = new ArrayList<>();
        Await.until(() -> {
            final int found = queue.poll(polled);
            for (int i = 0; i < found; i++) {
                statuses.add(polled.status(i));
            }
            return statuses.size() >= count;
        }, () -> count + " completions; there are " + statuses);
        return statuses;
    }

    /** Whether nothing but the region was written. */
    boolean isFenced() {
        return memory.asSlice(0, FENCE).mismatch(MemorySegment.ofArray(new byte[FENCE])) < 0
                && memory.asSlice(FENCE + REGION, FENCE).mismatch(MemorySegment.ofArray(new byte[FENCE])) < 0;
    }

    byte[] content() {
        return memory.asSlice(FENCE, REGION).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void close() {
        queuePair.close();
        region.close();
        sends.close();
        receives.close();
        domain.close();
        context.close();
        arena.close();
        try {
            socket.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
