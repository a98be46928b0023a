package io.sluice.verbs.rdma;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.sluice.verbs.AsyncEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A null library of a test's own, a copy under a name of its own: its switches and counters are no other test's. The C
 * sources say what the switches do.
 */
final class NullLibrary {
    private static final int TEXT_BYTES = 1024;

    private final RdmaDevices devices;
    private final MethodHandle set;
    private final MethodHandle live;
    private final MethodHandle raise;
    private final MethodHandle qp;
    private final MethodHandle qpAddress;
    private final MethodHandle access;

    @SuppressWarnings("restricted") // the test's own library
    private NullLibrary(final Path file) {
        devices = RdmaDevices.load(file.toString());
        final SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
        set = handle(symbols, "nullverbs_set", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
        live = handle(symbols, "nullverbs_live", FunctionDescriptor.of(JAVA_INT));
        raise = handle(symbols, "nullverbs_raise", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
        qp = handle(symbols, "nullverbs_qp", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG));
        qpAddress = handle(symbols, "nullverbs_qp_address", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
        access = handle(symbols, "nullverbs_access", FunctionDescriptor.of(JAVA_INT));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(final SymbolLookup symbols, final String name,
            final FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), descriptor);
    }

    /** A library as of today. */
    static NullLibrary load() {
        return copyOf("libibverbs.so.1");
    }

    /** A library without the functions that older ones lack. */
    static NullLibrary loadOld() {
        return copyOf("old/libibverbs.so.1");
    }

    private static NullLibrary copyOf(final String name) {
        final Path built = NativeTools.file(name);
        try {
            final Path copy = Files.createTempFile("libnullverbs", ".so");
            Files.write(copy, Files.readAllBytes(built));
            final NullLibrary library = new NullLibrary(copy);
            Files.delete(copy); // mapped by now
            return library;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RdmaDevices devices() {
        return devices;
    }

    RdmaDevice device() {
        return devices.find("null0");
    }

    NullLibrary set(final String name, final Object value) {
        try (Arena arena = Arena.ofConfined()) {
            final int errno = (int) set.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value.toString()));
            if (errno != 0) {
                throw new IllegalArgumentException("the null library has no switch " + name);
            }
            return this;
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Contexts, domains, regions, channels, completion queues and queue pairs that exist. */
    int live() {
        try {
            return (int) live.invokeExact();
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Raises an asynchronous event in every open context. */
    void raise(final AsyncEvent.Type type, final long element) {
        raise(type.code(), element);
    }

    void raise(final int type, final long element) {
        try {
            final int told = (int) raise.invokeExact(type, element);
            if (told == 0) {
                throw new IllegalStateException("no context is open");
            }
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** What a queue pair was made with and told, as C reads it. */
    String describe(final int qpNumber) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocate(TEXT_BYTES);
            final int length = (int) qp.invokeExact(qpNumber, text, (long) TEXT_BYTES);
            return length < 0 ? "no queue pair " + qpNumber : text.getString(0);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The address of a queue pair's struct, by which events name it. */
    long addressOf(final int qpNumber) {
        try {
            return (long) qpAddress.invokeExact(qpNumber);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The access flags of the latest registration. */
    int lastAccess() {
        try {
            return (int) access.invokeExact();
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }
}
