package io.sluice.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Target and initiator as their users start them: two processes. */
class TwoTerminalsTest {
    private static final String[] SHORT = { "--block-size", "4k", "--batch", "8", "--duration", "200ms" };
    private static final String[] LONG = { "--block-size", "4k", "--batch", "8", "--duration", "10m" };

    @TempDir
    Path folder;

    private static Terminal target(final String... more) throws IOException {
        return Terminal.start(with(new String[]{ "target", "--port", "0" }, more));
    }

    /** @return where a target that just started listens */
    private static String address(final Terminal target) throws Exception {
        return target.says("listens at").replaceFirst(".*listens at ([^,]+),.*", "$1");
    }

    private static Terminal initiator(final String address, final String[] options, final String... more)
            throws IOException {
        return Terminal.start(with(with(new String[]{ "initiator", address }, options), more));
    }

    private static String[] with(final String[] some, final String... more) {
        final String[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = { "--op write", "--op read --threads 2 --mode dedicated" })
    void blocksMoveAndEveryByteIsRight(final String options) throws Exception {
        final Path json = folder.resolve("report.json");
        try (Terminal target = target();
                Terminal initiator = initiator(address(target), SHORT,
                        with(options.split(" "), "--check", "--json", json.toString()))) {
            assertThat(initiator.says("4,096")).contains("MB right");
            assertThat(initiator.ends()).as(initiator.errors()).isZero();
            target.says("connected");
            target.says("gone: the peer closed the connection");
        }
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(json))) {
            long bytes = 0;
            long checked = 0;
            while (parser.nextToken() != null) {
                bytes = "bytes".equals(parser.currentName()) ? parser.getValueAsLong() : bytes;
                checked = "bytesChecked".equals(parser.currentName()) ? parser.getValueAsLong() : checked;
            }
            assertThat(bytes).isPositive();
            assertThat(checked).isPositive();
        }
    }

    @Test
    void aSweepHasALineForEachSize() throws Exception {
        try (Terminal target = target();
                Terminal initiator = initiator(address(target), new String[]{ "--sweep" }, "--duration", "20ms",
                        "--batch", "2", "--in-flight", "1")) {
            for (final String size : new String[]{ "4,096", "16,384", "65,536", "262,144", "1,048,576", "4,194,304",
                "16,777,216" }) {
                initiator.says(size);
            }
            assertThat(initiator.ends()).as(initiator.errors()).isZero();
        }
    }

    @Test
    void aKilledTargetIsToldOfAndItsSuccessorServesAtTheSamePort() throws Exception {
        final String address;
        try (Terminal target = target()) {
            address = address(target);
            try (Terminal initiator = initiator(address, LONG)) {
                target.says("connected");
                initiator.says("block");
                target.kill();
                assertThat(initiator.ends()).isEqualTo(1);
                assertThat(initiator.errors()).contains("sluice initiator: target " + address + " is lost: ");
            }
        }
        try (Terminal successor = Terminal.start("target", "--port", address.substring(address.indexOf(':') + 1))) {
            assertThat(address(successor)).isEqualTo(address);
            try (Terminal initiator = initiator(address, SHORT, "--check")) {
                assertThat(initiator.ends()).as(initiator.errors()).isZero();
            }
        }
    }

    @Test
    void aKilledOrStoppedInitiatorIsSeenOffAndTheTargetGoesOn() throws Exception {
        try (Terminal target = target()) {
            final String address = address(target);
            try (Terminal killed = initiator(address, LONG); Terminal stopped = initiator(address, LONG)) {
                target.says("connected");
                target.says("connected");
                killed.kill();
                target.says("is gone: ");
                stopped.signal("STOP");
                target.says("is gone: ");
            }
            try (Terminal next = initiator(address, SHORT, "--check")) {
                assertThat(next.ends()).as(next.errors()).isZero();
            }
        }
    }

    @Test
    void anInterruptedInitiatorSaysGoodbye() throws Exception {
        try (Terminal target = target(); Terminal initiator = initiator(address(target), LONG)) {
            target.says("connected");
            initiator.says("block");
            initiator.interrupt();
            assertThat(initiator.ends()).isGreaterThan(128);
            assertThat(initiator.errors()).isEmpty();
            target.says("gone: the peer closed the connection");
        }
    }

    @Test
    void anInterruptedTargetSaysGoodbye() throws Exception {
        try (Terminal target = target(); Terminal initiator = initiator(address(target), LONG)) {
            target.says("connected");
            initiator.says("block");
            target.interrupt();
            assertThat(target.ends()).isGreaterThan(128);
            assertThat(initiator.ends()).isEqualTo(1);
            assertThat(initiator.errors()).contains("the peer closed the connection");
        }
    }

    @Test
    void theSecretComesFromAFileOrTheEnvironmentAndMustBeTheSame() throws Exception {
        final Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
        try (Terminal target = target("--secret-file", secret.toString())) {
            final String address = address(target);
            try (Terminal same = Terminal.start(Map.of("SLUICE_SECRET", "0123456789abcdef"), "initiator", address,
                    "--duration", "20ms", "--batch", "1");
                    Terminal none = initiator(address, SHORT)) {
                assertThat(same.ends()).as(same.errors()).isZero();
                assertThat(none.ends()).isEqualTo(1);
                assertThat(none.errors()).contains("cannot connect to " + address).doesNotContain("0123456789abcdef");
            }
        }
    }

    @Test
    void whatTheTargetDoesNotHaveIsRefusedSayingSo() throws Exception {
        try (Terminal target = target("--memory", "1M")) {
            final String address = address(target);
            try (Terminal initiator = initiator(address, new String[0], "--block-size", "1M", "--batch", "2");
                    Terminal second = Terminal.start("target", "--port",
                            address.substring(address.indexOf(':') + 1))) {
                assertThat(initiator.ends()).isEqualTo(1);
                assertThat(initiator.errors()).contains("4194304 bytes are asked for, and 1048576 can be given");
                assertThat(second.ends()).isEqualTo(1);
                assertThat(second.errors()).contains("sluice target: ");
            }
        }
        try (Terminal nobody = initiator("127.0.0.1:1", SHORT)) {
            assertThat(nobody.ends()).isEqualTo(1);
            assertThat(nobody.errors()).contains("cannot connect to 127.0.0.1:1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "--op write", "--op read --connections 1" })
    void aReplayMovesToATargetAndEveryByteIsRight(final String options) throws Exception {
        try (Terminal target = target()) {
            final String address = address(target);
            try (Terminal replay = Terminal.start(with(new String[]{ "replay", "--requests", "60", "--layers", "2",
                "--token-bytes", "16", "--prefill-blocks", "80", "--decode-blocks", "120", "--remote", address },
                    options.split(" ")))) {
                replay.says("is at target " + address);
                replay.says("all right");
                replay.says("failures                 0");
                assertThat(replay.ends()).as(replay.errors()).isZero();
            }
        }
    }

    @Test
    void aReplayWhoseTargetIsKilledSaysSo() throws Exception {
        try (Terminal target = target(); Terminal replay = Terminal.start("replay", "--remote", address(target))) {
            target.says("connected");
            target.kill();
            assertThat(replay.ends()).isEqualTo(1);
            assertThat(replay.errors()).contains("sluice replay: ");
        }
    }
}
