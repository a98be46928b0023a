package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.RequestTable;
import io.sluice.pipeline.seam.EngineSeam;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Moves data between agents, by name: sends that meet receives, over any adaptor; and where both ends have registered a
 * window, puts with a signal and waits, one-sided where the device can. Requests are polled by id, as transfers are.
 *
 * <p>Safe for use by any number of threads, but for {@link IovList}. Submits never block: they answer an id, 0 or more,
 * or a negative {@link ResultCode}. Who sees SUCCEEDED sees the data, and its memory is the caller's again.
 */
public final class PairedEngine implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long AWAIT_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int AWAIT_YIELDS = 100;

    private final TransferEngine engine;
    private final ConnInfo self;
    private final RequestTable table;
    private final Rendezvous rendezvous;
    private final Set<PairedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private PairedEngine(final PairedConfig config, final TransferEngine engine) {
        this.engine = engine;
        final String address = Metadata.parse(engine.listen().toString()).session();
        self = new ConnInfo(engine.config().agentName(), 0, HostHash.local(), RANDOM.nextLong(), RANDOM.nextLong(),
                address);
        table = new RequestTable(config.requestSlots());
        final EngineSeam seam = EngineSeam.of(engine);
        rendezvous = new Rendezvous(engine, seam, self, new Meeting(seam, engine.config(), config,
                new Greeting.Id(self.engineHigh(), self.engineLow())));
    }

    /**
     * Opens the device, starts the engine, and listens for other agents.
     *
     * @param config settings
     * @return the engine; the caller closes it
     * @throws IllegalArgumentException      if the settings contradict each other or the device
     * @throws IllegalStateException         if the JVM lacks a flag; the message names it
     * @throws java.io.UncheckedIOException if it cannot listen
     */
    public static PairedEngine create(final PairedConfig config) {
        final TransferEngine engine = TransferEngine.create(config.engine());
        try {
            return new PairedEngine(config, engine);
        } catch (final RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    /** {@return the settings of the engine below that are in force} */
    public EngineConfig config() {
        return engine.config();
    }

    /** {@return this agent's blob, version 2: what other agents load} */
    public byte[] connInfo() {
        return self.toBlob();
    }

    /**
     * Takes another agent's blob, in place of one that was loaded before; a connection that is open stays.
     *
     * @param agent its name
     * @param blob  that it gave, version 1 or 2
     * @throws IllegalArgumentException if it is no blob, or of another name, or of this agent's name
     */
    public void loadConnInfo(final String agent, final byte[] blob) {
        final ConnInfo info = ConnInfo.parse(blob);
        if (!info.agent().equals(agent)) {
            throw new IllegalArgumentException("the blob is of agent " + info.agent() + ", not of " + agent);
        }
        if (agent.equals(self.agent())) {
            throw new IllegalArgumentException(info.isSameEngine(self)
                    ? "that is this agent's own blob"
                    : "agent " + agent + " has the same name as this one: of a pair, one name is the smaller");
        }
        rendezvous.peer(agent).load(info);
    }

    /**
     * Connects to an agent whose blob is loaded, within {@code connectTimeoutNs}.
     *
     * @param agent its name
     * @return the connection, the same while it is in service
     * @throws IllegalArgumentException if no blob of it is loaded
     * @throws PairingFailedException   if it does not connect too in time, or refuses; it may be tried again
     * @throws IllegalStateException    if the engine is closed
     */
    public PairedConnection connect(final String agent) {
        return connect(agent, engine.config().connectTimeoutNs());
    }

    /**
     * As {@link #connect(String)}, with a time-out of its own. Connecting to one agent waits for no other.
     *
     * @param agent     its name
     * @param timeoutNs how long it may take, 1 or more
     * @return the connection, the same while it is in service
     * @throws IllegalArgumentException if no blob of it is loaded, or the time-out is not positive
     * @throws PairingFailedException   if it does not connect too in time, or refuses; it may be tried again
     * @throws IllegalStateException    if the engine is closed
     */
    public PairedConnection connect(final String agent, final long timeoutNs) {
        if (timeoutNs <= 0) {
            throw new IllegalArgumentException("timeoutNs " + timeoutNs + " is not positive");
        }
        final Peer peer = rendezvous.peer(Objects.requireNonNull(agent, "agent"));
        if (peer.info() == null) {
            throw new IllegalArgumentException("agent " + agent + " is not known: load its blob first");
        }
        requireOpen();
        final PairedConnection open = peer.connection();
        if (open != null) {
            return open;
        }
        final CompletableFuture<PairedConnection> mine = new CompletableFuture<>();
        final CompletableFuture<PairedConnection> others = peer.join(mine);
        try {
            return others == null ? meet(peer, mine, timeoutNs) : others.get(timeoutNs, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PairingFailedException(Cause.CANCELLED, "interrupted while connecting to agent " + agent, e);
        } catch (final TimeoutException e) {
            throw new PairingFailedException(Cause.DEADLINE, "agent " + agent + " did not connect in " + timeoutNs
                    + " ns, as another thread asks it to", e);
        } catch (final ExecutionException e) {
            throw new PairingFailedException(
                    e.getCause() instanceof final PairingFailedException why ? why.cause() : Cause.CANCELLED,
                    e.getCause().getMessage(), e);
        }
    }

    private PairedConnection meet(final Peer peer, final CompletableFuture<PairedConnection> mine,
            final long timeoutNs) throws InterruptedException {
        try {
            final PairedConnection before = peer.connection(); // since it was looked at
            final PairedConnection connection = before != null ? before : open(peer, timeoutNs);
            peer.concluded();
            mine.complete(connection);
            return connection;
        } catch (final InterruptedException | RuntimeException e) {
            peer.concluded();
            mine.completeExceptionally(e);
            throw e;
        }
    }

    private PairedConnection open(final Peer peer, final long timeoutNs) throws InterruptedException {
        final PairedConnection connection = new PairedConnection(this, engine, table,
                rendezvous.meet(peer, timeoutNs));
        connections.add(connection);
        connection.start();
        peer.connected(connection);
        if (closed) {
            connection.close();
            requireOpen();
        }
        return connection;
    }

    /** It is over. */
    void ended(final PairedConnection connection) {
        connections.remove(connection);
    }

    /**
     * Registers this agent's window with a connection, and learns of the peer's; the peer does the same, and both come to
     * one choice: whether puts are one-sided. Once a connection. Waits {@code controlTimeoutNs} for the peer.
     *
     * @param connection of this engine
     * @param memory     native, of a shared, automatic or global arena; ends on a multiple of 8, 16 bytes or more. Its
     *                   last 8 bytes are the signal word: zeroed here, then only read. It stays open until the connection
     *                   is closed
     * @throws IllegalArgumentException if the memory cannot be a window
     * @throws IllegalStateException    if there is a window or one is being registered, or requests are not settled
     * @throws PairingFailedException   if the peer does not do the same in time, or the connection fails
     */
    public void registerWindow(final PairedConnection connection, final MemorySegment memory) {
        registerWindow(connection, Objects.requireNonNull(memory, "memory"), engine.config().controlTimeoutNs());
    }

    /**
     * As {@link #registerWindow(PairedConnection, MemorySegment)}, with a time-out of its own.
     *
     * @param connection of this engine
     * @param memory     the window; null: this agent has none, and so neither end uses one
     * @param timeoutNs  how long to wait for the peer
     */
    public void registerWindow(final PairedConnection connection, final MemorySegment memory, final long timeoutNs) {
        try {
            own(connection).registerWindow(memory, timeoutNs);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PairingFailedException(Cause.CANCELLED, "interrupted while registering a window", e);
        }
    }

    /**
     * Submits a request. Never blocks.
     *
     * @param connection of this engine
     * @param op         what to do. The n-th SEND meets the peer's n-th RECV: with equal totals, or both fail. PUTs take
     *                   effect in order; the n-th WAIT waits for the peer's n-th PUT
     * @param iovs       of a SEND, RECV or PUT; says nothing in a WAIT. May be cleared when this returns
     * @return the request's id, or a negative {@link ResultCode}: BACK_PRESSURED, CLOSED, NO_WINDOW, WINDOW_PENDING
     * @throws IllegalArgumentException naming the range of a PUT that leaves a window or touches the signal word, or of a
     *                                  RECV that is read-only
     */
    public long submit(final PairedConnection connection, final PairedOp op, final IovList iovs) {
        final Pairing pairing = own(connection).pairing();
        return switch (op) {
            case SEND -> pairing.send(iovs.pieces());
            case RECV -> {
                iovs.requireWritable();
                yield pairing.receive(iovs.pieces());
            }
            case PUT -> pairing.put(iovs.pieces());
            case WAIT -> pairing.awaitPut(iovs.pieces());
        };
    }

    /**
     * The state of a request. Idempotent until it is released; never blocks.
     *
     * @param request its id
     * @return IN_PROGRESS, SUCCEEDED, FAILED or STALE of {@link TransferState}
     */
    public int poll(final long request) {
        return table.poll(request);
    }

    /**
     * Why a request failed.
     *
     * @param request its id
     * @return of {@link Cause}; NONE if it has not failed, or the id is stale
     */
    public int cause(final long request) {
        return table.cause(request);
    }

    /**
     * {@return what became of it, in words: for a log}
     *
     * @param request its id
     */
    public String describe(final long request) {
        return table.describe(request);
    }

    /**
     * Releases a settled request: its id is stale from now on.
     *
     * @param request its id
     * @return the state that it had settled in; IN_PROGRESS if it has not settled, and nothing has changed; STALE if it
     *         was released before
     */
    public int release(final long request) {
        return table.release(request);
    }

    /**
     * Waits for a request to settle: yields a little, then sleeps in steps of some 50 us.
     *
     * @param request   its id
     * @param timeoutNs how long
     * @return its state: IN_PROGRESS after the time is over, or when interrupted
     */
    public int await(final long request, final long timeoutNs) {
        final long start = System.nanoTime();
        for (int i = 0;; i++) {
            final int state = poll(request);
            if (state != TransferState.IN_PROGRESS || System.nanoTime() - start >= timeoutNs
                    || Thread.currentThread().isInterrupted()) {
                return state;
            }
            if (i < AWAIT_YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(AWAIT_PARK_NS);
            }
        }
    }

    /** {@return the connections that have not ended} */
    public List<PairedConnection> connections() {
        return List.copyOf(connections);
    }

    TransferEngine engine() {
        return engine;
    }

    /** Ends all connections, then the engine below. Every request settles; their ids can be asked after. Idempotent. */
    @Override
    public void close() {
        closed = true;
        rendezvous.close();
        connections.forEach(connection -> connection.pairing().fail(Cause.CONNECTION_CLOSED));
        connections.forEach(PairedConnection::close);
        engine.close();
    }

    private PairedConnection own(final PairedConnection connection) {
        if (connection.owner() != this) {
            throw new IllegalArgumentException(connection + " belongs to another engine");
        }
        return connection;
    }

    private void requireOpen() {
        if (closed || engine.isClosed()) {
            throw new IllegalStateException("the engine is closed");
        }
    }
}
