package io.sluice.pipeline.paired;

import static io.sluice.pipeline.paired.TwoAgents.async;
import static io.sluice.pipeline.paired.TwoAgents.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sluice.pipeline.Cause;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How agents find each other, or do not. */
class ConnectingAgentsTest {
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final long PATIENCE_NS = TwoAgents.PATIENCE_NS;

    private final List<PairedEngine> engines = new ArrayList<>();

    @AfterEach
    void closeAll() {
        engines.forEach(PairedEngine::close);
    }

    private PairedEngine agent(final String name) {
        return agent(name, 0, Adaptor.SOCKET);
    }

    private PairedEngine agent(final String name, final int port, final Adaptor... adaptors) {
        final EngineConfigBuilder config = EngineConfig.builder().agentName(name).qpsPerConnection(1)
                .device(SoftDevice.create(SoftDeviceConfig.builder().build()));
        if (port != 0) {
            config.listenPort(port);
        }
        final PairedEngine engine = PairedEngine.create(PairedConfig.of(config.build()).adaptors(adaptors));
        engines.add(engine);
        return engine;
    }

    private static void introduce(final PairedEngine one, final PairedEngine other) {
        one.loadConnInfo(other.config().agentName(), other.connInfo());
        other.loadConnInfo(one.config().agentName(), one.connInfo());
    }

    private static void talk(final PairedEngine from, final PairedConnection out, final PairedEngine to,
            final PairedConnection in) {
        final IovList word = new IovList().add(Arena.ofAuto().allocate(8), 0, 8);
        final long send = from.submit(out, PairedOp.SEND, word);
        succeeds(to, to.submit(in, PairedOp.RECV, new IovList().add(Arena.ofAuto().allocate(8), 0, 8)));
        succeeds(from, send);
    }

    @ParameterizedTest
    @CsvSource({ "a, b", "b, a", "Z, a", "\uffff, \ud83d\ude00", "a, ab" })
    void oneOfAnyTwoNamesDials(final String first, final String second) {
        final PairedEngine one = agent(first);
        final PairedEngine other = agent(second);
        introduce(one, other);

        final CompletableFuture<PairedConnection> out = async(() -> one.connect(second, PATIENCE_NS));
        final PairedConnection in = other.connect(first, PATIENCE_NS);
        talk(one, out.join(), other, in);
        assertThat(one.connect(second)).as("connected already").isSameAs(out.join());
        assertThat(in.peerName()).isEqualTo(first);
    }

    @Test
    void namesAreRankedByTheirBytesNotAsJavaStrings() {
        final String replacement = "\uffff";
        final String smile = "\ud83d\ude00";

        assertThat(replacement.compareTo(smile)).isPositive();
        assertThat(ConnInfo.compareNames(replacement, smile)).isNegative();
        assertThat(ConnInfo.compareNames("a", "ab")).isNegative();
        assertThat(ConnInfo.compareNames("\u0080", "z")).isPositive();
    }

