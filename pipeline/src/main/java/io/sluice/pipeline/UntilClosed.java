package io.sluice.pipeline;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/** A post handler on a thread of its own, which ends with the engine. */
final class UntilClosed implements Agent {
    private final PostHandler handler;
    private final Closer closer;

    UntilClosed(final PostHandler handler, final Closer closer) {
        this.handler = handler;
        this.closer = closer;
    }

    @Override
    public int doWork() throws Exception {
        if (closer.isClosed()) {
            throw new AgentTerminationException();
        }
        return handler.doWork();
    }

    @Override
    public String roleName() {
        return handler.roleName();
    }
}
