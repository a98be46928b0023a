package io.sluice.pipeline;

import io.sluice.pipeline.jfr.BackPressureEvent;
import io.sluice.pipeline.jfr.ConnectionClosedEvent;
import io.sluice.pipeline.jfr.ConnectionFailedEvent;
import io.sluice.pipeline.jfr.ConnectionOpenedEvent;
import io.sluice.pipeline.jfr.TransferEvent;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.verbs.WrOpcode;

/**
 * Tells Flight Recorder what happens to transfers and connections. Makes events only while a recording wants them; else a
 * transfer costs the look whether one does.
 */
final class FlightRecords {
    private final EngineCore core;
    /** By slot: begun by the submitter before the slot is ACTIVE, ended by the poll thread before it is free again. */
    private final TransferEvent[] transfers;

    FlightRecords(final EngineCore core) {
        this.core = core;
        transfers = new TransferEvent[core.table().capacity()];
        // Here, and not by the first submits: threads that wait for a class to be initialized pin their carriers.
        TransferEvent.isWanted();
        BackPressureEvent.isWanted();
    }

    /** The submitter, before the slot is ACTIVE. */
    void submitted(final int slot) {
        if (TransferEvent.isWanted()) {
            final TransferEvent event = new TransferEvent();
            event.begin();
            transfers[slot] = event;
        }
    }

    /**
     * The poll thread, while the slot is still the transfer's.
     *
     * @return what {@link #settled} needs; null if nobody wants to know
     */
    TransferEvent settling(final int slot, final Link link) {
        final TransferEvent event = transfers[slot];
        if (event == null) {
            return null;
        }
        transfers[slot] = null;
        event.end();
        if (!event.shouldCommit()) {
            return null;
        }
        final TransferTable table = core.table();
        event.peer = link.peerName();
        event.operation = table.opcode(slot) == WrOpcode.RDMA_READ ? "READ" : "WRITE";
        event.bytes = table.bytes(slot);
        event.entries = table.entryCount(slot);
        event.slices = table.closedFed(slot) & TransferTable.FED_MASK;
        return event;
    }

    void settled(final TransferEvent event, final long id, final int state, final int cause) {
        if (event != null) {
            event.transferId = id;
            event.state = TransferState.name(state);
            event.cause = Cause.describe(cause);
            event.commit();
        }
    }

    void opened(final Link link) {
        final ConnectionOpenedEvent event = new ConnectionOpenedEvent();
        if (event.isEnabled()) {
            event.agent = core.config().agentName();
            event.peer = link.peerName();
            event.queuePairs = link.lanes().length;
            event.commit();
        }
    }

    void failed(final Link link) {
        final ConnectionFailedEvent event = new ConnectionFailedEvent();
        if (event.isEnabled()) {
            event.agent = core.config().agentName();
            event.peer = link.peerName();
            event.cause = Cause.describe(link.cause());
            event.inProgress = link.inProgress();
            event.commit();
        }
    }

    void closed(final Link link) {
        final ConnectionClosedEvent event = new ConnectionClosedEvent();
        if (event.isEnabled()) {
            event.agent = core.config().agentName();
            event.peer = link.peerName();
            event.cause = Cause.describe(link.cause());
            event.commit();
        }
    }
}
