package io.sluice.properties.engine;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One end of a connection. Under the model's lock, but for the queue. */
final class End {
    final int connectionNumber;
    final int number;
    final Side side;
    final Connection connection;
    /** Whether it has a place for notifications. */
    final boolean ownPlace;
    End other;
    /** Remote regions as they were first seen. */
    final RemoteRegion[] seen = new RemoteRegion[Memory.REGIONS];
    final List<Transfer> transfers = new ArrayList<>();
    /** Transfers with listeners, as the poll thread settled them. */
    final Queue<Transfer> settledInOrder = new ConcurrentLinkedQueue<>();
    /** Transfers of which the other end was notified, in that order. */
    final List<Transfer> notified = new ArrayList<>();
    /** Messages sent by themselves, by count; received by the other end so far. */
    int messages;
    int messagesReceived;
    /** Places in the peer's inbox ever taken, and given back or read. */
    int placesTaken;
    int placesBack;
    boolean disconnected;
    /** When that began first. */
    long disconnectedNs;
    /** A transfer of it was cancelled, or had a timeout or a bad policy: it may be flushed. */
    boolean mayFlush;
    boolean flushed;

    End(final int connectionNumber, final int number, final Side side, final Connection connection,
            final boolean ownPlace) {
        this.connectionNumber = connectionNumber;
        this.number = number;
        this.side = side;
        this.connection = connection;
        this.ownPlace = ownPlace;
    }

    TransferEngine engine() {
        return side.engine;
    }

    boolean notifies() {
        return ownPlace && other.ownPlace;
    }

    boolean isAlive() {
        return side.engine.connections().contains(connection);
    }

    long slotsHeld() {
        return transfers.stream().filter(Transfer::holdsSlot).count();
    }

    int chunksHeld() {
        return transfers.stream().filter(transfer -> !transfer.isOver()).mapToInt(Transfer::chunks).sum();
    }

    /** The remote region as it is known now, or null. */
    RemoteRegion current(final int region) {
        final long address = other.side.memory.region(region).address();
        for (final RemoteRegion remote : connection.regions()) {
            if (remote.address() == address) {
                if (seen[region] == null) {
                    seen[region] = remote;
                }
                return remote;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "connection " + connectionNumber + " end " + number;
    }
}
