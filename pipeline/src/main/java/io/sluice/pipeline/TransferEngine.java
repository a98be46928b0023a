package io.sluice.pipeline;

import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.seam.EngineSeam;
import io.sluice.policies.SlicePolicy;
import io.sluice.verbs.Access;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * Moves registered memory to and from peers, one-sided: reads and writes go straight between the two memories, the peer's
 * program takes no part.
 *
 * <p>Safe for use by any number of threads, but for what a call's objects say ({@link EntryList},
 * {@link TransferRequest}). Submits never block: they answer an id, 0 or more, or a negative {@link ResultCode}. A
 * transfer settles once; from then on its local ranges are the caller's again. Who sees SUCCEEDED sees the data.
 *
 * <p>Transfers of one connection are not ordered among each other. An id stays valid until it is released; then it is
 * stale for ever.
 */
public final class TransferEngine implements AutoCloseable {
    static {
        EngineSeam.grant(engine -> new Seam(engine.core));
    }

    private static final SecureRandom RANDOM = new SecureRandom();

    private final EngineCore core;
    private final EngineDuties duties;
    private final Submission submission;
    private final TransferIds ids;
    private final Dialler dialler;
    private final SessionCache sessions;
    private final ThreadLocal<EntryList> batch = ThreadLocal.withInitial(EntryList::new);

    private TransferEngine(final EngineDevice device, final ThreadingMode mode) {
        final int handlers = mode == ThreadingMode.DEDICATED ? device.config().workersPerPool() : 1;
        core = new EngineCore(device, handlers, RANDOM.nextLong() | 1);
        duties = new EngineDuties(core, mode);
        core.duties(duties);
        submission = new Submission(this, core);
        ids = new TransferIds(core, duties);
        dialler = new Dialler(core);
        sessions = new SessionCache(core, dialler);
    }

    /**
     * Opens the device and starts the engine.
     *
     * @param config settings
     * @return the engine; the caller closes it
     * @throws IllegalArgumentException if the settings contradict each other or the device, or there is no such device
     * @throws VerbsException           if the device cannot be opened, its port is down or has no usable GID
     * @throws IllegalStateException    if the JVM lacks a flag that Agrona or the FFM API needs; the message names it
     */
    public static TransferEngine create(final EngineConfig config) {
        Objects.requireNonNull(config, "config");
        JvmFlags.check();
        final EngineDevice device = EngineDevice.open(config);
        final TransferEngine engine;
        try {
            engine = new TransferEngine(device, config.effectiveThreadingMode());
        } catch (final RuntimeException | Error e) {
            device.close();
            throw e;
        }
        engine.core.log().info("engine {} on {}:\n{}", device.config().agentName(), device.device().name(),
                device.config().dump());
        try {
            engine.duties.start();
        } catch (final RuntimeException | Error e) { // a thread could not be made: end those that run
            engine.core.closer().abort();
            throw e;
        }
        return engine;
    }

    /** {@return the settings in force: limited to the device} */
    public EngineConfig config() {
        return core.config();
    }

    /** {@return this engine's id: random, so that a restarted engine is another one; never 0} */
    public long instance() {
        return core.instance();
    }

    /**
     * Registers memory for reading and writing, here and by peers.
     *
     * @param memory native, not empty, of a shared, automatic or global arena
     * @return the region; the caller deregisters it. The same range again gives the same region, counted
     * @throws IllegalArgumentException if the memory cannot be registered; the message says why
     * @throws IllegalStateException    if the engine is closed
     */
    public LocalRegion register(final MemorySegment memory) {
        return register(memory, Access.ALL);
    }

    /**
     * Registers memory.
     *
     * @param memory native, not empty, of a shared, automatic or global arena
     * @param access bits of {@link Access}
     * @return the region; the caller deregisters it
     * @throws IllegalArgumentException if the memory cannot be registered; the message says why
     * @throws IllegalStateException    if the engine is closed
     */
    public LocalRegion register(final MemorySegment memory, final int access) {
        requireOpen();
        return core.regions().add(this, core.device().domain().register(memory, access));
    }

