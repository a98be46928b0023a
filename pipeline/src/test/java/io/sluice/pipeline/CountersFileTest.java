package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.EnginePair.Buffers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The counters as somebody else sees them. */
@Timeout(60)
class CountersFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("near.counters");
    }

    /** The near engine writes the file. */
    private EnginePair open(final EnginePair.Setup setup) {
        final int[] built = { 0 };
        return setup.config(c -> {
            if (built[0]++ == 0) {
                c.countersFile(file().toString()).agentName("counted");
            }
            c.maxParkNs(1_000_000);
        }).open();
    }

    private static Map<String, Long> values(final CountersFile counters) {
        final Map<String, Long> values = new HashMap<>();
        counters.forEach((typeId, label, value) -> values.put(label, value));
        return values;
    }

    private static long value(final CountersFile counters, final EngineCounter counter) {
        return values(counters).get(counter.label());
    }

    @Test
    void whatTheEngineDoesIsInTheFile() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup())) {
            final CountersFile counters = CountersFile.open(file());
            assertThat(counters.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(counters.agentName()).isEqualTo("counted");
            assertThat(counters.instance()).isEqualTo(pair.near.instance());
            assertThat(counters.isLive()).isTrue();
            assertThat(counters.isClosed()).isFalse();
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 200_000);
            pair.finish(pair.write(connection, buffers));
            pair.quiet();
            pair.await("counted", () -> value(counters, EngineCounter.TRANSFERS_SUCCEEDED) == 1);
            assertThat(value(counters, EngineCounter.BYTES_MOVED)).isEqualTo(200_000);
            assertThat(value(counters, EngineCounter.SLICES_FED)).isEqualTo(3);
            assertThat(value(counters, EngineCounter.CONNECTIONS_OPENED)).isEqualTo(1);
            pair.await("gauges", () -> value(counters, EngineCounter.CONNECTIONS) == 1
                    && value(counters, EngineCounter.TRANSFER_SLOTS_FREE) == pair.near.config().transferSlots()
                    && value(counters, EngineCounter.REGIONS) == 1);
            final String ofConnection = "connection 0 to " + pair.far.config().agentName() + ": slices returned";
            pair.await("the connection's", () -> values(counters).getOrDefault(ofConnection, 0L) == 3);
            connection.close();
            pair.await("the connection's are gone", () -> !values(counters).containsKey(ofConnection));
        }
    }

    @Test
    void refusalsErrorsAndFailedConnectionsAreCounted() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup().mode(ThreadingMode.INVOKER)
                .config(c -> c.transferSlots(1))).expectErrors()) {
            final CountersFile counters = CountersFile.open(file());
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 100);
            final long id = pair.write(connection, buffers);
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.BACK_PRESSURED);
            assertThat(value(counters, EngineCounter.BACK_PRESSURED)).isEqualTo(1);
            pair.finish(id);
            pair.near.core().onError(new IllegalStateException("of the test"));
            assertThat(value(counters, EngineCounter.ERRORS)).isEqualTo(1);
            pair.near.core().control()
                    .add(() -> pair.near.core().ends().fail(connection.link(), Cause.DEVICE_EVENT));
            pair.await("failed", () -> value(counters, EngineCounter.CONNECTIONS_FAILED) == 1);
        }
    }

    @Test
    void theHeartbeatGoesOnWhileTheEngineIsIdle() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup())) {
            final CountersFile counters = CountersFile.open(file());
            final long first = counters.heartbeatEpochMs();
            pair.await("a heartbeat", () -> counters.heartbeatEpochMs() > first);
        }
    }

    @Test
    void aClosedEngineSaysSoAndTakesItsFileAway() throws IOException {
        final CountersFile counters;
        try (EnginePair pair = open(new EnginePair.Setup())) {
            counters = CountersFile.open(file());
            pair.finish(pair.write(pair.connect(), pair.buffers(pair.near.connections().getFirst(), 10)));
        }
        assertThat(counters.isClosed()).isTrue();
        assertThat(counters.isLive()).isFalse();
        assertThat(file()).doesNotExist();
        assertThat(value(counters, EngineCounter.TRANSFERS_SUCCEEDED)).as("still mapped").isEqualTo(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aLiveEnginesFileIsNotTakenButAStaleOneIsReplaced() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup())) {
            assertThatIllegalStateException().isThrownBy(() -> open(new EnginePair.Setup()))
                    .withMessageContaining("live engine").withMessageContaining(file().toString());
            final CountersFile counters = CountersFile.open(file());
            final Path left = folder.resolve("left.counters");
            Files.copy(file(), left);
            put(left, CountersLayout.PID_AT, neverAPid());
            assertThat(CountersFile.open(left).isLive()).isFalse();
            put(left, CountersLayout.PID_AT, 1); // a process that is older than the file
            assertThat(CountersFile.open(left).isLive()).isTrue();
            put(left, CountersLayout.START_AT, 0); // and one that is younger
            assertThat(CountersFile.open(left).isLive()).isFalse();
            try (TransferEngine engine = TransferEngine.create(ConfigFixture.bare().device(pair.device)
                    .countersFile(left.toString()).build())) {
                assertThat(CountersFile.open(left).instance()).isEqualTo(engine.instance());
            }
            assertThat(left).doesNotExist();
            assertThat(counters.isLive()).isTrue();
        }
    }

    private static long neverAPid() {
        long pid = 4_194_304; // no Linux gives that many
        while (ProcessHandle.of(pid).isPresent()) {
            pid++;
        }
        return pid;
    }

    private static void put(final Path file, final int at, final long value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).flip(), at);
        }
    }

    @Test
    void whatIsNoCountersFileIsRefusedAndLeftAlone() throws IOException {
        final Path other = folder.resolve("diary.txt");
        Files.writeString(other, "dear diary ".repeat(100));
        assertThatThrownBy(() -> CountersFile.open(other)).isInstanceOf(IOException.class)
                .hasMessageContaining(other + " is no counters file of version 1");
        assertThatThrownBy(() -> TransferEngine
                .create(ConfigFixture.bare().deviceName("soft").countersFile(other.toString()).build()))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("no counters file");
        assertThat(other).content().startsWith("dear diary");
        Files.writeString(other, "short");
        assertThatThrownBy(() -> CountersFile.open(other)).hasMessageContaining("it has 5 bytes");
        final Path nowhere = folder.resolve("no").resolve("such");
        assertThatThrownBy(() -> TransferEngine
                .create(ConfigFixture.bare().deviceName("soft").countersFile(nowhere.toString()).build()))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining(nowhere.toString());
    }

    @Test
    void aDamagedFileIsRefused() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup())) {
            assertThat(pair.near.isClosed()).isFalse();
            final Path copy = folder.resolve("copy.counters");
            Files.copy(file(), copy);
            put(copy, CountersLayout.METADATA_LENGTH_AT, Long.MAX_VALUE);
            assertThatThrownBy(() -> CountersFile.open(copy)).hasMessageContaining("is damaged");
        }
    }

    @Test
    void autoIsAFileInTheUsersFolderWhichIsListed() throws IOException {
        try (TransferEngine engine = TransferEngine
                .create(ConfigFixture.bare().countersFile("auto").agentName("a/b c").build())) {
            final Path path = engine.core().countersOutput().path();
            assertThat(path).hasParent(CountersFile.defaultDirectory());
            assertThat(path.getFileName().toString()).startsWith("a_b_c-" + ProcessHandle.current().pid() + "-");
            assertThat(CountersFile.list()).contains(path);
        }
    }

    @Test
    void autoRemovesFilesOfProcessesThatAreLongGone() throws IOException {
        try (EnginePair pair = open(new EnginePair.Setup())) {
            final Path folderOfAll = CountersDirectory.make();
            final Path old = folderOfAll.resolve("test-old" + pair.near.instance() + ".counters");
            final Path fresh = folderOfAll.resolve("test-fresh" + pair.near.instance() + ".counters");
            for (final Path path : List.of(old, fresh)) {
                Files.copy(file(), path);
                put(path, CountersLayout.PID_AT, neverAPid());
            }
            put(old, CountersLayout.HEARTBEAT_AT, System.currentTimeMillis() - TimeUnit.HOURS.toMillis(2));
            try (TransferEngine engine = TransferEngine.create(ConfigFixture.bare().countersFile("auto").build())) {
                assertThat(engine.isClosed()).isFalse();
                assertThat(old).doesNotExist();
                assertThat(fresh).exists();
            } finally {
                Files.deleteIfExists(old);
                Files.deleteIfExists(fresh);
            }
        }
    }

    @Test
    void withoutTheSettingThereIsNoFileAndTheCountsAreTheSnapshots() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            assertThat(pair.near.core().countersOutput().isFile()).isFalse();
            final Connection connection = pair.connect();
            pair.finish(pair.write(connection, pair.buffers(connection, 200_000)));
            pair.quiet();
            pair.await("counted", () -> EnginePair.snapshot(pair.near).succeeded() == 1);
            assertThat(EnginePair.snapshot(pair.near).bytesMoved()).isEqualTo(200_000);
            assertThat(EnginePair.snapshot(pair.near).slicesFed()).isEqualTo(3);
            assertThat(EnginePair.snapshot(pair.near).connectionsOpened()).isEqualTo(1);
        }
    }
}
