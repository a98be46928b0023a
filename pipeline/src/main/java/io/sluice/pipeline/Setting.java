package io.sluice.pipeline;

import java.util.Locale;

/**
 * One row of the table of {@link Settings}: where a setting is found, what it may be, what it means.
 *
 * @param index        its row
 * @param name         as in {@code sluice.<name>}
 * @param variable     of the environment
 * @param domain       the values it may have
 * @param defaultValue null where there is none or where it is derived
 * @param defaultText  the default in words
 * @param meaning      in words
 * @param <T>          type of its values
 */
record Setting<T>(int index, String name, String variable, Domain<T> domain, T defaultValue, String defaultText,
        String meaning) {
    private static final String PROPERTY_PREFIX = "sluice.";
    private static final String PREFIX = "SLUICE_";
    private static final String CLASSIC_PREFIX = "FLAGCX_P2P_";

    String property() {
        return PROPERTY_PREFIX + name;
    }

    /** @return {@code value}, which is in range */
    T check(final T value) {
        if (!domain.contains(value)) {
            throw new IllegalArgumentException(name + " " + domain.showRefused(value) + " is not in " + domain.range());
        }
        return value;
    }

    static String variableOf(final String name) {
        return PREFIX + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }

    static String classicVariable(final String suffix) {
        return CLASSIC_PREFIX + suffix;
    }

    @Override
    public String toString() {
        return name;
    }
}
