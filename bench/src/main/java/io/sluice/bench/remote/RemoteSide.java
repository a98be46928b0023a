package io.sluice.bench.remote;

import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.blocks.WrongByte;
import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ConnectFailedException;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.Descriptor;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A target's memory: told by notifications what to do, one wish after the other. One thread. */
public final class RemoteSide implements BlockSide {
    /** A target fills and checks some GB a second, so this is a target that hangs. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final TransferEngine engine;
    private final Metadata target;
    private final Connection connection;
    private Geometry geometry;
    private Descriptor descriptor;
    private int number;
    private Answer answer;

    /**
     * Connects.
     *
     * @param engine that moves; nobody else takes its notifications
     * @param target where the target listens
     * @throws RemoteFailedException if it cannot be connected
     */
    public RemoteSide(final TransferEngine engine, final Metadata target) {
        this.engine = engine;
        this.target = target;
        connection = connect();
    }

    /** @return a name for an engine that goes to a target, which knows its guests by their names */
    public static String guestName(final String role) {
        return role + "-" + ProcessHandle.current().pid() + "-"
                + Integer.toHexString(ThreadLocalRandom.current().nextInt());
    }

    /** @return another connection to the target; its memory can be reached over each */
    public Connection connect() {
        try {
            return engine.connect(target.toString());
        } catch (final ConnectFailedException e) {
            throw new RemoteFailedException(e.getMessage());
        }
    }

    /** @return the first connection */
    public Connection connection() {
        return connection;
    }

    /** Gets memory from the target, in place of what it gave before. */
    public void open(final Geometry newGeometry) {
        geometry = newGeometry;
        descriptor = ask(Wish.open(++number, newGeometry)).descriptor();
        if (descriptor == null || descriptor.length() != newGeometry.bytes()) {
            throw new RemoteFailedException(named("answered with other memory than was asked for"));
        }
    }

    /** @return the memory, as it is reached over a connection */
    public RemoteRegion memory(final Connection over) {
        final RemoteRegion memory = over.isOpen() ? over.resolve(descriptor) : null;
        if (memory == null) {
            throw new RemoteFailedException(over.isOpen() ? named("has no such memory any more") : lost(over));
        }
        return memory;
    }

    @Override
    public Geometry geometry() {
        return geometry;
    }

    @Override
    public void fill(final PlacedBlocks blocks) {
        each(Wish.Kind.FILL, blocks);
    }

    @Override
    public void spoil(final PlacedBlocks blocks) {
        each(Wish.Kind.SPOIL, blocks);
    }

    @Override
    public WrongByte check(final PlacedBlocks blocks) {
        return each(Wish.Kind.CHECK, blocks);
    }

    private WrongByte each(final Wish.Kind kind, final PlacedBlocks blocks) {
        WrongByte first = null;
        for (int done = 0; done < blocks.count(); done += Wish.MOST_BLOCKS) {
            final WrongByte wrong = ask(Wish.of(++number, kind, Wish.part(blocks, done))).wrong();
            first = wrong == null ? first : wrong.first(first);
        }
        return first;
    }

    private Answer ask(final Wish wish) {
        final byte[] message = wish.encode();
        final long start = System.nanoTime();
        int sent = engine.sendNotification(connection, message);
        while (sent == ResultCode.BACK_PRESSURED) {
            pause(start);
            sent = engine.sendNotification(connection, message);
        }
        if (sent != ResultCode.OK) {
            throw new RemoteFailedException(connection.isOpen()
                    ? named("cannot be asked: " + ResultCode.errorString(sent))
                    : lost(connection));
        }
        answer = null;
        while (answer == null || answer.number() != wish.number()) {
            if (engine.notifications((_, bytes) -> take(bytes), 1) == 0) {
                pause(start);
            }
        }
        if (answer.refused() != null) {
            throw new RemoteFailedException(named("refused: " + answer.refused()));
        }
        return answer;
    }

    private void take(final byte[] bytes) {
        try {
            answer = Answer.decode(bytes);
        } catch (final IllegalArgumentException e) {
            throw new RemoteFailedException(named("is none: " + e.getMessage()));
        }
    }

    private void pause(final long since) {
        if (!connection.isOpen()) {
            throw new RemoteFailedException(lost(connection));
        }
        if (System.nanoTime() - since > PATIENCE_NS) {
            throw new RemoteFailedException(named("has not answered for 30 s"));
        }
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** @return what to say of a connection that has ended */
    public String lost(final Connection ended) {
        return named("is lost: " + Cause.describe(ended.cause()));
    }

    private String named(final String what) {
        return "target " + target.session() + " " + what;
    }
}
