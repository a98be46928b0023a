package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shape of a NIXL back-end. */
class PairedBackendTest {
    private final PairedBackend a = backend("a");
    private final PairedBackend b = backend("b");
    private final BackendMemory ofA = a.registerMemory(memory(4096 + 8, 1));
    private final BackendMemory ofB = b.registerMemory(memory(4096 + 8, 2));
    private final BackendMemory moreOfA = a.registerMemory(memory(1000, 3));

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    private static PairedBackend backend(final String name) {
        return PairedBackend.create(PairedConfig.of(EngineConfig.builder().agentName(name)
                .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build()));
    }

    private static MemorySegment memory(final long bytes, final int fill) {
        return Arena.ofAuto().allocate(bytes, 8).fill((byte) fill);
    }

    private void connect() {
        a.loadConnInfo("b", b.connInfo());
        b.loadConnInfo("a", a.connInfo());
        final CompletableFuture<Void> other = async(() -> {
            b.connect("a");
            return null;
        });
        a.connect("b");
        other.join();
    }

    private static List<Range> ranges(final long base, final long... offsetsAndLengths) {
        final List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < offsetsAndLengths.length; i += 2) {
            ranges.add(new Range(base + offsetsAndLengths[i], offsetsAndLengths[i + 1]));
        }
        return ranges;
    }

    private static void finish(final PairedBackend backend, final BackendTransfer transfer) {
        await().until(() -> backend.check(transfer) != TransferState.IN_PROGRESS);
        assertThat(backend.check(transfer)).isEqualTo(TransferState.SUCCEEDED);
    }

    @Test
    void whatItCanDo() {
        assertThat(a.supportsRemote()).isTrue();
        assertThat(a.supportsLocal()).isFalse();
        assertThat(a.supportsNotifications()).isTrue();
        final BackendMemory remote = b.loadRemoteMemory(ofA.publicData());
        assertThat(remote.base()).isEqualTo(ofA.base());
        assertThat(remote.length()).isEqualTo(ofA.length());
        assertThatThrownBy(() -> b.loadRemoteMemory(new byte[19])).hasMessageContaining("20 bytes");
    }

    @Test
    void aWriteInsideTheWindowsMeetsTheReadOfTheSameAndIsPostedAgain() {
        connect();
        assertThat(a.supportsOneSided("b")).isTrue();
        a.connect("b");
        final List<Range> here = ranges(ofA.base(), 0, 100, 200, 50);
        final List<Range> there = ranges(ofB.base(), 10, 100, 300, 50);
        final BackendTransfer write = a.prepare(Op.WRITE, here, there, "b", null);
        final BackendTransfer read = b.prepare(Op.READ, there, here, "a", null);
        for (int i = 1; i <= 3; i++) {
            ofA.memory().asSlice(0, 4096).fill((byte) (10 * i));
            assertThat(b.post(read)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(b.check(read)).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(b.release(read)).as("in flight").isEqualTo(TransferState.IN_PROGRESS);
            assertThat(a.post(write)).isEqualTo(TransferState.IN_PROGRESS);
            finish(b, read);
            finish(a, write);
            assertThat(ofB.memory().asSlice(10, 100).mismatch(ofA.memory().asSlice(0, 100))).isEqualTo(-1);
            assertThat(ofB.memory().asSlice(300, 50).mismatch(ofA.memory().asSlice(200, 50))).isEqualTo(-1);
        }
        assertThat(a.release(write)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(a.release(write)).isEqualTo(TransferState.STALE);
        assertThatThrownBy(() -> a.post(write)).hasMessageContaining("released");
    }

    @Test
    void aWriteOutsideTheWindowsIsASendAndItsNotificationFollowsIt() {
        connect();
        final List<Range> here = ranges(moreOfA.base(), 0, 1000);
        final List<Range> there = ranges(ofB.base(), 0, 1000);
        final byte[] word = "done".getBytes(StandardCharsets.UTF_8);
        final BackendTransfer write = a.prepare(Op.WRITE, here, there, "b", word);
        final BackendTransfer read = b.prepare(Op.READ, there, here, "a", null);

        a.post(write);
        assertThat(b.notifications((agent, message) -> {}, 10)).isZero();
        b.post(read);
        finish(b, read);
        finish(a, write);
        assertThat(ofB.memory().asSlice(0, 1000).mismatch(moreOfA.memory())).isEqualTo(-1);
        final List<String> got = new ArrayList<>();
        await().until(() -> b.notifications((agent, message) -> got.add(agent + new String(message,
                StandardCharsets.UTF_8)), 10) > 0);
        assertThat(got).containsExactly("adone");
        assertThat(b.sendNotification("a", word)).isEqualTo(ResultCode.OK);
        await().until(() -> a.notifications((agent, message) -> got.add(agent), 10) > 0);
    }

    @Test
    void anAgentWithoutMemoryHasNoWindowAndNeitherHasItsPeer() {
        a.deregisterMemory(ofA);
        a.deregisterMemory(moreOfA);
        connect();

        assertThat(a.supportsOneSided("b")).isFalse();
        assertThat(b.supportsOneSided("a")).isFalse();
        final BackendMemory late = a.registerMemory(memory(64, 7));
        final BackendTransfer write = a.prepare(Op.WRITE, ranges(late.base(), 0, 64), ranges(ofB.base(), 0, 64), "b",
                null);
        final BackendTransfer read = b.prepare(Op.READ, ranges(ofB.base(), 0, 64), ranges(late.base(), 0, 64), "a",
                null);
        a.post(write);
        b.post(read);
        finish(a, write);
        finish(b, read);
    }

    @ParameterizedTest
    @EnumSource(Op.class)
    void whatIsPostedFailsWhenThePeerDisconnectsAndNothingIsTakenAfterwards(final Op op) {
        connect();
        final List<Range> here = ranges(ofA.base(), 0, 4096);
        final BackendTransfer transfer = a.prepare(op, op == Op.READ ? here : ranges(moreOfA.base(), 0, 1000),
                ranges(ofB.base(), 0, op == Op.READ ? 4096 : 1000), "b", null);
        a.post(transfer);
        b.disconnect("a");

        await().until(() -> a.check(transfer) == TransferState.FAILED);
        assertThat(a.cause("b")).isEqualTo(Cause.PEER_CLOSED);
        assertThat(a.post(transfer)).isEqualTo(ResultCode.NOT_CONNECTED);
        assertThat(a.release(transfer)).isEqualTo(TransferState.FAILED);
        connect();
        assertThat(a.supportsOneSided("b")).isTrue();
    }

    @Test
    void rangesThatCannotBeAreRefused() {
        assertThat(a.post(a.prepare(Op.WRITE, List.of(), List.of(), "b", null))).isEqualTo(ResultCode.NOT_CONNECTED);
        assertThat(a.sendNotification("b", new byte[0])).isEqualTo(ResultCode.NOT_CONNECTED);
        final List<Range> one = ranges(ofA.base(), 0, 10);
        assertThatThrownBy(() -> a.prepare(Op.WRITE, one, List.of(), "b", null)).hasMessageContaining("1 local ranges");
        assertThatThrownBy(() -> a.prepare(Op.WRITE, one, ranges(5, 0, 11), "b", null))
                .hasMessageContaining("range 0 has 10 bytes here, 11 at the peer");
        assertThatThrownBy(() -> a.prepare(Op.WRITE, ranges(ofA.base(), 4100, 10), ranges(5, 0, 10), "b", null))
                .hasMessageContaining("inside no memory registered here");
        assertThatThrownBy(() -> new Range(-1, 2)).hasMessageContaining("wraps around");
        assertThatThrownBy(() -> new Range(0, -1)).hasMessageContaining("negative");
    }
}
