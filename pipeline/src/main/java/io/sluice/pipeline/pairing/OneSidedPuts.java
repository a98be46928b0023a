package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Puts that the device carries out, and the order of their signals: signal n starts only when all data of put n has been
 * written and signal n - 1 has. Guarded by the pairing's lock.
 */
final class OneSidedPuts {
    private final Pairing pairing;
    private final WritePath path;
    /** In order, until their signals are written. */
    private final ArrayDeque<Request> unsignalled = new ArrayDeque<>();
    /** Data in flight: their memory is in use. */
    private final Long2ObjectHashMap<Request> writing = new Long2ObjectHashMap<>();
    private boolean isSignalling;
    /** 0, or the connection's cause: who returns now fails with it. */
    private int failure;

    OneSidedPuts(final Pairing pairing, final WritePath path) {
        this.pairing = pairing;
        this.path = path;
    }

    int add(final Request request) {
        unsignalled.add(request);
        writing.put(request.sequence, request);
        final int code = path.write(request.sequence, request.pieces);
        if (code != ResultCode.OK) {
            unsignalled.removeLast();
            writing.remove(request.sequence);
        }
        return code;
    }

    void written(final long put, final int cause) {
        final Request request = writing.remove(put);
        if (failure != Cause.NONE) {
            pairing.settle(request, failure);
        } else if (cause != Cause.NONE) {
            unsignalled.remove(request);
            pairing.settle(request, cause);
            pairing.fail(cause);
        } else {
            request.isDone = true;
            signalNext();
        }
    }

    private void signalNext() {
        final Request next = unsignalled.peek();
        if (next != null && next.isDone && !isSignalling) {
            isSignalling = true;
            path.signal(next.sequence);
        }
    }

    void signalled(final int cause) {
        isSignalling = false;
        if (failure != Cause.NONE) {
            return; // settled
        }
        if (cause != Cause.NONE) {
            pairing.settle(unsignalled.remove(), cause);
            pairing.fail(cause);
            return;
        }
        pairing.settle(unsignalled.remove(), Cause.NONE);
        signalNext();
    }

    /** Those whose data is in flight settle when it has returned. */
    void settleAll(final int cause) {
        failure = cause;
        unsignalled.forEach(request -> {
            if (request.isDone) {
                pairing.settle(request, cause);
            }
        });
        unsignalled.clear();
    }
}