    /**
     * Registers the whole of an Agrona buffer.
     *
     * @param buffer over direct memory
     * @param access bits of {@link Access}
     * @return the region; the caller deregisters it
     * @throws IllegalArgumentException if the memory cannot be registered; the message says why
     * @throws IllegalStateException    if the engine is closed
     */
    public LocalRegion register(final DirectBuffer buffer, final int access) {
        requireOpen();
        return core.regions().add(this, core.device().domain().register(buffer, access));
    }

    /**
     * Registers memory by address alone, unchecked, such as device memory. The caller answers for it that it stays mapped.
     *
     * @param address first byte
     * @param length  bytes, 1 or more
     * @param access  bits of {@link Access}
     * @return the region; the caller deregisters it
     * @throws IllegalArgumentException if the range is empty, null or wraps around
     * @throws IllegalStateException    if the engine is closed
     */
    public LocalRegion registerAddress(final long address, final long length, final int access) {
        requireOpen();
        return core.regions().add(this, core.device().domain().registerAddress(address, length, access));
    }

    /**
     * Ends one registration. The last one revokes the region at all peers and returns when they have acknowledged (a peer
     * that does not within {@code controlTimeoutNs} loses its connection): then nobody touches the memory any more. From
     * an engine thread it only begins; {@link #deregisterAsync} tells when it is done. In INVOKER mode it does this
     * engine's work meanwhile; the peers must make progress by themselves.
     *
     * @param region of this engine
     * @throws IllegalStateException if transfers of this engine are in flight on it, nothing has changed then; or if it
     *                               is not done yet (the wait was interrupted, or a device does not let go): the memory
     *                               is not the caller's then
     */
    public void deregister(final LocalRegion region) {
        final CompletableFuture<Void> done = deregisterAsync(region);
        if (!duties.isEngineThread()
                && !duties.await(done, core.config().controlTimeoutNs() + 2 * core.config().closeTimeoutNs())) {
            throw new IllegalStateException(region + " is not deregistered yet: its memory may still be written");
        }
    }

    /**
     * As {@link #deregister}, without waiting.
     *
     * @param region of this engine
     * @return completes when nobody touches the memory any more
     */
    public CompletableFuture<Void> deregisterAsync(final LocalRegion region) {
        final CompletableFuture<Void> done = core.regions().remove(core.regions().require(this, region));
        core.wakePoll();
        return done;
    }

    /**
     * Describes a part of a region to another process.
     *
     * @param region of this engine
     * @param offset first byte, from the start of the region
     * @param length bytes, 0 or more
     * @return the descriptor
     * @throws IndexOutOfBoundsException if the part is not inside
     */
    public Descriptor descriptor(final LocalRegion region, final long offset, final long length) {
        core.regions().require(this, region);
        return new Descriptor(region.address(), region.length(), region.region().rkey(), region.number(),
                core.instance()).retarget(offset, length);
    }

    /**
     * Connects to another engine of this process; or to this one.
     *
     * @param peer gets a connection of its own, see {@link #accept}
     * @return the connection, open
     * @throws IllegalStateException if either engine is closed or does not accept, their devices cannot reach each other,
     *                               or there is no room for more queue pairs
     */
    public Connection connect(final TransferEngine peer) {
        if (!peer.core.admission().isAccepting()) {
            throw new IllegalStateException("agent " + peer.config().agentName() + " does not accept connections");
        }
        return InProcessHandshake.connect(core, peer.core).connection();
    }

