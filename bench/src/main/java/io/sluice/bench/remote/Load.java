package io.sluice.bench.remote;

import io.sluice.bench.blocks.BlockSide;
import io.sluice.bench.blocks.CacheSide;
import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.LocalSide;
import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.blocks.Workers;
import io.sluice.bench.blocks.WrongByte;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Moves blocks of one size between this process and a target, as fast as it goes. One thread, which starts others. */
final class Load implements AutoCloseable {
    private static final long MOST_WARM_UP_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int CHECKED_ROUNDS = 4;

    private final TransferEngine engine;
    private final RemoteSide target;
    private final LoadSettings settings;
    private final Geometry geometry;
    private final BooleanSupplier stop;
    private final Arena arena = Arena.ofShared();
    private final LocalSide local;
    private final LocalRegion region;
    private final Workers submitters;
    private final List<List<Flight>> flights = new ArrayList<>();

    // What came of it so far.
    private final Histogram latencyNs = new Histogram(TimeUnit.HOURS.toNanos(1), 3);
    private long bytes;
    private long ns;
    private long checkedBytes;
    private WrongByte wrong;
    private long nextHash = 1;

    Load(final TransferEngine engine, final RemoteSide target, final LoadSettings settings, final long blockBytes,
            final Workers workers, final BooleanSupplier stop) {
        this.engine = engine;
        this.target = target;
        this.settings = settings;
        this.stop = stop;
        geometry = new Geometry(1, blockBytes, settings.slots());
        target.open(geometry);
        try {
            local = new LocalSide(new CacheSide(geometry, arena), workers);
        } catch (final OutOfMemoryError e) {
            arena.close();
            throw new RemoteFailedException("no memory here for " + geometry.bytes() + " bytes: choose smaller blocks, "
                    + "batches, or fewer threads");
        }
        region = engine.register(local.cache().memory());
        submitters = new Workers("submitter", settings.threads());
        final RemoteRegion remote = target.memory(target.connection());
        for (int thread = 0; thread < settings.threads(); thread++) {
            final List<Flight> own = new ArrayList<>();
            for (int i = 0; i < settings.inFlight(); i++) {
                own.add(new Flight(settings.op(), entries(remote, thread * settings.inFlight() + i)));
            }
            flights.add(own);
        }
    }

    private EntryList entries(final RemoteRegion remote, final int flight) {
        final EntryList entries = new EntryList();
        for (int i = 0; i < settings.batch(); i++) {
            final long offset = geometry.offset(0, flight * settings.batch() + i);
            entries.add(region, offset, geometry.blockBytes(), remote, offset);
        }
        return entries;
    }

    LoadResult run() {
        final long durationNs = settings.duration().toNanos();
        final int rounds = settings.check() ? CHECKED_ROUNDS : 1;
        move(Math.min(durationNs / CHECKED_ROUNDS, MOST_WARM_UP_NS), false);
        for (int round = 0; round < rounds && !stop.getAsBoolean() && wrong == null; round++) {
            if (settings.check()) {
                moveChecked(durationNs / rounds);
            } else {
                move(durationNs, true);
            }
        }
        return new LoadResult(geometry.blockBytes(), settings.batch(), bytes, ns, latencyNs, checkedBytes, wrong);
    }

    private void moveChecked(final long durationNs) {
        final boolean write = settings.op() == Op.WRITE;
        final BlockSide from = write ? local : target;
        final BlockSide to = write ? target : local;
        final PlacedBlocks blocks = freshBlocks();
        from.fill(blocks);
        to.spoil(blocks);
        move(durationNs, true);
        if (!stop.getAsBoolean()) {
            wrong = to.check(blocks);
            checkedBytes += geometry.bytes();
        }
    }

    /** In each slot a block that was never there. */
    private PlacedBlocks freshBlocks() {
        final int slots = geometry.slots();
        final PlacedBlocks blocks = new PlacedBlocks(LongStream.range(nextHash, nextHash + slots).toArray(),
                IntStream.range(0, slots).toArray());
        nextHash += slots;
        return blocks;
    }

    private void move(final long durationNs, final boolean counted) {
        final Connection connection = target.connection();
        final List<Submitter> load = flights.stream().map(own -> new Submitter(engine, connection, own, stop)).toList();
        final long start = System.nanoTime();
        submitters.each(load.size(), i -> load.get(i).run(start + durationNs));
        long lastNs = start;
        for (final Submitter each : load) {
            if (each.failure() != null) {
                throw new RemoteFailedException(
                        connection.isOpen() ? "a transfer failed: " + each.failure() : target.lost(connection));
            }
            lastNs = each.lastSettledNs() - lastNs > 0 ? each.lastSettledNs() : lastNs;
            if (counted) {
                latencyNs.add(each.latencyNs());
                bytes += each.bytes();
            }
        }
        ns += counted ? lastNs - start : 0;
    }

    @Override
    public void close() {
        submitters.close();
        engine.deregister(region);
        arena.close();
    }
}
