package io.sluice.pipeline;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An engine in a process of its own, which can be killed, stopped and continued. A target listens and registers memory;
 * a writer connects and writes to the peer's first region until it cannot any more.
 */
final class PeerProcess implements AutoCloseable {
    static final int BYTES = 16 << 20;
    /** System property of the process, ms; its other time-outs are twice as long. */
    static final String HEARTBEAT_PROPERTY = "sluice.test.heartbeatMs";

    private final ChildJvm jvm;

    private PeerProcess(final List<String> prefix, final String... arguments) {
        jvm = new ChildJvm(prefix, PeerProcess.class, arguments);
    }

    static PeerProcess target(final int port) {
        return target(List.of(), "127.0.0.1", port);
    }

    /** One that a command starts, which gives way to it. */
    static PeerProcess target(final List<String> prefix, final String address, final int port) {
        return new PeerProcess(prefix, "target", address, String.valueOf(port));
    }

    static PeerProcess writer(final String metadata) {
        return new PeerProcess(List.of(), "writer", metadata);
    }

    /** The next line that it says. */
    String line() {
        return jvm.line();
    }

    void signal(final String name) {
        jvm.signal(name);
    }

    @Override
    public void close() {
        jvm.close();
    }

    /** The process itself; it ends with its standard input. */
    public static void main(final String[] arguments) throws IOException {
        final long heartbeatNs = TimeUnit.MILLISECONDS.toNanos(Long.getLong(HEARTBEAT_PROPERTY, 500));
        final EngineConfigBuilder config = EngineConfig.builder().threadingMode(ThreadingMode.SHARED)
                .heartbeatNs(heartbeatNs).closeTimeoutNs(2 * heartbeatNs).controlTimeoutNs(2 * heartbeatNs)
                .agentName(arguments[0]);
        if (arguments[0].equals("target")) {
            config.bindAddress(arguments[1]).listenPort(Integer.parseInt(arguments[2]));
        }
        try (Arena arena = Arena.ofShared(); TransferEngine engine = TransferEngine.create(config.build())) {
            final LocalRegion region = engine.register(arena.allocate(BYTES, 64));
            if (arguments[0].equals("target")) {
                engine.listen();
                System.out.println(engine.metadata());
                System.out.println(engine.descriptor(region, 0, BYTES).toHex());
            } else {
                write(engine, region, arguments[1]);
            }
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    /** Writes and writes, each time something else. */
    @SuppressWarnings("restricted") // the region is this process's own
    private static void write(final TransferEngine engine, final LocalRegion region, final String metadata) {
        final Connection connection = engine.connect(metadata);
        final RemoteRegion remote = connection.regions().getFirst();
        final MemorySegment memory = region.memory();
        System.out.println("connected");
        int code = 0;
        for (int round = 1; code >= 0; round++) {
            memory.fill((byte) round);
            final long id = engine.write(connection, region, 0, BYTES, remote, 0);
            code = (int) Math.min(id, 0);
            if (id >= 0) {
                engine.await(id, TimeUnit.MINUTES.toNanos(1));
                engine.release(id);
            }
        }
        System.out.println("ended " + Cause.kind(connection.closed().join()));
    }
}
