package io.sluice.examples;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

/** Moves memory from one engine to another, and reads it back. */
final class TwoEngines {
    private TwoEngines() {}

    public static void main(final String[] args) {
        final EngineConfig config = EngineConfig.builder().build();
        try (Arena arena = Arena.ofShared();
                TransferEngine near = TransferEngine.create(config);
                TransferEngine far = TransferEngine.create(config)) {
            LocalRegion source = near.register(arena.allocateFrom("hello, far memory"));
            LocalRegion target = far.register(arena.allocate(source.length()));
            LocalRegion copy = near.register(arena.allocate(source.length()));

            Connection connection = near.connect(far);
            RemoteRegion remote = connection.resolve(far.descriptor(target, 0, target.length()));

            long write = near.write(connection, source, 0, source.length(), remote, 0);
            near.await(write, TimeUnit.SECONDS.toNanos(5));
            near.release(write);

            long read = near.read(connection, copy, 0, copy.length(), remote, 0);
            int state = near.await(read, TimeUnit.SECONDS.toNanos(5));
            near.release(read);
            System.out.println(TransferState.name(state) + ": " + copy.memory().getString(0));
        }
    }
}
