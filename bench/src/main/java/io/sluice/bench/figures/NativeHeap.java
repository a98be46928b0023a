package io.sluice.bench.figures;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** What the C library's allocator has given out, to the JVM and to libraries: off-heap memory is a part of it. */
final class NativeHeap {
    /** {@code struct mallinfo2}: ten numbers, of which hblkhd (mapped) and uordblks (in use) count. */
    private static final StructLayout MALLINFO = MemoryLayout
            .structLayout(MemoryLayout.sequenceLayout(10, ValueLayout.JAVA_LONG));
    private static final int MAPPED = 4;
    private static final int IN_USE = 7;

    private NativeHeap() {}

    /** Bytes; none where the C library does not tell. */
    @SuppressWarnings("restricted") // one call of the C library
    static Optional<Long> usedBytes() {
        final Linker linker = Linker.nativeLinker();
        final Optional<MemorySegment> function = linker.defaultLookup().find("mallinfo2");
        if (function.isEmpty()) {
            return Optional.empty();
        }
        final MethodHandle call = linker.downcallHandle(function.get(), FunctionDescriptor.of(MALLINFO));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment info = (MemorySegment) call.invokeExact((SegmentAllocator) arena);
            return Optional.of(info.getAtIndex(ValueLayout.JAVA_LONG, MAPPED)
                    + info.getAtIndex(ValueLayout.JAVA_LONG, IN_USE));
        } catch (final Throwable e) {
            throw new IllegalStateException("mallinfo2 failed", e);
        }
    }
}
