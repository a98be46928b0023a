package io.sluice.bench.remote;

import io.sluice.bench.blocks.Workers;
import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A target at work: welcomes initiators, grants their wishes, sees them off. One thread. */
final class Hosting implements AutoCloseable {
    private static final long SHORTEST_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** The pause is this part of the time since the last wish: prompt while there is work, cheap while there is none. */
    private static final int PAUSE_PART = 16;
    /** An initiator that does not take its answers for so long gets no more. */
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final TransferEngine engine;
    private final Workers workers;
    private final long memoryBytes;
    private final PrintWriter out;
    private final List<Connection> connections = new ArrayList<>();
    private final Map<String, Guest> guests = new HashMap<>();

    /** @param memoryBytes for all guests together */
    Hosting(final TransferEngine engine, final Workers workers, final long memoryBytes, final PrintWriter out) {
        this.engine = engine;
        this.workers = workers;
        this.memoryBytes = memoryBytes;
        this.out = out;
    }

    void serve(final BooleanSupplier stop) throws InterruptedException {
        long lastNs = System.nanoTime();
        while (!stop.getAsBoolean()) {
            welcome();
            seeOff();
            if (engine.notifications(this::grant, 16) > 0) {
                lastNs = System.nanoTime();
            } else {
                LockSupport.parkNanos(Math.clamp((System.nanoTime() - lastNs) / PAUSE_PART, SHORTEST_PAUSE_NS,
                        LONGEST_PAUSE_NS));
            }
        }
    }

    private void welcome() throws InterruptedException {
        for (Connection came = engine.accept(0); came != null; came = engine.accept(0)) {
            connections.add(came);
            say("%s connected", came.peerName());
        }
    }

    private void seeOff() {
        for (final Iterator<Connection> each = connections.iterator(); each.hasNext();) {
            final Connection connection = each.next();
            if (connection.closed().isDone()) {
                each.remove();
                say("%s is gone: %s", connection.peerName(), Cause.describe(connection.cause()));
                if (of(connection.peerName()) == null) {
                    final Guest guest = guests.remove(connection.peerName());
                    if (guest != null) {
                        guest.close();
                    }
                }
            }
        }
    }

    /** @return an open connection to an agent, null if there is none */
    private Connection of(final String name) {
        return engine.connections().stream().filter(each -> each.peerName().equals(name) && each.isOpen())
                .findFirst().orElse(null);
    }

    private void grant(final String from, final byte[] message) {
        final Connection connection = of(from);
        if (connection == null) {
            return;
        }
        Answer answer;
        try {
            final Wish wish = Wish.decode(message);
            final Guest guest = guests.computeIfAbsent(from, _ -> new Guest(engine, workers));
            final long others = guests.values().stream().mapToLong(Guest::bytes).sum() - guest.bytes();
            answer = guest.grant(wish, memoryBytes - others);
        } catch (final IllegalArgumentException e) {
            say("%s sent what is no wish: %s", from, e.getMessage());
            connection.close();
            return;
        }
        final byte[] bytes = answer.encode();
        final long start = System.nanoTime();
        while (engine.sendNotification(connection, bytes) == ResultCode.BACK_PRESSURED
                && System.nanoTime() - start < ANSWER_TIMEOUT_NS) {
            LockSupport.parkNanos(SHORTEST_PAUSE_NS);
        }
    }

    private void say(final String format, final Object... values) {
        out.printf(format + "%n", values);
        out.flush();
    }

    /** Before the engine closes: after it, memory is no longer registered with anyone. */
    @Override
    public void close() {
        engine.stopAccepting();
        engine.connections().forEach(Connection::close);
        guests.values().forEach(Guest::close);
    }
}