    /**
     * Starts to accept peers of other processes, at {@code bindAddress} and {@code listenPort}. Called again it answers
     * the same.
     *
     * @return where peers dial this engine
     * @throws java.io.UncheckedIOException if it cannot listen there: the port is taken, the address is not one of this
     *                                      machine's
     * @throws IllegalStateException        if the engine is closed, or {@link #stopAccepting()} was called
     */
    public Metadata listen() {
        requireOpen();
        return core.controlPlane().listen();
    }

    /**
     * {@return where peers dial this engine, {@code host:port?deviceIndex?notifPort}: what {@link #connect(String)}
     * takes}
     *
     * @throws IllegalStateException before {@link #listen()}
     */
    public String metadata() {
        final Metadata metadata = core.controlPlane().metadata();
        if (metadata == null) {
            throw new IllegalStateException("the engine does not listen: nobody can dial it");
        }
        return metadata.toString();
    }

    /**
     * Connects to an engine that listens, in this process or another, within {@code connectTimeoutNs}. Each call makes a
     * connection of its own.
     *
     * @param metadata of the peer
     * @return the connection, open
     * @throws IllegalArgumentException if it is no metadata
     * @throws ConnectFailedException   if there is no connection; nothing is left of it
     * @throws IllegalStateException    on one of the engine's own threads
     */
    public Connection connect(final String metadata) {
        return connect(metadata, core.config().connectTimeoutNs());
    }

    /**
     * As {@link #connect(String)}, with a time-out of its own.
     *
     * @param metadata  of the peer
     * @param timeoutNs how long it may take, of which asking a name service is no part
     * @return the connection, open
     * @throws IllegalArgumentException if it is no metadata, or the time-out is not positive
     * @throws ConnectFailedException   if there is no connection; nothing is left of it
     * @throws IllegalStateException    on one of the engine's own threads
     */
    public Connection connect(final String metadata, final long timeoutNs) {
        final Metadata to = Metadata.parse(metadata);
        if (timeoutNs <= 0) {
            throw new IllegalArgumentException("timeoutNs " + timeoutNs + " is not positive");
        }
        requireOwnThread();
        try {
            return dialler.dial(to, timeoutNs).connection();
        } catch (final HandshakeException e) {
            throw new ConnectFailedException(to, e);
        }
    }

    /**
     * The connection to a peer, dialled when it is first asked for. Who asks meanwhile waits for the same; when the
     * connection has closed or failed, the next who asks dials anew.
     *
     * @param session {@code host:port} of the peer, IPv6 addresses in brackets
     * @return the connection, open a moment ago
     * @throws IllegalArgumentException if it is no session
     * @throws ConnectFailedException   if there is no connection
     * @throws IllegalStateException    on one of the engine's own threads
     */
    public Connection connection(final String session) {
        final Metadata to = Metadata.ofSession(session);
        requireOwnThread();
        try {
            return sessions.get(to, core.config().connectTimeoutNs()).connection();
        } catch (final HandshakeException e) {
            throw new ConnectFailedException(to, e);
        }
    }

    private void requireOwnThread() {
        if (duties.isEngineThread()) {
            throw new IllegalStateException("connecting blocks: not on a thread of the engine, or from its callbacks");
        }
    }

    /**
     * Takes the oldest open connection that a peer has made to this engine and nobody has taken. A connection that is not
     * taken works all the same; one that has ended before it is taken is never answered.
     *
     * @param timeoutNs how long to wait, 0 for not at all
     * @return the connection, or null
     * @throws InterruptedException if interrupted while waiting
     */
    public Connection accept(final long timeoutNs) throws InterruptedException {
        final Link link = core.admission().arrivals().poll(timeoutNs, TimeUnit.NANOSECONDS);
        return link == null ? null : link.connection();
    }

    /** Lets no more peers connect, for good, and closes the listener; connections that are there go on. */
    public void stopAccepting() {
        core.admission().stopAccepting();
        core.controlPlane().stopListening();
    }

    /** {@return the connections that are not closed, whoever made them} */
    public List<Connection> connections() {
        return Arrays.stream(core.links().links()).filter(Link::wasOpen).map(Link::connection).toList();
    }