    @Test
    void blobsOfNobodyElseAreRefused() {
        final PairedEngine a = agent("a");
        final PairedEngine twin = agent("a");

        assertThatThrownBy(() -> a.connect("b")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("agent b is not known");
        assertThatThrownBy(() -> a.loadConnInfo("a", a.connInfo())).hasMessageContaining("own blob");
        assertThatThrownBy(() -> a.loadConnInfo("a", twin.connInfo())).hasMessageContaining("same name");
        assertThatThrownBy(() -> a.loadConnInfo("b", twin.connInfo())).hasMessageContaining("of agent a, not of b");
    }

    @ParameterizedTest
    @CsvSource({ "a, b", "b, a" })
    void whoComesLateIsWaitedFor(final String early, final String late) {
        final PairedEngine one = agent(early);
        final PairedEngine other = agent(late);
        introduce(one, other);

        final CompletableFuture<PairedConnection> out = async(() -> one.connect(late, PATIENCE_NS));
        assertThatThrownBy(() -> out.get(SHORT_NS, TimeUnit.NANOSECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        talk(one, async(() -> other.connect(early, PATIENCE_NS)).thenCombine(out, (in, o) -> {
            talk(other, in, one, o);
            return o;
        }).join(), other, other.connect(early));
    }

    @ParameterizedTest
    @CsvSource({ "a, b", "b, a" })
    void whoNeverComesIsGivenUpAndMayBeTriedAgain(final String early, final String never) {
        final PairedEngine one = agent(early);
        final PairedEngine other = agent(never);
        introduce(one, other);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> one.connect(never, SHORT_NS)).isInstanceOf(PairingFailedException.class)
                    .hasMessageContaining("agent " + never + " did not connect in " + SHORT_NS)
                    .satisfies(e -> assertThat(((PairingFailedException) e).cause()).isEqualTo(Cause.DEADLINE));
        }
        final CompletableFuture<PairedConnection> out = async(() -> one.connect(never, PATIENCE_NS));
        talk(other, other.connect(early, PATIENCE_NS), one, out.join());
    }

    @Test
    void whoDialsAndLeavesUnansweredLeavesNoDescriptor() {
        final PairedEngine a = agent("a");
        final PairedEngine b = agent("b");
        introduce(a, b);

        assertThatThrownBy(() -> b.connect("a", SHORT_NS)).isInstanceOf(PairingFailedException.class);
        await().until(() -> a.engine().connections().isEmpty() && b.engine().connections().isEmpty());
        final long before = openDescriptors();
        for (int i = 0; i < 8; i++) {
            assertThatThrownBy(() -> b.connect("a", SHORT_NS)).isInstanceOf(PairingFailedException.class);
        }
        await().untilAsserted(() -> assertThat(openDescriptors()).isLessThan(before + 4));
    }

    private static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    @Test
    void whoIsNotThereYetIsDialledUntilHeIs() {
        final PairedEngine b = agent("b");
        final PairedEngine a = agent("a");
        final byte[] blob = a.connInfo();
        final int port = Integer.parseInt(ConnInfo.parse(blob).address().replaceAll(".*:", ""));
        b.loadConnInfo("a", blob);
        a.close();
        assertThatThrownBy(() -> b.connect("a", SHORT_NS)).hasMessageContaining("did not connect in");

        final PairedEngine again = agent("a", port, Adaptor.SOCKET);
        assertThatThrownBy(() -> b.connect("a", PATIENCE_NS)).as("the blob is of the engine before")
                .isInstanceOf(PairingFailedException.class).hasMessageContaining("an engine before it");
        introduce(again, b);
        final CompletableFuture<PairedConnection> out = async(() -> b.connect("a", PATIENCE_NS));
        talk(again, again.connect("b", PATIENCE_NS), b, out.join());
    }

    @Test
    void aRestartedAgentIsAnotherAndItsNewBlobConnects() {
        final PairedEngine a = agent("a");
        final PairedEngine b = agent("b");
        introduce(a, b);
        final CompletableFuture<PairedConnection> out = async(() -> b.connect("a", PATIENCE_NS));
        final PairedConnection before = a.connect("b", PATIENCE_NS);
        out.join();
        b.close();
        final PairedEngine again = agent("b");
        again.loadConnInfo("a", a.connInfo());

        final CompletableFuture<PairedConnection> second = async(() -> again.connect("a", PATIENCE_NS));
        await().until(() -> !before.isOpen());
        assertThatThrownBy(() -> a.connect("b", SHORT_NS)).hasMessageContaining("did not connect");
        a.loadConnInfo("b", again.connInfo());
        talk(a, a.connect("b", PATIENCE_NS), again, second.join());
    }

    @Test
    void manyPeersConnectAtOnceAndOneThatNeverComesDelaysNone() {
        final PairedEngine hub = agent("m");
        final PairedEngine silent = agent("silent");
        introduce(hub, silent);
        final CompletableFuture<PairedConnection> never = async(() -> hub.connect("silent", PATIENCE_NS));
        final List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            final PairedEngine peer = agent((i % 2 == 0 ? "a" : "z") + i);
            introduce(hub, peer);
            final String name = peer.config().agentName();
            final CompletableFuture<PairedConnection> in = async(() -> peer.connect("m", PATIENCE_NS));
            all.add(async(() -> hub.connect(name, PATIENCE_NS)).thenAcceptBoth(in, (o, i2) -> talk(hub, o, peer, i2)));
        }
        all.forEach(CompletableFuture::join);

        assertThat(never).isNotDone();
        hub.close();
        assertThat(never.handle((connection, error) -> error).join()).isNotNull();
    }

