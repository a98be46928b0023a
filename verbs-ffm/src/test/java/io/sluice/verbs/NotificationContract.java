package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Being told of completions instead of polling for them. */
abstract class NotificationContract extends DeviceContract {

    @Test
    void aQueueTellsOfTheNextCompletionOnce() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);

        assertThat(pair.initiator().sendQueue().requestNotify()).isTrue();
        assertThat(pair.initiator().sendNotifications()).isZero();
        for (int i = 0; i < 3; i++) {
            pair.initiator().write(i, local, remote);
        }
        pair.sent(3);

        Await.until(() -> pair.initiator().sendNotifications() == 1, () -> "told of a completion");
        pair.initiator().write(3, local, remote);
        pair.sent();
        assertThat(pair.initiator().sendNotifications()).isEqualTo(1);
    }

    @Test
    void itTellsAgainWhenItIsAskedAgain() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        for (int i = 1; i <= 20; i++) {
            final int asked = i;
            assertThat(pair.initiator().sendQueue().requestNotify()).isTrue();
            pair.initiator().write(i, local, remote);
            Await.until(() -> pair.initiator().sendNotifications() == asked, () -> "told " + asked + " times");
            pair.sent();
        }
    }

    @Test
    void aQueueThatIsNotAskedTellsNothing() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        pair.target().receive(1, pair.target().buffer(8));

        assertThat(pair.target().receiveQueue().requestNotify()).isTrue();
        pair.initiator().send(2, local);
        pair.received();

        Await.until(() -> pair.target().receiveNotifications() == 1, () -> "told of the receive");
        pair.sent();
        assertThat(pair.initiator().sendNotifications()).isZero();
    }

    @Test
    void flushedWorkIsToldToo() {
        final ConnectedPair pair = connected();
        pair.target().receive(1, pair.target().buffer(8));
        assertThat(pair.target().receiveQueue().requestNotify()).isTrue();

        pair.target().queuePair().toError();

        Await.until(() -> pair.target().receiveNotifications() == 1, () -> "told of the flush");
        assertThat(pair.received().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
    }

    @Test
    void aQueueWithoutOneToTellCannotBeAsked() {
        final ConnectedPair pair = connected();
        try (CompletionQueue silent = pair.initiator().context().createCompletionQueue(4)) {
            assertThatThrownBy(silent::requestNotify).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("without onCompletion");
        }
    }
}
