package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import org.junit.jupiter.api.Test;

class SubmitAfterCloseTest {
    @Test
    void aClosedEngineAnswersClosed() {
        final InvokedPair pair = new InvokedPair(FaultPlan.NONE, config -> {});
        final Connection connection = pair.near.connect(pair.far);
        final RemoteRegion remote = pair.remote(connection);
        final EntryList entries = new EntryList().add(pair.here, 0, 1, remote, 0);
        pair.close();

        assertThat(pair.near.write(connection, pair.here, 0, 1, remote, 0)).isEqualTo(ResultCode.CLOSED);
        assertThat(pair.near.read(connection, entries)).isEqualTo(ResultCode.CLOSED);
        assertThat(pair.near.sendNotification(connection, new byte[0])).isEqualTo(ResultCode.CLOSED);
    }
}
