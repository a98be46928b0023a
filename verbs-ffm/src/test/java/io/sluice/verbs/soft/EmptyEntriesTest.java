package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scatter/gather entries without bytes: nobody looks at their key, as in the libraries of adapters. */
class EmptyEntriesTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private ConnectedPair pair;
    private Buffer local;
    private Buffer remote;

    @BeforeEach
    void open() {
        pair = ConnectedPair.on(device).connect();
        local = pair.initiator().buffer(16).fill(1);
        remote = pair.target().buffer(16);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void anEmptyEntryOfAWriteMayHaveAnyKey() {
        final WorkRequests chain = pair.initiator().chain();
        chain.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        chain.addSge(local.address(), ~local.lkey(), 0);
        chain.addSge(local.address(8), local.lkey(), 8);

        pair.initiator().queuePair().postSend(chain);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void anEmptyEntryOfAReceiveMayHaveAnyKey() {
        final ReceiveRequests receives = ReceiveRequests.allocate(1, 3);
        receives.add(2, remote.address(), remote.lkey(), 8);
        receives.addSge(remote.address(), ~remote.lkey(), 0);
        receives.addSge(remote.address(8), remote.lkey(), 8);
        pair.target().queuePair().postReceive(receives);

        pair.initiator().send(1, local);

        assertThat(pair.received()).extracting(Completion::status, Completion::bytes).containsExactly(WcStatus.SUCCESS,
                16);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }
}
