package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The asynchronous events of a target whose peer broke a rule. */
class EventsTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final ConnectedPair pair = ConnectedPair.on(device).connect();
    private final Buffer local = pair.initiator().buffer(8);
    private final Buffer remote = pair.target().buffer(8);

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void aForbiddenAccessIsAnAccessErrorOfTheTargetsQueuePair() {
        write(local.lkey(), ~remote.rkey());

        assertThat(pair.target().context().pollAsyncEvent())
                .isEqualTo(new AsyncEvent(AsyncEvent.Type.QP_ACCESS_ERR, pair.target().queuePair().number()));
        assertThat(pair.target().context().pollAsyncEvent()).isNull();
        assertThat(pair.initiator().context().pollAsyncEvent()).isNull();
    }

    @Test
    void anInvalidRequestIsARequestErrorOfTheTargetsQueuePair() {
        pair.target().receive(1, pair.target().buffer(4));
        pair.initiator().send(2, local);

        assertThat(pair.target().context().pollAsyncEvent())
                .isEqualTo(new AsyncEvent(AsyncEvent.Type.QP_REQ_ERR, pair.target().queuePair().number()));
    }

    @Test
    void aLocalErrorIsNoEventAnywhere() {
        write(~local.lkey(), remote.rkey());

        assertThat(pair.target().context().pollAsyncEvent()).isNull();
        assertThat(pair.initiator().context().pollAsyncEvent()).isNull();
    }

    private void write(final int lkey, final int rkey) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, local.address(), lkey, 8, remote.address(), rkey, SendFlags.SIGNALED);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        assertThat(pair.sent().succeeded()).isFalse();
    }
}
