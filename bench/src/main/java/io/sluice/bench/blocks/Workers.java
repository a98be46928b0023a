package io.sluice.bench.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Threads that share a loop. What they wrote is visible when {@link #each} returns. */
public final class Workers implements AutoCloseable {
    private final int threads;
    private final ExecutorService executor;

    public Workers(final String name, final int threads) {
        this.threads = threads;
        executor = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    }

    public int threads() {
        return threads;
    }

    /** Runs the task for 0..count - 1, each once, in no order; the first exception ends it and is thrown. */
    public void each(final int count, final IntConsumer task) {
        final AtomicInteger next = new AtomicInteger();
        final List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, count); i++) {
            parts.add(executor.submit(() -> {
                for (int at = next.getAndIncrement(); at < count; at = next.getAndIncrement()) {
                    task.accept(at);
                }
            }));
        }
        for (final Future<?> part : parts) {
            await(part);
        }
    }

    private static void await(final Future<?> part) {
        try {
            part.get();
        } catch (final ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
