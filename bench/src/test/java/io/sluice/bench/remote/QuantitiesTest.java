package io.sluice.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({ "0,0", "4096,4096", "64k,65536", "64KB,65536", "64KiB,65536", "1M,1048576", "2g,2147483648" })
    void sizes(final String text, final long bytes) {
        assertThat(new Quantities.Size().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "k", "-1", "1.5k", "1t", "64 k", "12345678901" })
    void noSizes(final String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new Quantities.Size().convert(text)).withMessageContaining("'" + text + "'");
    }

    @Test
    void times() {
        final Quantities.Time time = new Quantities.Time();
        assertThat(time.convert("4s")).isEqualTo(Duration.ofSeconds(4));
        assertThat(time.convert("4")).isEqualTo(Duration.ofSeconds(4));
        assertThat(time.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(time.convert("2m")).isEqualTo(Duration.ofMinutes(2));
        for (final String bad : new String[]{ "", "s", "-1s", "1h", "1.5s" }) {
            assertThatExceptionOfType(TypeConversionException.class).isThrownBy(() -> time.convert(bad));
        }
    }
}
