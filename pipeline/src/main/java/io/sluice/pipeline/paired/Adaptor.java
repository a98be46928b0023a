package io.sluice.pipeline.paired;

/** What carries a connection between two agents; agreed when they connect. */
public enum Adaptor {
    /** A TCP socket: two-sided only. Works between any two machines. */
    SOCKET,
    /** Queue pairs of the engine's device: two-sided by sends, one-sided by writes where both ends registered a window. */
    VERBS
}
