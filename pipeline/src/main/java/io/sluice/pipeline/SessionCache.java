package io.sluice.pipeline;

import io.sluice.pipeline.control.HandshakeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections that an engine has dialled by session, one each. Who asks first dials, the others wait for the same
 * outcome; a connection that is not open any more is dialled anew. Any thread.
 */
final class SessionCache {
    private final EngineCore core;
    private final Dialler dialler;
    private final ConcurrentHashMap<String, Dial> dials = new ConcurrentHashMap<>();

    private static final class Dial {
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        // Written before done completes: one of them.
        private volatile Link link;
        private volatile HandshakeException failure;

        /** A dial under way, or a connection in service. */
        boolean isOfUse() {
            return !done.isDone() || link != null && link.isOpen();
        }
    }

    SessionCache(final EngineCore core, final Dialler dialler) {
        this.core = core;
        this.dialler = dialler;
    }

    Link get(final Metadata to, final long timeoutNs) throws HandshakeException {
        final String session = to.session();
        final Dial mine = new Dial();
        final Dial dial = dials.compute(session,
                (key, known) -> known != null && known.isOfUse() ? known : mine);
        if (dial == mine) {
            dial(to, session, mine, timeoutNs);
        } else if (!core.duties().await(dial.done, timeoutNs)) {
            throw new HandshakeException(HandshakeException.Kind.TIMED_OUT,
                    "another thread's dial was not done in " + timeoutNs + " ns");
        }
        if (dial.failure != null) {
            throw dial.failure;
        }
        return dial.link;
    }

    private void dial(final Metadata to, final String session, final Dial mine, final long timeoutNs) {
        try {
            mine.link = dialler.dial(to, timeoutNs);
            mine.link.closed().thenRun(() -> dials.remove(session, mine));
        } catch (final HandshakeException e) {
            mine.failure = e;
        } finally {
            if (mine.link == null) { // whoever waits must learn of an error too
                dials.remove(session, mine);
                mine.failure = mine.failure != null
                        ? mine.failure
                        : new HandshakeException(HandshakeException.Kind.LOST, "the dial ended with an error");
            }
            mine.done.complete(null);
        }
    }
}
