package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.seam.EngineSeam;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/**
 * How two agents that have a connection below become a pair: greetings over a socket of that connection, the adaptor,
 * its queue pair if it has one, and a byte each way when both are ready.
 */
final class Meeting {
    /** Index of the socket on which they greet; then it is the SOCKET adaptor's. */
    static final int FRAMES = 0;
    /** Index of the socket of the message queue pair, where the device needs one. */
    static final int QUEUE_PAIR = 1;

    private final EngineSeam seam;
    private final EngineConfig engineConfig;
    private final PairedConfig config;
    private final Greeting.Id self;

    /**
     * What came out of it.
     *
     * @param adaptor    agreed
     * @param pairWindow agreed
     * @param wire       makes the wire of a pairing
     */
    record Result(Adaptor adaptor, int pairWindow, Function<Pairing, Wire> wire) {}

    /** The socket of the message queue pair, when the peer has opened it. */
    @FunctionalInterface
    interface SecondSocket {
        SocketChannel await(Attempt attempt) throws IOException, HandshakeException, InterruptedException;
    }

    Meeting(final EngineSeam seam, final EngineConfig engineConfig, final PairedConfig config,
            final Greeting.Id self) {
        this.seam = seam;
        this.engineConfig = engineConfig;
        this.config = config;
        this.self = self;
    }

    /** The end that dialled. */
    Result dial(final Connection connection, final Greeting.Id peer, final Attempt attempt)
            throws IOException, HandshakeException, InterruptedException {
        final SocketChannel socket = seam.openSocket(connection, FRAMES, attempt);
        MessageQueuePair queuePair = null;
        try {
            queuePair = config.adaptors().contains(Adaptor.VERBS) ? newQueuePair() : null;
            write(socket, greeting(peer, config.adaptors(), queuePair));
            final Greeting answer = read(socket);
            if (!answer.engine().equals(peer) || answer.adaptors().size() != 1
                    || !config.adaptors().containsAll(answer.adaptors())) {
                throw refused(answer);
            }
            final Adaptor adaptor = answer.adaptors().iterator().next();
            return conclude(adaptor, socket, queuePair, answer, attempt,
                    of -> seam.openSocket(connection, QUEUE_PAIR, of));
        } catch (final IOException | HandshakeException | InterruptedException | RuntimeException e) {
            close(queuePair);
            throw e;
        }
    }

    private static PairingFailedException refused(final Greeting answer) {
        return new PairingFailedException(Cause.PEER_CLOSED, answer.adaptors().isEmpty()
                ? "it shares no adaptor with this agent, or the blob of it that was loaded is of an engine before it"
                : "it answers as another engine than the blob of it that was loaded");
    }

    /** The end that was dialled: its program connects too. */
    Result answer(final SocketChannel socket, final Greeting greeting, final Attempt attempt,
            final SecondSocket second) throws IOException, HandshakeException, InterruptedException {
        final Set<Adaptor> common = EnumSet.copyOf(config.adaptors());
        common.retainAll(greeting.adaptors());
        if (common.isEmpty()) {
            refuse(socket, greeting);
            throw new PairingFailedException(Cause.PEER_CLOSED, "it has " + greeting.adaptors()
                    + " of the adaptors, this agent " + config.adaptors());
        }
        final Adaptor adaptor = common.contains(Adaptor.VERBS) ? Adaptor.VERBS : Adaptor.SOCKET;
        MessageQueuePair queuePair = null;
        try {
            queuePair = adaptor == Adaptor.VERBS ? newQueuePair() : null;
            write(socket, greeting(greeting.engine(), Set.of(adaptor), queuePair));
            return conclude(adaptor, socket, queuePair, greeting, attempt, second);
        } catch (final IOException | HandshakeException | InterruptedException | RuntimeException e) {
            close(queuePair);
            throw e;
        }
    }

    void refuse(final SocketChannel socket, final Greeting greeting) throws IOException {
        write(socket, greeting(greeting.engine(), Set.of(), null));
    }

    private Result conclude(final Adaptor adaptor, final SocketChannel socket, final MessageQueuePair queuePair,
            final Greeting peer, final Attempt attempt, final SecondSocket second)
            throws IOException, HandshakeException, InterruptedException {
        final String name = engineConfig.agentName();
        final int pairWindow = Math.min(config.pairWindow(), peer.pairWindow());
        if (adaptor == Adaptor.SOCKET) {
            close(queuePair);
            ready(socket);
            attempt.release(socket);
            return new Result(adaptor, pairWindow, pairing -> new SocketWire(name, socket, pairing));
        }
        if (seam.needsSockets()) {
            final SocketChannel path = second.await(attempt);
            queuePair.attach(path);
            attempt.release(path);
        }
        final int slots = Math.min(config.bounceSlots(), peer.slots());
        queuePair.connect(peer.queuePair(), slots);
        ready(socket);
        return new Result(adaptor, pairWindow, pairing -> new VerbsWire(name, queuePair, pairing, slots));
    }

    private MessageQueuePair newQueuePair() {
        return new MessageQueuePair(seam, engineConfig, config.bounceSlots());
    }

    private Greeting greeting(final Greeting.Id peer, final Set<Adaptor> adaptors, final MessageQueuePair queuePair) {
        return new Greeting(self, peer, adaptors, config.pairWindow(), config.bounceSlots(),
                queuePair == null ? null : queuePair.address());
    }

    /** Nobody sends before both can receive. */
    private static void ready(final SocketChannel socket) throws IOException {
        final ByteBuffer one = ByteBuffer.allocate(1);
        socket.write(one);
        fill(socket, one.clear());
    }

    private static void write(final SocketChannel socket, final Greeting greeting) throws IOException {
        final ByteBuffer bytes = greeting.encode();
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    static Greeting read(final SocketChannel socket) throws IOException {
        return Greeting.decode(fill(socket, ByteBuffer.allocate(Greeting.BYTES)));
    }

    private static ByteBuffer fill(final SocketChannel socket, final ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (socket.read(bytes) < 0) {
                throw new EOFException("the peer went away while the agents met");
            }
        }
        return bytes.flip();
    }

    private static void close(final MessageQueuePair queuePair) {
        if (queuePair != null) {
            queuePair.close();
        }
    }

}
