package io.sluice.streams;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferPipeline;
import io.sluice.pipeline.TransferRequest;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;

/** An engine connected to itself, and requests that it fulfils. */
final class Transfers implements AutoCloseable {
    private static final int BYTES = 64;
    private static final int WINDOW = 16;

    private final Arena arena = Arena.ofShared();
    private final TransferEngine engine = TransferEngine.create(
            EngineConfig.builder().device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
    private final LocalRegion here = engine.register(arena.allocate(2 * BYTES));
    private final Connection connection = engine.connect(engine);
    private final RemoteRegion there = connection.resolve(here.address(), here.length());

    TransferPipeline pipeline() {
        return TransferPipeline.create(engine, connection, WINDOW, engine.config().futureExecutor());
    }

    TransferRequest request() {
        return new TransferRequest().entries(new EntryList().add(here, 0, BYTES, there, BYTES));
    }

    /** A pipeline that is fed that many requests. */
    TransferPipeline fedPipeline(final long requests) {
        final Flux<TransferRequest> endless = Flux.generate(sink -> sink.next(request()));
        return fedBy(requests == Long.MAX_VALUE ? endless : endless.take(requests));
    }

    /** A pipeline whose requests have ended with an error. */
    TransferPipeline failedPipeline() {
        return fedBy(Flux.error(new IllegalStateException("no requests today")));
    }

    private TransferPipeline fedBy(final Flux<TransferRequest> requests) {
        final TransferPipeline pipeline = pipeline();
        JdkFlowAdapter.publisherToFlowPublisher(requests).subscribe(pipeline);
        return pipeline;
    }

    @Override
    public void close() {
        engine.close();
        arena.close();
    }
}
