package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CloseDuringSubmitTest {
    @Test
    void aTransferThatBeginsWhileItsEngineClosesSettles() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.NONE, config -> {})) {
            final Connection connection = pair.near.connect(pair.far);
            final EntryList entries = new EntryList().add(pair.here, 0, 1, pair.remote(connection), 0);
            pair.clock.atNextLook(() -> { // the slot is taken, the transfer not begun, for longer than a close waits
                pair.beginToClose(pair.near);
                pair.work(1);
                pair.clock.advance(TimeUnit.MINUTES.toNanos(1));
                pair.work(10);
            });

            final long id = pair.near.submit(connection, new TransferRequest().entries(entries).timeoutNs(1_000));
            pair.work(10);

            assertThat(pair.near.status(id)).isEqualTo(TransferState.FAILED);
            assertThat(pair.near.cause(id)).isEqualTo(Cause.CONNECTION_CLOSED);
        }
    }
}
