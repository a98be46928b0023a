package io.sluice.bench.figures;

import io.sluice.pipeline.paired.Adaptor;
import io.sluice.verbs.VerbsDevice;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Which measurements there are, in their order, and what is compared with what. */
final class Suite implements AutoCloseable {
    static final int[] SLICES = { 1, 16, 64 };
    /** Enough that each lane has a whole post of them. */
    static final int SIGNALED_SLICES = 256;
    static final int[] SIGNAL_INTERVALS = { 1, 16, 64 };
    static final int[] BLOCKS = { 4 << 10, 64 << 10, 1 << 20 };
    static final int[] CONNECTIONS = { 1, 8, 64, 512 };
    static final int[] SCALED_SLICES = { 1, 10, 100, 1_000, 10_000, 100_000 };
    static final long[] PAIRED_BYTES = { 64L << 10, 1L << 20, 16L << 20, 64L << 20 };
    static final int[] RATES = { 10_000, 100_000, 500_000 };
    static final String FLOOR_SECTION = "Plain C on the null library";
    static final String CPU_SECTION = "Software path, CPU time on one thread";
    static final String RATE_SECTION = "Software path, submitter and engine on two threads";
    static final String LATENCY_SECTION = "Latency, submit to settled, one slice";
    static final String SOFT_SECTION = "Soft device against plain copies, one thread copying";
    static final String TCP_SECTION = "Loopback TCP between two processes";
    static final String PAIRED_SECTION = "Two agents of the dual-path engine over loopback TCP";
    static final String SCALING_SECTION = "Scaling, CPU time on one thread";
    static final String FOOTPRINT_SECTION = "Footprint";

    private static final Mode[] THREADED = { Mode.SHARED, Mode.DEFAULT, Mode.DEDICATED };

    /** What the engine costs. All its rounds come first: the compiler has seen one kind of device, as in most programs. */
    private final Rounds path = new Rounds(Mood::pingPongNs);
    /** The soft device, in process and over TCP. */
    private final Rounds soft = new Rounds(Mood::pingPongNs);
    private final List<String> notes = new ArrayList<>();
    private final boolean quick;
    private final long timeNs;
    private final NullLibrary library;
    private final FarProcess far;
    private final String deviceName;
    private final Supplier<VerbsDevice> nullDevice;

    /**
     * @param home  folder of the source tree, null for none
     * @param quick shorter, and without what takes long to set up
     */
    Suite(final Path home, final boolean quick) throws IOException, InterruptedException {
        this.quick = quick;
        timeNs = quick ? 200_000_000L : 350_000_000L;
        NullLibrary built = null;
        try {
            built = NullLibrary.build(home);
        } catch (final IOException | RuntimeException e) {
            notes.add("no figures of plain C: the null library is not there: " + e.getMessage());
        }
        library = built;
        deviceName = library == null ? "the soft device's null mode" : "the null library, through the FFM API";
        nullDevice = library == null
                ? () -> SoftDevice.create(SoftDeviceConfig.builder().nullMode(true).build())
                : library::device;
        far = new FarProcess();
        software();
        latency();
        scaling();
        footprint();
        copies();
        tcp();
        paired();
    }

    private void software() {
        final SoftwarePath engine = new SoftwarePath(nullDevice, timeNs);
        if (library != null) {
            floor();
            path.add(CPU_SECTION, () -> Calls.postAndPoll(library.device(), timeNs));
            path.add(CPU_SECTION, new Ratio("post and poll, Java against C", Better.LOWER, Names.FFM_CALLS,
                    Names.C_CALLS, 1.5));
        }
        for (final int slices : SLICES) {
            onOneThread(engine, slices);
        }
        for (final int interval : SIGNAL_INTERVALS) {
            path.add(CPU_SECTION, () -> engine.cpuOfSomeSignaled(SIGNALED_SLICES, interval));
            if (interval > 1) {
                path.add(CPU_SECTION, new Ratio("signalInterval " + interval + " against 1, CPU time", Better.LOWER,
                        Names.signaled(SIGNALED_SLICES, interval), Names.signaled(SIGNALED_SLICES, 1), Double.NaN));
            }
        }
        for (final Mode mode : THREADED) {
            for (final int slices : SLICES) {
                if (slices == 64 || !mode.isCrowded() && !quick) {
                    rate(engine, mode, slices);
                }
            }
        }
        path.add(RATE_SECTION, new Ratio("default against SHARED", Better.HIGHER, Names.rate(Mode.DEFAULT, 64),
                Names.rate(Mode.SHARED, 64), 1 / 1.2));
    }

    /** Measured anew before each figure that is compared with it: the machine changes in seconds. */
    private void floor() {
        path.add(FLOOR_SECTION, () -> library.plainC(quick ? 2 : 4, 64));
    }

    private void onOneThread(final SoftwarePath engine, final int slices) {
        final boolean compared = library != null && slices == 64;
        if (compared) {
            floor();
        }
        path.add(CPU_SECTION, () -> engine.cpuOnOneThread(Names.oneThread(slices), slices));
        if (compared) {
            path.add(CPU_SECTION, new Ratio("engine against plain C, one thread, CPU time", Better.LOWER,
                    Names.oneThread(slices), Names.C_ONE_THREAD, 2));
        }
    }

    private void rate(final SoftwarePath engine, final Mode mode, final int slices) {
        final boolean compared = library != null && mode == Mode.SHARED && slices == 64;
        if (compared) {
            floor();
        }
        path.add(RATE_SECTION, () -> engine.rate(mode, slices));
        if (compared) {
            path.add(RATE_SECTION, new Ratio("SHARED against plain C with two threads", Better.HIGHER,
                    Names.rate(mode, slices), Names.C_TWO_THREADS, 0.5));
        }
    }

