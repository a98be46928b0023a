package io.sluice.pipeline;

import io.sluice.policies.SlicePolicy;
import java.util.Objects;

/**
 * All that a transfer may be asked for. Reusable: the engine copies what it needs at submit. Not safe for use by several
 * threads at once.
 */
public final class TransferRequest {
    private Op op = Op.WRITE;
    private EntryList entries;
    private SlicePolicy policy;
    private long timeoutNs;
    private TransferListener listener;
    private long userData;
    private byte[] notification;

    /** Makes a request to write, without entries yet. */
    public TransferRequest() {}

    /**
     * {@return this}
     *
     * @param newOp READ or WRITE (the default)
     */
    public TransferRequest op(final Op newOp) {
        op = Objects.requireNonNull(newOp, "op");
        return this;
    }

    /**
     * {@return this}
     *
     * @param newEntries what to move; required
     */
    public TransferRequest entries(final EntryList newEntries) {
        entries = Objects.requireNonNull(newEntries, "entries");
        return this;
    }

    /**
     * {@return this}
     *
     * @param newPolicy how to cut; null (the default) for the engine's blocks of {@code sliceSize}
     */
    public TransferRequest policy(final SlicePolicy newPolicy) {
        policy = newPolicy;
        return this;
    }

    /**
     * {@return this}
     *
     * @param newTimeoutNs from submit to TIMED_OUT, ns, looked at about every millisecond; 0 (the default) for none
     */
    public TransferRequest timeoutNs(final long newTimeoutNs) {
        if (newTimeoutNs < 0) {
            throw new IllegalArgumentException("timeoutNs " + newTimeoutNs + " is negative; 0 means none");
        }
        timeoutNs = newTimeoutNs;
        return this;
    }

    /**
     * {@return this}
     *
     * @param newListener told when it settles, which also releases it; null (the default) for the id API
     * @param newUserData passed to the listener
     */
    public TransferRequest listener(final TransferListener newListener, final long newUserData) {
        listener = newListener;
        userData = newUserData;
        return this;
    }

    /**
     * {@return this}
     *
     * @param bytes what the peer is notified of once all data is in place, 0 to 65,536 bytes, not copied before submit;
     *              null (the default) for no notification
     */
    public TransferRequest notification(final byte[] bytes) {
        notification = bytes;
        return this;
    }

    Op op() {
        return op;
    }

    EntryList entries() {
        return entries;
    }

    SlicePolicy policy() {
        return policy;
    }

    long timeoutNs() {
        return timeoutNs;
    }

    TransferListener listener() {
        return listener;
    }

    long userData() {
        return userData;
    }

    byte[] notification() {
        return notification;
    }
}
