package io.sluice.properties.device.threads;

/** One step of a thread. A pair is a connection; its ends are 0 and 1. */
sealed interface Act {

    enum Kind {
        WRITE, READ, SEND
    }

    /** A chain of equal requests; the last is signaled, and so are all where both threads post. */
    record Post(int pair, int end, Kind kind, int count, int length, boolean signaled) implements Act {}

    record Receive(int pair, int end, int count) implements Act {}

    record Poll(int limit) implements Act {}

    /** Puts an end in the error state: from then on the memory of its pair must lie still. */
    record Fail(int pair, int end) implements Act {}

    /** Deregisters the area of a pair, of the shared one that of any thread: from then on it must lie still. */
    record Withdraw(int pair, int thread) implements Act {}
}
