package io.sluice.pipeline;

import io.sluice.pipeline.control.ControlChannel;
import io.sluice.pipeline.control.LinkMessage;

/** The way to the other end of a connection within one process: through the other engine's control queue. */
final class InProcessChannel implements ControlChannel {
    private final Link end;

    InProcessChannel(final Link end) {
        this.end = end;
    }

    @Override
    public void send(final LinkMessage message) {
        end.core().control().add(() -> end.messages().receive(message));
    }

    @Override
    public void finish() {
        // there is nothing to close
    }
}
