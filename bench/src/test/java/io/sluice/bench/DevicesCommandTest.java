package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The devices command on a host without RDMA, whatever this one has. */
class DevicesCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... args) {
        return Sluice.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void theSoftDeviceIsShownAndTheMissingLibraryNamed() {
        assertThat(run("devices", "--library", "/no/such/libibverbs.so")).isZero();
        assertThat(out.toString()).containsPattern("soft \\(soft\\)\\R +limits +[0-9,]+ queue pairs")
                .containsPattern("port 1  ACTIVE, ETHERNET, MTU 4096 of 4096")
                .contains("GID 0   ::ffff:127.0.0.1 ROCE_V2")
                .containsPattern("Missing to use RDMA:\\R  - libibverbs cannot be loaded from /no/such/libibverbs.so");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aLibraryThatIsNoneIsToldApart() {
        assertThat(run("devices", "--library", "libc.so.6")).isZero();
        assertThat(out.toString()).contains("the library libc.so.6 is no libibverbs");
    }

    @Test
    void anUnknownOptionIsAUsageError() {
        assertThat(run("devices", "--nothing")).isEqualTo(2);
    }
}
