package io.sluice.streams;

import io.sluice.pipeline.TransferPipeline;
import io.sluice.pipeline.TransferRequest;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.SubscriberPuppet;
import org.reactivestreams.tck.SubscriberWhiteboxVerification.WhiteboxSubscriberProbe;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;

/** The pipeline's request side, as a subscriber that is watched and led from inside: by what its results are asked for. */
public class RequestSubscriberWhiteboxTest extends FlowSubscriberWhiteboxVerification<TransferRequest> {
    private final Transfers transfers = new Transfers();

    public RequestSubscriberWhiteboxTest() {
        super(new TestEnvironment(1_000, 200));
    }

    @Override
    protected Flow.Subscriber<TransferRequest> createFlowSubscriber(
            final WhiteboxSubscriberProbe<TransferRequest> probe) {
        final TransferPipeline pipeline = transfers.pipeline();
        final ResultSink sink = new ResultSink();
        pipeline.subscribe(sink);
        return new Watched(pipeline, sink, probe);
    }

    /** Tells the probe what the pipeline is told. */
    private record Watched(TransferPipeline pipeline, ResultSink sink, WhiteboxSubscriberProbe<TransferRequest> probe)
            implements
                Flow.Subscriber<TransferRequest>,
                SubscriberPuppet {
        @Override
        public void onSubscribe(final Flow.Subscription subscription) {
            pipeline.onSubscribe(subscription);
            probe.registerOnSubscribe(this);
        }

        @Override
        public void onNext(final TransferRequest request) {
            pipeline.onNext(request);
            probe.registerOnNext(request);
        }

        @Override
        public void onError(final Throwable error) {
            pipeline.onError(error);
            probe.registerOnError(error);
        }

        @Override
        public void onComplete() {
            pipeline.onComplete();
            probe.registerOnComplete();
        }

        @Override
        public void triggerRequest(final long elements) {
            sink.subscription().request(elements);
        }

        @Override
        public void signalCancel() {
            sink.subscription().cancel();
        }
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
