package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Promise;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.TransferResult;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine without threads of its own in a Netty event loop: callbacks come where the channels' handlers run. */
@Timeout(60)
class NettyExampleTest {
    /**
     * Gives an engine a turn in an event loop: again at once while there is work, behind whatever else the loop has to do;
     * else after a pause, so that an idle engine costs next to nothing.
     */
    private static final class EngineTurn implements Runnable {
        private static final long PAUSE_MICROS = 200;

        private final TransferEngine engine;
        private final EventLoop loop;
        private final Promise<Void> closed;

        EngineTurn(final TransferEngine engine, final EventLoop loop) {
            this.engine = engine;
            this.loop = loop;
            closed = loop.newPromise();
        }

        @Override
        public void run() {
            final int work = engine.doWork();
            if (engine.isClosed()) {
                engine.close(); // begun elsewhere or here: finished on this thread, once
                closed.setSuccess(null);
            } else if (work > 0) {
                loop.execute(this);
            } else {
                loop.schedule(this, PAUSE_MICROS, TimeUnit.MICROSECONDS);
            }
        }
    }

    @Test
    void transfersSettleInTheEventLoop() throws Exception {
        final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        final EventLoop loop = group.next();
        try (Arena arena = Arena.ofShared()) {
            final TransferEngine engine = TransferEngine
                    .create(EngineConfig.builder().threadingMode(ThreadingMode.INVOKER)
                            .device(SoftDevice.create(SoftDeviceConfig.builder().build())).build());
            final LocalRegion region = engine.register(arena.allocate(2_000));
            final Connection connection = engine.connect(engine);
            final RemoteRegion remote = connection.resolve(region.address(), region.length());
            final EngineTurn turn = new EngineTurn(engine, loop);
            loop.execute(turn);

            final Promise<TransferResult> moved = loop.newPromise();
            final TransferRequest request = new TransferRequest()
                    .entries(new EntryList().add(region, 0, 1_000, remote, 1_000))
                    .listener((id, state, cause, data) -> {
                        assertThat(loop.inEventLoop()).isTrue();
                        moved.setSuccess(new TransferResult(id, state, cause, data));
                    }, 0);
            loop.execute(() -> engine.submit(connection, request));
            assertThat(moved.get(40, TimeUnit.SECONDS).isSuccess()).isTrue();

            loop.execute(engine::close);
            assertThat(turn.closed.await(40, TimeUnit.SECONDS)).isTrue();
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(40, TimeUnit.SECONDS);
        }
    }
}
