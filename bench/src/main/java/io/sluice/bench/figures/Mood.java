package io.sluice.bench.figures;

import com.lmax.disruptor.Sequence;

/**
 * How far apart two cores are now: ns for a cache line to go to the other core and back. It changes on virtual machines
 * while they run, and everything across threads changes with it; figures compare only where it is alike.
 */
@FunctionalInterface
interface Mood {
    /** Times that a line goes there and back. */
    int ROUNDS = 20_000;

    /** @return ns there and back; 0 where there is no other core, or it does not matter */
    double ns() throws InterruptedException;

    /** Measures it. */
    static double pingPongNs() throws InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return 0;
        }
        final Sequence line = new Sequence(0);
        final Thread peer = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                while (line.get() != 2L * i + 1) {
                    Thread.onSpinWait();
                }
                line.set(2L * i + 2);
            }
        }, "ping-pong");
        peer.start();
        final long start = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            line.set(2L * i + 1);
            while (line.get() != 2L * i + 2) {
                Thread.onSpinWait();
            }
        }
        final long elapsed = System.nanoTime() - start;
        peer.join();
        return (double) elapsed / ROUNDS;
    }
}
