package io.sluice.verbs.rdma;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls of the hot path and of the event thread. The function's address is the first argument, so that one constant
 * handle serves every context and the compiler can inline it; all else is plain numbers: nothing is allocated, no scope
 * is held. These functions return their errno, so none is captured.
 */
final class HotCalls {
    private static final Linker LINKER = Linker.nativeLinker();
    /** post_send and post_recv: may enter the kernel, so never critical. */
    private static final MethodHandle POST = handle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    /** poll_cq reads memory and returns: critical saves the thread's state change, and holds up no safepoint. */
    private static final MethodHandle POLL = handle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG),
            Linker.Option.critical(false));
    private static final MethodHandle TWO = handle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle EVENT = handle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle ACK = handle(FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle ACK_MANY = handle(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));

    private HotCalls() {}

    @SuppressWarnings("restricted") // the descriptors are those of the C header
    private static MethodHandle handle(final FunctionDescriptor descriptor, final Linker.Option... options) {
        return LINKER.downcallHandle(descriptor, options);
    }

    /** {@code post_send(qp, wr, bad_wr)} or {@code post_recv}. */
    static int post(final MemorySegment function, final long qp, final long first, final long badWr) {
        try {
            return (int) POST.invokeExact(function, qp, first, badWr);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    /** {@code poll_cq(cq, limit, wc)}. */
    static int poll(final MemorySegment function, final long cq, final int limit, final long completions) {
        try {
            return (int) POLL.invokeExact(function, cq, limit, completions);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    /** {@code req_notify_cq(cq, solicited_only)}. */
    static int requestNotify(final MemorySegment function, final long cq) {
        try {
            return (int) TWO.invokeExact(function, cq, 0);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    /** {@code ibv_get_cq_event(channel, &cq, &cq_context)}. */
    static int cqEvent(final MemorySegment function, final long channel, final long cq, final long cqContext) {
        return post(function, channel, cq, cqContext);
    }

    /** {@code ibv_ack_cq_events(cq, count)}. */
    static void ackCqEvents(final MemorySegment function, final long cq, final int count) {
        try {
            ACK_MANY.invokeExact(function, cq, count);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    /** {@code ibv_get_async_event(context, event)}. */
    static int asyncEvent(final MemorySegment function, final long context, final long event) {
        try {
            return (int) EVENT.invokeExact(function, context, event);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    /** {@code ibv_ack_async_event(event)}. */
    static void ackAsyncEvent(final MemorySegment function, final long event) {
        try {
            ACK.invokeExact(function, event);
        } catch (final Throwable e) {
            throw impossible(e);
        }
    }

    private static AssertionError impossible(final Throwable e) {
        return new AssertionError("a C function threw", e);
    }
}
