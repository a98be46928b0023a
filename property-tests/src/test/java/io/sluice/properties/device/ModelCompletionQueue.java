package io.sluice.properties.device;

import io.sluice.verbs.QpState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A completion queue of the model. */
final class ModelCompletionQueue {
    final String name;
    /** In the order of creation. */
    final List<ModelQueuePair> users = new ArrayList<>();
    private final int depth;
    private final List<String> events;
    private final Deque<Completion> completions = new ArrayDeque<>();
    private boolean overrun;

    /** What was said, and whose slots it frees. */
    private record Completion(String words, long wrId, ModelCredit credit) {}

    ModelCompletionQueue(final String name, final int depth, final List<String> events) {
        this.name = name;
        this.depth = depth;
        this.events = events;
    }

    /** Lost where there is no room; then all later ones are lost too, and so are the queue pairs that use it. */
    void push(final String words, final long wrId, final ModelCredit credit) {
        if (!overrun && completions.size() < depth) {
            completions.add(new Completion(words, wrId, credit));
            return;
        }
        if (!overrun) {
            overrun = true;
            events.add("CQ_ERR " + name);
        }
        for (final ModelQueuePair user : users) {
            if (user.state() != QpState.RESET) {
                user.fail();
            }
        }
    }

    String poll(final int limit) {
        for (final ModelQueuePair user : users) {
            user.driveBy(this);
        }
        if (completions.isEmpty()) {
            return overrun ? "overrun" : "none";
        }
        final List<String> polled = new ArrayList<>();
        while (polled.size() < limit && !completions.isEmpty()) {
            final Completion oldest = completions.remove();
            oldest.credit().polled(oldest.wrId());
            polled.add(oldest.words());
        }
        return String.join("; ", polled);
    }
}
