package io.sluice.pipeline;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values that a setting may have.
 *
 * @param <T> their type
 */
interface Domain<T> {

    /** @return the range in words, for messages and the documentation */
    String range();

    /** @return whether {@code value}, which may be null, is one of them */
    boolean contains(T value);

    /**
     * @param text as found in a property or a variable; surrounding white space is no part of it
     * @return the value, or null where the text is none; it may be outside the domain
     */
    T parse(String text);

    /** @return {@code value} as it may be shown in a log */
    default String show(final T value) {
        return String.valueOf(value);
    }

    /** @return {@code value}, which is none of them, on one line that gives no secret away */
    default String showRefused(final T value) {
        return show(value);
    }

    /**
     * Whole numbers, in decimal ASCII digits with at most a minus sign.
     *
     * @param least of them
     * @param most  of them
     * @param range in words
     */
    record Numbers(long least, long most, String range) implements Domain<Long> {
        private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

        Numbers(final long least, final long most) {
            this(least, most, least + ".." + most);
        }

        @Override
        public boolean contains(final Long value) {
            return value != null && least <= value && value <= most;
        }

        @Override
        public Long parse(final String text) {
            return decimal(text);
        }

        static Long decimal(final String text) {
            final String digits = text.strip();
            if (!DECIMAL.matcher(digits).matches()) {
                return null;
            }
            try {
                return Long.valueOf(digits);
            } catch (final NumberFormatException _) { // more than 64 bits
                return null;
            }
        }
    }

    /**
     * A few numbers.
     *
     * @param numbers that are allowed
     */
    record Choice(List<Long> numbers) implements Domain<Long> {
        static Choice of(final Long... numbers) {
            return new Choice(List.of(numbers));
        }

        @Override
        public String range() {
            return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }

        @Override
        public boolean contains(final Long value) {
            return value != null && numbers.contains(value);
        }

        @Override
        public Long parse(final String text) {
            return Numbers.decimal(text);
        }
    }

    /** Threading modes, in text by name in either case. */
    record Modes() implements Domain<ThreadingMode> {
        @Override
        public String range() {
            return Arrays.stream(ThreadingMode.values()).map(Enum::name).collect(Collectors.joining(", "));
        }

        @Override
        public boolean contains(final ThreadingMode value) {
            return value != null;
        }

        @Override
        public ThreadingMode parse(final String text) {
            return Arrays.stream(ThreadingMode.values()).filter(mode -> mode.name().equalsIgnoreCase(text.strip()))
                    .findFirst().orElse(null);
        }
    }

    /**
     * Text.
     *
     * @param range   in words
     * @param rule    that a text must satisfy
     * @param mayMiss whether there may be none
     */
    record Text(String range, Predicate<String> rule, boolean mayMiss) implements Domain<String> {
        private static final Pattern DEVICE = Pattern.compile("[!-~]{1,63}");
        private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,255}");
        private static final int MOST_NAME_BYTES = 255;
        private static final int MOST_PATH = 4_096;

        /** A device's name has at most IBV_SYSFS_NAME_MAX (64) bytes, of which one ends it. */
        static Text device() {
            return new Text("1..63 printable ASCII characters, no space", text -> DEVICE.matcher(text).matches(),
                    false);
        }

        static Text agentName() {
            return new Text("1..255 bytes of UTF-8, no control characters, not blank", Text::isAgentName, false);
        }

        static Text bindAddress() {
            return new Text("a host name or an IP address without brackets", Text::isHost, false);
        }

        /** A peer cannot dial a wildcard. */
        static Text advertisedHost() {
            return new Text("a host name or an IP address without brackets, no wildcard",
                    text -> isHost(text) && !isWildcard(text), true);
        }

        static Text countersFile() {
            return new Text("`auto`, or a path of 1..4096 characters, no control characters",
                    text -> !text.isBlank() && text.length() <= MOST_PATH
                            && text.chars().noneMatch(Character::isISOControl),
                    true);
        }

        @Override
        public boolean contains(final String value) {
            return value == null ? mayMiss : rule.test(value);
        }

        @Override
        public String parse(final String text) {
            final String stripped = text.strip();
            return stripped.isEmpty() ? null : stripped;
        }

        @Override
        public String show(final String value) {
            return value == null ? "none" : value;
        }

        @Override
        public String showRefused(final String value) {
            return value == null ? "null" : LogText.quoted(value);
        }

        static boolean isWildcard(final String host) {
            final InetAddress address = literal(host);
            return address != null && address.isAnyLocalAddress();
        }

        static boolean isHost(final String text) {
            return HOST.matcher(text).matches()
                    || text.indexOf(':') >= 0 && text.charAt(0) != '[' && literal(text) != null;
        }

        private static boolean isAgentName(final String text) {
            return !text.isBlank() && text.chars().noneMatch(Character::isISOControl)
                    && StandardCharsets.UTF_8.newEncoder().canEncode(text)
                    && text.getBytes(StandardCharsets.UTF_8).length <= MOST_NAME_BYTES;
        }

        /** Null where {@code text} is no address; never asks a name service. */
        private static InetAddress literal(final String text) {
            try {
                return InetAddress.ofLiteral(text);
            } catch (final IllegalArgumentException _) {
                return null;
            }
        }
    }

    /** Key bytes, in text as UTF-8 and exactly as given: white space counts. Never shown. */
    record Secret() implements Domain<byte[]> {
        private static final int LEAST_BYTES = 16;
        private static final int MOST_BYTES = 4096;

        @Override
        public String range() {
            return LEAST_BYTES + ".." + MOST_BYTES + " bytes";
        }

        @Override
        public boolean contains(final byte[] value) {
            return value == null || value.length >= LEAST_BYTES && value.length <= MOST_BYTES;
        }

        @Override
        public byte[] parse(final String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String show(final byte[] value) {
            return value == null ? "none" : "set, not shown";
        }

        @Override
        public String showRefused(final byte[] value) {
            return "of " + value.length + " bytes";
        }
    }
}
