package io.sluice.pipeline;

/** A value for each setting, and where it came from. Written by one thread while it is made up, then only read. */
final class SettingValues {
    /** Where a value came from. */
    enum Origin {
        DEFAULT, ENVIRONMENT, PROPERTY, BUILDER;

        @Override
        public String toString() {
            return switch (this) {
                case DEFAULT -> "default";
                case ENVIRONMENT -> "environment";
                case PROPERTY -> "system property";
                case BUILDER -> "builder";
            };
        }
    }

    private final Object[] values;
    private final Origin[] origins;

    SettingValues() {
        this(new Object[Settings.ALL.size()], new Origin[Settings.ALL.size()]);
    }

    private SettingValues(final Object[] values, final Origin[] origins) {
        this.values = values;
        this.origins = origins;
    }

    SettingValues copy() {
        return new SettingValues(values.clone(), origins.clone());
    }

    <T> void set(final Setting<T> setting, final T value, final Origin origin) {
        values[setting.index()] = value;
        origins[setting.index()] = origin;
    }

    @SuppressWarnings("unchecked") // only set() writes, and its types agree
    <T> T get(final Setting<T> setting) {
        return (T) values[setting.index()];
    }

    /** @return null where {@code setting} has no value yet */
    Origin origin(final Setting<?> setting) {
        return origins[setting.index()];
    }

    boolean isSet(final Setting<?> setting) {
        return origins[setting.index()] != null;
    }

    /** @return name, value and origin, as messages show them */
    <T> String describe(final Setting<T> setting) {
        return setting.name() + " " + setting.domain().show(get(setting)) + " (" + origin(setting) + ")";
    }
}
