package io.sluice.pipeline;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.sluice.verbs.rdma.RdmaDevices;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The null library beside the tests of the verbs module, in the place of the real one until closed: RDMA devices that
 * complete everything at once. Needs a C compiler; a test is skipped without one, but not where {@code CI} is set.
 */
final class NullDevice implements AutoCloseable {
    private static final Path SOURCES = Path.of("..", "verbs-ffm", "src", "test", "c").toAbsolutePath();
    private static final Path BUILT = Path.of("target", "null-verbs").toAbsolutePath();
    private static final String FILE = build();

    private static final int TEXT_BYTES = 1024;

    private final String[] switched;

    /** @param switches names and values in turn; the C sources say what they do */
    NullDevice(final String... switches) {
        if (FILE == null) {
            final String why = "the null library cannot be built: it needs gcc and libibverbs-dev; see "
                    + BUILT.resolve("build.log");
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(why);
            }
            Assumptions.abort(why);
        }
        switched = switches;
        System.setProperty(RdmaDevices.LIBRARY_PROPERTY, FILE);
        for (int i = 0; i < switches.length; i += 2) {
            set(switches[i], switches[i + 1]);
        }
    }

    private static String build() {
        try {
            Files.createDirectories(BUILT);
            final Process build = new ProcessBuilder(SOURCES.resolve("build.sh").toString(), BUILT.toString())
                    .redirectErrorStream(true).redirectOutput(BUILT.resolve("build.log").toFile()).start();
            return build.waitFor(2, TimeUnit.MINUTES) && build.exitValue() == 0
                    ? BUILT.resolve("libibverbs.so.1").toString()
                    : null;
        } catch (final Exception e) {
            return null;
        }
    }

    /** @return what a queue pair was made with and told, as C reads it */
    static String describe(final int qpNumber) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = arena.allocate(TEXT_BYTES);
            final int length = (int) function("nullverbs_qp", JAVA_INT, ADDRESS, JAVA_LONG).invokeExact(qpNumber, text,
                    (long) TEXT_BYTES);
            return length < 0 ? "no queue pair " + qpNumber : text.getString(0);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(final String name, final MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(
                SymbolLookup.libraryLookup(Path.of(FILE), Arena.global()).findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** @param value null: back to the default */
    private static void set(final String name, final String value) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment text = value == null ? MemorySegment.NULL : arena.allocateFrom(value);
            final int errno = (int) function("nullverbs_set", ADDRESS, ADDRESS).invokeExact(arena.allocateFrom(name),
                    text);
            Assertions.assertEquals(0, errno, name);
        } catch (final Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < switched.length; i += 2) {
            set(switched[i], null);
        }
        System.clearProperty(RdmaDevices.LIBRARY_PROPERTY);
    }
}
