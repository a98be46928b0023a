package io.sluice.verbs.rdma;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The functions of the C library that are needed beside the device's own. */
final class LibC {
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x8_0000;

    private static final NativeFunction EVENTFD = function("eventfd",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final NativeFunction FCNTL = new NativeFunction("fcntl", symbol("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final NativeFunction WRITE = function("write",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final NativeFunction CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final NativeFunction GETAFFINITY = function("sched_getaffinity",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final NativeFunction SETAFFINITY = function("sched_setaffinity",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle POLL = poll();

    private LibC() {}

    private static NativeFunction function(final String name, final FunctionDescriptor descriptor) {
        return new NativeFunction(name, symbol(name), descriptor);
    }

    private static MemorySegment symbol(final String name) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(name);
    }

    @SuppressWarnings("restricted") // the descriptor is that of poll.h
    private static MethodHandle poll() {
        return Linker.nativeLinker().downcallHandle(symbol("poll"),
                FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
    }

    /** @return a new event counter's file descriptor */
    static int eventFd() {
        final NativeFunction.Answer answer = EVENTFD.call(0, EFD_CLOEXEC);
        if (answer.value() < 0) {
            throw EVENTFD.failure("0", answer.errno(), "");
        }
        return (int) answer.value();
    }

    /** From here on a read without data returns instead of blocking. */
    static void setNonBlocking(final int fd) {
        final long flags = FCNTL.call(fd, F_GETFL, 0).value();
        FCNTL.run("fd " + fd, fd, F_SETFL, (int) flags | O_NONBLOCK);
    }

    /** @param number address of the 8 bytes to add to an event counter */
    static void add(final int eventFd, final long number) {
        final NativeFunction.Answer answer = WRITE.call(eventFd, number, (long) Long.BYTES);
        if (answer.value() != Long.BYTES) {
            throw WRITE.failure("fd " + eventFd, answer.errno(), "");
        }
    }

    static void close(final int fd) {
        CLOSE.run("fd " + fd, fd);
    }

    /** @param mask zeroed; gets a bit for each CPU that the calling thread may run on */
    static void getAffinity(final MemorySegment mask) {
        GETAFFINITY.run("the calling thread", 0, mask.byteSize(), mask.address());
    }

    /** @param mask a bit for each CPU that the calling thread may run on */
    static void setAffinity(final MemorySegment mask) {
        SETAFFINITY.run("the calling thread", 0, mask.byteSize(), mask.address());
    }

    /**
     * Waits, without limit, until one of the files has something. Allocates nothing.
     *
     * @return negative where a signal came in between
     */
    static int poll(final long pollFds, final int count) {
        try {
            return (int) POLL.invokeExact(pollFds, (long) count, -1);
        } catch (final Throwable e) {
            throw new AssertionError("a C function threw", e);
        }
    }
}
