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

/** {@link FarSide} in a JVM of its own, with this one's options. It ends when this is closed, or this process ends. */
final class FarProcess implements AutoCloseable {
    private final Process process;
    private final FarEngine.Address engine;
    private final InetSocketAddress sockets;

    FarProcess() throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-agent") && !argument.startsWith("-javaagent"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FarSide.class.getName()));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            final String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
            if (line == null) {
                throw new IOException("the other process ended before it said where it is: "
                        + String.join(" ", command));
            }
            final String[] words = line.split(" ");
            engine = new FarEngine.Address(words[0], Descriptor.parse(HexFormat.of().parseHex(words[1])));
            sockets = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[2]));
        } catch (final IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
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
            process.waitFor();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
