package io.sluice.properties.device;

import io.sluice.verbs.Access;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The receive queue of a queue pair of the model. */
final class ModelReceives {
    /** No receive is posted. */
    static final int NONE = -1;

    private final ModelQueuePair owner;
    private final ModelCompletionQueue completions;
    private final int capacity;
    private final Deque<Posted> posted = new ArrayDeque<>();
    private ModelCredit credit;

    private record Posted(long wrId, List<ModelRange> entries) {}

    ModelReceives(final ModelQueuePair owner, final ModelCompletionQueue completions, final int capacity) {
        this.owner = owner;
        this.completions = completions;
        this.capacity = capacity;
        credit = new ModelCredit(capacity);
    }

    boolean isEmpty() {
        return posted.isEmpty();
    }

    boolean post(final long wrId, final List<ModelRange> entries) {
        return credit.take(wrId) && posted.add(new Posted(wrId, entries));
    }

    /** Takes a message into the oldest receive. */
    int accept(final byte[] message, final String immediate) {
        if (posted.isEmpty()) {
            return NONE;
        }
        final List<ModelRange> entries = posted.peek().entries();
        if (message.length > entries.stream().mapToLong(ModelRange::bytes).sum()) {
            fail(WcStatus.LOC_LEN_ERR);
            return WcStatus.REM_INV_REQ_ERR;
        }
        if (!mayScatter(entries, message.length)) {
            fail(WcStatus.LOC_PROT_ERR);
            return WcStatus.REM_OP_ERR;
        }
        owner.memory().scatter(message, entries);
        succeed(WcOpcode.RECV, message.length, immediate);
        return WcStatus.SUCCESS;
    }

    /** Entries that the message reaches must be valid as a whole; an empty one is not looked at. */
    private boolean mayScatter(final List<ModelRange> entries, final long length) {
        long left = length;
        for (final ModelRange entry : entries) {
            if (left > 0 && entry.bytes() > 0
                    && !ModelRegion.permits(entry, entry.bytes(), owner.pd(), Access.LOCAL_WRITE)) {
                return false;
            }
            left -= entry.bytes();
        }
        return true;
    }

    void succeed(final int opcode, final long bytes, final String immediate) {
        final Posted oldest = posted.remove();
        completions.push(Words.succeeded(owner.name(), oldest.wrId(), opcode, bytes, immediate), oldest.wrId(), credit);
    }

    private void fail(final int status) {
        final Posted oldest = posted.remove();
        completions.push(Words.failed(owner.name(), oldest.wrId(), status), oldest.wrId(), credit);
    }

    void flush() {
        while (!posted.isEmpty()) {
            fail(WcStatus.WR_FLUSH_ERR);
        }
    }

    void reset() {
        posted.clear();
        credit = new ModelCredit(capacity);
    }
}
