package io.sluice.bench.remote;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and times as options have them. */
final class Quantities {
    private Quantities() {}

    /** Bytes: {@code 4096}, {@code 64k}, {@code 1M}, {@code 2GiB}; units are powers of 1,024. */
    static final class Size implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,10})(?:([kmg])(?:i?b)?)?");

        @Override
        public Long convert(final String text) {
            final Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is no size, such as 4096, 64k, 1M or 2G");
            }
            final int shift = form.group(2) == null ? 0 : 10 * ("kmg".indexOf(form.group(2)) + 1);
            return Long.parseLong(form.group(1)) << shift; // 34 + 30 bits at most; the options check ranges
        }
    }

    /** A time: {@code 4s}, {@code 500ms}, {@code 2m}; a bare number is seconds. */
    static final class Time implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|)");

        @Override
        public Duration convert(final String text) {
            final Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is no time, such as 4s, 500ms or 2m");
            }
            final long value = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(value);
                case "m" -> Duration.ofMinutes(value);
                default -> Duration.ofSeconds(value);
            };
        }
    }
}