    /**
     * Writes one contiguous range to the peer, in blocks of {@code sliceSize}.
     *
     * @param connection   to the peer
     * @param local        registered here
     * @param localOffset  first byte, from the start of {@code local}
     * @param length       bytes, 0 or more
     * @param remote       registered by the peer
     * @param remoteOffset first byte, from the start of {@code remote}
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if a range is not inside its region, or a region belongs elsewhere or is closed
     */
    public long write(final Connection connection, final LocalRegion local, final long localOffset, final long length,
            final RemoteRegion remote, final long remoteOffset) {
        return submission.submit(link(connection), Op.WRITE, local, localOffset, length, remote, remoteOffset);
    }

    /**
     * Reads one contiguous range from the peer, in blocks of {@code sliceSize}. As {@link #write}, the other way.
     *
     * @param connection   to the peer
     * @param local        registered here
     * @param localOffset  first byte, from the start of {@code local}
     * @param length       bytes, 0 or more
     * @param remote       registered by the peer
     * @param remoteOffset first byte, from the start of {@code remote}
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if a range is not inside its region, or a region belongs elsewhere, is closed, or is
     *                                  read into without {@link Access#LOCAL_WRITE}
     */
    public long read(final Connection connection, final LocalRegion local, final long localOffset, final long length,
            final RemoteRegion remote, final long remoteOffset) {
        return submission.submit(link(connection), Op.READ, local, localOffset, length, remote, remoteOffset);
    }

    /**
     * Writes many ranges as one transfer, in blocks of {@code sliceSize}.
     *
     * @param connection to the peer
     * @param entries    what; may be cleared when this returns
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException naming the entry, if a region belongs elsewhere, is closed, or is read into
     *                                  without {@link Access#LOCAL_WRITE}
     */
    public long write(final Connection connection, final EntryList entries) {
        return submit(connection, Op.WRITE, entries, null);
    }

    /**
     * Reads many ranges as one transfer, in blocks of {@code sliceSize}.
     *
     * @param connection to the peer
     * @param entries    what; may be cleared when this returns
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException naming the entry, if a region belongs elsewhere, is closed, or is read into
     *                                  without {@link Access#LOCAL_WRITE}
     */
    public long read(final Connection connection, final EntryList entries) {
        return submit(connection, Op.READ, entries, null);
    }

    /**
     * Moves many ranges as one transfer.
     *
     * @param connection to the peer
     * @param op         which way
     * @param entries    what; may be cleared when this returns
     * @param policy     how to cut; null for blocks of {@code sliceSize}
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException naming the entry, if a region belongs elsewhere, is closed, or is read into
     *                                  without {@link Access#LOCAL_WRITE}
     */
    public long submit(final Connection connection, final Op op, final EntryList entries, final SlicePolicy policy) {
        Objects.requireNonNull(op, "op");
        Objects.requireNonNull(entries, "entries");
        return submission.submit(link(connection), op, entries, policy, 0, null, 0, null);
    }

    /**
     * Moves what a request asks for.
     *
     * @param connection to the peer
     * @param request    may be changed when this returns
     * @return the transfer's id, or a negative {@link ResultCode}; with a listener the transfer releases itself, and the
     *         id serves to cancel it
     * @throws IllegalArgumentException if the request has no entries, or naming the entry, if a region belongs elsewhere
     *                                  or is closed
     */
    public long submit(final Connection connection, final TransferRequest request) {
        return submit(connection, request, request.listener(), request.userData(), request.timeoutNs());
    }

    /**
     * Moves what a request asks for, its listener apart. As {@link #submitAsync(Connection, TransferRequest, Executor)} on
     * the engine's future executor.
     *
     * @param connection to the peer
     * @param request    may be changed when this returns
     * @return completes when the transfer has settled
     * @throws IllegalArgumentException as {@link #submit(Connection, TransferRequest)}
     */
    public TransferFuture submitAsync(final Connection connection, final TransferRequest request) {
        return submitAsync(connection, request, core.config().futureExecutor());
    }

