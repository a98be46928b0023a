package io.sluice.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PerftestTest {
    private static final String TABLE = """
             local address: LID 0000 QPN 0x0011 PSN 0x65536
            ---------------------------------------------------------------------------------------
             #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
             65536      2295             0.00               143.44 \t\t   0.002295
            ---------------------------------------------------------------------------------------
            """;

    @Test
    void theRateIsInTheLineOfTheSize() throws Exception {
        assertThat(Perftest.rate(TABLE, 65_536)).isEqualTo(2295);
    }

    @Test
    void aTableWithoutTheSizeIsAnErrorThatShowsIt() {
        assertThatThrownBy(() -> Perftest.rate(TABLE, 8)).isInstanceOf(IOException.class)
                .hasMessageContainingAll("no rate for 8 bytes", "#iterations");
    }

    @ParameterizedTest
    @CsvSource({ "--pairs, 0, --pairs 0 is not in 1..99", "--pairs, 100, --pairs 100 is not in 1..99",
        "--seconds, 0, --seconds 0 is not in 1..60", "--seconds, 61, --seconds 61 is not in 1..60" })
    void numbersOutOfRangeAreWrongUsage(final String option, final String value, final String message) {
        final StringWriter err = new StringWriter();
        final CommandLine command = new CommandLine(new PerftestCommand()).setErr(new PrintWriter(err));
        assertThat(command.execute("--device", "none", option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }
}
