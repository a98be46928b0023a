package io.sluice.pipeline;

/**
 * The counters that an engine keeps, for itself and, with {@code countersFile}, for others. The ordinal is the counter's
 * type id in the file: new ones go to the end.
 */
enum EngineCounter {
    /** Counts up; the poll thread, when a transfer settles. */
    TRANSFERS_SUCCEEDED("transfers succeeded"),
    /** As above. */
    TRANSFERS_FAILED("transfers failed"),
    /** As above. */
    TRANSFERS_CANCELLED("transfers cancelled"),
    /** As above. */
    TRANSFERS_TIMED_OUT("transfers timed out"),
    /** Counts up; the poll thread, when a transfer succeeds. */
    BYTES_MOVED("bytes moved"),
    /** Counts up; the poll thread, when a transfer settles. */
    SLICES_FED("slices fed to the device"),
    /** Counts up; atomically, by submitters. */
    BACK_PRESSURED("submits refused for lack of room"),
    /** Counts up; atomically, by whoever makes the connection. */
    CONNECTIONS_OPENED("connections opened"),
    /** Counts up; the poll thread. Not those that either side closed. */
    CONNECTIONS_FAILED("connections failed"),
    /** Counts up; atomically, on any thread. */
    ERRORS("errors reported"),
    /** From here on gauges, set by the poll thread about every 100 ms. */
    CONNECTIONS("connections now"),
    /** Gauge. */
    REGIONS("regions registered"),
    /** Gauge. */
    SLICES_OUTSTANDING("slices outstanding on the device"),
    /** Gauge. */
    RING_BACKLOG("slices in the ring"),
    /** Gauge. */
    TRANSFER_SLOTS_FREE("transfer slots free"),
    /** Gauge. */
    ENTRY_POOL_FREE_BYTES("entry pool bytes free"),
    /** Gauge. */
    CQ_CREDITS_FREE("completion queue credits free");

    private final String label;

    EngineCounter(final String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
