package io.sluice.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The peer in C ({@code src/test/c/peer.c}) as a process of its own, and the socket that it is told over what to do. */
final class PeerProcess implements AutoCloseable {
    private static final int PATIENCE_MS = 60_000;

    private final Process process;
    private final Socket socket = new Socket();
    private final BufferedReader answers;
    private final PrintWriter commands;

    /**
     * @param program  the compiled peer
     * @param device   that it opens
     * @param gidIndex that it is reached by
     */
    PeerProcess(final String program, final String device, final int gidIndex) throws IOException {
        process = new ProcessBuilder(program, device, Integer.toString(gidIndex))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final String port = reader(process.getInputStream()).readLine();
        if (port == null || !port.startsWith("port ")) {
            process.destroyForcibly();
            throw new IOException(program + " says " + port + " in place of its port");
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port.substring(5))));
        socket.setSoTimeout(PATIENCE_MS);
        answers = reader(socket.getInputStream());
        commands = new PrintWriter(socket.getOutputStream(), false, StandardCharsets.US_ASCII);
    }

    private static BufferedReader reader(final java.io.InputStream from) {
        return new BufferedReader(new InputStreamReader(from, StandardCharsets.US_ASCII));
    }

    /** @return the answer to a line */
    String tell(final String line) {
        begin(line);
        return answer();
    }

    /** Says a line whose answer needs something of us first. */
    void begin(final String line) {
        commands.print(line + "\n");
        commands.flush();
    }

    String answer() {
        try {
            final String line = answers.readLine();
            if (line == null) {
                throw new IOException("the peer closed the connection");
            }
            return line;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; returns when the process is gone, and with it everything it had registered. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            throw new AssertionError("the peer does not die");
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        socket.close();
    }
}
