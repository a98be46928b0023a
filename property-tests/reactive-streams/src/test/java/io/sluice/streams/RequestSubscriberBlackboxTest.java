package io.sluice.streams;

import io.sluice.pipeline.TransferPipeline;
import io.sluice.pipeline.TransferRequest;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;

/** The pipeline's request side, as a subscriber seen from outside. */
public class RequestSubscriberBlackboxTest extends FlowSubscriberBlackboxVerification<TransferRequest> {
    private final Transfers transfers = new Transfers();

    public RequestSubscriberBlackboxTest() {
        super(new TestEnvironment(1_000, 200));
    }

    @Override
    public Flow.Subscriber<TransferRequest> createFlowSubscriber() {
        final TransferPipeline pipeline = transfers.pipeline();
        pipeline.subscribe(new ResultSink());
        return pipeline;
    }

    @Override
    public TransferRequest createElement(final int element) {
        return transfers.request();
    }

    @AfterClass
    public void close() {
        transfers.close();
    }
}
