package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Flowable;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.PipelineResult;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferPipeline;
import io.sluice.pipeline.TransferRequest;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.FlowAdapters;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;

/** The pipeline between the operators of Reactor and of RxJava: 1,000 blocks go over, 16 at a time. */
@Timeout(120)
class ReactiveExampleTest {
    private static final int BLOCKS = 1_000;
    private static final int BLOCK_BYTES = 4_096;

    /** Memory at both ends of an engine that is connected to itself. */
    private static final class Blocks implements AutoCloseable {
        final Arena arena = Arena.ofShared();
        final TransferEngine engine = TransferEngine.create(
                EngineConfig.builder().device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
        final LocalRegion source = engine.register(arena.allocate(BLOCKS * BLOCK_BYTES));
        final LocalRegion target = engine.register(arena.allocate(BLOCKS * BLOCK_BYTES));
        final Connection connection = engine.connect(engine);
        final RemoteRegion remote = connection.resolve(target.address(), target.length());
        final TransferPipeline pipeline = TransferPipeline.create(engine, connection, 16,
                engine.config().futureExecutor());

        Blocks() {
            for (int i = 0; i < BLOCKS; i++) {
                source.memory().set(ValueLayout.JAVA_INT, (long) i * BLOCK_BYTES, i);
            }
        }

        TransferRequest request(final int block) {
            final long offset = (long) block * BLOCK_BYTES;
            return new TransferRequest().listener(null, block)
                    .entries(new EntryList().add(source, offset, BLOCK_BYTES, remote, offset));
        }

        boolean isMoved(final PipelineResult result) {
            final int block = (int) result.transfer().userData();
            return result.isSuccess()
                    && target.memory().get(ValueLayout.JAVA_INT, (long) block * BLOCK_BYTES) == block;
        }

        @Override
        public void close() {
            engine.close();
            arena.close();
        }
    }

    @Test
    void reactor() {
        try (Blocks blocks = new Blocks()) {
            final Flux<TransferRequest> requests = Flux.range(0, BLOCKS).map(blocks::request);
            JdkFlowAdapter.publisherToFlowPublisher(requests).subscribe(blocks.pipeline);
            final Long moved = JdkFlowAdapter.flowPublisherToFlux(blocks.pipeline).filter(blocks::isMoved).count()
                    .block(Duration.ofSeconds(40));
            assertThat(moved).isEqualTo(BLOCKS);
        }
    }

    @Test
    void reactorThatTakesAFewAndCancels() throws Exception {
        try (Blocks blocks = new Blocks()) {
            final Flux<TransferRequest> requests = Flux.range(0, BLOCKS).map(blocks::request);
            JdkFlowAdapter.publisherToFlowPublisher(requests).subscribe(blocks.pipeline);
            final Long moved = JdkFlowAdapter.flowPublisherToFlux(blocks.pipeline).take(10).filter(blocks::isMoved)
                    .count().block(Duration.ofSeconds(40));
            assertThat(moved).isEqualTo(10);
            blocks.pipeline.settled().get(40, TimeUnit.SECONDS); // now nothing moves the memory any more
            blocks.engine.deregister(blocks.source);
        }
    }

    @Test
    void rxJava() {
        try (Blocks blocks = new Blocks()) {
            final Flowable<TransferRequest> requests = Flowable.range(0, BLOCKS).map(blocks::request);
            FlowAdapters.toFlowPublisher(requests).subscribe(blocks.pipeline);
            final long moved = Flowable.fromPublisher(FlowAdapters.toPublisher(blocks.pipeline))
                    .filter(blocks::isMoved).count().timeout(40, TimeUnit.SECONDS).blockingGet();
            assertThat(moved).isEqualTo(BLOCKS);
        }
    }
}
