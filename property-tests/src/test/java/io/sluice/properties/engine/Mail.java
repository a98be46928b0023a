package io.sluice.properties.engine;

import io.sluice.pipeline.TransferState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Notifications: what was sent comes once, in order, and after the data that it speaks of. */
final class Mail {
    private static final int OF_TRANSFER = 0;
    private static final int BY_ITSELF = 1;

    private final World world;

    Mail(final World world) {
        this.world = world;
    }

    /** The next message of an end. */
    byte[] message(final End end) {
        return ByteBuffer.allocate(16).putInt(BY_ITSELF).putInt(end.connectionNumber).putInt(end.number)
                .putInt(end.messages).array();
    }

    static byte[] message(final Transfer transfer) {
        return ByteBuffer.allocate(8).putInt(OF_TRANSFER).putInt(transfer.number).array();
    }

    int read(final Side side, final int limit) {
        synchronized (world) { // so that what is read first is looked at first
            return side.engine.notifications((from, bytes) -> receive(side, from, ByteBuffer.wrap(bytes)), limit);
        }
    }

    private void receive(final Side side, final String from, final ByteBuffer message) {
        final boolean ofTransfer = message.getInt() == OF_TRANSFER;
        final End sender = ofTransfer
                ? receive(world.transfers.get(message.getInt()))
                : receive(world.end(message.getInt(), message.getInt()), message.getInt());
        sender.placesBack++;
        Complaint.unless(sender.other.side == side && sender.side.toString().equals(from), sender,
                "its message came to " + side + " from " + from);
    }

    private static End receive(final Transfer transfer) {
        Complaint.unless(!transfer.notified, transfer, "notified twice");
        transfer.notified = true;
        transfer.end.notified.add(transfer);
        if (transfer.settled) {
            Complaint.unless(transfer.state == TransferState.SUCCEEDED, transfer, "notified without success");
        } else {
            for (int i = 0; i < transfer.targets().size(); i++) {
                Complaint.unless(
                        transfer.targets().get(i).memory().holds(transfer.targets().get(i), transfer.sources().get(i)),
                        transfer, "notified before entry " + i + " was in place");
            }
        }
        return transfer.end;
    }

    private static End receive(final End end, final int count) {
        Complaint.unless(count == end.messagesReceived, end,
                "message " + count + " came where " + end.messagesReceived + " should");
        end.messagesReceived++;
        return end;
    }

    /** All has come that was sent, transfers' in the order in which they settled. */
    void checkAllReceived() {
        for (final End[] ends : world.connections) {
            for (final End end : ends) {
                CreditRules.same(end, "messages received", end.messagesReceived, end.messages);
                final List<Transfer> settled = new ArrayList<>(end.settledInOrder);
                settled.removeIf(t -> t.notification == null || t.state != TransferState.SUCCEEDED);
                final List<Transfer> heard = new ArrayList<>(end.notified);
                heard.removeIf(t -> t.command.api() != Command.Api.LISTENER);
                Complaint.unless(settled.equals(heard), end,
                        "transfers settled in the order " + settled + ", notified of in the order " + heard);
                for (final Transfer transfer : end.transfers) {
                    Complaint.unless(transfer.notification == null || transfer.state != TransferState.SUCCEEDED
                            || transfer.notified, transfer, "not notified");
                }
            }
        }
    }
}
