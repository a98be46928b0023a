package io.sluice.examples;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRequest;
import java.lang.foreign.Arena;

/** Moves memory from one process to another, which says where it is to be dialled. */
final class TwoProcesses {
    private TwoProcesses() {}

    public static void main(final String[] args) throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = TransferEngine.create(EngineConfig.builder().build())) {
            LocalRegion region = engine.register(arena.allocate(1 << 20));
            if (args.length == 0) { // one process gives memory, and says where
                System.out.println(engine.listen());
                while (engine.notifications((from, message) -> System.out.println(region.memory().getString(0)),
                        1) == 0) {
                    Thread.sleep(10);
                }
            } else { // the other writes into it; a notification follows the data
                Connection connection = engine.connect(args[0]);
                region.memory().setString(0, "hello, far memory");
                TransferRequest request = new TransferRequest().notification(new byte[0])
                        .entries(new EntryList().add(region, 0, 100, connection.regions().getFirst(), 0));
                System.out.println(engine.transfer(connection, request));
            }
        }
    }
}
