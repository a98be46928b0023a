package io.sluice.pipeline;

import java.util.Objects;

/** The effective values of a configuration as text. */
final class ConfigDump {
    private final StringBuilder out = new StringBuilder("Effective configuration:");

    private ConfigDump() {}

    static String of(final EngineConfig config) {
        final ConfigDump dump = new ConfigDump();
        for (final Setting<?> setting : Settings.ALL) {
            dump.line(setting.name(), effective(config, setting) + " (" + config.values().origin(setting) + ")");
        }
        dump.line("retryTimeNs", time(config.retryTimeNs()) + " (derived)");
        dump.parts(config.parts());
        return dump.out.toString();
    }

    private static <T> String effective(final EngineConfig config, final Setting<T> setting) {
        if (setting == Settings.FLUSH_AFTER_NS) {
            return time(config.flushAfterNs());
        }
        if (setting == Settings.SPIN_NS) {
            return String.valueOf(config.spinNs(config.effectiveThreadingMode()));
        }
        if (setting == Settings.THREADING_MODE) {
            final ThreadingMode effective = config.effectiveThreadingMode();
            return config.threadingMode() == effective
                    ? effective.name()
                    : effective + ", by " + config.threadingMode();
        }
        return setting.domain().show(config.values().get(setting));
    }

    private static String time(final long ns) {
        return ns == Long.MAX_VALUE ? "for ever" : String.valueOf(ns);
    }

    /** Names of classes only: the objects are the embedding program's, and so is their text. */
    private void parts(final EngineParts parts) {
        final EngineParts defaults = EngineParts.DEFAULTS;
        part("device object", parts.device(), defaults.device());
        part("clock", parts.clock(), defaults.clock());
        part("threadFactory", parts.threadFactory(), defaults.threadFactory());
        part("errorHandler", parts.errorHandler(), defaults.errorHandler());
        part("idleStrategy", parts.idleStrategy(), defaults.idleStrategy());
        part("futureExecutor", parts.futureExecutor(), defaults.futureExecutor());
    }

    private void part(final String name, final Object part, final Object ownPart) {
        if (part != ownPart) {
            line(name, Objects.requireNonNull(part, name).getClass().getName() + " (builder)");
        }
    }

    private void line(final String name, final String value) {
        out.append("\n  ").append(name).append(" = ").append(value);
    }
}
