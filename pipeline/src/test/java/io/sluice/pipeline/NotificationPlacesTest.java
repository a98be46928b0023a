package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.FaultPlan;
import org.junit.jupiter.api.Test;

class NotificationPlacesTest {
    @Test
    void aConnectionForWhichThePeerHasNoPlaceSaysSo() {
        try (InvokedPair pair = new InvokedPair(FaultPlan.NONE, config -> config.notifMaxPeers(2))) {
            pair.far.connect(pair.far); // takes both places of the far engine, one for each end
            final Connection connection = pair.near.connect(pair.far);

            assertThat(pair.near.sendNotification(connection, new byte[1])).isEqualTo(ResultCode.NO_NOTIFICATION_SLOT);
        }
    }
}
