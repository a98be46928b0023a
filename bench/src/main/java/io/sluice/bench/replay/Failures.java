package io.sluice.bench.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What went wrong: faults that were ordered and mended, and failures, which were not. */
final class Failures {
    /** More often than there are faults in any plan: something else is wrong. */
    private static final int MOST_ATTEMPTS = 2 * Chaos.CONNECTIONS + 1;
    private static final int MESSAGES = 10;

    private final boolean repeat;
    private final Map<Path, Incident> incidents = new LinkedHashMap<>();
    private final List<String> messages = new ArrayList<>();
    private long count;
    private long transfersFailed;
    private long transfersRepeated;

    /** @param repeat whether failed transfers are repeated: faults were ordered */
    Failures(final boolean repeat) {
        this.repeat = repeat;
    }

    /** Takes note of a transfer that failed; tells whether it is to be repeated. */
    boolean mayRepeat(final Move move) {
        transfersFailed++;
        if (repeat) {
            incidents.computeIfAbsent(move.path(), Incident::new).add(move.cause());
            if (move.attempts() < MOST_ATTEMPTS) {
                transfersRepeated++;
                return true;
            }
        }
        add(move.toString());
        return false;
    }

    void add(final String message) {
        count++;
        if (messages.size() < MESSAGES) {
            messages.add(message);
        }
    }

    /** When all has settled: what was mended must have been what was ordered. */
    void verifyIncidents() {
        for (final Incident incident : incidents.values()) {
            final String contradiction = incident.contradiction();
            if (contradiction != null) {
                add(contradiction);
            }
        }
    }

    /** Requests that failed for good, wrong bytes, and contradictions. */
    long count() {
        return count;
    }

    /** The first of them. */
    List<String> messages() {
        return messages;
    }

    List<Incident> incidents() {
        return List.copyOf(incidents.values());
    }

    long transfersFailed() {
        return transfersFailed;
    }

    long transfersRepeated() {
        return transfersRepeated;
    }
}
