package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains, full queues, receivers that are not ready, and completion queues that overflow. */
abstract class QueuesContract extends DeviceContract {

    @ParameterizedTest
    @ValueSource(ints = { 0, 2, 4 })
    void aChainIsAcceptedUpToItsFirstMalformedRequest(final int bad) {
        final ConnectedPair pair = connected();
        final int tooMany = pair.initiator().queuePair().capacity().maxSendSge() + 1;
        final Buffer local = pair.initiator().buffer(64).fill(1);
        final Buffer remote = pair.target().buffer(64);
        final WorkRequests chain = WorkRequests.allocate(5, tooMany);
        for (int i = 0; i < 5; i++) {
            chain.addWrite(i, local.address(i), local.lkey(), 1, remote.address(i), remote.rkey(),
                    SendFlags.SIGNALED);
            for (int sge = 1; i == bad && sge < tooMany; sge++) {
                chain.addSge(local.address(), local.lkey(), 1);
            }
        }

        assertThat(pair.initiator().queuePair().postSend(chain)).isIn(Errno.EINVAL, Errno.ENOMEM);

        assertThat(chain.firstRefused()).isEqualTo(bad);
        assertThat(pair.sent(bad)).extracting(Completion::wrId).containsExactlyElementsOf(range(0, bad));
        assertThat(remote.bytes(0, bad)).isEqualTo(local.bytes(0, bad));
        assertThat(remote.bytes(bad, 64L - bad)).containsOnly(0);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.RTS);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2 })
    void aChainOfReceivesIsAcceptedUpToItsFirstMalformedRequest(final int bad) {
        final ConnectedPair pair = connected();
        final int tooMany = pair.target().queuePair().capacity().maxRecvSge() + 1;
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final ReceiveRequests chain = ReceiveRequests.allocate(3, tooMany);
        for (int i = 0; i < 3; i++) {
            chain.add(i, remote.address(), remote.lkey(), 8);
            for (int sge = 1; i == bad && sge < tooMany; sge++) {
                chain.addSge(remote.address(), remote.lkey(), 8);
            }
        }

        assertThat(pair.target().queuePair().postReceive(chain)).isIn(Errno.EINVAL, Errno.ENOMEM);

        assertThat(chain.firstRefused()).isEqualTo(bad);
        for (int i = 0; i < bad; i++) {
            pair.initiator().send(i, local);
        }
        assertThat(pair.received(bad)).extracting(Completion::wrId).containsExactlyElementsOf(range(0, bad));
    }

    /** A device may have room for more than it granted: Soft-RoCE rounds up and does not say so. */
    @Test
    void aChainLongerThanTheSendQueueIsAcceptedAsFarAsThereIsRoomAndThatIsAtLeastItsCapacity() {
        final ConnectedPair pair = connected(spec().depth(256));
        final int capacity = pair.initiator().queuePair().capacity().maxSendWr();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final WorkRequests chain = WorkRequests.allocate(4 * capacity, 1);
        while (!chain.isFull()) {
            chain.addWrite(chain.size(), local.address(), local.lkey(), 8, remote.address(), remote.rkey(),
                    SendFlags.SIGNALED);
        }

        assertThat(pair.initiator().queuePair().postSend(chain)).isEqualTo(Errno.ENOMEM);

        final int accepted = chain.firstRefused();
        assertThat(accepted).isBetween(capacity, 4 * capacity - 1);
        assertThat(pair.sent(accepted)).extracting(Completion::wrId)
                .containsExactlyElementsOf(range(0, accepted));
        assertThat(pair.initiator().write(99, local, remote)).isZero(); // room again
        assertThat(pair.sent().wrId()).isEqualTo(99);
    }

    @Test
    void unsignaledRequestsGiveTheirRoomBackWithTheNextCompletion() {
        final ConnectedPair pair = connected();
        final int capacity = pair.initiator().queuePair().capacity().maxSendWr();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final WorkRequests chain = pair.initiator().chain();
        for (int round = 0; round < 3; round++) {
            chain.clear();
            for (int i = 0; i < capacity; i++) {
                chain.addWrite(i, local.address(), local.lkey(), 8, remote.address(), remote.rkey(),
                        i == capacity - 1 ? SendFlags.SIGNALED : 0);
            }

            assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

            assertThat(pair.sent().wrId()).isEqualTo(capacity - 1);
        }
    }

    @Test
    void aFullReceiveQueueRefusesTheNextReceive() {
        final ConnectedPair pair = connected();
        final int capacity = pair.target().queuePair().capacity().maxRecvWr();
        final Buffer remote = pair.target().buffer(8);
        final ReceiveRequests chain = ReceiveRequests.allocate(4 * capacity, 1);
        for (int i = 0; i < 4 * capacity; i++) { // it may have room for more than it granted
            chain.add(i, remote.address(), remote.lkey(), 8);
        }

        assertThat(pair.target().queuePair().postReceive(chain)).isEqualTo(Errno.ENOMEM);

        assertThat(chain.firstRefused()).isBetween(capacity, 4 * capacity - 1);
        assertThat(pair.target().receive(99, remote)).isEqualTo(Errno.ENOMEM);
        pair.initiator().send(1, pair.initiator().buffer(8));
        assertThat(pair.received().wrId()).isZero();
        assertThat(pair.target().receive(99, remote)).isZero();
    }

    @Test
    void aSendWaitsForItsReceiveAndThenSucceedsWithAllThatIsBehindIt() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final Buffer behind = pair.target().buffer(8);
        pair.initiator().send(1, local);
        pair.initiator().write(2, local, behind);
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();
        assertThat(behind.isUntouched()).isTrue();

        pair.target().receive(3, remote);

        assertThat(pair.sent(2)).extracting(Completion::wrId).containsExactly(1L, 2L);
        assertThat(pair.received().wrId()).isEqualTo(3);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
        assertThat(behind.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aWriteWithImmediateWaitsForItsReceive() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        one.withImmediate(7);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        pair.pump();
        assertThat(pair.initiator().sends()).isEmpty();

        pair.target().receive(3, pair.target().buffer(1));

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(pair.received().immediate()).isEqualTo(7);
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aSendWithoutRetriesFailsWhereNothingIsPostedToReceiveIt() {
        final ConnectedPair pair = connected(spec().rnrRetry(0));

        pair.initiator().send(1, pair.initiator().buffer(8));

        final Completion completion = pair.sent();
        assertThat(completion.status()).as(completion.toString()).isEqualTo(WcStatus.RNR_RETRY_EXC_ERR);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        assertThat(pair.target().queuePair().state()).isEqualTo(QpState.RTS);
    }

    @Test
    void pollTakesNoMoreThanTheArrayHoldsAndLosesNothing() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final WorkRequests chain = pair.initiator().chain();
        for (int i = 0; i < 10; i++) {
            chain.addWrite(i, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        }
        assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

        final WorkCompletions three = WorkCompletions.allocate(3);
        final List<Long> ids = new ArrayList<>();
        Await.until(() -> {
            final int count = pair.initiator().sendQueue().poll(three);
            assertThat(count).isBetween(0, 3).isEqualTo(three.size());
            for (int i = 0; i < count; i++) {
                ids.add(three.wrId(i));
            }
            return ids.size() == 10;
        }, () -> "completions " + ids);
        assertThat(ids).containsExactlyElementsOf(range(0, 10));
    }

    @Test
    void aCompletionQueueHoldsAsMuchAsItGrantedAndOneMoreBreaksItWithAnEvent() {
        final ConnectedPair pair = connected(spec().depth(4));
        final int depth = pair.initiator().sendQueue().depth();
        final Buffer local = pair.initiator().buffer(8).fill(1);
        final Buffer remote = pair.target().buffer(8);
        final List<QueuePair> further = new ArrayList<>();
        try {
            int posted = 0;
            QueuePair queuePair = pair.initiator().queuePair();
            while (posted <= depth) { // as many queue pairs as it takes: no send queue overflows before
                final int chunk = Math.min(queuePair.capacity().maxSendWr(), depth + 1 - posted);
                final WorkRequests chain = WorkRequests.allocate(chunk, 1);
                for (int i = 0; i < chunk; i++) {
                    chain.addWrite(i, local.address(), local.lkey(), 8, remote.address(), remote.rkey(),
                            SendFlags.SIGNALED);
                }
                assertThat(queuePair.postSend(chain)).isZero();
                posted += chunk;
                if (posted <= depth) {
                    queuePair = pair.initiator().createQueuePair();
                    final QueuePair peer = pair.target().createQueuePair();
                    further.add(queuePair);
                    further.add(peer);
                    pair.connect(queuePair, peer);
                }
            }

            Await.until(() -> isCqError(pair.initiator().context().pollAsyncEvent(), pair), () -> "no CQ_ERR event");
            pair.pump();
            assertThat(pair.initiator().sends().size()).isLessThanOrEqualTo(depth);
        } finally {
            further.forEach(QueuePair::close);
        }
    }

    private static boolean isCqError(final AsyncEvent event, final ConnectedPair pair) {
        return event != null && event.type() == AsyncEvent.Type.CQ_ERR
                && event.element() == pair.initiator().sendQueue().handle();
    }

    private static List<Long> range(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
