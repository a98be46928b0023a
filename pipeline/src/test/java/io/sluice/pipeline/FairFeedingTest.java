package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import org.junit.jupiter.api.Test;

class FairFeedingTest {
    private static final int SLICE = 1024;

    @Test
    void aLongTransferDoesNotHoldUpAShortOneBehindIt() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.NONE,
                config -> config.qpsPerConnection(1).maxRequests(2).maxWrPerPost(2).batchPollSize(1).sliceSize(SLICE)
                        .fragmentLimit(0))) {
            final Connection connection = pair.near.connect(pair.far);
            final RemoteRegion remote = pair.remote(connection);
            final long longOne = pair.near.write(connection, pair.here, 0, 50 * SLICE, remote, 0);
            final long shortOne = pair.near.write(connection, pair.here, 50 * SLICE, 1, remote, 50 * SLICE);

            pair.work(20);

            assertThat(pair.near.status(longOne)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.status(shortOne)).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aReadThatGetsItsCreditPiecemealDoesNotHoldUpAWriteBehindIt() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.NONE,
                config -> config.qpsPerConnection(1).maxRequests(8).maxWrPerPost(2).readBatchWindow(1).batchPollSize(1)
                        .sliceSize(SLICE).fragmentLimit(0))) {
            final Connection connection = pair.near.connect(pair.far);
            final RemoteRegion remote = pair.remote(connection);
            final long read = pair.near.read(connection, pair.here, 0, 50 * SLICE, remote, 0);
            final long write = pair.near.write(connection, pair.here, 50 * SLICE, 1, remote, 50 * SLICE);

            pair.work(20);

            assertThat(pair.near.status(read)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.status(write)).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    @Test
    void aTransferWithNothingOutstandingIsCancelledThoughAnotherBlocks() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.builder(0).delayNth(0, 0, Long.MAX_VALUE).build(),
                config -> config.qpsPerConnection(1).maxRequests(2).maxWrPerPost(2).sliceSize(SLICE)
                        .fragmentLimit(0))) {
            final Connection connection = pair.near.connect(pair.far);
            final RemoteRegion remote = pair.remote(connection);
            final long blocked = pair.near.write(connection, pair.here, 0, 50 * SLICE, remote, 0);
            final long behind = pair.near.write(connection, pair.here, 50 * SLICE, 1, remote, 50 * SLICE);
            pair.work(3);

            assertThat(pair.near.cancel(behind)).isTrue();
            pair.work(3);

            assertThat(pair.near.status(blocked)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.status(behind)).isEqualTo(TransferState.CANCELLED);
        }
    }

    @Test
    void aTransferThatMayNotStartYetTimesOutThoughAnotherBlocks() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.builder(0).delayNth(0, 0, Long.MAX_VALUE).build(),
                config -> config.qpsPerConnection(1).maxRequests(1).maxWrPerPost(1).sliceSize(SLICE)
                        .fragmentLimit(0))) {
            final Connection connection = pair.near.connect(pair.far);
            final RemoteRegion remote = pair.remote(connection);
            final long blocked = pair.near.write(connection, pair.here, 0, 50 * SLICE, remote, 0);
            final EntryList entries = new EntryList().add(pair.here, 50 * SLICE, 1, remote, 50 * SLICE);
            final long behind = pair.near.submit(connection,
                    new TransferRequest().entries(entries).timeoutNs(1_000_000));

            pair.clock.advance(2_000_000);
            pair.work(3);

            assertThat(pair.near.status(blocked)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(pair.near.status(behind)).isEqualTo(TransferState.TIMED_OUT);
        }
    }
}
