package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Buffer;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WorkRequests;
import org.junit.jupiter.api.Test;

/** Inline data is taken at post, all of it, before any of it is placed. */
class InlineOverlapTest {
    @Test
    void inlineDataThatLiesWhereTheMessageGoesArrivesAsItWas() {
        try (ConnectedPair pair = ConnectedPair.on(SoftDevice.create(SoftDeviceConfig.builder().build())).connect()) {
            final Buffer memory = pair.target().buffer(16).fill(1);
            final byte[] before = memory.bytes();
            final WorkRequests chain = pair.initiator().chain();
            // Its first entry goes where the second one lies.
            chain.addWrite(1, memory.address(8), 0, 8, memory.address(), memory.rkey(),
                    SendFlags.SIGNALED | SendFlags.INLINE);
            chain.addSge(memory.address(), 0, 8);

            assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

            assertThat(pair.sent().succeeded()).isTrue();
            final byte[] swapped = new byte[16];
            System.arraycopy(before, 8, swapped, 0, 8);
            System.arraycopy(before, 0, swapped, 8, 8);
            assertThat(memory.bytes()).isEqualTo(swapped);
        }
    }
}
