package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRequest;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.CompositeAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine without threads of its own, driven by the program's Agrona agent beside the program's other duties. */
@Timeout(60)
class AgentRunnerExampleTest {
    private static final int TRANSFERS = 100;

    /** The engine as one duty of a thread. */
    private record EngineAgent(TransferEngine engine) implements Agent {
        @Override
        public int doWork() {
            return engine.doWork();
        }

        @Override
        public void onClose() {
            engine.close(); // on the thread that drives it: finishes what is in flight, then returns
        }

        @Override
        public String roleName() {
            return "transfers";
        }
    }

    /** The program's own duty: submits a transfer whenever the one before has settled. */
    private static final class Pump implements Agent {
        private final TransferEngine engine;
        private final Connection connection;
        private final TransferRequest request;
        private final Set<Thread> toldOn;
        private final CountDownLatch left = new CountDownLatch(TRANSFERS);
        private boolean inFlight;

        Pump(final TransferEngine engine, final Connection connection, final EntryList entries,
                final Set<Thread> toldOn) {
            this.engine = engine;
            this.connection = connection;
            this.toldOn = toldOn;
            request = new TransferRequest().entries(entries).listener((id, state, cause, data) -> settled(), 0);
        }

        private void settled() {
            toldOn.add(Thread.currentThread());
            inFlight = false; // the same thread as doWork: no lock, no queue
            left.countDown();
        }

        @Override
        public int doWork() {
            if (inFlight || left.getCount() == 0) {
                return 0;
            }
            inFlight = engine.submit(connection, request) >= 0;
            return 1;
        }

        @Override
        public String roleName() {
            return "pump";
        }
    }

    @Test
    void oneThreadSubmitsMovesAndIsTold() throws InterruptedException {
        final TransferEngine engine = TransferEngine
                .create(EngineConfig.builder().threadingMode(ThreadingMode.INVOKER)
                        .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
        final Set<Thread> toldOn = ConcurrentHashMap.newKeySet();
        try (Arena arena = Arena.ofShared()) {
            final LocalRegion region = engine.register(arena.allocate(2_000));
            final Connection connection = engine.connect(engine);
            final RemoteRegion remote = connection.resolve(region.address(), region.length());
            final Pump pump = new Pump(engine, connection, new EntryList().add(region, 0, 1_000, remote, 1_000),
                    toldOn);
            final AgentRunner runner = new AgentRunner(new BackoffIdleStrategy(), error -> {
                throw new AssertionError(error);
            }, null, new CompositeAgent(new EngineAgent(engine), pump));
            final Thread thread = AgentRunner.startOnThread(runner);
            assertThat(pump.left.await(40, TimeUnit.SECONDS)).isTrue();
            runner.close();
            assertThat(engine.isClosed()).isTrue();
            assertThat(toldOn).containsExactly(thread);
        }
    }
}
