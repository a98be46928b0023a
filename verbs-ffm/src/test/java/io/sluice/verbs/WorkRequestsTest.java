package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.SendWr;
import org.junit.jupiter.api.Test;

class WorkRequestsTest {

    private static int length(final long first) {
        int count = 0;
        for (long wr = first; wr != 0; wr = NativeMemory.getLong(wr + SendWr.NEXT)) {
            count++;
        }
        return count;
    }

    @Test
    void aChainEndsBehindItsLastRequestAndGoesOnWhereMoreAreAdded() {
        final WorkRequests requests = WorkRequests.allocate(4, 1);
        requests.addWrite(1, 0, 0, 1, 0, 0, 0);
        requests.addWrite(2, 0, 0, 1, 0, 0, 0);
        assertThat(length(requests.seal())).isEqualTo(2);
        requests.unseal();
        requests.addWrite(3, 0, 0, 1, 0, 0, 0);
        assertThat(length(requests.seal())).isEqualTo(3);
        requests.unseal();
        requests.clear();
        requests.addRead(4, 0, 0, 1, 0, 0, 0);
        assertThat(length(requests.seal())).isEqualTo(1);
    }

    @Test
    void aRequestOfBeforeLeavesNothingBehind() {
        final WorkRequests requests = WorkRequests.allocate(1, 1);
        requests.addWrite(1, 64, 5, 10, 128, 6, SendFlags.SIGNALED);
        requests.withImmediate(7);
        requests.clear();
        requests.addRead(2, 0, 0, 0, 0, 0, 0);
        final long wr = requests.seal();
        assertThat(NativeMemory.getInt(wr + SendWr.NUM_SGE)).isZero();
        assertThat(NativeMemory.getInt(wr + SendWr.OPCODE)).isEqualTo(WrOpcode.RDMA_READ);
        assertThat(NativeMemory.getInt(wr + SendWr.SEND_FLAGS)).isZero();
        assertThat(NativeMemory.getInt(wr + SendWr.IMM_DATA)).isZero();
    }

    @Test
    void flagsAddedToARequestJoinThoseItHasAndNoOther() {
        final WorkRequests requests = WorkRequests.allocate(2, 1);
        requests.addWrite(1, 0, 0, 1, 0, 0, SendFlags.INLINE);
        requests.addWrite(2, 0, 0, 1, 0, 0, 0);
        requests.addFlags(0, SendFlags.SIGNALED);
        final long first = requests.seal();
        assertThat(NativeMemory.getInt(first + SendWr.SEND_FLAGS)).isEqualTo(SendFlags.INLINE | SendFlags.SIGNALED);
        assertThat(NativeMemory.getInt(first + SendWr.SIZE + SendWr.SEND_FLAGS)).isZero();
        assertThat(NativeMemory.getLong(first + SendWr.NEXT)).isEqualTo(first + SendWr.SIZE);
    }
}
