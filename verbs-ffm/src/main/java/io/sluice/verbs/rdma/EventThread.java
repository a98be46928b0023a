package io.sluice.verbs.rdma;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.layout.AsyncEventLayout;
import io.sluice.verbs.layout.CompChannel;
import io.sluice.verbs.layout.IbvContext;
import io.sluice.verbs.layout.NativeMemory;
import io.sluice.verbs.layout.PollFd;
import io.sluice.verbs.layout.Qp;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread of a context that waits for its events: asynchronous ones, which go into a queue, and those of
 * completion queues, which wake whoever asked. Every event is acknowledged before it is passed on, so that destroying
 * what it names never waits for a reader.
 *
 * <p>It sleeps in {@code poll(2)} over three files: an event counter that ends it, the context's events, and the one
 * completion channel that all completion queues share. Reads do not block: an event can vanish between the two calls,
 * when what it is about is destroyed.
 */
final class EventThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventThread.class);
    private static final AsyncEvent.Type[] TYPES = AsyncEvent.Type.values();
    private static final int END = 0;
    private static final int ASYNC = 1;
    private static final int COMPLETIONS = 2;
    private static final int FILES = 3;

    private static final int EVENT = FILES * PollFd.SIZE;
    private static final int CQ = EVENT + AsyncEventLayout.SIZE;
    private static final int CQ_CONTEXT = CQ + Long.BYTES;
    private static final int ONE = CQ_CONTEXT + Long.BYTES;
    private static final int BYTES = ONE + Long.BYTES;

    private final Libibverbs library;
    private final long context;
    private final long channel;
    private final int endFd;
    /** pollfd[3], then an event, then what a completion event names. The thread alone uses it, but for ONE. */
    private final MemorySegment memory = NativeMemory.allocate(BYTES, Long.BYTES);
    private final long files = memory.address();
    /** Filled by the thread, emptied by whoever polls events. */
    private final ConcurrentLinkedQueue<AsyncEvent> events = new ConcurrentLinkedQueue<>();
    /**
     * By number. Copied and replaced under this object's lock by those who make and destroy completion queues, read by
     * the thread, which so allocates nothing for a wake-up.
     */
    private volatile Runnable[] waiters = new Runnable[1]; // number 0 is nobody's
    private final Thread thread;

    private EventThread(final Libibverbs library, final long context, final String device, final long channel,
            final int endFd) {
        this.library = library;
        this.context = context;
        this.channel = channel;
        this.endFd = endFd;
        watch(END, endFd);
        watch(ASYNC, (int) IbvContext.ASYNC_FD.get(context));
        watch(COMPLETIONS, (int) CompChannel.FD.get(channel));
        NativeMemory.putLong(files + ONE, 1);
        thread = Thread.ofPlatform().daemon().name("sluice-events-" + device).unstarted(this::run);
    }

    /** Makes the channel and starts the thread; nothing stays if it throws. */
    static EventThread start(final Libibverbs library, final long context, final String device) {
        final long channel = library.createCompChannel.create(device, context);
        try {
            LibC.setNonBlocking((int) IbvContext.ASYNC_FD.get(context));
            LibC.setNonBlocking((int) CompChannel.FD.get(channel));
            final EventThread events = new EventThread(library, context, device, channel, LibC.eventFd());
            events.thread.start();
            return events;
        } catch (final RuntimeException e) {
            library.destroyCompChannel.call(channel);
            throw e;
        }
    }

    /** @return the completion channel, for completion queues that someone waits for */
    long channel() {
        return channel;
    }

    /**
     * @param wake run by the thread for each completion event
     * @return the number that the completion queue must carry as its context
     */
    synchronized long addWaiter(final Runnable wake) {
        int number = 1;
        while (number < waiters.length && waiters[number] != null) {
            number++;
        }
        final Runnable[] more = Arrays.copyOf(waiters, Math.max(waiters.length, number + 1));
        more[number] = wake;
        waiters = more;
        return number;
    }

    synchronized void removeWaiter(final long number) {
        final Runnable[] fewer = waiters.clone();
        fewer[(int) number] = null;
        waiters = fewer;
    }

    AsyncEvent poll() {
        return events.poll();
    }

    /**
     * Ends the thread, and destroys the channel. No completion queue uses it any more. The thread itself must not call
     * this.
     */
    @Override
    public void close() {
        LibC.add(endFd, files + ONE);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (final InterruptedException e) { // the files must stay open until it is gone
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        LibC.close(endFd);
        library.destroyCompChannel.run("channel", channel);
    }

    private void run() {
        while (true) {
            if (LibC.poll(files, FILES) < 0) {
                continue; // a signal
            }
            if (happened(END) != 0) {
                return;
            }
            if (happened(ASYNC) != 0 && takeAsyncEvents() == 0 && happened(ASYNC) != PollFd.POLLIN) {
                deviceIsGone(ASYNC);
            }
            if (happened(COMPLETIONS) != 0 && takeCompletionEvents() == 0
                    && happened(COMPLETIONS) != PollFd.POLLIN) {
                deviceIsGone(COMPLETIONS);
            }
        }
    }

    private void watch(final int file, final int fd) {
        final long struct = files + (long) file * PollFd.SIZE;
        PollFd.FD.set(struct, fd);
        PollFd.EVENTS.set(struct, PollFd.POLLIN);
    }

    private int happened(final int file) {
        return (int) PollFd.REVENTS.get(files + (long) file * PollFd.SIZE);
    }

    /** The file is in error and has nothing to read: it is watched no more, else this thread would spin. */
    private void deviceIsGone(final int file) {
        watch(file, -1);
        events.add(new AsyncEvent(AsyncEvent.Type.DEVICE_FATAL, 0));
    }

    private int takeAsyncEvents() {
        final long event = files + EVENT;
        int taken = 0;
        while (HotCalls.asyncEvent(library.getAsyncEvent, context, event) == 0) {
            final int code = (int) AsyncEventLayout.EVENT_TYPE.get(event);
            final AsyncEvent known = translate(code, event);
            HotCalls.ackAsyncEvent(library.ackAsyncEvent, event);
            if (known == null) {
                LOG.debug("asynchronous event {} needs nothing done", code);
            } else {
                events.add(known);
            }
            taken++;
        }
        return taken;
    }

    /** Before the event is acknowledged: until then what it names exists. */
    private static AsyncEvent translate(final int code, final long event) {
        for (final AsyncEvent.Type type : TYPES) {
            if (type.code() == code) {
                final long element = AsyncEventLayout.ELEMENT.get(event);
                return new AsyncEvent(type, switch (type) {
                    case CQ_ERR -> element;
                    case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR -> Qp.QP_NUM.get(element);
                    case PORT_ACTIVE, PORT_ERR -> AsyncEventLayout.PORT_NUM.get(event);
                    case DEVICE_FATAL -> 0;
                });
            }
        }
        return null;
    }

    private int takeCompletionEvents() {
        int taken = 0;
        while (HotCalls.cqEvent(library.getCqEvent, channel, files + CQ, files + CQ_CONTEXT) == 0) {
            final Runnable wake = waiters[(int) NativeMemory.getLong(files + CQ_CONTEXT)];
            HotCalls.ackCqEvents(library.ackCqEvents, NativeMemory.getLong(files + CQ), 1);
            taken++;
            if (wake != null) {
                run(wake);
            }
        }
        return taken;
    }

    /** What it throws must not end the thread that all others of this context wait for. */
    private static void run(final Runnable wake) {
        try {
            wake.run();
        } catch (final RuntimeException e) {
            LOG.error("A completion queue's wake-up failed", e);
        }
    }
}
