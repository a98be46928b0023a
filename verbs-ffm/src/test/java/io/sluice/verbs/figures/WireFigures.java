package io.sluice.verbs.figures;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two processes on one machine: this one writes, one that it starts is written to. Rounds with the soft device and with
 * bare sockets alternate, so that what else goes on meets both. Prints the median of each, and the ratio.
 *
 * <p>Arguments: rounds (5), milliseconds a round (1000).
 */
public final class WireFigures {
    private static final int SOCKETS = 4;

    /** Rounds before those that count: for the compilers. */
    private static final int WARM = 3;

    private static ProcessHandle peer;

    private WireFigures() {}

    /** Processor time of both processes so far, ms. */
    private static double cpu() {
        return Stream.of(ProcessHandle.current(), peer)
                .mapToDouble(process -> process.info().totalCpuDuration().orElseThrow().toNanos() / 1e6).sum();
    }

    public static void main(final String[] args) throws Exception {
        final int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        final long millis = args.length > 1 ? Long.parseLong(args[1]) : 1000;
        final Process process = new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            final int port = Integer.parseInt(out.readLine());
            peer = process.toHandle();
            compare("64 KiB WRITE, 128 outstanding, GB/s", rounds, millis,
                    () -> stream(port, 64 << 10, 128, millis) / 1e9,
                    () -> bareStream(port, 64 << 10, millis) / 1e9);
            compare("64 KiB READ, 128 outstanding, GB/s", rounds, millis, () -> read(port, 64 << 10, 128, millis) / 1e9,
                    () -> bareStream(port, 64 << 10, millis) / 1e9);
            compare("4 KiB WRITE, 128 outstanding, thousands/s", rounds, millis,
                    () -> stream(port, 4 << 10, 128, millis) / (4 << 10) / 1e3,
                    () -> bareStream(port, 4 << 10, millis) / (4 << 10) / 1e3);
            compare("8 B WRITE round trip, p50, us", rounds, millis, () -> ping(port, millis) / 1e3,
                    () -> barePing(port, millis) / 1e3);
        } finally {
            process.destroy();
        }
    }

    /** A measurement. */
    private interface Measure {
        double take() throws Exception;
    }

    private static void compare(final String what, final int rounds, final long millis, final Measure wire,
            final Measure bare) throws Exception {
        final double[] wires = new double[rounds];
        final double[] bares = new double[rounds];
        final double[] ratios = new double[rounds];
        final double[] wireWork = new double[rounds];
        final double[] bareWork = new double[rounds];
        final double seconds = millis / 1e3;
        for (int i = -WARM; i < rounds; i++) {
            final double start = cpu();
            final double w = wire.take();
            final double middle = cpu();
            final double b = bare.take();
            final double end = cpu();
            if (i >= 0) {
                wires[i] = w;
                bares[i] = b;
                ratios[i] = w / b;
                wireWork[i] = w * seconds / ((middle - start) / 1e3);
                bareWork[i] = b * seconds / ((end - middle) / 1e3);
            }
        }
        System.out.printf("%-45s soft %8.2f  bare %8.2f  ratio %5.2f;"
                + " per second of processor time: soft %8.2f  bare %8.2f%n", what, median(wires), median(bares),
                median(ratios), median(wireWork), median(bareWork));
    }

    private static double median(final double[] values) {
        final double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static List<String> command() {
        final List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path")));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(a -> a.startsWith("-"))
                .forEach(command::add);
        command.add(FiguresTarget.class.getName());
        return command;
    }

    private static double stream(final int port, final int block, final int depth, final long millis)
            throws Exception {
        try (SoftInitiator initiator = new SoftInitiator(port, SOCKETS)) {
            return initiator.run(false, block, depth, millis);
        }
    }

    private static double read(final int port, final int block, final int depth, final long millis) throws Exception {
        try (SoftInitiator initiator = new SoftInitiator(port, SOCKETS)) {
            return initiator.run(true, block, depth, millis);
        }
    }

    private static double ping(final int port, final long millis) throws Exception {
        try (SoftInitiator initiator = new SoftInitiator(port, 1)) {
            return initiator.ping(millis);
        }
    }

    private static double bareStream(final int port, final int block, final long millis) throws Exception {
        final BareSender[] senders = new BareSender[SOCKETS];
        for (int i = 0; i < SOCKETS; i++) {
            senders[i] = new BareSender(dial(port), block, millis);
            senders[i].start();
        }
        double rate = 0;
        for (final BareSender sender : senders) {
            rate += sender.rate();
        }
        return rate;
    }

    private static double barePing(final int port, final long millis) throws Exception {
        return BareSender.ping(dial(port), millis);
    }

    static SocketChannel dial(final int port) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
}
