package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.Await;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory closed under its registration: hardware has its pages pinned, the soft device must notice, and never crash. */
@Timeout(120)
class ClosedMemoryTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final ConnectedPair pair = ConnectedPair.on(device).connect();

    @AfterEach
    void close() {
        pair.close();
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void closedLocalMemoryIsALocalProtectionError() {
        final Buffer local = pair.initiator().buffer(64);
        pair.initiator().closeMemory();
        pair.initiator().read(1, local, pair.target().buffer(64));
        assertThat(pair.sent().status()).isEqualTo(WcStatus.LOC_PROT_ERR);
    }

    @Test
    void closedRemoteMemoryIsARemoteAccessError() {
        final Buffer remote = pair.target().buffer(64);
        pair.target().closeMemory();
        pair.initiator().write(1, pair.initiator().buffer(64), remote);
        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void closedReceiveMemoryFailsTheReceiveAndTheSend() {
        final Buffer remote = pair.target().buffer(64);
        pair.target().receive(5, remote);
        pair.target().closeMemory();
        pair.initiator().send(1, pair.initiator().buffer(64));
        assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_OP_ERR);
        assertThat(pair.received().status()).isEqualTo(WcStatus.LOC_PROT_ERR);
    }

    @Test
    void memoryClosedInTheMiddleOfACopyFailsItOnTheSideThatClosed() throws Exception {
        for (int round = 0; round < 20; round++) {
            final Arena arena = Arena.ofShared();
            final boolean here = round % 2 == 0;
            final MemorySegment doomed = arena.allocate(16 << 20);
            final Buffer sound = (here ? pair.target() : pair.initiator()).buffer(16 << 20);
            try (MemoryRegion region = (here ? pair.initiator() : pair.target()).domain().register(doomed,
                    Access.ALL)) {
                final Buffer closing = new Buffer(doomed, region);
                final Buffer local = here ? closing : sound;
                final Buffer remote = here ? sound : closing;
                final WorkRequests chain = WorkRequests.allocate(2, 1);
                for (int i = 0; i < 2; i++) {
                    chain.addWrite(i, local.address(), local.lkey(), 16 << 20, remote.address(), remote.rkey(),
                            SendFlags.SIGNALED);
                }
                local.memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
                final Thread poster = Thread.ofPlatform().start(() -> pair.initiator().queuePair().postSend(chain));
                Await.until(() -> remote.memory().get(ValueLayout.JAVA_BYTE, 0) == 1, () -> "nothing has moved");

                arena.close();

                poster.join();
                for (final Completion completion : pair.sent(2)) {
                    assertThat(completion.status()).as(completion.toString()).isIn(WcStatus.SUCCESS,
                            here ? WcStatus.LOC_PROT_ERR : WcStatus.REM_ACCESS_ERR, WcStatus.WR_FLUSH_ERR);
                }
            }
            pair.initiator().queuePair().toReset();
            pair.target().queuePair().toReset();
            pair.connect();
        }
    }
}
