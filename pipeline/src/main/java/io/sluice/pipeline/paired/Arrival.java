package io.sluice.pipeline.paired;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An agent that has dialled this one and greeted.
 *
 * @param connection of the engine below, which the other end closes if it gives up
 * @param socket     on which it greeted
 * @param greeting   what it said
 * @param second     completes with the socket of its message queue pair
 * @param taken      whether that socket is somebody's: set once, by who then owns it
 */
record Arrival(Connection connection, SocketChannel socket, Greeting greeting,
        CompletableFuture<SocketChannel> second, AtomicBoolean taken) {

    boolean isOf(final ConnInfo info) {
        return info != null && greeting.engine().equals(new Greeting.Id(info.engineHigh(), info.engineLow()));
    }

    /** It has left: a socket that nobody has taken is closed. */
    void left() {
        second.thenAccept(socket -> {
            if (taken.compareAndSet(false, true)) {
                Rendezvous.close(socket);
            }
        });
        second.cancel(false);
    }

    SocketChannel awaitSecond(final Attempt attempt) throws HandshakeException, InterruptedException {
        try {
            final SocketChannel socket = second.get(attempt.leftNs(), TimeUnit.NANOSECONDS);
            if (!taken.compareAndSet(false, true)) {
                throw new HandshakeException(Kind.LOST, "the peer has left");
            }
            return attempt.own(socket);
        } catch (final CancellationException e) {
            throw new HandshakeException(Kind.LOST, "the peer has left", e);
        } catch (final TimeoutException | ExecutionException e) {
            throw new HandshakeException(Kind.TIMED_OUT, "the socket of its queue pair did not come", e);
        }
    }
}
