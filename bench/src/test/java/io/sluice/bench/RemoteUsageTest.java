package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong usage of target, initiator and replay --remote: refused before anything is connected, saying what is wrong. */
class RemoteUsageTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "target | --port", "target --port 65536 | --port 65536 is not in 0..65535",
        "target --port 0 --bind nowhere/ | bindAddress", "target --port 0 --memory 1x | '1x' is no size",
        "target --port 0 --mode invoker | --mode invoker", "initiator | HOST:PORT", "initiator node | is not host:port",
        "initiator n:1 --block-size 12 | --block-size 12 is not a multiple of 8",
        "initiator n:1 --block-size 0 | --block-size 0 is not in", "initiator n:1 --batch 0 | --batch 0 is not in",
        "initiator n:1 --threads 0 | --threads 0 is not in", "initiator n:1 --duration 1h | '1h' is no time",
        "initiator n:1 --batch 65536 --threads 256 --in-flight 256 | is over",
        "initiator n:1 --secret-file /no/such/file | --secret-file", "initiator n:1 --json /no/such/folder/f | --json",
        "replay --remote node | is not host:port", "replay --remote n:1 --chaos 1 | --chaos needs both engines",
        "replay --remote n:1 --mode invoker | --mode invoker does not go with --remote" })
    void isAnsweredWithExitCode2(final String command, final String says) {
        final int code = Sluice.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(command.split(" "));
        assertThat(err.toString()).contains(says).contains("Try 'sluice ");
        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }
}
