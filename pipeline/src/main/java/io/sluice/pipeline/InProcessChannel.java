package io.sluice.pipeline;

/** The way to the other end of a connection within one process: through the other engine's control queue. */
final class InProcessChannel implements ControlChannel {
    private final EngineCore there;
    private final ControlChannel end;

    InProcessChannel(final EngineCore there, final ControlChannel end) {
        this.there = there;
        this.end = end;
    }

    private void tell(final Runnable message) {
        there.control().add(message);
    }

    @Override
    public void regionAdded(final RegionInfo region) {
        tell(() -> end.regionAdded(region));
    }

    @Override
    public void revoke(final int region) {
        tell(() -> end.revoke(region));
    }

    @Override
    public void revoked(final int region) {
        tell(() -> end.revoked(region));
    }

    @Override
    public void resolve(final long token) {
        tell(() -> end.resolve(token));
    }

    @Override
    public void resolved(final long token) {
        tell(() -> end.resolved(token));
    }

    @Override
    public void notification(final byte[] message) {
        tell(() -> end.notification(message));
    }

    @Override
    public void notificationCredit(final int credits) {
        tell(() -> end.notificationCredit(credits));
    }

    @Override
    public void fence() {
        tell(end::fence);
    }

    @Override
    public void fenced() {
        tell(end::fenced);
    }
}
