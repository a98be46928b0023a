package io.sluice.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Calls to etcd, bounded in time. Thread-safe.
 *
 * <p>A client whose call failed is closed, and the next call makes another: a channel that has failed for a while tries
 * again only every two minutes, and cannot be told to do it now.
 */
final class EtcdConnection implements AutoCloseable {
    /** Below etcd's limit (5 s), and often enough that a connection cut in silence is noticed within seconds. */
    private static final Duration PING = Duration.ofSeconds(10);
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(5);
    private static final long RETRY_DELAY_MS = 100;

    private final List<URI> endpoints;
    private final String place;
    private final Duration timeout;
    private final Consumer<ClientBuilder> settings;
    /** Guarded by this; null before the first call, after a failed one, and when closed. */
    private Channel channel;
    private boolean closed;

    /** @param place names the endpoints in every message */
    EtcdConnection(final List<URI> endpoints, final String place, final Duration timeout,
            final Consumer<ClientBuilder> settings) {
        this.endpoints = endpoints;
        this.place = place;
        this.timeout = timeout;
        this.settings = settings;
    }

    String place() {
        return place;
    }

    /** @throws IOException if closed */
    Client client() throws IOException {
        return channel().client;
    }

    private synchronized Channel channel() throws IOException {
        if (closed) {
            throw new IOException(place + ": the store is closed");
        }
        if (channel == null) {
            final ClientBuilder builder = Client.builder().endpoints(endpoints).waitForReady(false)
                    .connectTimeout(timeout).retryDelay(RETRY_DELAY_MS).keepaliveTime(PING)
                    .keepaliveTimeout(PING_TIMEOUT);
            settings.accept(builder);
            channel = new Channel(builder.build(), new CompletableFuture<>());
        }
        return channel;
    }

    /**
     * Waits for an answer.
     *
     * @param what completes "cannot ..."
     * @throws NotFoundException if etcd does not have what was asked for
     * @throws IOException       for anything else, naming the endpoints
     */
    <T> T call(final String what, final Function<Client, CompletableFuture<T>> call) throws IOException {
        final Channel used = channel();
        try {
            final CompletableFuture<T> answer = call.apply(used.client);
            CompletableFuture.anyOf(answer, used.dropped).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return answer.join();
        } catch (final InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(place + ": interrupted while waiting to " + what);
        } catch (final TimeoutException e) {
            drop(used);
            throw new IOException(place + ": cannot " + what + ": no answer within " + timeout, e);
        } catch (final ExecutionException | RuntimeException e) {
            final Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            if (isNotFound(cause)) {
                throw new NotFoundException(failure(what, cause), cause);
            }
            drop(used);
            throw new IOException(failure(what, cause), cause);
        }
    }

    private String failure(final String what, final Throwable cause) {
        final Throwable below = cause.getCause() == null ? cause : cause.getCause();
        return place + ": cannot " + what + ": " + cause.getMessage()
                + (below == cause ? "" : " (" + below.getMessage() + ")");
    }

    private static boolean isNotFound(final Throwable cause) {
        return cause instanceof EtcdException e
                ? e.getErrorCode() == ErrorCode.NOT_FOUND
                : Status.fromThrowable(cause).getCode() == Status.Code.NOT_FOUND;
    }

    private void drop(final Channel failed) {
        synchronized (this) {
            if (channel == failed) {
                channel = null;
            }
        }
        failed.close();
    }

    @Override
    public void close() {
        final Channel last;
        synchronized (this) {
            closed = true;
            last = channel;
            channel = null;
        }
        if (last != null) {
            last.close();
        }
    }

    /**
     * A client.
     *
     * @param dropped fails when the client is closed: its calls under way may never be answered then
     */
    private record Channel(Client client, CompletableFuture<Void> dropped) {
        void close() {
            dropped.completeExceptionally(new IOException("the connection was given up, as another call on it failed"));
            client.close();
        }
    }

    /** Etcd answered that there is no such lease. */
    static final class NotFoundException extends IOException {
        private static final long serialVersionUID = 1L;

        NotFoundException(final String message, final Throwable cause) {
            super(message, cause);
        }
    }
}
