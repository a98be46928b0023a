package io.sluice.pipeline;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.sluice.verbs.rdma.RdmaDevices;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
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

    /** @param value null: back to the default */
    @SuppressWarnings("restricted")
    private static void set(final String name, final String value) {
        try (Arena arena = Arena.ofConfined()) {
            final MethodHandle handle = Linker.nativeLinker().downcallHandle(
                    SymbolLookup.libraryLookup(Path.of(FILE), Arena.global()).findOrThrow("nullverbs_set"),
                    FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
            final MemorySegment text = value == null ? MemorySegment.NULL : arena.allocateFrom(value);
            final int errno = (int) handle.invokeExact(arena.allocateFrom(name), text);
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
