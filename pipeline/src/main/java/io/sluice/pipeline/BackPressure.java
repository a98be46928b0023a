package io.sluice.pipeline;

import io.sluice.pipeline.jfr.BackPressureEvent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The episode of back pressure that a connection is in, if a recording wants to know: begun by the submit that is refused
 * first, ended by the next that is taken, or with the connection. Any thread.
 */
final class BackPressure {
    private record Episode(BackPressureEvent event, AtomicInteger refused) {}

    /** Set from null by who is refused, exchanged for null by who is taken: that one commits. */
    private final AtomicReference<Episode> current = new AtomicReference<>();

    void refused() {
        final Episode running = current.get();
        if (running != null) {
            running.refused().incrementAndGet();
        } else if (BackPressureEvent.isWanted()) {
            final BackPressureEvent event = new BackPressureEvent();
            event.begin();
            current.compareAndSet(null, new Episode(event, new AtomicInteger(1)));
        }
    }

    void taken(final String peerName) {
        if (current.get() != null) {
            end(peerName);
        }
    }

    private void end(final String peerName) {
        final Episode ended = current.getAndSet(null);
        if (ended != null) {
            final BackPressureEvent event = ended.event();
            event.peer = peerName;
            event.refused = ended.refused().get();
            event.commit();
        }
    }
}