    /**
     * Moves what a request asks for, its listener apart.
     *
     * @param connection to the peer
     * @param request    may be changed when this returns
     * @param executor   completes the future, never an engine thread; if it refuses or throws, a virtual thread does
     * @return completes when the transfer has settled, whatever its state; exceptionally, with
     *         {@link TransferRefusedException}, if it was not taken. It can stop the transfer
     * @throws IllegalArgumentException as {@link #submit(Connection, TransferRequest)}
     */
    public TransferFuture submitAsync(final Connection connection, final TransferRequest request,
            final Executor executor) {
        Objects.requireNonNull(executor, "executor");
        final CompletableFuture<TransferResult> settled = new CompletableFuture<>();
        final long id = submit(connection, request,
                (settledId, state, cause, userData) -> core.executeLater(executor,
                        () -> settled.complete(new TransferResult(settledId, state, cause, userData))),
                request.userData(), request.timeoutNs());
        if (id < 0) {
            settled.completeExceptionally(new TransferRefusedException((int) id));
        }
        return new TransferFuture(this, id, settled).follow();
    }

    /**
     * Moves what a request asks for, its listener apart, and waits until that has settled. Where there is no room now it
     * waits for some. For virtual threads: waiting parks, and pins no carrier. In INVOKER mode the waiting thread does the
     * engine's work.
     *
     * <p>An interrupt stops the transfer, and this still returns only when it has settled: the local ranges are the
     * caller's whenever it returns or throws. What is outstanding on the device may take up to {@code flushAfterNs} for
     * that.
     *
     * @param connection to the peer
     * @param request    its {@code timeoutNs} counts from this call, also while there is no room
     * @return how it settled; if it settled otherwise than CANCELLED in spite of an interrupt, the thread's interrupt
     *         status is set
     * @throws InterruptedException     if an interrupt kept it from being submitted, or cancelled it
     * @throws TransferRefusedException if it was not taken: BACK_PRESSURED if there was no room in time
     * @throws IllegalArgumentException as {@link #submit(Connection, TransferRequest)}
     * @throws IllegalStateException    on an engine thread, which would wait for itself
     */
    public TransferResult transfer(final Connection connection, final TransferRequest request)
            throws InterruptedException {
        return new BlockingTransfer(this).run(connection, request);
    }

    /** The request, but for its listener, user data and time-out, which are given. */
    long submit(final Connection connection, final TransferRequest request, final TransferListener listener,
            final long userData, final long timeoutNs) {
        if (request.entries() == null) {
            throw new IllegalArgumentException("the request has no entries");
        }
        return submission.submit(link(connection), request.op(), request.entries(), request.policy(),
                timeoutNs, listener, userData, request.notification());
    }

    /**
     * Writes a batch, in blocks of {@code sliceSize}: range i goes from {@code srcRegions[i]} to {@code dstRegions[i]}.
     *
     * @param connection to the peer
     * @param srcOffsets from the starts of the source regions
     * @param dstOffsets from the starts of the destination regions
     * @param sizes      bytes
     * @param srcRegions registered here
     * @param dstRegions registered by the peer
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if the arrays differ in length, or naming the range that is wrong
     */
    public long batchPut(final Connection connection, final long[] srcOffsets, final long[] dstOffsets,
            final long[] sizes, final LocalRegion[] srcRegions, final RemoteRegion[] dstRegions) {
        return batchPut(connection, srcOffsets, dstOffsets, sizes, srcRegions, dstRegions, core.blocks());
    }

