package io.sluice.bench.stat;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.TransferEngine;
import java.io.IOException;

/** A process with an engine that counts into a file, until its standard input ends. */
final class IdleEngine {
    private IdleEngine() {}

    public static void main(final String[] args) throws IOException {
        try (TransferEngine engine = TransferEngine
                .create(EngineConfig.builder().agentName(args[0]).countersFile("auto").build())) {
            System.out.println("up");
            while (System.in.read() >= 0 && !engine.isClosed()) {
            }
        }
    }
}
