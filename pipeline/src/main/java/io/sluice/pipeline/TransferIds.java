package io.sluice.pipeline;

import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import java.util.concurrent.locks.LockSupport;

/** What may be asked of transfers by their ids. Any thread; what each answers is said at {@link TransferEngine}. */
final class TransferIds {
    private static final long AWAIT_SPINS = 100;
    private static final long AWAIT_PARK_NS = 50_000;

    private final EngineCore core;
    private final EngineDuties duties;

    TransferIds(final EngineCore core, final EngineDuties duties) {
        this.core = core;
        this.duties = duties;
    }

    int status(final long id) {
        final long word = word(id);
        return word < 0 ? TransferState.STALE : publicState(word);
    }

    int cause(final long id) {
        final long word = word(id);
        return word < 0 || publicState(word) == TransferState.IN_PROGRESS ? Cause.NONE : TransferWord.cause(word);
    }

    int release(final long id) {
        final long word = word(id);
        if (word < 0) {
            return TransferState.STALE;
        }
        final int state = publicState(word);
        if (state == TransferState.IN_PROGRESS) {
            return state;
        }
        final int slot = slot(id);
        if (!core.free(slot, word, core.linkOf(slot))) {
            return TransferState.STALE;
        }
        core.room().tell();
        return state;
    }

    boolean cancel(final long id) {
        final long word = word(id);
        if (word < 0 || TransferWord.state(word) != TransferWord.ACTIVE) {
            return false;
        }
        final int slot = slot(id);
        final Link link = core.linkOf(slot);
        core.watch(1);
        if (!core.table().compareAndSetWord(slot, word,
                TransferWord.of(TransferWord.generation(word), Cause.CANCELLED, TransferWord.STOPPED))) {
            core.watch(-1);
            return false;
        }
        link.sweepSoon();
        core.wakeAll();
        return true;
    }

    int await(final long id, final long timeoutNs) {
        final long start = System.nanoTime();
        final boolean invoker = core.config().effectiveThreadingMode() == ThreadingMode.INVOKER;
        for (long i = 0;; i++) {
            final int state = status(id);
            if (state != TransferState.IN_PROGRESS) {
                return state;
            }
            if (System.nanoTime() - start >= timeoutNs || Thread.currentThread().isInterrupted()) {
                return state;
            }
            if (invoker && duties.invoke() > 0) {
                continue;
            }
            if (i < AWAIT_SPINS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(AWAIT_PARK_NS);
            }
        }
    }

    /** The word of an id's slot, or a negative number if the id is stale or never was one. */
    private long word(final long id) {
        final int slot = slot(id);
        if (id < 0 || slot >= core.table().capacity()) {
            return -1;
        }
        final long word = core.table().word(slot);
        final int state = TransferWord.state(word);
        return TransferWord.generation(word) != id >>> 20 || state == TransferWord.FREE
                || state == TransferWord.BUILDING ? -1 : word;
    }

    private static int slot(final long id) {
        return (int) id & TransferTable.MAX_SLOTS - 1;
    }

    private static int publicState(final long word) {
        final int state = TransferWord.state(word);
        return state >= TransferWord.FREE ? TransferState.IN_PROGRESS : state;
    }
}
