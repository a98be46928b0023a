package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.ring.SliceRecord;
import io.sluice.pipeline.ring.WrId;
import io.sluice.verbs.Errno;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WrOpcode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassedRecordsTest {
    @Test
    void aHandlerPassesOverRecordsOfAnotherHandlersLaneThatIsGone() {
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

    @Test
    void aRecordThatGoesWrongFailsAloneAndThoseBehindItArePosted() {
        final List<Throwable> errors = new ArrayList<>();
        final EngineConfig config = EngineConfig.builder().qpsPerConnection(1).errorHandler(errors::add).build();
        final EngineCore core = new EngineCore(EngineDevice.open(config), 1, 1);
        core.duties(new EngineDuties(core, ThreadingMode.INVOKER));
        final Lane lane = InProcessHandshake.connect(core, core).lanes()[0];
        final long wrong = WrId.of(1 << 19, 7, 1);
        final long high = core.ring().tryClaim(2);
        SliceRecord.put(core.ring().at(high - 1), 0, 0, 0, 0, 0, WrOpcode.RDMA_WRITE, wrong, 0);
        SliceRecord.put(core.ring().at(high), 0, 0, 0, 0, 0, WrOpcode.RDMA_WRITE, WrId.of(lane.number(), 0, 1), 0);
        core.ring().publish(high - 1, high);

        final PostHandler handler = core.postHandlers()[0];

        assertThat(handler.doWork()).isEqualTo(2);
        assertThat(handler.hasWork()).isFalse();
        assertThat(errors).singleElement().isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(handler.refused().poll()).isEqualTo(new PostHandler.Refused(wrong, Errno.EIO));
        assertThat(handler.refused().poll()).isNull();
        final WorkCompletions completions = WorkCompletions.allocate(4);
        assertThat(core.device().completionQueue().poll(completions)).isEqualTo(1);
        assertThat(completions.wrId(0)).isEqualTo(WrId.of(lane.number(), 0, 1));
    }
}
