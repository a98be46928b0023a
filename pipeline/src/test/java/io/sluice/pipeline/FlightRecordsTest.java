package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.pipeline.jfr.BackPressureEvent;
import io.sluice.pipeline.jfr.ConnectionClosedEvent;
import io.sluice.pipeline.jfr.ConnectionFailedEvent;
import io.sluice.pipeline.jfr.ConnectionOpenedEvent;
import io.sluice.pipeline.jfr.HandlerStallEvent;
import io.sluice.pipeline.jfr.TransferEvent;
import io.sluice.verbs.soft.FaultPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Flight Recorder is told, and that the JDK's own tool shows it readably. */
@Timeout(120)
class FlightRecordsTest {
    private static final String ALL = "io.sluice.";
    private static final List<Class<? extends Event>> EVENTS = List.of(TransferEvent.class,
            ConnectionOpenedEvent.class, ConnectionFailedEvent.class, ConnectionClosedEvent.class,
            HandlerStallEvent.class, BackPressureEvent.class);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("engine.jfr");
    }

    private List<RecordedEvent> recorded(final Consumer<Recording> settings, final Runnable program)
            throws IOException {
        try (Recording recording = new Recording()) {
            EVENTS.forEach(recording::enable);
            settings.accept(recording);
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file());
        }
        return RecordingFile.readAllEvents(file()).stream()
                .filter(event -> event.getEventType().getName().startsWith(ALL)).toList();
    }

    private static List<RecordedEvent> of(final List<RecordedEvent> events, final String name) {
        return events.stream().filter(event -> event.getEventType().getName().equals(ALL + name)).toList();
    }

    /** Engine threads of other tests are not those of this pair. */
    private static void moveAndClose(final EnginePair pair) {
        final Connection connection = pair.connect();
        final Buffers buffers = pair.buffers(connection, 200_000);
        pair.finish(pair.write(connection, buffers));
        pair.finish(pair.read(connection, buffers));
    }

    @Test
    void transfersAndConnectionsAreToldWithAllThatIsKnownOfThem() throws IOException {
        final List<RecordedEvent> events = recorded(r -> r.enable(ALL + "Transfer").withThreshold(Duration.ZERO),
                () -> {
                    try (EnginePair pair = new EnginePair.Setup().config(c -> c.agentName("records")).open()) {
                        moveAndClose(pair);
                    }
                });
        final List<RecordedEvent> transfers = of(events, "Transfer");
        assertThat(transfers).hasSize(2);
        final RecordedEvent write = transfers.getFirst();
        assertThat(write.getString("operation")).isEqualTo("WRITE");
        assertThat(transfers.getLast().getString("operation")).isEqualTo("READ");
        assertThat(write.getLong("bytes")).isEqualTo(200_000);
        assertThat(write.getInt("entries")).isEqualTo(1);
        assertThat(write.getLong("slices")).isEqualTo(3);
        assertThat(write.getString("state")).isEqualTo("SUCCEEDED");
        assertThat(write.getString("peer")).isEqualTo("records");
        assertThat(write.getDuration()).isPositive();
        assertThat(of(events, "ConnectionOpened")).as("one an end").hasSize(2)
                .allMatch(event -> event.getInt("queuePairs") == 2);
        assertThat(of(events, "ConnectionClosed")).hasSize(2);
        assertThat(of(events, "ConnectionFailed")).isEmpty();
    }

    @Test
    void aTransferUnderTheThresholdIsNotTold() throws IOException {
        final List<RecordedEvent> events = recorded(
                r -> r.enable(ALL + "Transfer").withThreshold(Duration.ofHours(1)), () -> {
                    try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
                        moveAndClose(pair);
                    }
                });
        assertThat(of(events, "Transfer")).isEmpty();
    }

    @Test
    void aFailedConnectionIsToldWithItsCause() throws IOException {
        final List<RecordedEvent> events = recorded(r -> {}, () -> {
            try (EnginePair pair = new EnginePair.Setup().faults(FaultPlan.builder(1).killNth(0, 0)).open()
                    .expectErrors()) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 100);
                assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.FAILED);
            }
        });
        assertThat(of(events, "ConnectionFailed")).isNotEmpty()
                .anySatisfy(event -> assertThat(event.getString("cause")).contains("fault"));
    }

    @Test
    void aCallbackThatBlocksIsAStallOfItsHandler() throws IOException {
        final List<RecordedEvent> events = recorded(r -> {}, () -> {
            try (EnginePair pair = EnginePair.open(ThreadingMode.DEDICATED)) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 100);
                final CountDownLatch over = new CountDownLatch(1);
                final CountDownLatch told = new CountDownLatch(1);
                final long begin = System.nanoTime();
                pair.near.submit(connection, new TransferRequest()
                        .entries(new EntryList().add(buffers.here(), 0, 100, buffers.remote(), 0))
                        .listener((id, state, cause, data) -> {
                            told.countDown();
                            try {
                                over.await(40, TimeUnit.SECONDS);
                            } catch (final InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }, 0));
                pair.await("told", () -> told.getCount() == 0);
                pair.await("long enough", () -> System.nanoTime() - begin > 50_000_000);
                over.countDown();
                pair.finish(pair.write(connection, buffers));
            }
        });
        assertThat(of(events, "HandlerStall")).anySatisfy(event -> {
            assertThat(event.getString("handler")).isEqualTo("poll");
            assertThat(event.getInt("work")).isPositive();
            assertThat(event.getDuration()).isGreaterThan(Duration.ofMillis(10));
        });
    }

    @Test
    void backPressureIsOneEpisodeFromTheFirstRefusalToTheNextTaken() throws IOException {
        final List<RecordedEvent> events = recorded(r -> {}, () -> {
            try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER)
                    .config(c -> c.transferSlots(1).agentName("full")).open()) {
                final Connection connection = pair.connect();
                final Buffers buffers = pair.buffers(connection, 100);
                final long id = pair.write(connection, buffers);
                for (int i = 0; i < 5; i++) {
                    assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.BACK_PRESSURED);
                }
                pair.finish(id);
                final long next = pair.write(connection, buffers);
                assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.BACK_PRESSURED);
                pair.finish(next);
            }
        });
        assertThat(of(events, "BackPressure")).extracting(event -> event.getLong("refused")).containsExactly(5L, 1L);
        assertThat(of(events, "BackPressure")).allMatch(event -> event.getString("peer").equals("full"));
    }

    @Test
    void theJdksToolPrintsAndViewsTheEvents() throws Exception {
        recorded(r -> r.enable(ALL + "Transfer").withThreshold(Duration.ZERO), () -> {
            try (EnginePair pair = new EnginePair.Setup().config(c -> c.agentName("toolshow")).open()) {
                moveAndClose(pair);
            }
        });
        final String print = jfr("print", "--events", "io.sluice.*");
        assertThat(print).contains("io.sluice.Transfer {", "bytes = 195.3 kB", "state = \"SUCCEEDED\"",
                "peer = \"toolshow\"", "io.sluice.ConnectionOpened {", "queuePairs = 2");
        final String view = jfr("view", "--width", "160", "io.sluice.Transfer");
        assertThat(view).contains("Transfer", "Peer", "Operation", "Size", "Slices", "SUCCEEDED", "toolshow", "WRITE");
        assertThat(jfr("view", "--width", "160", "io.sluice.ConnectionClosed")).contains("Cause", "closed");
    }

    private String jfr(final String... command) throws IOException, InterruptedException {
        final List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jfr").toString()));
        line.addAll(List.of(command));
        line.add(file().toString());
        final Path out = folder.resolve("out.txt");
        final Process process = new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        final String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    @Test
    void everyEventAndFieldHasALabelAndEveryEventADescription() {
        for (final EventType type : EVENTS.stream().map(EventType::getEventType).toList()) {
            assertThat(type.getName()).startsWith(ALL);
            assertThat(type.getLabel()).as(type.getName()).isNotBlank();
            assertThat(type.getDescription()).as(type.getName()).isNotBlank();
            assertThat(type.getCategoryNames()).as(type.getName()).containsExactly("Sluice");
            assertThat(type.getFields()).as(type.getName()).extracting(ValueDescriptor::getLabel).doesNotContainNull();
        }
    }
}
