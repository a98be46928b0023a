package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.WrId;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import org.junit.jupiter.api.Test;

class PostHandlerTest {

    /** The owner of the lane is through with the record, and the connection has ended, before the other handler looks. */
    @Test
    void aRecordOfALaneThatIsGoneIsPassedOver() throws Exception {
        final EngineConfig config = ConfigFixture.bare()
                .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build();
        final EngineDevice device = EngineDevice.open(config);
        final EngineCore core = new EngineCore(device, 2, 1);
        final long sequence = core.ring().tryClaim(1);
        final SliceRecord record = core.ring().at(sequence);
        record.put(0, 0, 0, 0, 0, WrOpcode.RDMA_WRITE, WrId.of(0, 0, 1));
        core.ring().publish(sequence, sequence);
        for (final PostHandler handler : core.postHandlers()) {
            handler.doWork();
            assertThat(handler.hasWork()).isFalse();
        }
        assertThat(core.ring().backlog()).isZero();
        device.close();
    }
}
