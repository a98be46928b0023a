package com.example;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/**
 * Moves memory from one engine to another for some seconds (the argument; 30), and checks that it arrived. Both engines are in
 * this process. In two, each makes its own, and the text that listen() answers goes from one to the other.
 */
public final class Mover {
    private static final long BYTES = 16 << 20;

    private Mover() {}

    public static void main(final String[] args) {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn"); // at INFO each engine logs its settings
        final long seconds = args.length == 0 ? 30 : Long.parseLong(args[0]);
        try (Arena arena = Arena.ofShared(); TransferEngine near = engine("near"); TransferEngine far = engine("far")) {
            final LocalRegion source = near.register(arena.allocate(BYTES, 4096));
            final LocalRegion target = far.register(arena.allocate(BYTES, 4096));

            final Connection connection = near.connect(far.listen().toString());
            final RemoteRegion remote = connection.resolve(far.descriptor(target, 0, BYTES));
            System.out.println("connected to " + connection.peerName() + "; to watch: ./sluice stat --pid "
                    + ProcessHandle.current().pid());

            final long start = System.nanoTime();
            int rounds = 0;
            while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
                rounds++;
                source.memory().fill((byte) rounds);
                write(near, connection, source, remote);
                if (target.memory().mismatch(source.memory()) >= 0) {
                    throw new IllegalStateException("round " + rounds + ": a wrong byte");
                }
            }
            System.out.printf("moved %,d MiB in %,d transfers, every byte right%n", rounds * (BYTES >> 20), rounds);
        }
    }

    private static TransferEngine engine(final String name) {
        return TransferEngine.create(EngineConfig.builder().agentName(name).countersFile("auto").build());
    }

    private static void write(final TransferEngine engine, final Connection connection, final LocalRegion source,
            final RemoteRegion remote) {
        final long id = engine.write(connection, source, 0, BYTES, remote, 0);
        if (id < 0) { // not taken
            throw new IllegalStateException(ResultCode.errorString(id));
        }
        final int state = engine.await(id, TimeUnit.SECONDS.toNanos(10));
        final int cause = engine.cause(id);
        engine.release(id);
        if (state != TransferState.SUCCEEDED) {
            throw new IllegalStateException(TransferState.name(state) + ": " + Cause.describe(cause));
        }
    }
}
