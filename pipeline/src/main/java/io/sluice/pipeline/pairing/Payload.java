package io.sluice.pipeline.pairing;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** The bytes behind a frame's header, taken out front to back. */
@FunctionalInterface
public interface Payload {
    /** Takes the next bytes; blocks until they are there. */
    void into(MemorySegment target, long offset, int bytes) throws IOException;
}
