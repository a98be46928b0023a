package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ConnectFailedException;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.seam.EngineSeam;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where agents meet. The one whose name is greater dials the other's listener and greets; the other answers when its
 * program connects too. Each peer by itself: nobody waits for a third. Any thread.
 */
final class Rendezvous {
    private static final Logger LOG = LoggerFactory.getLogger(PairedEngine.class);
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final TransferEngine engine;
    private final EngineSeam seam;
    private final ConnInfo self;
    private final Meeting meeting;
    private final ConcurrentHashMap<String, Peer> peers = new ConcurrentHashMap<>();
    /** Those that have greeted and may open a second socket. */
    private final ConcurrentHashMap<Connection, Arrival> arrivals = new ConcurrentHashMap<>();

    /**
     * What two agents have agreed on.
     *
     * @param connection of the engine below
     * @param result     of their meeting
     */
    record Met(Connection connection, Meeting.Result result) {}

    Rendezvous(final TransferEngine engine, final EngineSeam seam, final ConnInfo self, final Meeting meeting) {
        this.engine = engine;
        this.seam = seam;
        this.self = self;
        this.meeting = meeting;
        seam.onSocket(this::opened);
    }

    Peer peer(final String agent) {
        return peers.computeIfAbsent(agent, Peer::new);
    }

    /** Who waits for a peer goes away empty-handed. */
    void close() {
        peers.values().forEach(Peer::close);
    }

    /** A peer has opened a socket. */
    private void opened(final Connection connection, final int index, final SocketChannel socket) {
        if (index == Meeting.QUEUE_PAIR) {
            final Arrival arrival = arrivals.get(connection);
            if (arrival == null || !arrival.second().complete(socket)) {
                close(socket);
            }
            return;
        }
        try (Attempt attempt = seam.attempt(engine.config().connectTimeoutNs())) {
            attempt.own(socket);
            final Greeting greeting = Meeting.read(socket);
            if (!greeting.peer().equals(idOf(self))) {
                LOG.info("agent {} dials with the blob of an engine before this one", connection.peerName());
                meeting.refuse(socket, greeting);
                return;
            }
            attempt.release(socket);
            final Peer peer = peer(connection.peerName());
            final Arrival arrival = new Arrival(connection, socket, greeting, new CompletableFuture<>(),
                    new AtomicBoolean());
            arrivals.put(connection, arrival);
            peer.arrived(arrival);
            connection.closed().thenRun(() -> gone(peer, arrival));
        } catch (final IOException e) {
            LOG.warn("agent {} does not greet: {}", connection.peerName(), e.getMessage());
            connection.close();
        } catch (final RejectedExecutionException e) { // the engine is closing
            close(socket);
        }
    }

    private void gone(final Peer peer, final Arrival arrival) {
        arrivals.remove(arrival.connection());
        if (peer.left(arrival)) { // nobody has taken it
            close(arrival.socket());
        }
        arrival.left();
    }

    /**
     * Meets that peer, whose blob is loaded.
     *
     * @throws PairingFailedException if it does not come in time, or refuses
     */
    Met meet(final Peer peer, final long timeoutNs) throws InterruptedException {
        final long end = System.nanoTime() + timeoutNs;
        if (ConnInfo.compareNames(self.agent(), peer.name()) > 0) {
            return dialUntil(peer, end, timeoutNs);
        }
        for (;;) {
            final Arrival arrival = peer.await(end - System.nanoTime());
            if (arrival == null) {
                throw late(peer, timeoutNs, peer.hasStrangers()
                        ? ": another engine of that name has dialled, load its blob"
                        : "", null);
            }
            final Met met = answer(peer, arrival, end);
            if (met != null) {
                return met;
            }
        }
    }

    private static PairingFailedException late(final Peer peer, final long timeoutNs, final String more,
            final Exception why) {
        return new PairingFailedException(Cause.DEADLINE,
                "agent " + peer.name() + " did not connect in " + timeoutNs + " ns" + more, why);
    }

    /** Null if it has gone meanwhile: the next may come. */
    private Met answer(final Peer peer, final Arrival arrival, final long end) throws InterruptedException {
        final Connection connection = arrival.connection();
        try (Attempt attempt = seam.attempt(Math.max(1, end - System.nanoTime()))) {
            attempt.own(arrival.socket());
            return new Met(connection, meeting.answer(arrival.socket(), arrival.greeting(), attempt,
                    arrival::awaitSecond));
        } catch (final PairingFailedException e) {
            connection.close();
            throw new PairingFailedException(e.cause(), "agent " + peer.name() + ": " + e.getMessage(), e);
        } catch (final IOException | HandshakeException e) {
            LOG.info("agent {} dialled, and went away: {}", peer.name(), e.getMessage());
            connection.close();
            return null;
        } catch (final InterruptedException | RuntimeException e) {
            close(arrival.socket()); // if there was no attempt to own it
            connection.close();
            throw e;
        }
    }

    private Met dialUntil(final Peer peer, final long end, final long timeoutNs) throws InterruptedException {
        long pause = FIRST_PAUSE_NS;
        for (;;) {
            Exception why;
            try {
                return dial(peer, Math.max(1, end - System.nanoTime()));
            } catch (final ConnectFailedException e) {
                if (!isTransient(e.reason())) {
                    throw new PairingFailedException(Cause.PEER_UNREACHABLE, "agent " + peer.name() + ": "
                            + e.getMessage(), e);
                }
                why = e;
            } catch (final IOException | HandshakeException e) {
                why = e;
            }
            if (end - System.nanoTime() <= pause) {
                throw late(peer, timeoutNs, ": " + why.getMessage(), why);
            }
            TimeUnit.NANOSECONDS.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NS);
        }
    }

    /** It may not be there yet. */
    private static boolean isTransient(final ConnectFailedException.Reason reason) {
        return switch (reason) {
            case UNREACHABLE, TIMED_OUT, LOST, REFUSED -> true;
            case NOT_A_PEER, VERSION, SECRET, DEVICE_KIND, CLOSED -> false;
        };
    }

    private Met dial(final Peer peer, final long leftNs) throws IOException, HandshakeException, InterruptedException {
        final long end = System.nanoTime() + leftNs;
        final ConnInfo info = peer.info();
        final Connection connection = engine.connect(Metadata.ofSession(info.address()).toString(), leftNs);
        try (Attempt attempt = seam.attempt(Math.max(1, end - System.nanoTime()))) {
            if (!connection.peerName().equals(peer.name())) {
                throw new PairingFailedException(Cause.PEER_UNREACHABLE,
                        "at " + info.address() + " is agent " + connection.peerName() + ", not " + peer.name());
            }
            return new Met(connection, meeting.dial(connection, idOf(info), attempt));
        } catch (final PairingFailedException e) {
            connection.close();
            throw new PairingFailedException(e.cause(), "agent " + peer.name() + ": " + e.getMessage(), e);
        } catch (final IOException | HandshakeException | InterruptedException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static Greeting.Id idOf(final ConnInfo info) {
        return new Greeting.Id(info.engineHigh(), info.engineLow());
    }

    static void close(final SocketChannel socket) {
        try {
            socket.close();
        } catch (final IOException e) {
            LOG.debug("closing a socket", e);
        }
    }
}
