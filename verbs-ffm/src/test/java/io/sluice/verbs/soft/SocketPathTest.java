package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.Await;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Endpoint;
import io.sluice.verbs.Errno;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.QpState;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.Sockets;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import io.sluice.verbs.WrOpcode;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue pairs with a socket: what it takes to attach one, and how traffic, stand-still and end look from above. */
@Timeout(120)
class SocketPathTest {
    private static final String NAME = "socket-path";
    private static final int MIB = 1 << 20;

    private final SoftDevice device = device();
    private final SoftDevice peer = device();
    private final Relay relay = new Relay();
    private final Sockets sockets = new Sockets(relay::pair);

    private static SoftDevice device() {
        return SoftDevice.create(SoftDeviceConfig.builder().name(NAME).build());
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        sockets.close();
        relay.close();
        assertThat(device.liveObjects() + peer.liveObjects()).isZero();
        Await.until(() -> threads() == 0, () -> "threads of a device are left: " + threads());
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sluice-" + NAME)).count();
    }

    private ConnectedPair.Spec spec() {
        return ConnectedPair.on(device).wired(peer, sockets);
    }

    @Test
    void trafficThatFillsTheSocketsOfBothDirectionsDoesNotStandStill() {
        try (ConnectedPair pair = spec().capacity(32, 4).readsInFlight(16, 16).depth(128).connect()) {
            final Buffer[] here = { pair.initiator().buffer(2 * MIB), pair.initiator().buffer(2 * MIB) };
            final Buffer[] there = { pair.target().buffer(2 * MIB), pair.target().buffer(2 * MIB) };
            for (int round = 0; round < 2; round++) {
                post(pair.initiator(), here, there);
                post(pair.target(), there, here);
                Await.until(() -> {
                    pair.pump();
                    return pair.initiator().sends().size() + pair.target().sends().size() == 64;
                }, () -> "stands still: " + pair.initiator().sends() + pair.target().sends());
                for (final Endpoint end : List.of(pair.initiator(), pair.target())) {
                    assertThat(end.sends()).allMatch(Completion::succeeded);
                    end.sends().clear();
                }
            }
        }
    }

    /** READs and WRITEs of all of a buffer, in turn. */
    private static void post(final Endpoint from, final Buffer[] local, final Buffer[] remote) {
        final WorkRequests chain = WorkRequests.allocate(32, 1);
        for (int i = 0; i < 32; i++) {
            chain.addRdma(i % 2 == 0 ? WrOpcode.RDMA_READ : WrOpcode.RDMA_WRITE, i, local[i % 2].address(),
                    local[i % 2].lkey(), 2 * MIB, remote[i % 2].address(), remote[i % 2].rkey(), SendFlags.SIGNALED);
        }
        assertThat(from.queuePair().postSend(chain)).isZero();
    }

