package io.sluice.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An etcd process of one test, on loopback ports of its own; the ports stay through a restart. */
final class EtcdServer implements AutoCloseable {
    private static final String BINARY = "etcd";

    private final Path folder;
    private final int clientPort;
    private final int peerPort;
    /** Ends the server also if the tests' JVM is told to end. */
    private final Thread atExit = new Thread(this::kill);
    private volatile Process process;

    /** A server that does not run yet, with what it stores and says under {@code folder}. Skips where there is no etcd. */
    EtcdServer(final Path folder) throws IOException {
        require();
        this.folder = folder;
        try (ServerSocket client = anyPort(); ServerSocket peer = anyPort()) {
            clientPort = client.getLocalPort();
            peerPort = peer.getLocalPort();
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private static ServerSocket anyPort() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static void require() {
        final boolean there = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, BINARY)));
        if (!there && "true".equals(System.getenv("CI"))) {
            fail("no " + BINARY + " on the PATH; under CI it must be there (Debian: etcd-server)");
        }
        assumeTrue(there, "no " + BINARY + " on the PATH (Debian: etcd-server)");
    }

    String endpoint() {
        return "http://127.0.0.1:" + clientPort;
    }

    void start() throws IOException {
        final String peerUrl = "http://127.0.0.1:" + peerPort;
        process = new ProcessBuilder(BINARY, "--name", "test", "--data-dir", folder.resolve("data").toString(),
                "--listen-client-urls", endpoint(), "--advertise-client-urls", endpoint(), "--listen-peer-urls",
                peerUrl,
                "--initial-advertise-peer-urls", peerUrl, "--initial-cluster", "test=" + peerUrl,
                "--heartbeat-interval", "20", "--election-timeout", "200")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile())).start();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            assertThat(process.isAlive()).as("etcd runs; its last words: %s", lastWords()).isTrue();
            return answers();
        });
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), clientPort), 1000);
            return true;
        } catch (final IOException _) {
            return false;
        }
    }

    private List<String> lastWords() throws IOException {
        final List<String> lines = Files.readAllLines(folder.resolve("log"));
        return lines.subList(Math.max(0, lines.size() - 5), lines.size());
    }

    /** SIGKILL: what it stores stays. */
    void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Removes all that a server that does not run has stored. */
    void empty() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            files.sorted(Comparator.reverseOrder()).forEach(each -> assertThat(each.toFile().delete()).isTrue());
        }
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
