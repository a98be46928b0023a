package io.sluice.pipeline.pairing;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Puts that the device carries out, and the order of their signals: signal n starts only when all data of puts up to n
 * has been written, and the signal before it has. One signal stands for all puts that were written meanwhile: a wait
 * looks for its own number or a greater. Guarded by the pairing's lock.
 */
final class OneSidedPuts {
    private final Pairing pairing;
    private final WritePath path;
    /** In order, until their signals are written. */
    private final ArrayDeque<Request> unsignalled = new ArrayDeque<>();
    /** Data in flight: their memory is in use. */
    private final Long2ObjectHashMap<Request> writing = new Long2ObjectHashMap<>();
    /** The put whose signal is being written, 0 if none is. */
    private long signalling;
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
        if (signalling != 0) {
            return;
        }
        for (final Request next : unsignalled) {
            if (!next.isDone) {
                break;
            }
            signalling = next.sequence;
        }
        if (signalling != 0) {
            path.signal(signalling);
        }
    }

    void signalled(final int cause) {
        final long signalled = signalling;
        signalling = 0;
        if (failure != Cause.NONE) {
            return; // settled
        }
        if (cause != Cause.NONE) {
            pairing.settle(unsignalled.remove(), cause);
            pairing.fail(cause);
            return;
        }
        while (!unsignalled.isEmpty() && unsignalled.peek().sequence <= signalled) {
            pairing.settle(unsignalled.remove(), Cause.NONE);
        }
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
