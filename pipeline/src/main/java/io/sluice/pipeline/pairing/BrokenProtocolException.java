package io.sluice.pipeline.pairing;

import java.io.IOException;

/** The peer said what it may not say. The connection ends with cause PROTOCOL; the message goes to the log. */
public final class BrokenProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    public BrokenProtocolException(final String message) {
        super(message);
    }
}
