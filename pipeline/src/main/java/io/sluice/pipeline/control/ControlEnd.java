package io.sluice.pipeline.control;

/** The engine's side of a {@link ControlSocket}. Called by its reader, in order. */
public interface ControlEnd {
    /** Why a control socket ended. */
    enum Ending {
        /** The peer said that it has fenced, and closed. */
        ORDERLY,
        /** It broke, or the peer closed without a word. */
        LOST,
        /** Nothing was heard of the peer for too long, or it takes nothing. */
        UNREACHABLE,
        /** The peer broke the protocol. */
        PROTOCOL
    }

    /**
     * The peer told something. May block to hold the peer up.
     *
     * @throws InterruptedException if the engine ends meanwhile
     */
    void receive(LinkMessage message) throws InterruptedException;

    /**
     * Nothing more comes; called once.
     *
     * @param why    of what kind
     * @param detail in words
     */
    void ended(Ending why, String detail);

    /** Socket and threads are gone; called once, after {@link #ended}. */
    void closed();
}
