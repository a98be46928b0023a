package io.sluice.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a Prometheus server scrapes of an engine. */
@Timeout(60)
class SluiceMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private static TransferEngine engine(final String agentName) {
        return TransferEngine
                .create(EngineConfig.builder().device(SoftDevice.create(SoftDeviceConfig.builder().build()))
                        .agentName(agentName).transferSlots(1).build());
    }

    @Test
    void aScrapeShowsWhatTheEngineHasDoneAndHas() {
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = engine("cache-1");
                SluiceMetrics metrics = new SluiceMetrics(engine, Tags.of("zone", "a"))) {
            metrics.bindTo(registry);
            final LocalRegion region = engine.register(arena.allocate(200_000));
            final Connection connection = engine.connect(engine);
            final RemoteRegion remote = connection.resolve(region.address(), region.length());
            final long id = engine.write(connection, region, 0, 100_000, remote, 100_000);
            assertThat(engine.write(connection, region, 0, 1, remote, 1)).isEqualTo(ResultCode.BACK_PRESSURED);
            assertThat(engine.await(id, TimeUnit.SECONDS.toNanos(40))).isEqualTo(TransferState.SUCCEEDED);
            assertThat(registry.scrape().lines()).contains(
                    "sluice_transfers_total{agent=\"cache-1\",state=\"succeeded\",zone=\"a\"} 1.0",
                    "sluice_transfers_total{agent=\"cache-1\",state=\"failed\",zone=\"a\"} 0.0",
                    "sluice_bytes_moved_bytes_total{agent=\"cache-1\",zone=\"a\"} 100000.0",
                    "sluice_slices_fed_slices_total{agent=\"cache-1\",zone=\"a\"} 2.0",
                    "sluice_submits_refused_submits_total{agent=\"cache-1\",zone=\"a\"} 1.0",
                    "sluice_connections_opened_connections_total{agent=\"cache-1\",zone=\"a\"} 2.0",
                    "sluice_connections{agent=\"cache-1\",zone=\"a\"} 2.0",
                    "sluice_transfer_slots_free_slots{agent=\"cache-1\",zone=\"a\"} 0.0",
                    "# TYPE sluice_bytes_moved_bytes_total counter");
            engine.release(id);
            assertThat(registry.scrape().lines())
                    .contains("sluice_transfer_slots_free_slots{agent=\"cache-1\",zone=\"a\"} 1.0");
        }
    }

    @Test
    void twoEnginesAreToldApartAndClosingRemovesTheMetersOfOne() {
        try (TransferEngine one = engine("one");
                TransferEngine two = engine("two");
                SluiceMetrics ofTwo = new SluiceMetrics(two)) {
            final SluiceMetrics ofOne = new SluiceMetrics(one);
            ofOne.bindTo(registry);
            ofTwo.bindTo(registry);
            assertThat(registry.scrape()).contains("agent=\"one\"", "agent=\"two\"");
            ofOne.close();
            ofOne.close();
            assertThat(registry.scrape()).doesNotContain("agent=\"one\"").contains("agent=\"two\"");
        }
    }
}
