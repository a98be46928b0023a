package io.sluice.bench.remote;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C, and the other signals that end a JVM: lets a command put things in order before the JVM goes. Made by the
 * command's thread and closed by it as the last thing.
 */
final class Interruption implements BooleanSupplier, AutoCloseable {
    private static final long PATIENCE_S = 15;

    private final CountDownLatch inOrder = new CountDownLatch(1);
    private final Thread hook = new Thread(this::waitForOrder, "ctrl-c");
    /** Written by the hook's thread. */
    private volatile boolean requested;

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void waitForOrder() {
        requested = true;
        try {
            inOrder.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (final InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether to end now */
    @Override
    public boolean getAsBoolean() {
        return requested;
    }

    @Override
    public void close() {
        inOrder.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException _) {
                // The JVM ends this very moment; the hook does not hold it up any more.
            }
        }
    }
}
