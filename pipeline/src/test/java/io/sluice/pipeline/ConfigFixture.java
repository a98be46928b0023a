package io.sluice.pipeline;

import java.util.HashMap;
import java.util.Map;

/** Properties, variables and a log of a test's own. */
final class ConfigFixture {
    /** What {@link #bare} has as {@code signalInterval}: a test that changes it changes it back. */
    static int signalInterval = 1;

    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> variables = new HashMap<>();
    final RecordedLog log = new RecordedLog();

    ConfigFixture property(final String name, final String value) {
        properties.put(name, value);
        return this;
    }

    ConfigFixture variable(final String name, final String value) {
        variables.put(name, value);
        return this;
    }

    EngineConfigBuilder builder() {
        return new EngineConfigBuilder(new ConfigSource(properties::get, variables::get, log));
    }

    EngineConfig build() {
        return builder().build();
    }

    /** @return a builder that sees neither properties nor environment of the machine that runs the test */
    static EngineConfigBuilder bare() {
        final ConfigFixture fixture = new ConfigFixture();
        return signalInterval == 1
                ? fixture.builder()
                : fixture.property("sluice.signalInterval", Integer.toString(signalInterval)).builder();
    }

    /** @return what the accessor called {@code name} answers */
    static long number(final EngineConfig config, final String name) {
        try {
            return ((Number) EngineConfig.class.getMethod(name).invoke(config)).longValue();
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Calls the setter called {@code name}, which takes an int or a long. */
    static EngineConfigBuilder set(final EngineConfigBuilder builder, final String name, final long value)
            throws Throwable {
        for (final var method : EngineConfigBuilder.class.getMethods()) {
            if (method.getName().equals(name)) {
                try {
                    return (EngineConfigBuilder) (method.getParameterTypes()[0] == int.class
                            ? method.invoke(builder, Math.toIntExact(value))
                            : method.invoke(builder, value));
                } catch (final java.lang.reflect.InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new AssertionError("no setter " + name);
    }
}
