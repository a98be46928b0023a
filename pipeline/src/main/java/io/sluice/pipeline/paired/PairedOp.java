package io.sluice.pipeline.paired;

/** What a request asks for. */
public enum PairedOp {
    /** Sends to the peer's next receive. */
    SEND,
    /** Receives the peer's next send. */
    RECV,
    /** Writes into the peer's window, then signals. */
    PUT,
    /** Waits for the peer's next put. */
    WAIT
}