    /**
     * Writes a batch as {@link #batchPut(Connection, long[], long[], long[], LocalRegion[], RemoteRegion[])} does.
     *
     * @param connection to the peer
     * @param srcOffsets from the starts of the source regions
     * @param dstOffsets from the starts of the destination regions
     * @param sizes      bytes
     * @param srcRegions registered here
     * @param dstRegions registered by the peer
     * @param policy     how to cut
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if the arrays differ in length, or naming the range that is wrong
     */
    public long batchPut(final Connection connection, final long[] srcOffsets, final long[] dstOffsets,
            final long[] sizes, final LocalRegion[] srcRegions, final RemoteRegion[] dstRegions,
            final SlicePolicy policy) {
        return submitBatch(connection, Op.WRITE, entries(srcOffsets, dstOffsets, sizes, srcRegions, dstRegions),
                policy);
    }

    /**
     * Reads a batch, each range whole: range i goes from {@code srcRegions[i]} to {@code dstRegions[i]}.
     *
     * @param connection to the peer
     * @param srcOffsets from the starts of the source regions
     * @param dstOffsets from the starts of the destination regions
     * @param sizes      bytes
     * @param srcRegions registered by the peer
     * @param dstRegions registered here
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if the arrays differ in length, or naming the range that is wrong
     */
    public long batchGet(final Connection connection, final long[] srcOffsets, final long[] dstOffsets,
            final long[] sizes, final RemoteRegion[] srcRegions, final LocalRegion[] dstRegions) {
        return batchGet(connection, srcOffsets, dstOffsets, sizes, srcRegions, dstRegions, core.whole());
    }

    /**
     * Reads a batch as {@link #batchGet(Connection, long[], long[], long[], RemoteRegion[], LocalRegion[])} does.
     *
     * @param connection to the peer
     * @param srcOffsets from the starts of the source regions
     * @param dstOffsets from the starts of the destination regions
     * @param sizes      bytes
     * @param srcRegions registered by the peer
     * @param dstRegions registered here
     * @param policy     how to cut
     * @return the transfer's id, or a negative {@link ResultCode}
     * @throws IllegalArgumentException if the arrays differ in length, or naming the range that is wrong
     */
    public long batchGet(final Connection connection, final long[] srcOffsets, final long[] dstOffsets,
            final long[] sizes, final RemoteRegion[] srcRegions, final LocalRegion[] dstRegions,
            final SlicePolicy policy) {
        return submitBatch(connection, Op.READ, entries(dstOffsets, srcOffsets, sizes, dstRegions, srcRegions), policy);
    }

    private long submitBatch(final Connection connection, final Op op, final EntryList entries,
            final SlicePolicy policy) {
        try {
            return submit(connection, op, entries, policy);
        } finally {
            entries.clear(); // so that it keeps no region reachable
        }
    }

    private EntryList entries(final long[] localOffsets, final long[] remoteOffsets, final long[] sizes,
            final LocalRegion[] locals, final RemoteRegion[] remotes) {
        final int count = sizes.length;
        if (localOffsets.length != count || remoteOffsets.length != count || locals.length != count
                || remotes.length != count) {
            throw new IllegalArgumentException("the arrays differ in length: local offsets " + localOffsets.length
                    + ", remote offsets " + remoteOffsets.length + ", sizes " + count + ", local regions "
                    + locals.length + ", remote regions " + remotes.length);
        }
        final EntryList entries = batch.get();
        entries.clear();
        for (int i = 0; i < count; i++) {
            entries.add(locals[i], localOffsets[i], sizes[i], remotes[i], remoteOffsets[i]);
        }
        return entries;
    }

    /**
     * The state of a transfer. Idempotent until it is released; never blocks, also not when the engine is closed.
     *
     * @param id of the transfer
     * @return one of {@link TransferState}
     */
    public int status(final long id) {
        return ids.status(id);
    }

    /**
     * Why a transfer did not succeed.
     *
     * @param id of the transfer
     * @return of {@link Cause}: NONE while it is in progress, if it succeeded, or if the id is stale
     */
    public int cause(final long id) {
        return ids.cause(id);
    }

