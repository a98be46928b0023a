package io.sluice.pipeline;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.seam.EngineSeam;
import io.sluice.verbs.Gid;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.soft.SoftDevice;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The engine's side of {@link EngineSeam}. */
final class Seam extends EngineSeam {
    private final EngineCore core;

    Seam(final EngineCore core) {
        this.core = core;
    }

    @Override
    public Attempt attempt(final long timeoutNs) {
        return core.controlPlane().attempt(timeoutNs);
    }

    @Override
    public SocketChannel openSocket(final Connection connection, final int index, final Attempt attempt)
            throws IOException, HandshakeException {
        return connection.link().session().open(index, attempt);
    }

    @Override
    public void onSocket(final SocketHandler handler) {
        core.controlPlane().sessions().onSocket(handler);
    }

    @Override
    public boolean needsSockets() {
        return core.device().device().kind().equals(SoftDevice.KIND);
    }

    @Override
    public void attach(final QueuePair queuePair, final SocketChannel socket) throws IOException {
        SoftPath.attach(core.device().device(), queuePair, socket);
    }

    @Override
    public VerbsContext context() {
        return core.device().context();
    }

    @Override
    public ProtectionDomain domain() {
        return core.device().domain();
    }

    @Override
    public PortAttributes port() {
        return core.device().port();
    }

    @Override
    public Gid gid() {
        return core.device().gid();
    }

    @Override
    public int gidIndex() {
        return core.device().gidIndex();
    }
}
