package io.sluice.pipeline;

import io.sluice.pipeline.control.Identity;
import io.sluice.pipeline.duty.Wakeable;
import io.sluice.pipeline.ring.SliceRing;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.pipeline.transfer.TransferTable;
import io.sluice.pipeline.transfer.TransferWord;
import io.sluice.policies.SlicePolicy;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of one engine, each made once, and what they share. */
final class EngineCore {
    private static final Logger LOG = LoggerFactory.getLogger(TransferEngine.class);

    private final EngineDevice device;
    private final EngineConfig config;
    private final NanoClock clock;
    private final long instance;
    private final TransferTable table;
    private final EntryPool pool;
    private final SliceRing ring;
    private final CqCredits credits;
    private final Links links = new Links();
    private final HandOver handOver;
    private final ControlQueue control;
    private final Inbox inbox = new Inbox();
    /** Told when a slot, pool chunks or notification credit came back, or a connection failed. */
    private final Waiters room = new Waiters();
    /** Told when a connection failed. */
    private final Waiters connectionEnds = new Waiters();
    private final RegionTable regions;
    private final CountersOutput countersOutput;
    private final EngineCounters counters;
    private final EngineGauges gauges;
    /** Room for every link that can live at once, twice: each is in it at most once. */
    private final Queue<Link> ready;
    private final PostHandler[] postHandlers;
    private final FlightRecords records;
    private final Settlement settlement;
    private final LinkEnds ends;
    private final Timers timers;
    private final Closer closer;
    /** Transfers with a deadline or a cancel: while there are any, the poll thread looks at the clock. Any thread. */
    private final AtomicInteger watched = new AtomicInteger();
    private final AtomicLong tokens = new AtomicLong();
    private final Admission admission;
    /** Written by the poll thread. */
    private volatile boolean lost;
    private final int mostSliceLength;
    private final SlicePolicy blocks;
    private final SlicePolicy whole;

    private final SlotObjects objects;
    private final ControlPlane controlPlane;
    private EngineDuties duties;
    private volatile Wakeable postSleepers = Wakeable.AWAKE;
    private volatile Wakeable pollSleeper = Wakeable.AWAKE;

    EngineCore(final EngineDevice device, final int handlers, final long instance) {
        this.device = device;
        this.config = device.config();
        this.instance = instance;
        clock = config.clock();
        countersOutput = CountersOutput.open(config, instance);
        counters = new EngineCounters(countersOutput.manager());
        gauges = new EngineGauges(this, countersOutput, counters);
        table = new TransferTable(config.transferSlots());
        pool = new EntryPool(config.entryPoolBytes());
        ring = new SliceRing(SliceRing.sizeFor(config.sharedCqDepth()));
        credits = new CqCredits(config.sharedCqDepth());
        ready = new ManyToOneConcurrentArrayQueue<>(Math.max(1_024, config.sharedCqDepth()));
        admission = new Admission(config.notifMaxPeers());
        handOver = new HandOver(table);
        control = new ControlQueue(this);
        regions = new RegionTable(this);
        mostSliceLength = (int) Math.min(SlicePolicy.MAX_MESSAGE_LENGTH, device.port().maxMessageSize());
        blocks = SlicePolicy.blocks(config.sliceSize(), config.fragmentLimit(), mostSliceLength);
        whole = SlicePolicy.whole(mostSliceLength);
        objects = new SlotObjects(table.capacity(), blocks, whole);
        postHandlers = new PostHandler[handlers];
        for (int i = 0; i < handlers; i++) {
            postHandlers[i] = new PostHandler(i, this);
        }
        records = new FlightRecords(this);
        settlement = new Settlement(this);
        ends = new LinkEnds(this);
        timers = new Timers(this);
        closer = new Closer(this);
        controlPlane = new ControlPlane(this);
    }

    EngineDevice device() {
        return device;
    }

    EngineConfig config() {
        return config;
    }

    long instance() {
        return instance;
    }

    Identity identity() {
        return new Identity(config.agentName(), instance, device.device().kind());
    }

    TransferTable table() {
        return table;
    }

    EntryPool pool() {
        return pool;
    }

    SliceRing ring() {
        return ring;
    }

    CqCredits credits() {
        return credits;
    }

    Links links() {
        return links;
    }

    HandOver handOver() {
        return handOver;
    }

    ControlQueue control() {
        return control;
    }

    Inbox inbox() {
        return inbox;
    }

    Waiters room() {
        return room;
    }

    Waiters connectionEnds() {
        return connectionEnds;
    }

