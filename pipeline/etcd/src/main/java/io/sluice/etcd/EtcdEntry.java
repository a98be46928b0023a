package io.sluice.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.sluice.etcd.EtcdConnection.NotFoundException;
import io.sluice.pipeline.discovery.PeerStore;
import java.io.IOException;
import java.util.List;

/** An entry that this process keeps in etcd: the key is its own as long as it hangs on its lease. */
final class EtcdEntry implements PeerStore.Entry {
    private final EtcdConnection connection;
    private final String agentName;
    private final ByteSequence key;
    private final ByteSequence metadata;
    private final long leaseSeconds;
    private long lease;
    /** The lease before, which etcd no longer knows but whose key it may be about to remove. */
    private long lostLease;

    EtcdEntry(final EtcdConnection connection, final String agentName, final ByteSequence key,
            final ByteSequence metadata, final long leaseSeconds) {
        this.connection = connection;
        this.agentName = agentName;
        this.key = key;
        this.metadata = metadata;
        this.leaseSeconds = leaseSeconds;
    }

    /** Puts the key, whoever had it: its lease changes with it. */
    void enter() throws IOException {
        grant();
        final PutOption onLease = PutOption.builder().withLeaseId(lease).build();
        connection.call("publish agent " + agentName, client -> client.getKVClient().put(key, metadata, onLease));
    }

    @Override
    public boolean renew() throws IOException {
        try {
            connection.call("renew agent " + agentName, client -> client.getLeaseClient().keepAliveOnce(lease));
        } catch (final NotFoundException _) {
            lostLease = lease;
            grant();
        }
        List<KeyValue> there = connection.call("look up agent " + agentName, client -> client.getKVClient().get(key))
                .getKvs();
        if (there.isEmpty()) {
            there = enterIfAbsent();
        }
        final boolean mine = there.isEmpty() || there.getFirst().getLease() == lease
                || there.getFirst().getLease() == lostLease;
        if (!mine) {
            remove();
        }
        return mine;
    }

    /** Ends the lease, and with it the key if that hangs on it. */
    @Override
    public void remove() throws IOException {
        try {
            connection.call("remove agent " + agentName, client -> client.getLeaseClient().revoke(lease));
        } catch (final NotFoundException _) {
            // Over already, and the key with it.
        }
    }

    private void grant() throws IOException {
        lease = connection
                .call("get a lease for agent " + agentName, client -> client.getLeaseClient().grant(leaseSeconds))
                .getID();
    }

    /** @return what is there instead; nothing if the key was entered */
    private List<KeyValue> enterIfAbsent() throws IOException {
        final var answer = connection.call("publish agent " + agentName,
                client -> client.getKVClient().txn().If(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.version(0)))
                        .Then(Op.put(key, metadata, PutOption.builder().withLeaseId(lease).build()))
                        .Else(Op.get(key, GetOption.DEFAULT)).commit());
        return answer.isSucceeded() ? List.of() : answer.getGetResponses().getFirst().getKvs();
    }
}
