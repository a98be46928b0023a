package io.sluice.verbs.figures;

import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** One thread that posts and polls, as an engine in SHARED mode does, and sleeps where there is nothing to do. */
final class SoftInitiator implements AutoCloseable {
    private final Thread owner = Thread.currentThread();
    private final SocketChannel control;
    private final SoftEnd end;
    private final WorkCompletions polled = WorkCompletions.allocate(64);

    SoftInitiator(final int port, final int sockets) throws IOException {
        control = WireFigures.dial(port);
        BareSender.hello(control, FiguresTarget.SOFT, sockets);
        final DataInputStream in = new DataInputStream(control.socket().getInputStream());
        final DataOutputStream out = new DataOutputStream(control.socket().getOutputStream());
        final int dataPort = in.readInt();
        final SocketChannel[] channels = new SocketChannel[sockets];
        for (int i = 0; i < sockets; i++) {
            channels[i] = WireFigures.dial(dataPort);
        }
        end = new SoftEnd(SoftDevice.create(SoftDeviceConfig.builder().build()), sockets,
                () -> LockSupport.unpark(owner));
        end.connect(in, out, channels);
    }

    /** Bytes a second. */
    double run(final boolean read, final int block, final int depth, final long millis) {
        final int lanes = end.queuePairs.length;
        final int perLane = depth / lanes;
        final int[] free = new int[lanes];
        Arrays.fill(free, perLane);
        final WorkRequests chain = WorkRequests.allocate(perLane, 1);
        final long blocks = SoftEnd.BYTES / block;
        final long start = System.nanoTime();
        long next = 0;
        long done = 0;
        long now = start;
        while (now - start < millis * 1_000_000) {
            for (int lane = 0; lane < lanes; lane++) {
                if (free[lane] < perLane / 4) {
                    continue;
                }
                chain.clear();
                for (; free[lane] > 0; free[lane]--) {
                    final long offset = next++ % blocks * block;
                    chain.addRdma(read ? WrOpcode.RDMA_READ : WrOpcode.RDMA_WRITE, lane,
                            end.region.address() + offset, end.region.lkey(), block, end.peerAddress + offset,
                            end.peerKey, SendFlags.SIGNALED);
                }
                post(lane, chain);
            }
            final int count = await();
            for (int i = 0; i < count; i++) {
                free[(int) polled.wrId(i)]++;
            }
            done += count;
            now = System.nanoTime();
        }
        return (double) done * block * 1e9 / (now - start);
    }

    /** Median time from post to completion of one 8-byte WRITE, ns. */
    double ping(final long millis) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        final long[] times = new long[1 << 20];
        int count = 0;
        final long start = System.nanoTime();
        long before = start;
        while (before - start < millis * 1_000_000 && count < times.length) {
            one.clear();
            one.addWrite(0, end.region.address(), end.region.lkey(), Long.BYTES, end.peerAddress, end.peerKey,
                    SendFlags.SIGNALED);
            post(0, one);
            await();
            final long now = System.nanoTime();
            times[count++] = now - before;
            before = now;
        }
        Arrays.sort(times, 0, count);
        return times[count / 2];
    }

    private void post(final int lane, final WorkRequests chain) {
        final int errno = end.queuePairs[lane].postSend(chain);
        if (errno != 0) {
            throw new IllegalStateException("post: " + errno);
        }
    }

    private int await() {
        int count = end.completions.poll(polled);
        while (count == 0) {
            end.completions.requestNotify();
            count = end.completions.poll(polled);
            if (count == 0) {
                LockSupport.park(this);
                count = end.completions.poll(polled);
            }
        }
        for (int i = 0; i < count; i++) {
            if (polled.status(i) != 0) {
                throw new IllegalStateException("status " + polled.status(i));
            }
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        end.close();
        control.close();
    }
}