    RegionTable regions() {
        return regions;
    }

    CountersOutput countersOutput() {
        return countersOutput;
    }

    EngineGauges gauges() {
        return gauges;
    }

    EngineCounters counters() {
        return counters;
    }

    Queue<Link> ready() {
        return ready;
    }

    PostHandler[] postHandlers() {
        return postHandlers;
    }

    FlightRecords records() {
        return records;
    }

    Settlement settlement() {
        return settlement;
    }

    LinkEnds ends() {
        return ends;
    }

    Timers timers() {
        return timers;
    }

    Closer closer() {
        return closer;
    }

    SlicePolicy blocks() {
        return blocks;
    }

    SlicePolicy whole() {
        return whole;
    }

    int mostSliceLength() {
        return mostSliceLength;
    }

    SlotObjects objects() {
        return objects;
    }

    ControlPlane controlPlane() {
        return controlPlane;
    }

    Link linkOf(final int slot) {
        return objects.link(slot);
    }

    /** Gives a settled slot back; one caller wins. */
    boolean free(final int slot, final long word, final Link link) {
        if (!table.free(slot, word)) {
            return false;
        }
        link.slotFreed();
        return true;
    }

    long id(final int slot, final long word) {
        return TransferWord.generation(word) << 20 | slot;
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    long nextToken() {
        return tokens.incrementAndGet();
    }

    int watched() {
        return watched.get();
    }

    void watch(final int more) {
        watched.addAndGet(more);
    }

    /** False: the engine is closing. Else {@link Admission#endHandshake()} must follow. */
    boolean beginHandshake() {
        admission.beginHandshake();
        if (isClosing()) { // looked at after the handshake is counted: the closer sees it, or this sees the closer
            admission.endHandshake();
            return false;
        }
        return true;
    }

    Admission admission() {
        return admission;
    }

    /** The completion queue has overrun: no connection can work here any more. */
    void lost() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    /** Looks for device events now. Poll thread. */
    void takeEvents() {
        duties.pollHandler().takeEvents();
    }

    boolean isClosing() {
        return closer.isClosing();
    }

    Logger log() {
        return LOG;
    }

    void onError(final Throwable error) {
        counters.add(EngineCounter.ERRORS);
        try {
            config.errorHandler().onError(error);
        } catch (final Throwable e) { // the handler's own fault must not end a duty
            LOG.error("the error handler threw", e);
        }
    }

    /** Completes a future where its dependents do not hold up the poll thread. */
    void completeLater(final CompletableFuture<Void> future) {
        executeLater(() -> future.complete(null));
    }

    void failLater(final CompletableFuture<Void> future, final Throwable error) {
        executeLater(() -> future.completeExceptionally(error));
    }

    /** On the future executor. */
    void executeLater(final Runnable completion) {
        executeLater(config.futureExecutor(), completion);
    }

    void executeLater(final Executor executor, final Runnable completion) {
        RunOnce.by(executor, completion, this::onError);
    }

    long[] handlerCycles() {
        final long[] cycles = new long[postHandlers.length];
        for (int i = 0; i < cycles.length; i++) {
            cycles[i] = postHandlers[i].cycle();
        }
        return cycles;
    }

    /** Whether no handler is still in the duty cycle that it was in then. */
    boolean handlersPassed(final long[] then) {
        for (int i = 0; i < then.length; i++) {
            if ((then[i] & 1) != 0 && postHandlers[i].cycle() == then[i]) {
                return false;
            }
        }
        return true;
    }

    /** Once, before anything runs. */
    void duties(final EngineDuties newDuties) {
        duties = newDuties;
    }

    EngineDuties duties() {
        return duties;
    }

    /** Whether every handler has looked at all records up to that sequence. */
    boolean handlersPassed(final long sequence) {
        for (final PostHandler handler : postHandlers) {
            if (!handler.hasPassed(sequence)) {
                return false;
            }
        }
        return true;
    }

    void sleepers(final Wakeable post, final Wakeable poll) {
        postSleepers = post;
        pollSleeper = poll;
    }

    /** After a publish, or anything else that the duties must see. */
    void wakeAll() {
        VarHandle.fullFence(); // see SpinThenPark: publish, fence, look whether anyone sleeps
        postSleepers.wake();
        pollSleeper.wake();
    }

    /** After the poll thread has fed something. */
    void wakePost() {
        VarHandle.fullFence();
        postSleepers.wake();
    }

    void wakePoll() {
        VarHandle.fullFence();
        pollSleeper.wake();
    }
}
