package io.sluice.properties.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.pairing.Window;
import io.sluice.pipeline.pairing.WindowOffer;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Two ends, and what lies between them. */
final class TwoEnds {
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    final End[] ends;
    final MemorySegment[] windows = new MemorySegment[2];
    final FakeDevice[] devices = new FakeDevice[2];

    TwoEnds(final int pairWindow, final int slots) {
        ends = new End[]{ new End(pairWindow, slots), new End(pairWindow, slots) };
    }

    /** Both agree on windows of that size. */
    TwoEnds withWindows(final long bytes, final boolean first, final boolean second) {
        final CompletableFuture<Integer> one = agree(0, bytes, first);
        final CompletableFuture<Integer> other = agree(1, bytes, second);
        while (!one.isDone() || !other.isDone()) {
            if (!pump()) {
                Thread.yield();
            }
        }
        if (one.join() != Cause.NONE || other.join() != Cause.NONE) {
            throw new AssertionError("no agreement: " + one.join() + ", " + other.join());
        }
        return this;
    }

    /** One end offers a window, and waits for the other. */
    CompletableFuture<Integer> agree(final int end, final long bytes, final boolean oneSided) {
        return agree(end, bytes, oneSided, PATIENCE_NS);
    }

    CompletableFuture<Integer> agree(final int end, final long bytes, final boolean oneSided, final long timeoutNs) {
        windows[end] = ends[end].arena.allocate(bytes, 8);
        final WindowOffer offer = new WindowOffer(true, oneSided, end, windows[end].address(), bytes);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return ends[end].pairing.agree(new Window(windows[end]), offer, peer -> {
                    devices[end] = new FakeDevice(ends[end].pairing, windows[1 - end]);
                    return devices[end];
                }, timeoutNs);
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
        }, THREADS);
    }

    /** Moves all frames that there are now, both ways; not what the device has. */
    boolean pump() {
        boolean moved = false;
        boolean more;
        do {
            more = false;
            for (int end = 0; end < 2; end++) {
                more |= ends[end].sendOne() | ends[end].deliverOne(ends[1 - end]);
            }
            moved |= more;
        } while (more);
        return moved;
    }

    /** Until nothing is under way, the device's included. */
    void settle() {
        boolean more;
        do {
            more = pump();
            for (final FakeDevice device : devices) {
                more |= device != null && device.step(0);
            }
        } while (more);
    }

    /** The wire is cut: what is under way is lost. */
    void cut(final int cause) {
        for (int end = 0; end < 2; end++) {
            ends[end].pairing.fail(cause);
            if (devices[end] != null) {
                devices[end].fail(cause);
            }
            ends[end].pairing.wireEnded();
        }
    }
}
