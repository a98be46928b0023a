package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/**
 * Two engines, each on a soft device of its own, as if in two processes: TCP is the only way between them. Closing checks
 * that nothing is left: no device object, no thread.
 */
final class TcpPair implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(40);

    final SoftDevice nearDevice = SoftDevice.create(SoftDeviceConfig.builder().build());
    final SoftDevice farDevice = SoftDevice.create(SoftDeviceConfig.builder().build());
    final TransferEngine near;
    final TransferEngine far;
    final Arena arena = Arena.ofShared();
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    /** Memory at both ends, registered, and known at the near one. */
    record Buffers(MemorySegment source, MemorySegment target, LocalRegion here, LocalRegion there,
            RemoteRegion remote) {}

    TcpPair() {
        this(config -> {});
    }

    TcpPair(final Consumer<EngineConfigBuilder> settings) {
        this(settings, settings);
    }

    TcpPair(final Consumer<EngineConfigBuilder> nearSettings, final Consumer<EngineConfigBuilder> farSettings) {
        near = engine(nearDevice, nearSettings);
        far = engine(farDevice, farSettings);
        far.listen();
    }

    private TransferEngine engine(final SoftDevice device, final Consumer<EngineConfigBuilder> settings) {
        final EngineConfigBuilder builder = ConfigFixture.bare().device(device).threadingMode(ThreadingMode.SHARED)
                .errorHandler(errors::add).qpsPerConnection(2).spinNs(20_000);
        settings.accept(builder);
        return TransferEngine.create(builder.build());
    }

    Connection connect() {
        return near.connect(far.metadata());
    }

    Connection accepted() {
        try {
            final Connection connection = far.accept(PATIENCE.toNanos());
            assertThat(connection).as("a connection arrives").isNotNull();
            return connection;
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Buffers buffers(final Connection connection, final long bytes) {
        final MemorySegment source = arena.allocate(bytes, 64);
        final MemorySegment target = arena.allocate(bytes, 64);
        for (long i = 0; i < bytes; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8)));
        }
        final LocalRegion there = far.register(target);
        final LocalRegion here = near.register(source);
        final RemoteRegion remote = connection.resolve(far.descriptor(there, 0, bytes));
        assertThat(remote).as("the peer's region").isNotNull();
        return new Buffers(source, target, here, there, remote);
    }

    long write(final Connection connection, final Buffers buffers) {
        return near.write(connection, buffers.here(), 0, buffers.here().length(), buffers.remote(), 0);
    }

    int finish(final long id) {
        assertThat(id).as("an id: %s", ResultCode.errorString(id)).isNotNegative();
        near.await(id, PATIENCE.toNanos());
        return near.release(id);
    }

    static void await(final String what, final BooleanSupplier condition) {
        Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(condition::getAsBoolean);
    }

    static long openDescriptors() {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of all threads, virtual ones too, that start like that. */
    static long threads(final String prefix) {
        try {
            final Path dump = Files.createTempDirectory("threads").resolve("dump");
            ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class).dumpThreads(
                    dump.toString(), com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
            try (var lines = Files.lines(dump)) {
                return lines.filter(line -> line.startsWith("#") && line.contains('"' + prefix)).count();
            } finally {
                Files.delete(dump);
                Files.delete(dump.getParent());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void leftNothing(final TransferEngine engine) {
        EnginePair.leftNothing(engine);
        assertThat(threads("sluice-" + engine.config().agentName() + "-")).as("threads left").isZero();
    }

    @Override
    public void close() {
        near.close();
        far.close();
        leftNothing(near);
        leftNothing(far);
        assertThat(nearDevice.liveObjects()).as("device objects left").isZero();
        assertThat(farDevice.liveObjects()).as("device objects left").isZero();
        assertThat(errors).isEmpty();
        arena.close();
    }
}
