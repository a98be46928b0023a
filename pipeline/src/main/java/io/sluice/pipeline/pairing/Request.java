package io.sluice.pipeline.pairing;

/** What is known of one request beside its state: guarded by the lock of its pairing, once it is submitted. */
final class Request {
    /** What it asks for. */
    enum Kind {
        SEND, RECEIVE, PUT, WAIT
    }

    final int slot;
    final Pieces pieces = new Pieces();
    final Cursor cursor = new Cursor(pieces);
    /** Written before the slot becomes ACTIVE; read by polls of a WAIT. */
    Pairing owner;
    Kind kind;
    long sequence;
    /** The word of its slot while it is in progress. */
    long word;
    /** The peer's total where it is unequal: written before the request settles, read after. */
    long peerTotal;
    /** Bytes of a receive that are still to come. */
    long left;
    /** The peer has cleared this send. */
    boolean isCleared;
    /** The data of this put is in the peer's memory; or the peer is done with this send. */
    boolean isDone;

    Request(final int slot) {
        this.slot = slot;
    }

    void begin(final Pairing newOwner, final Kind newKind, final Pieces newPieces, final long newSequence) {
        owner = newOwner;
        kind = newKind;
        pieces.copyFrom(newPieces);
        cursor.toStart();
        sequence = newSequence;
        peerTotal = -1;
        left = pieces.bytes();
        isCleared = false;
        isDone = false;
    }

    long total() {
        return pieces.bytes();
    }
}
