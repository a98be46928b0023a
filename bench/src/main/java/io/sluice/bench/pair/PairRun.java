package io.sluice.bench.pair;

import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.paired.IovList;
import io.sluice.pipeline.paired.PairedConnection;
import io.sluice.pipeline.paired.PairedEngine;
import io.sluice.pipeline.paired.PairedOp;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/** What the two agents do once they are connected. */
final class PairRun {
    private static final int SIGNAL_BYTES = Long.BYTES;

    private final PairedEngine engine;
    private final PairedConnection connection;
    private final long bytes;
    private final int rounds;
    private final long patienceNs;
    private final PrintWriter out;

    PairRun(final PairedEngine engine, final PairedConnection connection, final long bytes, final int rounds,
            final long patienceNs, final PrintWriter out) {
        this.engine = engine;
        this.connection = connection;
        this.bytes = bytes;
        this.rounds = rounds;
        this.patienceNs = patienceNs;
        this.out = out;
    }

    /** Puts, and reads the verdicts. */
    boolean write() {
        try (Arena arena = Arena.ofShared(); PairedConnection ends = connection) {
            final MemorySegment window = window(arena);
            final MemorySegment verdict = arena.allocate(Long.BYTES, Long.BYTES);
            final IovList all = new IovList().add(window, 0, bytes, 0);
            final IovList answer = new IovList().add(verdict, 0, Long.BYTES);
            long wrong = 0;
            long putNs = 0;
            for (int round = 0; round < rounds; round++) {
                Stamps.fill(window, bytes, round);
                final long start = System.nanoTime();
                finish(PairedOp.PUT, all);
                putNs += System.nanoTime() - start;
                finish(PairedOp.RECV, answer);
                wrong += verdict.get(ValueLayout.JAVA_LONG, 0);
            }
            say("put", putNs);
            out.printf("agent %s: %s%n", engine.config().agentName(), verdict(ends.peerName() + " has", wrong));
            finish(PairedOp.SEND, answer); // the other may go
            return wrong == 0;
        }
    }

    /** Waits, checks, and sends the verdicts. */
    boolean read() {
        try (Arena arena = Arena.ofShared(); PairedConnection _ = connection) {
            final MemorySegment window = window(arena);
            final MemorySegment verdict = arena.allocate(Long.BYTES, Long.BYTES);
            final IovList answer = new IovList().add(verdict, 0, Long.BYTES);
            long wrong = 0;
            for (int round = 0; round < rounds; round++) {
                finish(PairedOp.WAIT, answer);
                final long wrongNow = Stamps.wrongBytes(window, bytes, round);
                wrong += wrongNow;
                verdict.set(ValueLayout.JAVA_LONG, 0, wrongNow);
                finish(PairedOp.SEND, answer);
            }
            out.printf("agent %s: %s%n", engine.config().agentName(), verdict("it has", wrong));
            finish(PairedOp.RECV, answer);
            return wrong == 0;
        }
    }

    private MemorySegment window(final Arena arena) {
        final MemorySegment window = arena.allocate(bytes + SIGNAL_BYTES, SIGNAL_BYTES);
        engine.registerWindow(connection, window, patienceNs);
        if (connection.peerWindowBytes() != bytes) {
            throw new PairFailedException("the agents were given different --mib: " + bytes + " bytes here, "
                    + connection.peerWindowBytes() + " at agent " + connection.peerName());
        }
        out.printf("agent %s: puts go %s%n", engine.config().agentName(),
                connection.supportsOneSided() ? "one-sided, by the device" : "two-sided, in frames");
        out.flush();
        return window;
    }

    private void say(final String what, final long ns) {
        out.printf(Locale.ROOT, "agent %s: %s %d x %d MiB at %.2f GB/s%n", engine.config().agentName(), what, rounds,
                bytes >> 20, (double) rounds * bytes / ns);
    }

    private String verdict(final String who, final long wrong) {
        return who + " checked " + rounds * bytes + " bytes: "
                + (wrong == 0 ? "all right" : wrong + " are wrong");
    }

    private void finish(final PairedOp op, final IovList iovs) {
        long request = engine.submit(connection, op, iovs);
        while (request == ResultCode.BACK_PRESSURED) {
            Thread.yield();
            request = engine.submit(connection, op, iovs);
        }
        if (request < 0) {
            throw new PairFailedException(op + ": " + ResultCode.errorString(request));
        }
        final int state = engine.await(request, patienceNs);
        final String what = engine.describe(request);
        engine.release(request);
        if (state != TransferState.SUCCEEDED) {
            throw new PairFailedException(what);
        }
    }
}