    @Test
    void aPeerThatTakesTheCallAndSaysNothingDelaysNoOther() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final PairedEngine hub = agent("m");
            hub.loadConnInfo("a", new ConnInfo("a", 0, 0, 1, 2, "127.0.0.1:" + silent.getLocalPort()).toBlob());
            final CompletableFuture<PairedConnection> never = async(() -> hub.connect("a", PATIENCE_NS));
            try (Socket call = silent.accept()) {
                assertThat(call.getInputStream().read()).as("what it says first").isNotNegative();
                for (final String name : List.of("b", "z")) {
                    final PairedEngine peer = agent(name);
                    introduce(hub, peer);
                    final CompletableFuture<PairedConnection> in = async(() -> peer.connect("m", PATIENCE_NS));
                    talk(hub, hub.connect(name, PATIENCE_NS), peer, in.join());
                }
                assertThat(never).isNotDone();
            }
            hub.close();
            assertThat(never.handle((connection, error) -> error).join()).isNotNull();
        }
    }

    @Test
    void namesOf255BytesConnectAndLongerOnesAreRefused() {
        final String longest = "\u00fc".repeat(127);
        final PairedEngine one = agent(longest + "a");
        final PairedEngine other = agent(longest + "b");
        introduce(one, other);

        final CompletableFuture<PairedConnection> out = async(() -> one.connect(longest + "b", PATIENCE_NS));
        talk(other, other.connect(longest + "a", PATIENCE_NS), one, out.join());
        assertThatThrownBy(() -> agent(longest + "ab")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("agentName").hasMessageContaining("is not in 1..255 bytes of UTF-8");
    }

    @Test
    void twoThreadsThatConnectToOneAgentGetOneConnection() {
        final PairedEngine a = agent("a");
        final PairedEngine b = agent("b");
        introduce(a, b);

        final List<CompletableFuture<PairedConnection>> both = List.of(async(() -> a.connect("b", PATIENCE_NS)),
                async(() -> a.connect("b", PATIENCE_NS)));
        b.connect("a", PATIENCE_NS);
        assertThat(both.get(0).join()).isSameAs(both.get(1).join());
    }

    @ParameterizedTest
    @CsvSource({ "a, b", "b, a" })
    void agentsWithoutACommonAdaptorSaySo(final String first, final String second) {
        final PairedEngine one = agent(first, 0, Adaptor.SOCKET);
        final PairedEngine other = agent(second, 0, Adaptor.VERBS);
        introduce(one, other);

        final CompletableFuture<PairedConnection> out = async(() -> one.connect(second, PATIENCE_NS));
        assertThatThrownBy(() -> other.connect(first, PATIENCE_NS)).isInstanceOf(PairingFailedException.class)
                .hasMessageContaining("adaptor");
        assertThatThrownBy(out::join).hasRootCauseInstanceOf(PairingFailedException.class)
                .hasMessageContaining("adaptor");
    }

    @Test
    void verbsIsTakenWhereBothHaveIt() {
        final PairedEngine a = agent("a", 0, Adaptor.values());
        final PairedEngine b = agent("b", 0, Adaptor.values());
        final PairedEngine c = agent("c", 0, Adaptor.SOCKET);
        introduce(a, b);
        introduce(a, c);
        final CompletableFuture<PairedConnection> fromB = async(() -> b.connect("a", PATIENCE_NS));
        final CompletableFuture<PairedConnection> fromC = async(() -> c.connect("a", PATIENCE_NS));

        assertThat(a.connect("b", PATIENCE_NS).adaptor()).isEqualTo(Adaptor.VERBS);
        assertThat(a.connect("c", PATIENCE_NS).adaptor()).isEqualTo(Adaptor.SOCKET);
        assertThat(fromB.join().adaptor()).isEqualTo(Adaptor.VERBS);
        assertThat(fromC.join().adaptor()).isEqualTo(Adaptor.SOCKET);
    }

    @Test
    void aWindowOnOneSideOnlyIsNone() {
        final PairedEngine a = agent("a");
        final PairedEngine b = agent("b");
        introduce(a, b);
        final CompletableFuture<PairedConnection> in = async(() -> b.connect("a", PATIENCE_NS));
        final PairedConnection out = a.connect("b", PATIENCE_NS);
        in.join();

        assertThatThrownBy(() -> a.registerWindow(out, Arena.ofAuto().allocate(64, 8), SHORT_NS))
                .isInstanceOf(PairingFailedException.class).hasMessageContaining("did not register one in time");
        assertThat(out.isOpen()).isTrue();
        talk(a, out, b, in.join());
        assertThat(a.poll(12345)).isEqualTo(TransferState.STALE);
    }
}
