package io.sluice.pipeline.control;

import java.io.IOException;

/** Bytes that no engine of this version sends. */
public final class MalformedException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedException(final String message) {
        super(message);
    }
}