    private void latency() {
        final Latency latency = new Latency(nullDevice, timeNs);
        if (library != null) {
            floor();
        }
        path.add(LATENCY_SECTION, () -> latency.closedLoop(Mode.SHARED));
        if (library != null) {
            path.add(LATENCY_SECTION, new Ratio("SHARED against plain C, p50", Better.LOWER,
                    Names.latency(Mode.SHARED, "50"), Names.C_LATENCY + "50", 1.5));
        }
        for (final Mode mode : THREADED) {
            if (!quick && mode != Mode.SHARED) {
                path.add(LATENCY_SECTION, () -> latency.closedLoop(mode));
            }
        }
        for (final int perSecond : RATES) {
            path.add(LATENCY_SECTION, () -> latency.openLoop(perSecond));
        }
        path.add(LATENCY_SECTION, () -> latency.wakeUp(10, quick ? 10 : 25));
        if (!quick) {
            path.add(LATENCY_SECTION, () -> latency.wakeUp(1_000, 2));
        }
    }

    private void copies() {
        for (final int block : BLOCKS) {
            soft.add(SOFT_SECTION, () -> CopyRatio.of(block, timeNs));
            soft.add(SOFT_SECTION, new Ratio(Names.softAgainstCopy(block), Better.HIGHER, Names.soft(block),
                    Names.copy(block), block == 64 << 10 ? 0.9 : Double.NaN));
        }
    }

    private void tcp() {
        for (final int slice : new int[]{ 64 << 10, 4 << 10 }) {
            soft.add(TCP_SECTION, () -> Tcp.bare(far, slice, slice, timeNs));
            soft.add(TCP_SECTION, () -> Tcp.writes(far, slice, timeNs));
            soft.add(TCP_SECTION, () -> Tcp.bare(far, slice, slice << 4, timeNs));
            soft.add(TCP_SECTION, new Ratio("writes over TCP against bare sockets, " + (slice >> 10) + " KiB",
                    Better.HIGHER, Names.tcpWrites(slice), Names.bareSockets(slice, slice),
                    slice == 64 << 10 ? 0.6 : Double.NaN));
            soft.add(TCP_SECTION, new Ratio(
                    "the same, against bare sockets in writes of " + (slice >> 6) + " KiB", Better.HIGHER,
                    Names.tcpWrites(slice), Names.bareSockets(slice, slice << 4), Double.NaN));
        }
        soft.add(TCP_SECTION, () -> Tcp.ping(far, timeNs));
        soft.add(TCP_SECTION, () -> Tcp.roundTrip(far, timeNs));
        soft.add(TCP_SECTION, new Ratio("write of 8 B over TCP against a bare ping", Better.LOWER,
                Names.TCP_ROUND_TRIP, Names.BARE_PING, 3));
    }

    private void paired() {
        for (final Adaptor adaptor : Adaptor.values()) {
            soft.add(PAIRED_SECTION, () -> PairedFigures.roundTrips(adaptor, timeNs / 2));
            for (final long bytes : quick ? new long[]{ 1 << 20 } : PAIRED_BYTES) {
                soft.add(PAIRED_SECTION, () -> PairedFigures.rates(adaptor, bytes, timeNs / 4));
                if (adaptor == Adaptor.VERBS) {
                    soft.add(PAIRED_SECTION, new Ratio("puts against writes, " + (bytes >> 10) + " KiB",
                            Better.HIGHER, Names.pairedRate("puts", bytes, adaptor),
                            Names.pairedRate("writes", bytes, adaptor), bytes >= 1 << 20 ? 0.9 : Double.NaN));
                }
            }
        }
    }

    private void scaling() {
        final SoftwarePath engine = new SoftwarePath(nullDevice, timeNs);
        for (final int connections : CONNECTIONS) {
            path.add(SCALING_SECTION, () -> engine.cpuOnOneThread(Names.connections(connections), 64, connections));
        }
        path.add(SCALING_SECTION, new Ratio("511 idle connections against none", Better.LOWER,
                Names.connections(512), Names.connections(1), 1.1));
        for (final int slices : SCALED_SLICES) {
            path.add(SCALING_SECTION, () -> engine.cpuOnOneThread(Names.scaled(slices), slices));
        }
        path.add(SCALING_SECTION, new Ratio("100,000 slices a transfer against 100, a slice", Better.LOWER,
                Names.scaled(100_000), Names.scaled(100), 1.1));
    }

    private void footprint() {
        final Footprint footprint = new Footprint(nullDevice);
        path.add(FOOTPRINT_SECTION, footprint::allocation);
        path.add(FOOTPRINT_SECTION, footprint::transfers);
        path.add(FOOTPRINT_SECTION, footprint::connections);
        for (final Mode mode : THREADED) {
            path.add(FOOTPRINT_SECTION, () -> footprint.idle(mode, timeNs));
        }
    }

    /** @param progress told before each round */
    void run(final int count, final Consumer<String> progress) throws Exception {
        run(path, "the engine", count, progress);
        run(soft, "the soft device", count, progress);
    }

    private static void run(final Rounds rounds, final String what, final int count, final Consumer<String> progress)
            throws Exception {
        for (int round = 1; round <= count; round++) {
            progress.accept(String.format(Locale.ROOT, "%s, round %d of %d", what, round, count));
            rounds.run();
        }
    }

    @Override
    public void close() {
        far.close();
    }

    Report report(final Path home, final int roundsDone) {
        return new Report(Machine.here(home, deviceName), roundsDone, notes,
                Stream.of(path, soft).flatMap(rounds -> rounds.figures().stream()).toList());
    }
}
