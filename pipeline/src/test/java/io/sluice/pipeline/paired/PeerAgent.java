package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ChildJvm;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EngineConfigBuilder;
import io.sluice.pipeline.ThreadingMode;
import io.sluice.pipeline.TransferState;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Agent {@code a} of this process, and agent {@code b} in a process of its own, which can be killed, stopped and
 * continued; connected, with a window each. What b does:
 *
 * <ul>
 * <li>an echo receives, waits for a put, sends the same back, and puts what was put back; again and again
 * <li>a writer puts and puts, all of its window, each time something else
 * </ul>
 */
final class PeerAgent implements AutoCloseable {
    static final int MESSAGE_BYTES = 4 << 20;
    static final int WINDOW_BYTES = (1 << 20) + 8;

    private static final long CLOSE_NS = TimeUnit.SECONDS.toNanos(1);

    final Arena arena = Arena.ofShared();
    final MemorySegment window = arena.allocate(WINDOW_BYTES, 8);
    final PairedEngine a;
    final PairedConnection toB;
    private final ChildJvm b;

    /**
     * @param role        "echo" or "writer"
     * @param device      of both
     * @param heartbeatMs of both; the control time-out is twice as long
     */
    PeerAgent(final String role, final Adaptor adaptor, final String device, final long heartbeatMs) {
        a = engine("a", adaptor, device, heartbeatMs);
        b = new ChildJvm(List.of(), PeerAgent.class, role, adaptor.name(), device, String.valueOf(heartbeatMs),
                HexFormat.of().formatHex(a.connInfo()));
        a.loadConnInfo("b", HexFormat.of().parseHex(b.line()));
        toB = a.connect("b", TwoAgents.PATIENCE_NS);
        a.registerWindow(toB, window, TwoAgents.PATIENCE_NS);
    }

    private static PairedEngine engine(final String name, final Adaptor adaptor, final String device,
            final long heartbeatMs) {
        final long heartbeatNs = TimeUnit.MILLISECONDS.toNanos(heartbeatMs);
        final EngineConfigBuilder config = EngineConfig.builder().agentName(name).threadingMode(ThreadingMode.SHARED)
                .deviceName(device).heartbeatNs(heartbeatNs).controlTimeoutNs(2 * heartbeatNs)
                .closeTimeoutNs(CLOSE_NS);
        return PairedEngine.create(PairedConfig.of(config.build()).adaptors(adaptor));
    }

    void signal(final String name) {
        b.signal(name);
    }

    /** The next line that b says; null when its process has ended. */
    String line() {
        return b.line();
    }

    @Override
    public void close() {
        b.close();
        a.close();
        arena.close();
    }

    /** The process of b; it ends with its standard input. */
    public static void main(final String[] arguments) throws IOException {
        try (Arena arena = Arena.ofShared();
                PairedEngine engine = engine("b", Adaptor.valueOf(arguments[1]), arguments[2],
                        Long.parseLong(arguments[3]))) {
            engine.loadConnInfo("a", HexFormat.of().parseHex(arguments[4]));
            System.out.println(HexFormat.of().formatHex(engine.connInfo()));
            final PairedConnection toA = engine.connect("a", TwoAgents.PATIENCE_NS);
            final MemorySegment window = arena.allocate(WINDOW_BYTES, 8);
            engine.registerWindow(toA, window, TwoAgents.PATIENCE_NS);
            if (arguments[0].equals("echo")) {
                echo(engine, toA, window, arena.allocate(MESSAGE_BYTES));
            } else {
                write(engine, toA, window);
            }
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static void echo(final PairedEngine engine, final PairedConnection toA, final MemorySegment window,
            final MemorySegment message) {
        final CompletableFuture<String> puts = TwoAgents.async(() -> {
            String failure = null;
            while (failure == null) {
                failure = run(engine, toA, PairedOp.WAIT, new IovList());
                if (failure == null) {
                    failure = run(engine, toA, PairedOp.PUT, whole(window));
                }
            }
            return failure;
        });
        String failure = null;
        while (failure == null) {
            failure = run(engine, toA, PairedOp.RECV, TwoAgents.all(message));
            if (failure == null) {
                failure = run(engine, toA, PairedOp.SEND, TwoAgents.all(message));
            }
        }
        System.out.println(failure + "; " + puts.join());
    }

    private static void write(final PairedEngine engine, final PairedConnection toA, final MemorySegment window) {
        String failure = null;
        for (int round = 1; failure == null; round++) {
            window.asSlice(0, WINDOW_BYTES - 8).fill((byte) round);
            failure = run(engine, toA, PairedOp.PUT, whole(window));
        }
        System.out.println(failure);
    }

    /** All of it but for the signal word. */
    static IovList whole(final MemorySegment window) {
        return new IovList().add(window, 0, WINDOW_BYTES - 8, 0);
    }

    /** Null, or what became of it if it failed. */
    private static String run(final PairedEngine engine, final PairedConnection toA, final PairedOp op,
            final IovList iovs) {
        final long request = engine.submit(toA, op, iovs);
        if (request < 0) {
            return op + " refused";
        }
        final int state = engine.await(request, TimeUnit.MINUTES.toNanos(2));
        final int cause = engine.cause(request);
        engine.release(request);
        return state == TransferState.SUCCEEDED
                ? null
                : op + " " + TransferState.name(state) + ", " + Cause.describe(cause);
    }
}
