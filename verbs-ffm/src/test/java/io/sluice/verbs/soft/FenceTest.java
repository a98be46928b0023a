package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.Await;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever ends access can rely on it at once, in the middle of a copy that takes much longer than that. */
@Timeout(120)
class FenceTest {
    private static final int BIG = 64 << 20;
    private static final int ROUNDS = 12;

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final ConnectedPair pair = ConnectedPair.on(device).retryCount(0).ackTimeout(1).connect();
    private final Buffer local = pair.initiator().buffer(BIG);
    private final Buffer remote = pair.target().buffer(BIG);
    private int interrupted;

    @AfterEach
    void close() {
        pair.close();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void theTargetsErrorStateEndsALongWriteAtOnceAndForGood() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final Thread poster = post(write(remote));

            pair.target().queuePair().toError();

            untouchedFromHereOn(poster);
            endedBy(WcStatus.RETRY_EXC_ERR);
        }
        assertThat(interrupted).as("rounds that caught a copy under way").isPositive();
    }

    @Test
    void theReadersErrorStateEndsALongReadAtOnceAndForGood() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final WorkRequests one = WorkRequests.allocate(1, 1);
            one.addRead(1, local.address(), local.lkey(), BIG, remote.address(), remote.rkey(), SendFlags.SIGNALED);
            final byte value = (byte) (round + 1);
            remote.mark(value);
            final Thread poster = Thread.ofPlatform().start(() -> pair.initiator().queuePair().postSend(one));
            Await.until(() -> local.memory().get(ValueLayout.JAVA_BYTE, 0) == value, () -> "nothing has moved");

            pair.initiator().queuePair().toError();

            local.mark((byte) -1);
            poster.join();
            assertThat(local.isMarked((byte) -1)).as("nothing was written afterwards").isTrue();
            endedBy(WcStatus.WR_FLUSH_ERR);
        }
        assertThat(interrupted).as("rounds that caught a copy under way").isPositive();
    }

    @Test
    void aResetTargetThatServesAnotherPeerTakesNothingMoreOfTheFirst() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final QueuePair other = pair.initiator().createQueuePair();
            try (other) {
                final Thread poster = post(write(remote));

                pair.target().queuePair().toReset();
                pair.connect(other, pair.target().queuePair());

                untouchedFromHereOn(poster);
                endedBy(WcStatus.RETRY_EXC_ERR);
            }
        }
        assertThat(interrupted).as("rounds that caught a copy under way").isPositive();
    }

    @Test
    void aClaimedReceiveIsNotCompletedByThePeerOfBefore() throws Exception {
        final Buffer small = pair.target().buffer(8);
        for (int round = 0; round < ROUNDS; round++) {
            final QueuePair other = pair.initiator().createQueuePair();
            try (other) {
                pair.target().receive(1, remote);
                final Thread poster = post(send());

                pair.target().queuePair().toReset();
                pair.connect(other, pair.target().queuePair());
                pair.target().receive(2, small);

                untouchedFromHereOn(poster);
                endedBy(WcStatus.RETRY_EXC_ERR);
                assertThat(pair.target().receives()).extracting(Completion::wrId).doesNotContain(2L);
                assertThat(small.isUntouched()).isTrue();
            }
        }
        assertThat(interrupted).as("rounds that caught a copy under way").isPositive();
    }

    @Test
    void deregisteringWaitsForTheCopyUnderWayAndNoLonger() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            final Buffer again = new Buffer(remote.memory(),
                    pair.target().register(remote.memory(), Access.LOCAL_WRITE | Access.REMOTE_WRITE));
            final Thread poster = post(write(again));

            again.region().close();

            untouchedFromHereOn(poster);
            endedBy(WcStatus.REM_ACCESS_ERR);
        }
        assertThat(interrupted).as("rounds that caught a copy under way").isPositive();
    }

    private WorkRequests write(final Buffer to) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), local.lkey(), BIG, to.address(), to.rkey(), SendFlags.SIGNALED);
        return one;
    }

    private WorkRequests send() {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addSend(1, local.address(), local.lkey(), BIG, SendFlags.SIGNALED);
        return one;
    }

    /** Starts a thread that posts, and returns once the first bytes have moved. */
    private Thread post(final WorkRequests requests) {
        final byte value = (byte) (remote.memory().get(ValueLayout.JAVA_BYTE, 0) + 1);
        local.memory().fill(value);
        final Thread poster = Thread.ofPlatform().start(() -> pair.initiator().queuePair().postSend(requests));
        Await.until(() -> remote.memory().get(ValueLayout.JAVA_BYTE, 0) == value, () -> "nothing has moved");
        return poster;
    }

    private void untouchedFromHereOn(final Thread poster) throws InterruptedException {
        final byte mark = (byte) (remote.memory().get(ValueLayout.JAVA_BYTE, 0) + 1);
        remote.mark(mark);
        poster.join();
        assertThat(remote.isMarked(mark)).as("nothing was written afterwards").isTrue();
    }

    /** On a busy machine the copy may have ended first; then the round says nothing. */
    private void endedBy(final int status) {
        final Completion completion = pair.sent();
        if (!completion.succeeded()) {
            assertThat(completion.status()).as(completion.toString()).isEqualTo(status);
            interrupted++;
        }
        pair.initiator().queuePair().toReset();
        pair.target().queuePair().toReset();
        pair.connect();
    }
}
