package io.sluice.pipeline;

import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;

/**
 * Deadlines of transfers, and of the outstanding work of stopped ones: looked at once a millisecond, while any transfer
 * has one. The poll thread alone.
 */
final class Timers {
    private static final long TICK_NS = 1_000_000;

    private final EngineCore core;
    private final TransferTable table;
    private long lastNs;

    Timers(final EngineCore core) {
        this.core = core;
        table = core.table();
        lastNs = core.nanoTime();
    }

    /** Whether the thread may not sleep longer than a tick. */
    boolean isWatching() {
        return core.watched() > 0;
    }

    int work() {
        final long now = core.nanoTime();
        if (now - lastNs < TICK_NS) {
            return 0;
        }
        lastNs = now;
        core.regions().expire(now);
        core.gauges().work(now);
        for (final Link link : core.links().links()) {
            core.ends().drain(link, now);
            link.messages().acknowledgeRevoked();
        }
        return isWatching() ? sweep(now) : 0;
    }

    private int sweep(final long now) {
        int work = 0;
        for (int slot = 0; slot < table.highWater(); slot++) {
            final long word = table.word(slot);
            final int state = TransferWord.state(word);
            if (state == TransferWord.ACTIVE) {
                final long deadlineNs = table.deadlineNs(slot);
                if (deadlineNs != 0 && now - deadlineNs >= 0 && table.compareAndSetWord(slot, word, TransferWord
                        .of(TransferWord.generation(word), Cause.DEADLINE, TransferWord.STOPPED))) {
                    core.linkOf(slot).sweepSoon();
                    work++;
                }
            } else if (state == TransferWord.STOPPED) {
                flushIfLate(slot, now);
            }
        }
        return work;
    }

    /** Cancel and deadline leave the queue pairs alone, unless the outstanding work does not return. */
    private void flushIfLate(final int slot, final long now) {
        final long since = table.stoppedSinceNs(slot);
        if (table.fed(slot) <= table.done(slot)) {
            return; // nothing outstanding: it only waits to be closed
        }
        if (since == 0) {
            table.stoppedSinceNs(slot, now == 0 ? 1 : now);
        } else if (now - since >= core.config().flushAfterNs()) {
            core.ends().fail(core.linkOf(slot), Cause.FLUSHED);
        }
    }
}
