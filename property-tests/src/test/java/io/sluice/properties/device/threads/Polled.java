package io.sluice.properties.device.threads;

import io.sluice.verbs.WcStatus;

/** A completion, as it was polled. */
record Polled(long wrId, int qp, int status, int bytes, int immediate) {
    boolean succeeded() {
        return status == WcStatus.SUCCESS;
    }
}