    /**
     * Releases a settled transfer: its id is stale from now on.
     *
     * @param id of the transfer
     * @return the state that it had settled in; IN_PROGRESS if it has not settled, and nothing has changed; STALE if it
     *         was released before
     */
    public int release(final long id) {
        return ids.release(id);
    }

    /**
     * Stops a transfer: nothing more of it is fed, and it settles CANCELLED when what is outstanding has returned; or
     * SUCCEEDED, if everything had gone out and succeeds. Its memory is not the caller's before it has settled.
     *
     * @param id of the transfer
     * @return whether this call decided the outcome; false if it had settled or was stopped before
     */
    public boolean cancel(final long id) {
        return ids.cancel(id);
    }

    /**
     * Waits for a transfer to settle; in INVOKER mode by doing the engine's work. For programs that have nothing better to
     * do: spins a little, then sleeps in steps of some 50 us.
     *
     * @param id        of the transfer
     * @param timeoutNs how long
     * @return its state: IN_PROGRESS after the time is over, or when interrupted
     */
    public int await(final long id, final long timeoutNs) {
        return ids.await(id, timeoutNs);
    }

    /**
     * Sends a message to the peer's program, in order with others of this connection.
     *
     * @param connection to the peer
     * @param message    0 to 65,536 bytes, copied
     * @return OK, or a negative {@link ResultCode}: TOO_LARGE, CLOSED, NO_NOTIFICATION_SLOT, or BACK_PRESSURED when the
     *         peer has {@code notificationInbox} of them unread
     */
    public int sendNotification(final Connection connection, final byte[] message) {
        return submission.notify(link(connection), message);
    }

    /**
     * Takes notifications that have come, of all connections, also of closed ones.
     *
     * @param handler gets each, in order per connection, on the calling thread
     * @param limit   how many at most
     * @return how many there were
     */
    public int notifications(final NotificationHandler handler, final int limit) {
        return core.inbox().take(Objects.requireNonNull(handler, "handler"), limit);
    }

    /**
     * Looks at the engine, from any thread.
     *
     * @param snapshot filled with what the engine has and owes at about this moment
     */
    public void snapshot(final EngineSnapshot snapshot) {
        snapshot.fill(core);
    }

    /**
     * Does one duty cycle, in threading mode INVOKER. One thread at a time: a nested or concurrent call does nothing.
     *
     * @return the work done, 0 if there was none
     * @throws IllegalStateException in any other mode
     */
    public int doWork() {
        return duties.invoke();
    }

    /** {@return whether it is closed or closing} */
    public boolean isClosed() {
        return core.isClosing();
    }

    /**
     * Closes the engine: takes no new work, closes all connections, deregisters all memory. What is in flight may settle
     * for {@code closeTimeoutNs}, then it is flushed; every transfer settles. Returns when all is closed; from an engine
     * thread it only begins. Idempotent, from any thread; in INVOKER mode the owner's {@link #doWork()} finishes it, or
     * this call does.
     */
    @Override
    public void close() {
        core.closer().begin();
        core.wakeAll();
        if (duties.isEngineThread()) {
            return;
        }
        if (duties.await(core.closer().done(), 4 * core.config().closeTimeoutNs()
                + 2 * core.config().controlTimeoutNs())) {
            duties.join();
            core.controlPlane().join();
        } else {
            core.onError(new IllegalStateException("the engine did not close in time; its threads go on trying"));
        }
    }

    private void requireOpen() {
        if (core.isClosing()) {
            throw new IllegalStateException("the engine is closed");
        }
    }

    EngineCore core() {
        return core;
    }

    Link link(final Connection connection) {
        final Link link = Objects.requireNonNull(connection, "connection").link();
        if (link.core() != core) {
            throw new IllegalArgumentException(connection + " belongs to another engine");
        }
        return link;
    }
}