    @Test
    void aPeerThatStandsStillAndGoesOnLosesNothing() {
        try (ConnectedPair pair = spec().ackTimeout(20).connect()) { // 137 s: more than any machine is slow
            final Buffer local = pair.initiator().buffer(4 * MIB).fill(1);
            final Buffer remote = pair.target().buffer(4 * MIB);
            for (int round = 0; round < 3; round++) {
                remote.memory().fill((byte) 0);
                pair.initiator().write(round, local, remote);
                Await.until(() -> remote.memory().get(ValueLayout.JAVA_BYTE, 0) != 0, () -> "nothing has moved");
                relay.stop();
                assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.RTS);
                relay.go();

                assertThat(pair.sent().succeeded()).isTrue();
                assertThat(remote.memory().mismatch(local.memory())).isEqualTo(-1);
            }
        }
    }

    @Test
    void aPeerThatStandsStillForLongerThanTheRetryTimeDoesNotAnswer() {
        try (ConnectedPair pair = spec().ackTimeout(10).retryCount(0).connect()) { // 17 ms
            final Buffer local = pair.initiator().buffer(4 * MIB).fill(1);
            final Buffer remote = pair.target().buffer(4 * MIB);
            relay.stop();
            pair.initiator().write(1, local, remote);
            pair.initiator().write(2, local, remote);

            assertThat(pair.sent(2)).extracting(Completion::status).containsExactly(WcStatus.RETRY_EXC_ERR,
                    WcStatus.WR_FLUSH_ERR);
            relay.go();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { WrOpcode.RDMA_READ, WrOpcode.RDMA_WRITE })
    void aConnectionThatBreaksEndsWhatIsOutstandingAtBothEndsAtOnce(final int opcode) {
        for (int round = 0; round < 5; round++) {
            try (ConnectedPair pair = spec().ackTimeout(31).connect()) {
                final Buffer[] here = { pair.initiator().buffer(4 * MIB), pair.initiator().buffer(4 * MIB) };
                final Buffer[] there = { pair.target().buffer(4 * MIB), pair.target().buffer(4 * MIB) };
                for (int i = 0; i < 8; i++) {
                    move(pair.initiator(), opcode, i, here[0], there[0]);
                    move(pair.target(), opcode, i, there[1], here[1]);
                }
                relay.cut();

                for (final Endpoint end : List.of(pair.initiator(), pair.target())) {
                    Await.until(() -> {
                        pair.pump();
                        return end.sends().size() == 8;
                    }, () -> "completions: " + end.sends());
                    assertThat(end.sends()).extracting(Completion::wrId)
                            .containsExactlyElementsOf(IntStream.range(0, 8).mapToLong(i -> i).boxed().toList());
                    assertThat(end.sends()).extracting(Completion::status).containsOnlyOnce(WcStatus.RETRY_EXC_ERR)
                            .isSubsetOf(WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR);
                }
            }
        }
    }

    private static void move(final Endpoint end, final int opcode, final long wrId, final Buffer local,
            final Buffer remote) {
        assertThat(opcode == WrOpcode.RDMA_READ ? end.read(wrId, local, remote) : end.write(wrId, local, remote))
                .isZero();
    }

    @Test
    void aRegionThatIsDeregisteredWhileItIsWrittenFromFailsItsRequestAfterThoseBefore() {
        for (int round = 0; round < 5; round++) {
            try (ConnectedPair pair = spec().connect()) {
                final Buffer sound = pair.initiator().buffer(8);
                final Buffer doomed = pair.initiator().buffer(8 * MIB);
                final Buffer remote = pair.target().buffer(8 * MIB);
                doomed.memory().fill((byte) 1);
                pair.initiator().write(1, sound, remote);
                pair.initiator().write(2, doomed, remote);
                pair.initiator().write(3, sound, remote);
                Await.until(() -> remote.memory().get(ValueLayout.JAVA_BYTE, 0) == 1, () -> "nothing has moved");
                doomed.region().close();

                assertThat(pair.sent(3)).extracting(Completion::status).containsExactly(WcStatus.SUCCESS,
                        WcStatus.LOC_PROT_ERR, WcStatus.WR_FLUSH_ERR);
                assertThat(pair.target().queuePair().state()).isEqualTo(QpState.RTS);
            }
        }
    }

    @Test
    void aRegionThatIsDeregisteredWhileItIsReadByThePeerRefusesTheRead() {
        for (int round = 0; round < 5; round++) {
            try (ConnectedPair pair = spec().connect()) {
                final Buffer local = pair.initiator().buffer(8 * MIB);
                final Buffer doomed = pair.target().buffer(8 * MIB);
                final Buffer sound = pair.target().buffer(64).fill(1);
                doomed.memory().fill((byte) 1);
                pair.initiator().read(1, local, doomed);
                pair.initiator().read(2, pair.initiator().buffer(64), sound);
                Await.until(() -> local.memory().get(ValueLayout.JAVA_BYTE, 0) == 1, () -> "nothing has moved");
                doomed.region().close();

                assertThat(pair.sent(2)).extracting(Completion::status).containsExactly(WcStatus.REM_ACCESS_ERR,
                        WcStatus.WR_FLUSH_ERR);
                Await.until(() -> pair.target().queuePair().state() == QpState.ERR, () -> "the target is not in ERR");
            }
        }
    }

    /** Wherever the socket blocks: an answer is right, or it is none. */
    @Test
    void regionsThatAreDeregisteredLastFirstWhileTheyAreReadByThePeerRefuseTheOldest() {
        for (int round = 0; round < 20; round++) {
            try (ConnectedPair pair = spec().connect()) {
                final Buffer[] there = { pair.target().buffer(MIB), pair.target().buffer(MIB / 2),
                    pair.target().buffer(MIB / 2) };
                final Buffer[] here = { pair.initiator().buffer(MIB), pair.initiator().buffer(MIB / 2),
                    pair.initiator().buffer(MIB / 2) };
                final long before = relay.passed();
                for (int i = 0; i < there.length; i++) {
                    there[i].memory().fill((byte) (i + 1));
                    pair.initiator().read(i, here[i], there[i]);
                }
                passes(before + (32 << 10));
                there[2].region().close();
                passes(before + (64 << 10) + round * (32L << 10));
                there[1].region().close();
                relay.go();

                final List<Integer> statuses = pair.sent(3).stream().map(Completion::status).toList();
                for (int i = 0; i < 3; i++) {
                    if (statuses.get(i) == WcStatus.SUCCESS) {
                        assertThat(here[i].memory().mismatch(there[i].memory())).as("round %d, READ %d", round, i)
                                .isEqualTo(-1);
                    }
                }
                assertThat(statuses).isSubsetOf(WcStatus.SUCCESS, WcStatus.REM_ACCESS_ERR, WcStatus.WR_FLUSH_ERR);
            }
        }
    }

    /** Lets bytes pass until there are so many, and then none. */
    private void passes(final long most) {
        relay.go();
        Await.until(() -> relay.passed() >= most, () -> "nothing moves");
        relay.stop();
    }

    @Test
    void memoryThatIsClosedWhileItWaitsForTheSocketFailsItsRequestAfterThoseBefore() {
        for (int round = 0; round < 5; round++) {
            try (ConnectedPair pair = spec().capacity(64, 4).depth(128).connect()) {
                final Arena arena = Arena.ofShared();
                final MemorySegment doomed = arena.allocate(64 << 10).fill((byte) 1);
                final Buffer sound = pair.initiator().buffer(64 << 10).fill(2);
                final Buffer remote = pair.target().buffer(4 * MIB);
                try (MemoryRegion region = pair.initiator().domain().register(doomed, Access.ALL)) {
                    final Buffer closing = new Buffer(doomed, region);
                    final WorkRequests chain = WorkRequests.allocate(64, 1);
                    for (int i = 0; i < 64; i++) {
                        final Buffer local = i < 40 || i % 2 == 0 ? sound : closing;
                        chain.addWrite(i, local.address(), local.lkey(), 64 << 10, remote.address() + i * (64L << 10),
                                remote.rkey(), SendFlags.SIGNALED);
                    }
                    relay.stop();
                    assertThat(pair.initiator().queuePair().postSend(chain)).isZero();
                    arena.close();
                    relay.go();

                    final List<Integer> expected = IntStream.range(0, 64)
                            .mapToObj(i -> i < 41
                                    ? WcStatus.SUCCESS
                                    : i == 41 ? WcStatus.LOC_PROT_ERR : WcStatus.WR_FLUSH_ERR)
                            .toList();
                    assertThat(pair.sent(64)).extracting(Completion::status).isEqualTo(expected);
                    for (int i = 0; i < 41; i++) {
                        assertThat(remote.memory().asSlice(i * (64L << 10), 64 << 10).mismatch(sound.memory()))
                                .as("write %d", i).isEqualTo(-1);
                    }
                }
            }
        }
    }

    /** It is the device's; whoever closes it all the same must not make a completion disappear. */
    @Test
    void aSocketThatSomebodyElseClosesEndsWhatIsOutstanding() throws IOException {
        final List<SocketChannel> ends = new ArrayList<>();
        try (Sockets own = new Sockets(() -> {
            final SocketChannel[] pair = relay.pair();
            ends.add(pair[0]);
            return pair;
        });
                ConnectedPair pair = ConnectedPair.on(device).wired(peer, own).ackTimeout(16).retryCount(0)
                        .connect()) { // 1 s
            relay.stop();
            pair.initiator().write(1, pair.initiator().buffer(8), pair.target().buffer(8));
            pair.initiator().write(2, pair.initiator().buffer(8), pair.target().buffer(8));
            ends.getFirst().close();

            assertThat(pair.sent(2)).extracting(Completion::status).containsExactly(WcStatus.RETRY_EXC_ERR,
                    WcStatus.WR_FLUSH_ERR);
            relay.go();
        }
    }

    /** With a receive there, and with none; with a message of the peer's on its way, and without. */
    @ParameterizedTest
    @CsvSource({ "true, true", "true, false", "false, true", "false, false" })
    void aSendToAPeerThatGoesAtOnceEnds(final boolean received, final boolean answered) {
        for (int round = 0; round < 100; round++) {
            try (ConnectedPair pair = spec().ackTimeout(31).connect()) {
                final Buffer here = pair.initiator().buffer(64);
                final Buffer there = pair.target().buffer(64);
                pair.initiator().receive(7, here);
                if (received) {
                    pair.target().receive(8, there);
                }
                pair.initiator().send(1, here);
                if (answered) {
                    pair.target().send(2, there);
                }
                if (received) {
                    Await.until(() -> {
                        pair.target().pump();
                        return !pair.target().receives().isEmpty();
                    }, () -> "it has not come");
                }
                pair.target().queuePair().toReset();

                assertThat(pair.sent().status()).isIn(WcStatus.RETRY_EXC_ERR,
                        received ? WcStatus.SUCCESS : WcStatus.RETRY_EXC_ERR);
            }
        }
    }

    @Test
    void aMessageOverManyFramesPassesWholeWhenItsReceiveComesLate() {
        try (ConnectedPair pair = spec().connect()) {
            final Buffer local = pair.initiator().buffer(3 * MIB + 5).fill(1);
            final Buffer remote = pair.target().buffer(4 * MIB);
            final Buffer word = pair.target().buffer(8);
            pair.initiator().send(1, local);
            pair.initiator().write(2, pair.initiator().buffer(8).fill(2), word);
            Await.until(() -> sent(pair) > 0, () -> "nothing was sent");
            pair.target().receive(3, remote);

            assertThat(pair.sent(2)).extracting(Completion::succeeded).containsOnly(true);
            assertThat(pair.received().bytes()).isEqualTo(3 * MIB + 5);
            assertThat(remote.bytes(0, 3 * MIB + 5)).isEqualTo(local.bytes());
        }
    }

    private long sent(final ConnectedPair pair) {
        pair.pump();
        return relay.passed();
    }

    @Test
    void attachmentsThatEndInAnyWayLeaveNeitherDescriptorNorThread() {
        final int before = descriptors();
        for (int i = 0; i < 250; i++) {
            try (ConnectedPair pair = ConnectedPair.on(device).wired(peer, new Sockets()).connect()) {
                pair.initiator().write(1, pair.initiator().buffer(64), pair.target().buffer(64));
                if (i % 4 == 0) {
                    assertThat(pair.sent().succeeded()).isTrue();
                } else if (i % 4 == 1) {
                    pair.target().queuePair().toError();
                } else if (i % 4 == 2) {
                    pair.initiator().queuePair().toReset();
                }
            }
        }
        Await.until(() -> threads() == 0, () -> "threads of a device are left: " + threads());
        Await.until(() -> descriptors() <= before, () -> descriptors() + " descriptors, there were " + before);
    }

    private static int descriptors() {
        final String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    @Test
    void aSocketIsTakenInInitAndOnceOnly() throws IOException {
        try (ConnectedPair pair = ConnectedPair.on(device).unconnected()) {
            final int number = pair.initiator().queuePair().number();
            final SocketChannel[] ends = Sockets.pair();
            refused(() -> device.attach(number, ends[0]), "RESET");
            pair.initiator().queuePair().toInit(1, Access.ALL);
            assertThatThrownBy(() -> device.attach(number, SocketChannel.open()))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("not connected");
            assertThatThrownBy(() -> device.attach(number ^ 0x8_0000, ends[0]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Integer.toString(number ^ 0x8_0000));
            device.attach(number, ends[0]);
            refused(() -> device.attach(number, ends[1]), "attached already");
            assertThat(ends[1].isOpen()).isTrue();
            pair.initiator().queuePair().toReset();
            assertThat(ends[0].isOpen()).isFalse();
            ends[1].close();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void refused(final Step step, final String words) {
        assertThatThrownBy(step::run).isInstanceOfSatisfying(VerbsException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL)).hasMessageContaining(words);
    }

    @Test
    void aPeerThatAwaitsAnotherSequenceOrQueuePairDoesNotAnswer() {
        try (ConnectedPair pair = spec().unconnected()) {
            for (final boolean initiator : new boolean[]{ true, false }) {
                final Endpoint own = initiator ? pair.initiator() : pair.target();
                final Endpoint other = initiator ? pair.target() : pair.initiator();
                own.queuePair().toInit(1, Access.ALL);
                own.readyToReceive(own.queuePair(), other, other.queuePair(), 5);
                own.queuePair().toReadyToSend(own.rts(6));
            }
            pair.initiator().write(1, pair.initiator().buffer(8), pair.target().buffer(8));

            assertThat(pair.sent().status()).isEqualTo(WcStatus.RETRY_EXC_ERR);
        }
    }

    @Test
    void theFaultPlanWorksOverASocketToo() throws IOException {
        final SoftDevice faulty = SoftDevice.create(SoftDeviceConfig.builder().name(NAME)
                .faultPlan(FaultPlan.builder(1).delayNth(0, 1, 2_000_000).failNth(0, 2, WcStatus.REM_OP_ERR)
                        .killNth(1, 1).build())
                .build());
        for (final int failure : new int[]{ WcStatus.REM_OP_ERR, WcStatus.WR_FLUSH_ERR }) {
            try (ConnectedPair pair = ConnectedPair.on(faulty).wired(peer, sockets).connect()) {
                final Buffer local = pair.initiator().buffer(32).fill(1);
                final Buffer remote = pair.target().buffer(32);
                final WorkRequests chain = WorkRequests.allocate(4, 1);
                for (int i = 0; i < 4; i++) {
                    chain.addWrite(i, local.address(8L * i), local.lkey(), 8, remote.address(8L * i), remote.rkey(),
                            SendFlags.SIGNALED);
                }
                assertThat(pair.initiator().queuePair().postSend(chain)).isZero();

                final int good = failure == WcStatus.REM_OP_ERR ? 2 : 1;
                final List<Completion> sent = pair.sent(4);
                assertThat(sent.subList(0, good)).allMatch(Completion::succeeded);
                assertThat(sent.get(good).status()).isEqualTo(failure);
                assertThat(remote.bytes(0, 8L * good)).isEqualTo(local.bytes(0, 8L * good));
                assertThat(remote.bytes(8L * good, 32 - 8L * good)).containsOnly(0);
                assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
            }
        }
        assertThat(faulty.faultsInjected()).isEqualTo(3);
    }
}
