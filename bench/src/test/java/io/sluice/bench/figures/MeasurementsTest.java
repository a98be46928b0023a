package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.paired.Adaptor;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every measurement gives its figures, however short it is. */
class MeasurementsTest {
    private static final long SHORT_NS = 2_000_000;

    private static VerbsDevice device() {
        return SoftDevice.create(SoftDeviceConfig.builder().nullMode(true).build());
    }

    private static void assertMeasured(final List<Reading> readings, final String... names) {
        assertThat(readings).extracting(Reading::name).containsExactly(names);
        assertThat(readings).allSatisfy(reading -> assertThat(reading.value()).isFinite().isNotNegative());
    }

    @Test
    void theSoftwarePath() {
        final SoftwarePath path = new SoftwarePath(MeasurementsTest::device, SHORT_NS);
        assertMeasured(path.rate(Mode.SHARED, 16), Names.rate(Mode.SHARED, 16),
                Names.cpuOfTwoThreads(Mode.SHARED, 16));
        assertMeasured(path.cpuOnOneThread(Names.connections(8), 64, 8), Names.connections(8));
        assertMeasured(path.cpuOfSomeSignaled(256, 16), Names.signaled(256, 16));
        assertMeasured(path.cpuOnOneThread(Names.scaled(10_000), 10_000), Names.scaled(10_000));
    }

    @Test
    void latency() {
        final Latency latency = new Latency(MeasurementsTest::device, SHORT_NS);
        final List<Reading> readings = new ArrayList<>(latency.closedLoop(Mode.SHARED));
        readings.addAll(latency.openLoop(10_000));
        readings.addAll(latency.wakeUp(1, 1));
        assertThat(readings).extracting(Reading::name).containsExactly(Names.latency(Mode.SHARED, "50"),
                Names.latency(Mode.SHARED, "99"), Names.latency(Mode.SHARED, "99.9"), Names.openLoop(10_000, "50"),
                Names.openLoop(10_000, "99"), Names.openLoop(10_000, "99.9"), Names.wakeUp(1));
        assertThat(readings).allSatisfy(reading -> assertThat(reading.value()).isFinite().isNotNegative());
    }

    @Test
    void copies() {
        assertMeasured(CopyRatio.of(1 << 20, SHORT_NS), Names.copy(1 << 20), Names.soft(1 << 20));
    }

    @Test
    void loopbackTcp() throws Exception {
        try (FarProcess far = new FarProcess()) {
            assertMeasured(Tcp.writes(far, 4 << 10, SHORT_NS), Names.tcpWrites(4 << 10), Names.tcpSlices(4 << 10));
            assertMeasured(Tcp.bare(far, 4 << 10, 64 << 10, SHORT_NS), Names.bareSockets(4 << 10, 64 << 10));
            assertMeasured(Tcp.roundTrip(far, SHORT_NS), Names.TCP_ROUND_TRIP);
            assertMeasured(Tcp.ping(far, SHORT_NS), Names.BARE_PING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoAgents(final Adaptor adaptor) {
        assertMeasured(PairedFigures.roundTrips(adaptor, SHORT_NS),
                Names.pairedRoundTrip("put and signal", adaptor), Names.pairedRoundTrip("send and receive", adaptor));
        assertMeasured(PairedFigures.rates(adaptor, 1 << 20, SHORT_NS), Names.pairedRate("puts", 1 << 20, adaptor),
                Names.pairedRate("writes", 1 << 20, adaptor), Names.pairedRate("sends", 1 << 20, adaptor));
    }

    @Test
    void postAndPoll() {
        assertMeasured(Calls.postAndPoll(device(), SHORT_NS), Names.FFM_CALLS);
    }

    @Test
    void theFootprint() {
        final Footprint footprint = new Footprint(MeasurementsTest::device);
        assertThat(footprint.transfers()).singleElement()
                .satisfies(reading -> assertThat(reading.value()).isBetween(64.0 * 48, 64.0 * 64));
        assertThat(footprint.connections()).allSatisfy(reading -> assertThat(reading.value()).isGreaterThan(1));
        assertThat(footprint.idle(Mode.SHARED, SHORT_NS)).singleElement()
                .satisfies(reading -> assertThat(reading.value()).isNotNegative());
    }
}
