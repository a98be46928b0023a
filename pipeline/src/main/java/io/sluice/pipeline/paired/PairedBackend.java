package io.sluice.pipeline.paired;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.NotificationHandler;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.Window;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A paired engine in the shape of a NIXL back-end, method by method. Memory that is registered before two agents connect
 * is only recorded; connecting makes the first that can be one the window, at both ends. A write or read that lies in the
 * windows with all of its ranges is a put or a wait, any other a send or a receive. So a read is cooperative: it fetches
 * nothing by itself, the peer writes the same. Safe for use by any number of threads.
 */
public final class PairedBackend implements AutoCloseable {
    private final PairedEngine engine;
    /** Guarded by its monitor. */
    private final List<BackendMemory> memories = new ArrayList<>();
    private final ConcurrentHashMap<String, Link> links = new ConcurrentHashMap<>();

    /** One agent: under its monitor two connects at once register one window. */
    private static final class Link {
        private PairedConnection connection;
    }

    private PairedBackend(final PairedEngine engine) {
        this.engine = engine;
    }

    /**
     * {@code createBackend}.
     *
     * @param config settings of the engine
     * @return the back-end; the caller closes it, which is {@code destroyBackend}
     */
    public static PairedBackend create(final PairedConfig config) {
        return new PairedBackend(PairedEngine.create(config));
    }

    /** {@return {@code supportsRemote}: true} */
    public boolean supportsRemote() {
        return true;
    }

    /** {@return {@code supportsLocal}: false, an agent does not connect to itself} */
    public boolean supportsLocal() {
        return false;
    }

    /** {@return {@code supportsNotif}: true} */
    public boolean supportsNotifications() {
        return true;
    }

    /** {@return {@code getConnInfo}: this agent's blob} */
    public byte[] connInfo() {
        return engine.connInfo();
    }

    /**
     * {@code loadRemoteConnInfo}.
     *
     * @param agent its name
     * @param blob  that it gave
     * @throws IllegalArgumentException if it is no blob of that agent
     */
    public void loadConnInfo(final String agent, final byte[] blob) {
        engine.loadConnInfo(agent, blob);
    }

    /**
     * {@code registerMem}: records the memory.
     *
     * @param memory native, of a shared, automatic or global arena. The first one, if it ends on a multiple of 8 and has
     *               16 bytes or more, becomes the window with agents connected from then on: its last 8 bytes are the
     *               signal word then, and no data
     * @return the memory, for {@link #deregisterMemory}
     */
    public BackendMemory registerMemory(final MemorySegment memory) {
        new IovList().add(memory, 0, memory.byteSize()); // checks it
        final BackendMemory registered = new BackendMemory(memory.address(), memory.byteSize(), 0, memory);
        synchronized (memories) {
            memories.add(registered);
        }
        return registered;
    }

    /**
     * {@code deregisterMem}: no further transfer is prepared on it. What is the window of a connection stays with it until
     * that ends, and so must the memory.
     *
     * @param memory registered here
     */
    public void deregisterMemory(final BackendMemory memory) {
        synchronized (memories) {
            memories.remove(memory);
        }
    }

    /**
     * {@code loadRemoteMD}.
     *
     * @param publicData of another agent's memory, {@link BackendMemory#publicData()}
     * @return that memory
     */
    public BackendMemory loadRemoteMemory(final byte[] publicData) {
        return BackendMemory.parse(publicData);
    }

    /**
     * {@code connect}: connects, and agrees on windows. The peer does the same. Nothing if it is connected.
     *
     * @param agent whose blob is loaded
     * @throws PairingFailedException if the peer does not come in time; it may be tried again
     */
    public void connect(final String agent) {
        final Link link = links.computeIfAbsent(agent, name -> new Link());
        synchronized (link) {
            final PairedConnection connection = engine.connect(agent);
            if (connection != link.connection) {
                try {
                    engine.registerWindow(connection, window(), engine.config().controlTimeoutNs());
                } catch (final RuntimeException e) {
                    connection.close(); // so that both begin anew
                    throw e;
                }
                link.connection = connection;
            }
        }
    }

    private MemorySegment window() {
        synchronized (memories) {
            if (memories.isEmpty()) {
                return null;
            }
            final MemorySegment first = memories.getFirst().memory();
            final boolean canBe = first.byteSize() >= Window.LEAST_BYTES && !first.isReadOnly()
                    && (first.address() + first.byteSize()) % Window.SIGNAL_BYTES == 0;
            return canBe ? first : null;
        }
    }

    /**
     * {@code disconnect}: what is posted fails. Nothing if it is not connected.
     *
     * @param agent its name
     */
    public void disconnect(final String agent) {
        final PairedConnection connection = connection(agent);
        if (connection != null) {
            connection.close();
        }
    }

    /** Null if there is none in service. */
    private PairedConnection connection(final String agent) {
        final Link link = links.get(agent);
        if (link == null) {
            return null;
        }
        synchronized (link) {
            return link.connection != null && link.connection.isOpen() ? link.connection : null;
        }
    }

