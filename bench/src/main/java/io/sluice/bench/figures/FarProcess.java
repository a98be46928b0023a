package io.sluice.bench.figures;

import io.sluice.pipeline.Descriptor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * {@link FarSide} in a JVM of its own, with this one's memory, collector and properties. It ends when this is closed, or
 * this process ends.
 */
final class FarProcess implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int END_SECONDS = 5;

    private final Process process;
    private final FarEngine.Address engine;
    private final InetSocketAddress sockets;

    FarProcess() throws IOException, InterruptedException {
        process = new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            final CompletableFuture<String> said = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> listen(said));
            final String[] words = said.get(START_SECONDS, TimeUnit.SECONDS).split(" ");
            engine = new FarEngine.Address(words[1], Descriptor.parse(HexFormat.of().parseHex(words[2])));
            sockets = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[3]));
        } catch (final ExecutionException | TimeoutException | RuntimeException e) {
            process.destroyForcibly();
            throw new IOException("the other process did not say where it is: " + String.join(" ", command()), e);
        }
    }

    /** Not what would write to this JVM's files, or to the other's output more than it must. */
    private static List<String> command() {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(argument -> Stream
                .of("-Xm", "-Xs", "-XX:+Use", "-XX:-Use", "-XX:Max", "-Dsluice.", "-Dagrona.")
                .anyMatch(argument::startsWith))
                .forEach(command::add);
        command.addAll(List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                FarSide.class.getName()));
        return command;
    }

    /** Reads to the end: a process that nobody listens to stands still. */
    private void listen(final CompletableFuture<String> said) {
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(FarSide.GREETING)) {
                    said.complete(line);
                }
            }
        } catch (final IOException e) {
            // it was closed
        }
        said.completeExceptionally(new IOException("it has ended"));
    }

    FarEngine.Address engine() {
        return engine;
    }

    /** Where bare sockets are taken. */
    InetSocketAddress sockets() {
        return sockets;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
