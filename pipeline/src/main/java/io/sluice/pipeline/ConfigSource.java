package io.sluice.pipeline;

import io.sluice.pipeline.SettingValues.Origin;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * System properties, then the environment. A property that is set hides the variable, even if its value is wrong; a
 * wrong value gives the default and one WARN line; a wrong secret is an error.
 */
final class ConfigSource {
    private final UnaryOperator<String> properties;
    private final UnaryOperator<String> environment;
    private final ConfigLog log;

    ConfigSource(final UnaryOperator<String> properties, final UnaryOperator<String> environment,
            final ConfigLog log) {
        this.properties = Objects.requireNonNull(properties, "properties");
        this.environment = Objects.requireNonNull(environment, "environment");
        this.log = Objects.requireNonNull(log, "log");
    }

    ConfigLog log() {
        return log;
    }

    /** Gives every setting that has no value yet the one found here, else its default. */
    void fill(final SettingValues values) {
        for (final Setting<?> setting : Settings.ALL) {
            if (!values.isSet(setting)) {
                fill(values, setting);
            }
        }
    }

    private <T> void fill(final SettingValues values, final Setting<T> setting) {
        final String property = properties.apply(setting.property());
        final String text = property != null ? property : environment.apply(setting.variable());
        final Origin origin = property != null ? Origin.PROPERTY : Origin.ENVIRONMENT;
        final T value = text == null ? null : setting.domain().parse(text);
        if (value != null && setting.domain().contains(value)) {
            values.set(setting, value, origin);
            return;
        }
        values.set(setting, setting.defaultValue(), Origin.DEFAULT);
        if (text == null) {
            return;
        }
        final String shown = value == null ? LogText.quoted(text) : setting.domain().showRefused(value);
        if (setting == Settings.SECRET) {
            throw new IllegalArgumentException(place(setting, origin) + " " + shown + " is not in "
                    + setting.domain().range() + ": without it peers would not be authenticated");
        }
        warnRefused(setting, origin, shown, setting.domain().range());
    }

    /** @param shown the value as found, fit for a log */
    void warnRefused(final Setting<?> setting, final Origin origin, final String shown, final String range) {
        log.warn(place(setting, origin) + " " + shown + " is not in " + range + ": using the default, "
                + setting.defaultText());
    }

    private static String place(final Setting<?> setting, final Origin origin) {
        return origin == Origin.PROPERTY ? setting.property() : setting.variable();
    }
}
