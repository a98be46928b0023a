package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Buffer;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.Test;

/** Which poll gives what is held back another try: the one of its own send completion queue. */
class PollDrivesTest {
    private static final long DELAY_NS = 1_000;

    private long now;
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().clock(() -> now)
            .faultPlan(FaultPlan.builder(0).delayNth(FaultPlan.ANY_QP, 0, DELAY_NS).build()).build());

    @Test
    void aPollOfTheReceiveQueueDrivesNoSendWhoeverElseHoldsBackThere() {
        try (ConnectedPair pair = ConnectedPair.on(device).connect()) {
            final Buffer local = pair.initiator().buffer(8).fill(1);
            final Buffer remote = pair.target().buffer(8);
            final QueuePairCapacity capacity = pair.initiator().queuePair().capacity();
            try (QueuePair other = pair.initiator().domain().createQueuePair(pair.initiator().receiveQueue(),
                    pair.initiator().receiveQueue(), capacity);
                    QueuePair itsPeer = pair.target().createQueuePair()) {
                pair.connect(other, itsPeer);
                pair.initiator().write(1, local, remote);
                final WorkRequests empty = WorkRequests.allocate(1, 1);
                empty.addWrite(2, 0, 0, 0, 0, 0, SendFlags.SIGNALED);
                other.postSend(empty);
                now += DELAY_NS;

                assertThat(pair.initiator().receiveQueue().poll(WorkCompletions.allocate(2))).isEqualTo(1);
                assertThat(remote.isUntouched()).isTrue();

                assertThat(pair.initiator().sendQueue().poll(WorkCompletions.allocate(2))).isEqualTo(1);
                assertThat(remote.bytes()).isEqualTo(local.bytes());
            }
        }
    }
}
