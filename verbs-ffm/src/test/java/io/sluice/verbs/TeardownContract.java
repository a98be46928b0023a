package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Taking things away while work is outstanding: an end in order, and no access afterwards. */
@Timeout(120)
abstract class TeardownContract extends DeviceContract {
    private static final int BIG = 4 << 20;

    @Test
    void aTargetRegionClosedUnderWritesIsNotTouchedAfterwards() throws Exception {
        closeWhileMoving((pair, local, remote) -> remote.region().close(), WrOpcode.RDMA_WRITE);
    }

    @Test
    void anInitiatorRegionClosedUnderReadsIsNotTouchedAfterwards() throws Exception {
        closeWhileMoving((pair, local, remote) -> local.region().close(), WrOpcode.RDMA_READ);
    }

    @Test
    void memoryIsNotTouchedAfterTheTargetWentToError() throws Exception {
        closeWhileMoving((pair, local, remote) -> pair.target().queuePair().toError(), WrOpcode.RDMA_WRITE);
    }

    @Test
    void memoryIsNotTouchedAfterTheTargetQueuePairIsClosed() throws Exception {
        closeWhileMoving((pair, local, remote) -> pair.target().queuePair().close(), WrOpcode.RDMA_WRITE);
    }

    @Test
    void memoryIsNotTouchedAfterTheReadersQueuePairWentToError() throws Exception {
        closeWhileMoving((pair, local, remote) -> pair.initiator().queuePair().toError(), WrOpcode.RDMA_READ);
    }

    @Test
    void aQueuePairClosesWithWorkOutstanding() {
        final ConnectedPair pair = connected();
        final Buffer buffer = pair.initiator().buffer(64);
        for (int i = 0; i < 4; i++) {
            pair.initiator().send(i, buffer); // waits: nothing is posted at the target
            pair.initiator().receive(i, buffer);
        }
        pair.initiator().queuePair().close();
        buffer.region().close();

        pair.pump();
    }

    /** What takes something away. */
    private interface Act {
        void on(ConnectedPair pair, Buffer local, Buffer remote);
    }

    private void closeWhileMoving(final Act act, final int opcode) throws Exception {
        for (int round = 0; round < 8; round++) {
            final ConnectedPair pair = connected(spec().retryCount(0));
            final Buffer local = pair.initiator().buffer(BIG);
            final Buffer remote = pair.target().buffer(BIG);
            final Buffer changing = opcode == WrOpcode.RDMA_READ ? local : remote;
            final Buffer source = opcode == WrOpcode.RDMA_READ ? remote : local;
            final WorkRequests chain = WorkRequests.allocate(8, 1);
            for (int i = 0; i < 8; i++) {
                chain.addRdma(opcode, i, local.address(), local.lkey(), BIG, remote.address(), remote.rkey(),
                        SendFlags.SIGNALED);
            }
            source.memory().fill((byte) 1);
            final Thread poster = Thread.ofPlatform().start(() -> pair.initiator().queuePair().postSend(chain));
            Await.until(() -> changing.memory().get(ValueLayout.JAVA_BYTE, 0) == 1,
                    () -> "nothing has moved");

            act.on(pair, local, remote);
            changing.mark((byte) 2);

            poster.join();
            final List<Completion> completions = pair.sent(8);
            assertThat(completions).extracting(Completion::wrId).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(changing.isMarked((byte) 2)).as("round " + round + ": untouched").isTrue();
        }
    }
}
