package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An open device. Protection domains and completion queues are made from it, and it closes after them. Safe for use by
 * any number of threads.
 */
public final class VerbsContext implements AutoCloseable {
    private final VerbsDevice device;
    private final VerbsProvider provider;
    private final DeviceAttributes attributes;
    private final LiveChildren children;

    /**
     * For devices; users call {@link VerbsDevice#open()}.
     *
     * @param device   what was opened
     * @param provider its driver for this context
     */
    public VerbsContext(final VerbsDevice device, final VerbsProvider provider) {
        this.device = Objects.requireNonNull(device, "device");
        this.provider = Objects.requireNonNull(provider, "provider");
        attributes = provider.queryDevice();
        children = new LiveChildren("context of device " + device.name());
    }

    /** {@return the device that this context opened} */
    public VerbsDevice device() {
        return device;
    }

    /** {@return the device's limits} */
    public DeviceAttributes attributes() {
        return attributes;
    }

    /**
     * {@return its state and limits, asked for now}
     *
     * @param port from 1
     * @throws IllegalArgumentException if the device has no such port
     */
    public PortAttributes port(final int port) {
        Checks.range("port", port, 1, attributes.physicalPortCount());
        return open().queryPort(port);
    }

    /**
     * {@return the entry, {@link Gid#ZERO} where it is empty}
     *
     * @param port  from 1
     * @param index into the port's GID table
     * @throws IllegalArgumentException if there is no such port or entry
     */
    public Gid gid(final int port, final int index) {
        Checks.range("gid index", index, 0, port(port).gidTableLength() - 1);
        return open().queryGid(port, index).gid();
    }

    /**
     * {@return the entries of the port's GID table that are not empty, by their index}
     *
     * @param port from 1
     * @throws IllegalArgumentException if the device has no such port
     */
    public List<GidEntry> gidTable(final int port) {
        final int length = port(port).gidTableLength();
        final List<GidEntry> entries = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            final GidEntry entry = open().queryGid(port, i);
            if (!entry.gid().isZero()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /**
     * {@return a new protection domain, which the caller closes}
     *
     * @throws VerbsException if the device has no more
     */
    public ProtectionDomain allocateProtectionDomain() {
        children.add();
        try {
            return new ProtectionDomain(this, provider.allocatePd());
        } catch (final RuntimeException e) {
            children.remove();
            throw e;
        }
    }

    /**
     * {@return a new completion queue, which the caller closes}
     *
     * @param depth most completions it holds, 1 to {@code attributes().maxCqe()}; more may be granted
     * @throws VerbsException if the device refuses
     */
    public CompletionQueue createCompletionQueue(final int depth) {
        return create(depth, null);
    }

    /**
     * {@return a new completion queue, which the caller closes}
     *
     * @param depth        most completions it holds, 1 to {@code attributes().maxCqe()}; more may be granted
     * @param onCompletion run once after each {@link CompletionQueue#requestNotify}, by a thread of the device or one
     *                     that posts; it is short, throws nothing, and does not call the device
     * @throws VerbsException if the device refuses
     */
    public CompletionQueue createCompletionQueue(final int depth, final Runnable onCompletion) {
        return create(depth, Objects.requireNonNull(onCompletion, "onCompletion"));
    }

    private CompletionQueue create(final int depth, final Runnable onCompletion) {
        Checks.range("completion queue depth", depth, 1, attributes.maxCqe());
        children.add();
        try {
            return new CompletionQueue(this, provider.createCq(depth, onCompletion), onCompletion != null);
        } catch (final RuntimeException e) {
            children.remove();
            throw e;
        }
    }

    /**
     * Takes the oldest asynchronous event. Never blocks.
     *
     * @return the event, or null where there is none
     */
    public AsyncEvent pollAsyncEvent() {
        return open().pollAsyncEvent();
    }

    /**
     * Closes the context. Idempotent.
     *
     * @throws VerbsException (EBUSY) while protection domains or completion queues made from it are open
     */
    @Override
    public void close() {
        if (children.close()) {
            try {
                provider.close();
            } catch (final RuntimeException e) {
                children.reopen();
                throw e;
            }
        }
    }

    /** A late call fails instead of going astray in a device that is closed. */
    private VerbsProvider open() {
        if (children.isClosed()) {
            throw new IllegalStateException("context of device " + device.name() + " is closed");
        }
        return provider;
    }

    VerbsProvider provider() {
        return provider;
    }

    void childClosed() {
        children.remove();
    }
}
