package io.sluice.streams;

import io.sluice.pipeline.PipelineResult;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;

/** The pipeline's results, as a publisher. */
public class ResultPublisherTest extends FlowPublisherVerification<PipelineResult> {
    private final Transfers transfers = new Transfers();

    public ResultPublisherTest() {
        super(new TestEnvironment(1_000, 200));
    }

    @Override
    public Flow.Publisher<PipelineResult> createFlowPublisher(final long elements) {
        return transfers.fedPipeline(elements);
    }

    @Override
    public Flow.Publisher<PipelineResult> createFailedFlowPublisher() {
        return transfers.failedPipeline();
    }

    @AfterClass
    public void close() {
        transfers.close();
    }
}
