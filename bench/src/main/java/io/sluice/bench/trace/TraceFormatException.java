package io.sluice.bench.trace;

import java.io.IOException;

/** A line that is no request. The message names the trace, the line, and what was expected there. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    TraceFormatException(final String source, final long line, final String problem) {
        super(source + ", line " + line + ": " + problem + "; expected an object such as " + TraceReader.EXAMPLE);
    }
}
