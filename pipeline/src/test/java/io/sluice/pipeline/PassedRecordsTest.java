package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.WrId;
import io.sluice.verbs.WrOpcode;
import org.junit.jupiter.api.Test;

class PassedRecordsTest {
    @Test
    void aHandlerPassesOverRecordsOfAnotherHandlersLaneThatIsGone() throws Exception {
        final EngineConfig config = EngineConfig.builder().qpsPerConnection(1).build();
        final EngineCore core = new EngineCore(EngineDevice.open(config), 2, 1);
        core.duties(new EngineDuties(core, ThreadingMode.INVOKER));
        final Link link = InProcessHandshake.connect(core, core);
        final Lane lane = link.lanes()[0];
        final long sequence = core.ring().tryClaim(1);
        SliceRecord.put(core.ring().at(sequence), 0, 0, 0, 0, 0, WrOpcode.RDMA_WRITE, WrId.of(lane.number(), 0, 1),
                lane.handler());
        core.ring().publish(sequence, sequence);
        core.links().remove(link);

        final PostHandler other = core.postHandlers()[1 - lane.handler()];

        assertThat(other.doWork()).isEqualTo(1);
        assertThat(other.hasWork()).isFalse();
    }
}
