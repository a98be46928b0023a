package io.sluice.verbs.rdma;

import io.sluice.verbs.Errno;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * A C function of the control path: called by a generic handle, errno captured, what it refuses thrown as an exception
 * that names call, values and errno. Pointers are longs. Safe for use by any number of threads.
 */
final class NativeFunction {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));

    private final String name;
    /** Null where the library lacks the function. */
    private final MethodHandle handle;

    /** @param function null: the library has no such function */
    @SuppressWarnings("restricted") // the descriptor is that of the C header
    NativeFunction(final String name, final MemorySegment function, final FunctionDescriptor descriptor,
            final Linker.Option... options) {
        this.name = name;
        final Linker.Option[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = Linker.Option.captureCallState("errno");
        handle = function == null ? null : LINKER.downcallHandle(function, descriptor, all);
    }

    /**
     * What a call answered.
     *
     * @param value its return value, 0 for a function without one
     * @param errno as it was right after the call
     */
    record Answer(long value, int errno) {

        /** For functions that return 0, an errno, or -1 and set errno. */
        int code() {
            if (value == 0) {
                return 0;
            }
            return value > 0 ? (int) value : value == -1 ? errno : (int) -value;
        }
    }

    boolean isThere() {
        return handle != null;
    }

    /** @param arguments longs and ints, as the C function has them */
    Answer call(final Object... arguments) {
        if (handle == null) {
            throw new VerbsException(Errno.EOPNOTSUPP, "this libibverbs has no " + name);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment state = arena.allocate(STATE);
            final Object[] all = new Object[arguments.length + 1];
            all[0] = state;
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            final Object result = handle.invokeWithArguments(all);
            return new Answer(result == null ? 0 : ((Number) result).longValue(),
                    state.get(ValueLayout.JAVA_INT, ERRNO));
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Throwable e) {
            throw new AssertionError(name + " cannot be called", e);
        }
    }

    /**
     * For functions that return a pointer.
     *
     * @param asked the values, for the message
     * @return the pointer, not null
     */
    long create(final String asked, final Object... arguments) {
        final Answer answer = call(arguments);
        if (answer.value == 0) {
            throw failure(asked, answer.errno, "");
        }
        return answer.value;
    }

    /**
     * For functions that return 0 where all went well.
     *
     * @param asked the values, for the message
     */
    void run(final String asked, final Object... arguments) {
        final int code = call(arguments).code();
        if (code != 0) {
            throw failure(asked, code, "");
        }
    }

    /** @param hint what to do about it, or nothing */
    VerbsException failure(final String asked, final int errno, final String hint) {
        return new VerbsException(errno, name + (asked.isEmpty() ? "" : " (" + asked + ")") + " failed"
                + (hint.isEmpty() ? "" : ": " + hint));
    }
}
