package io.sluice.bench.figures;

import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.ThreadingMode;

/** The configurations that are measured. */
enum Mode {
    SHARED(ThreadingMode.SHARED, 2), DEFAULT(null, 2), DEDICATED(ThreadingMode.DEDICATED, 4),
    /** Submitter and engine on one thread. */
    INVOKER(ThreadingMode.INVOKER, 1);

    private final ThreadingMode threading;
    private final int threads;

    Mode(final ThreadingMode threading, final int threads) {
        this.threading = threading;
        this.threads = threads;
    }

    EngineConfigBuilder applyTo(final EngineConfigBuilder builder) {
        return threading == null ? builder : builder.threadingMode(threading);
    }

    /** More busy threads than there are cores, the submitter among them: without a target, and marked. */
    boolean isCrowded() {
        return threads > Runtime.getRuntime().availableProcessors();
    }

    @Override
    public String toString() {
        return this == DEFAULT ? "default" : name() + (isCrowded() ? " *" : "");
    }
}