    /**
     * {@code prepXfer}: checks and keeps what is to move.
     *
     * @param op           WRITE, or READ: then the peer writes the same
     * @param local        each inside memory registered here
     * @param remote       as many, of the same lengths
     * @param agent        the peer
     * @param notification sent to the peer when it is finished well, null for none
     * @return the transfer; nothing moves before it is posted
     * @throws IllegalArgumentException naming the range that is wrong
     */
    public BackendTransfer prepare(final Op op, final List<Range> local, final List<Range> remote, final String agent,
            final byte[] notification) {
        Objects.requireNonNull(agent, "agent");
        if (local.size() != remote.size()) {
            throw new IllegalArgumentException(local.size() + " local ranges, " + remote.size() + " remote ones");
        }
        final List<MemorySegment> where = new ArrayList<>();
        for (int i = 0; i < local.size(); i++) {
            final Range range = local.get(i);
            if (range.length() != remote.get(i).length()) {
                throw new IllegalArgumentException("range " + i + " has " + range.length() + " bytes here, "
                        + remote.get(i).length() + " at the peer");
            }
            where.add(memoryOf(i, range));
        }
        return new BackendTransfer(agent, op, List.copyOf(local), where, List.copyOf(remote), notification);
    }

    private MemorySegment memoryOf(final int index, final Range range) {
        synchronized (memories) {
            return memories.stream().filter(memory -> memory.contains(range)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("range " + index + ", 0x"
                            + Long.toHexString(range.address()) + " +" + range.length()
                            + ", is inside no memory registered here"))
                    .memory();
        }
    }

    /**
     * {@code postXfer}: begins a transfer, also one that is finished, again.
     *
     * @param transfer prepared here, not released
     * @return IN_PROGRESS of {@link TransferState}, also if it was in progress; or a negative {@link ResultCode}: nothing
     *         has changed
     */
    public int post(final BackendTransfer transfer) {
        synchronized (transfer) {
            requireHeld(transfer);
            if (transfer.request() != BackendTransfer.NONE) {
                return TransferState.IN_PROGRESS;
            }
            final PairedConnection connection = connection(transfer.agent());
            if (connection == null) {
                return ResultCode.NOT_CONNECTED;
            }
            final PairedOp op = transfer.requestOp(connection);
            final long request = engine.submit(connection, op, transfer.iovs(connection, op));
            if (request < 0) {
                return (int) request;
            }
            transfer.posted(connection, request);
            return TransferState.IN_PROGRESS;
        }
    }

    /**
     * {@code checkXfer}: asks for the state. The notification goes out here when the data is in place; until there is
     * room for it the transfer is in progress.
     *
     * @param transfer prepared here, posted once at least, not released
     * @return IN_PROGRESS, SUCCEEDED or FAILED of {@link TransferState}
     */
    public int check(final BackendTransfer transfer) {
        synchronized (transfer) {
            requireHeld(transfer);
            if (transfer.request() == BackendTransfer.NONE) {
                return transfer.finished();
            }
            int state = engine.poll(transfer.request());
            if (state == TransferState.SUCCEEDED && transfer.owesNotification()) {
                final int sent = engine.engine().sendNotification(transfer.connection().connection(),
                        transfer.notification());
                if (sent == ResultCode.BACK_PRESSURED) {
                    return TransferState.IN_PROGRESS;
                }
                transfer.notified();
                state = sent == ResultCode.OK ? state : TransferState.FAILED;
            }
            if (state != TransferState.IN_PROGRESS) {
                engine.release(transfer.request());
                transfer.finish(state);
            }
            return state;
        }
    }

    /**
     * {@code releaseReqH}: the transfer is of no more use. One in progress is not released: its memory is in use.
     *
     * @param transfer prepared here
     * @return IN_PROGRESS: nothing has changed; else the state that it finished in, SUCCEEDED if it was never posted, or
     *         STALE if it was released before
     */
    public int release(final BackendTransfer transfer) {
        synchronized (transfer) {
            if (transfer.isReleased()) {
                return TransferState.STALE;
            }
            if (transfer.request() != BackendTransfer.NONE && check(transfer) == TransferState.IN_PROGRESS) {
                return TransferState.IN_PROGRESS;
            }
            transfer.release();
            return transfer.finished() == TransferState.IN_PROGRESS ? TransferState.SUCCEEDED : transfer.finished();
        }
    }

    private static void requireHeld(final BackendTransfer transfer) {
        if (transfer.isReleased()) {
            throw new IllegalStateException("the transfer is released");
        }
    }

    /**
     * {@code genNotif}.
     *
     * @param agent   connected
     * @param message 0 to 65,536 bytes
     * @return OK, or a negative {@link ResultCode}
     */
    public int sendNotification(final String agent, final byte[] message) {
        final PairedConnection connection = connection(agent);
        if (connection == null) {
            return ResultCode.NOT_CONNECTED;
        }
        final Connection below = connection.connection();
        return engine.engine().sendNotification(below, message);
    }

    /**
     * {@code getNotifs}.
     *
     * @param handler gets each, with its sender's name, on the calling thread
     * @param limit   how many at most
     * @return how many there were
     */
    public int notifications(final NotificationHandler handler, final int limit) {
        return engine.engine().notifications(handler, limit);
    }

    /**
     * Whether transfers in the windows are one-sided with that agent.
     *
     * @param agent its name
     * @return false also while it is not connected
     */
    public boolean supportsOneSided(final String agent) {
        final PairedConnection connection = connection(agent);
        return connection != null && connection.supportsOneSided();
    }

    /**
     * Why the connection to an agent ended.
     *
     * @param agent its name
     * @return of {@link Cause}; NONE while it is in service, or was never
     */
    public int cause(final String agent) {
        final Link link = links.get(agent);
        if (link == null) {
            return Cause.NONE;
        }
        synchronized (link) {
            return link.connection == null ? Cause.NONE : link.connection.cause();
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
