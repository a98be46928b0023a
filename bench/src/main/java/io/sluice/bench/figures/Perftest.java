package io.sluice.bench.figures;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of perftest, both ends on this host, and reads its rate. */
final class Perftest {
    private static final int PATIENCE_S = 60;
    /** On a busy machine it now and then takes the processor's frequency, and so every rate, for 0. */
    private static final int ATTEMPTS = 3;

    private final String device;
    private final int gidIndex;
    private final int depth;

    /**
     * @param gidIndex that both ends use; -1 for perftest's own choice
     * @param depth    of the send queue
     */
    Perftest(final String device, final int gidIndex, final int depth) {
        this.device = device;
        this.gidIndex = gidIndex;
        this.depth = depth;
    }

    /**
     * @param program    such as {@code ib_write_bw}
     * @param bytes      of each operation
     * @param operations that the rate is taken over
     * @return operations a second, over one queue pair
     */
    double operationsPerSecond(final String program, final int bytes, final long operations) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            final double rate = run(program, bytes, operations);
            if (rate > 0) {
                return rate;
            }
        }
        throw new IOException(program + " says a rate of 0 each time: it cannot tell the processor's frequency");
    }

    private double run(final String program, final int bytes, final long operations) throws Exception {
        final List<String> command = new ArrayList<>(List.of(program, "-d", device, "-F", "-q", "1", "-t",
                Integer.toString(depth), "-s", Integer.toString(bytes), "-n", Long.toString(operations), "-p",
                Integer.toString(freePort())));
        if (gidIndex >= 0) {
            command.addAll(List.of("-x", Integer.toString(gidIndex)));
        }
        final Path serverOutput = Files.createTempFile("perftest-server", ".log");
        final Process server = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(serverOutput.toFile()).start();
        try {
            command.add(InetAddress.getLoopbackAddress().getHostAddress());
            return dial(command, bytes, server, serverOutput);
        } finally {
            server.destroyForcibly();
            Files.delete(serverOutput);
        }
    }

    /** The server listens a moment after its start; until then the client ends at once, and is started again. */
    private double dial(final List<String> command, final int bytes, final Process server, final Path serverOutput)
            throws Exception {
        final long start = System.nanoTime();
        for (;;) {
            final Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
            final String output = new String(client.getInputStream().readAllBytes());
            final int code = client.waitFor();
            if (code == 0) {
                return rate(output, bytes);
            }
            if (!server.isAlive() || System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
                throw new IOException(String.join(" ", command) + " ended with exit code " + code + ":\n" + output
                        + "\nand its server said:\n" + Files.readString(serverOutput));
            }
        }
    }

    /** The line of the table starts with the size and ends with the rate, in millions of operations a second. */
    static double rate(final String output, final int bytes) throws IOException {
        for (final String line : output.split("\n")) {
            final String[] columns = line.strip().split("\\s+");
            if (columns.length == 5 && columns[0].equals(Integer.toString(bytes))) {
                return Double.parseDouble(columns[4]) * 1e6;
            }
        }
        throw new IOException("no rate for " + bytes + " bytes in what perftest said:\n" + output);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
