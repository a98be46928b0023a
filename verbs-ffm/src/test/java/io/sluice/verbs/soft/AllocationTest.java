package io.sluice.verbs.soft;

import static io.sluice.verbs.Allocations.nothingIn;

import io.sluice.verbs.Buffer;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Post and poll allocate nothing. */
class AllocationTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final ConnectedPair pair = ConnectedPair.on(device).connect();
    private final QueuePair queuePair = pair.initiator().queuePair();
    private final Buffer local = pair.initiator().buffer(4096);
    private final Buffer remote = pair.target().buffer(4096);
    private final WorkRequests chain = WorkRequests.allocate(8, 2);
    private final WorkCompletions completions = WorkCompletions.allocate(16);

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void writesReadsAndInlineWritesAllocateNothing() {
        nothingIn(() -> {
            chain.clear();
            chain.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), 0);
            chain.addWrite(2, local.address(), local.lkey(), 4096, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
            chain.addRead(3, local.address(), local.lkey(), 100, remote.address(), remote.rkey(), SendFlags.SIGNALED);
            chain.addWrite(4, local.address(), 0, 48, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED | SendFlags.INLINE);
            chain.addSge(local.address(), 0, 3);
            require(queuePair.postSend(chain) == 0);
            require(pair.initiator().sendQueue().poll(completions) == 3);
        });
    }

    @Test
    void sendsAndReceivesAllocateNothing() {
        final ReceiveRequests receive = ReceiveRequests.allocate(1, 1);
        nothingIn(() -> {
            receive.clear();
            receive.add(1, remote.address(), remote.lkey(), 4096);
            require(pair.target().queuePair().postReceive(receive) == 0);
            chain.clear();
            chain.addSend(2, local.address(), local.lkey(), 4000, SendFlags.SIGNALED);
            chain.withImmediate(5);
            require(queuePair.postSend(chain) == 0);
            require(pair.initiator().sendQueue().poll(completions) == 1);
            require(pair.target().receiveQueue().poll(completions) == 1);
        });
    }

    @Test
    void pollingAllocatesNothingWhileRequestsAreHeldBack() {
        pair.initiator().send(1, local); // waits: nothing is posted at the target
        nothingIn(() -> require(pair.initiator().sendQueue().poll(completions) == 0));
    }

    private static void require(final boolean condition) {
        if (!condition) {
            throw new AssertionError("a call did not do its work");
        }
    }
}
