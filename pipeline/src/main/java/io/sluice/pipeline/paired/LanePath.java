package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferListener;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Pieces;
import io.sluice.pipeline.pairing.Window;
import io.sluice.pipeline.pairing.WritePath;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Puts as transfers of the engine below: the data over all lanes, then, when that has completed, 8 bytes of signal. The
 * engine's own rules hold: credit, slices, failure, fences.
 */
final class LanePath implements WritePath, TransferListener {
    private static final long RETRY_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final TransferEngine engine;
    private final Connection connection;
    private final Pairing pairing;
    private final LocalRegion window;
    private final RemoteRegion peerWindow;
    private final LocalRegion signalSource;
    // Under the pairing's lock.
    private final EntryList entries = new EntryList();
    private final TransferRequest dataRequest = new TransferRequest().entries(entries);
    /** Of the one signal that is out. */
    private final EntryList signalEntries = new EntryList();
    private final TransferRequest signalRequest = new TransferRequest().entries(signalEntries);

    /** @param signalSource 8 bytes */
    LanePath(final TransferEngine engine, final Connection connection, final Pairing pairing, final LocalRegion window,
            final RemoteRegion peerWindow, final LocalRegion signalSource) {
        this.engine = engine;
        this.connection = connection;
        this.pairing = pairing;
        this.window = window;
        this.peerWindow = peerWindow;
        this.signalSource = signalSource;
        signalEntries.add(signalSource, 0, Window.SIGNAL_BYTES, peerWindow,
                peerWindow.length() - Window.SIGNAL_BYTES);
    }

    @Override
    public int write(final long put, final Pieces pieces) {
        if (pieces.bytes() == 0) {
            pairing.putWritten(put, Cause.NONE);
            return ResultCode.OK;
        }
        entries.clear();
        for (int i = 0; i < pieces.size(); i++) {
            if (pieces.length(i) > 0) {
                final MemorySegment memory = pieces.memory(i);
                entries.add(window, memory.address() + pieces.offset(i) - window.address(), pieces.length(i),
                        peerWindow, pieces.remoteOffset(i));
            }
        }
        final long id = engine.submit(connection, dataRequest.listener(this, put));
        return id < 0 ? (int) id : ResultCode.OK;
    }

    @Override
    public void signal(final long put) {
        signalSource.memory().set(ValueLayout.JAVA_LONG, 0, put);
        signalRequest.listener(this, -put);
        final long id = engine.submit(connection, signalRequest);
        if (id == ResultCode.BACK_PRESSURED) { // the slots are others' now; this one is the only of its kind
            Thread.ofVirtual().name("paired-signal").start(this::signalAgain);
        } else if (id < 0) {
            pairing.signalWritten(lost());
        }
    }

    private void signalAgain() {
        long id;
        do {
            LockSupport.parkNanos(RETRY_NS);
            id = engine.submit(connection, signalRequest);
        } while (id == ResultCode.BACK_PRESSURED);
        if (id < 0) {
            pairing.signalWritten(lost());
        }
    }

    private int lost() {
        final int cause = connection.cause();
        return cause == Cause.NONE ? Cause.CONNECTION_CLOSED : cause;
    }

    /** On the engine's poll thread. Positive user data: a put's data; negative: its signal. */
    @Override
    public void onSettled(final long id, final int state, final int cause, final long userData) {
        final int why = state == TransferState.SUCCEEDED ? Cause.NONE : cause;
        if (userData > 0) {
            pairing.putWritten(userData, why);
        } else {
            pairing.signalWritten(why);
        }
    }
}
