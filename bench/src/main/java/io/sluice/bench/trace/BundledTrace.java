package io.sluice.bench.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The trace that comes with the program: what {@code sluice generate-trace} prints without options. */
public final class BundledTrace {
    /** What reports call it. */
    public static final String NAME = "the bundled chat trace";

    private static final String RESOURCE = "chat.jsonl";

    private BundledTrace() {}

    /**
     * @param limit how many requests at most
     * @return its first requests
     * @throws IOException if the program was built without it
     */
    public static List<TraceRequest> read(final int limit) throws IOException {
        try (InputStream in = BundledTrace.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(
                        "no " + RESOURCE + " beside " + BundledTrace.class.getName() + ": rebuild the jar");
            }
            try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                return TraceReader.read(RESOURCE, reader, limit);
            }
        }
    }
}
