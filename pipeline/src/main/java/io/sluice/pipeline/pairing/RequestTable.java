package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;

/**
 * The requests of an engine, by id: slot and generation, as transfers have them. Safe for use by any number of threads.
 */
public final class RequestTable {
    private final TransferTable slots;
    private final Request[] requests;

    /** @param capacity requests that are not released, 1 to 2^20 */
    public RequestTable(final int capacity) {
        slots = new TransferTable(capacity);
        requests = new Request[capacity];
        for (int i = 0; i < capacity; i++) {
            requests[i] = new Request(i);
        }
    }

    /** Slots that nobody holds. */
    public int free() {
        return slots.free();
    }

    /** State of a request, of {@link TransferState}. A WAIT looks at the window here. */
    public int poll(final long id) {
        final long word = word(id);
        if (word < 0) {
            return TransferState.STALE;
        }
        if (TransferWord.state(word) == TransferWord.ACTIVE) {
            final Request request = requests[slot(id)];
            final Pairing owner = request.owner;
            if (request.kind == Request.Kind.WAIT && owner != null) {
                owner.lookForSignal(request, word);
                return publicState(slots.word(slot(id)), id);
            }
        }
        return publicState(word, id);
    }

    /** Why it failed, of {@link Cause}; NONE if it has not, or the id is stale. */
    public int cause(final long id) {
        final long word = word(id);
        return word < 0 || publicState(word, id) == TransferState.IN_PROGRESS ? Cause.NONE : TransferWord.cause(word);
    }

    /** A sentence on its state, with both totals where they are unequal. */
    public String describe(final long id) {
        final long word = word(id);
        if (word < 0) {
            return "request " + id + " STALE";
        }
        final Request request = requests[slot(id)];
        final int state = publicState(word, id);
        final int cause = state == TransferState.IN_PROGRESS ? Cause.NONE : TransferWord.cause(word);
        final StringBuilder text = new StringBuilder().append(request.kind).append(' ').append(request.sequence)
                .append(' ').append(TransferState.name(state));
        if (cause == Cause.UNEQUAL_TOTALS) {
            text.append(": ").append(request.total()).append(" bytes here, ").append(request.peerTotal)
                    .append(" at the peer");
        } else if (cause != Cause.NONE) {
            text.append(": ").append(Cause.describe(cause));
        }
        return text.toString();
    }

    /** Releases a settled request; answers the state that it had, IN_PROGRESS if nothing has changed, or STALE. */
    public int release(final long id) {
        final int state = poll(id);
        if (state == TransferState.IN_PROGRESS || state == TransferState.STALE) {
            return state;
        }
        final long word = word(id);
        if (word < 0) {
            return TransferState.STALE;
        }
        final Request request = requests[slot(id)];
        final Pairing owner = request.owner;
        synchronized (request) { // two releases at once: one of them clears it
            if (slots.word(request.slot) != word) {
                return TransferState.STALE;
            }
            request.pieces.clear();
            request.owner = null;
            slots.free(request.slot, word);
        }
        owner.released();
        return state;
    }

    /** A slot to fill, or null where there is none. */
    Request take() {
        final int slot = slots.take();
        return slot == TransferTable.NONE ? null : requests[slot];
    }

    /** What was taken and filled is in progress from now on. */
    long activate(final Request request) {
        final long generation = TransferWord.generation(slots.word(request.slot));
        request.word = TransferWord.of(generation, Cause.NONE, TransferWord.ACTIVE);
        slots.putWord(request.slot, request.word);
        return generation << 20 | request.slot;
    }

    /** False: it had settled before. {@code expected} is its word in progress. */
    boolean settle(final Request request, final long expected, final int cause) {
        return slots.compareAndSetWord(request.slot, expected, TransferWord.of(TransferWord.generation(expected), cause,
                cause == Cause.NONE ? TransferState.SUCCEEDED : TransferState.FAILED));
    }

    /** Gives back what was taken and not activated. */
    void giveBack(final Request request) {
        slots.free(request.slot, slots.word(request.slot));
    }

    private long word(final long id) {
        final int slot = slot(id);
        if (id < 0 || slot >= slots.capacity()) {
            return -1;
        }
        final long word = slots.word(slot);
        final int state = TransferWord.state(word);
        return TransferWord.generation(word) != id >>> 20 || state == TransferWord.FREE
                || state == TransferWord.BUILDING ? -1 : word;
    }

    private static int slot(final long id) {
        return (int) id & TransferTable.MAX_SLOTS - 1;
    }

    private static int publicState(final long word, final long id) {
        if (TransferWord.generation(word) != id >>> 20) {
            return TransferState.STALE;
        }
        final int state = TransferWord.state(word);
        return state >= TransferWord.FREE ? TransferState.IN_PROGRESS : state;
    }
}
