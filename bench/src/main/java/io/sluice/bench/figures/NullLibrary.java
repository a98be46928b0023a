package io.sluice.bench.figures;

import io.sluice.verbs.rdma.RdmaDevice;
import io.sluice.verbs.rdma.RdmaDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The null library, a {@code libibverbs} with one device that completes everything at once and moves nothing, and the
 * plain C program that says what is the least that such a device costs. Built from the source tree by the C compiler.
 */
final class NullLibrary {
    private static final Path SOURCES = Path.of("verbs-ffm", "src", "test", "c");
    private static final Path BUILT = Path.of("bench", "target", "native");
    private static final long LIMIT_SECONDS = 120;
    private static final Pattern RATE = Pattern.compile(
            "\\((.)\\) .*?([0-9.]+) ns/slice +([0-9.]+) M slices/s +([0-9.]+) CPU ns/slice");
    private static final Pattern LATENCY = Pattern.compile("1 slice latency: p50 ([0-9]+) +p99 ([0-9]+)");

    private final Path folder;
    private final RdmaDevices devices;

    private NullLibrary(final Path folder) {
        this.folder = folder;
        devices = RdmaDevices.load(library().toString());
    }

    /**
     * Builds what is older than its sources, and loads it.
     *
     * @param home folder of the source tree, null for none
     * @throws IOException that says why it cannot be built
     */
    static NullLibrary build(final Path home) throws IOException, InterruptedException {
        if (home == null) {
            throw new IOException("there is no source tree to build it from: run ./sluice in one");
        }
        final Path folder = home.resolve(BUILT);
        final Path sources = home.resolve(SOURCES);
        if (isStale(sources, folder.resolve("bench_c"))) {
            Files.createDirectories(folder);
            final String said = run(List.of("sh", sources.resolve("build.sh").toString(), folder.toString()), folder);
            if (!Files.exists(folder.resolve("bench_c"))) {
                throw new IOException("it cannot be built: install gcc and libibverbs-dev (" + said.strip() + ")");
            }
        }
        return new NullLibrary(folder);
    }

    private static boolean isStale(final Path sources, final Path built) throws IOException {
        if (!Files.exists(built)) {
            return true;
        }
        final var builtAt = Files.getLastModifiedTime(built);
        try (var files = Files.list(sources)) {
            for (final Path file : files.toList()) {
                if (Files.getLastModifiedTime(file).compareTo(builtAt) > 0) {
                    return true;
                }
            }
            return false;
        }
    }

    private Path library() {
        return folder.resolve("libibverbs.so.1");
    }

    RdmaDevice device() {
        return devices.find("null0");
    }

    /** What plain C needs, by the cases of {@code bench_c}. */
    List<Reading> plainC(final int millionSlices, final int chain) throws IOException, InterruptedException {
        final String said = run(List.of(folder.resolve("bench_c").toString(), "-n", Integer.toString(millionSlices),
                "-c", Integer.toString(chain)), folder);
        final List<Reading> readings = new ArrayList<>();
        final Matcher rate = RATE.matcher(said);
        while (rate.find()) {
            final double ns = Double.parseDouble(rate.group(2));
            final double millions = Double.parseDouble(rate.group(3));
            final double cpu = Double.parseDouble(rate.group(4));
            switch (rate.group(1)) {
                case "0" -> readings.add(Reading.lower(Names.C_CALLS, "ns a slice", ns));
                case "a" -> readings.add(Reading.lower(Names.C_ONE_THREAD, "ns CPU a slice", cpu));
                default -> {
                    readings.add(Reading.higher(Names.C_TWO_THREADS, "M slices/s", millions));
                    readings.add(Reading.lower(Names.C_TWO_THREADS_CPU, "CPU s a M slices", cpu / 1e3));
                }
            }
        }
        final Matcher latency = LATENCY.matcher(said);
        if (readings.size() != 4 || !latency.find()) {
            throw new IOException("bench_c printed something else than expected: " + said);
        }
        readings.add(Reading.lower(Names.C_LATENCY + "50", "ns", Double.parseDouble(latency.group(1))));
        readings.add(Reading.lower(Names.C_LATENCY + "99", "ns", Double.parseDouble(latency.group(2))));
        return readings;
    }

    private static String run(final List<String> command, final Path libraries)
            throws IOException, InterruptedException {
        final Path output = Files.createTempFile("sluice-bench", ".txt");
        try {
            final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("LD_LIBRARY_PATH", libraries.toString());
            final Process process = builder.start();
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException(command + " did not end within " + LIMIT_SECONDS + " s");
                }
            } finally {
                process.destroyForcibly();
            }
            return Files.readString(output);
        } finally {
            Files.delete(output);
        }
    }
}
