package io.sluice.pipeline.control;

import io.sluice.pipeline.control.ControlEnd.Ending;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The control channel of one connection over TCP. A reader hands what comes to the engine, in order; a writer sends what
 * is queued, in order. An end that has no more to say sends what is queued, closes its direction, and reads on until
 * the peer has done the same.
 */
public final class ControlSocket implements ControlChannel, Closeable {
    /** Heartbeats that may be missed. */
    private static final int MAY_MISS = 3;
    private static final int MOST_TOGETHER = 64;
    private static final Message END = new Message.Heartbeat();

    private record Reason(Ending why, String detail) {}

    private final SocketChannel socket;
    private final FrameReader in;
    private final FrameWriter out;
    private final ControlEnd end;
    private final Executor threads;
    private final String name;
    private final int mostQueued;
    private final int mostSilentBeats;
    private final long lingerNs;
    /** Bounded by {@code mostQueued}, but for {@code END}. */
    private final LinkedBlockingQueue<Message> queue = new LinkedBlockingQueue<>();
    /** The first reason for the end. Whoever sets it closes the socket then; told to the engine by the reader. */
    private final AtomicReference<Reason> reason = new AtomicReference<>();
    private final AtomicBoolean finished = new AtomicBoolean();
    private final CountDownLatch written = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    /** Set by the reader with each frame, cleared by the heart. */
    private final AtomicBoolean heard = new AtomicBoolean(true);
    /** The reader waits for the engine: silence is not the peer's fault. */
    private volatile boolean heldUp;
    /** The reader has seen the end of the stream, after FENCED. */
    private volatile boolean inputEnded;
    /** The heart alone. */
    private int silentBeats;

    /**
     * What a control socket goes by.
     *
     * @param heartbeatNs     between two heartbeats of this end
     * @param peerHeartbeatNs between two of the peer's
     * @param lingerNs        how long the peer may take to end after this end has
     * @param mostQueued      messages that may wait for a peer that does not read
     */
    public record Limits(long heartbeatNs, long peerHeartbeatNs, long lingerNs, int mostQueued) {}

    /**
     * @param greeted at the end of its handshake
     * @param end     told what comes
     * @param threads run reader and writer
     * @param limits  what it goes by
     * @param name    of its threads
     */
    public ControlSocket(final Greeted greeted, final ControlEnd end, final Executor threads, final Limits limits,
            final String name) {
        this.name = name;
        socket = greeted.socket();
        in = greeted.reader();
        out = greeted.writer();
        this.end = end;
        this.threads = threads;
        mostQueued = limits.mostQueued();
        lingerNs = limits.lingerNs();
        final long slower = Math.max(limits.heartbeatNs(), limits.peerHeartbeatNs());
        mostSilentBeats = (int) Math.min(Integer.MAX_VALUE,
                Math.ceilDiv(MAY_MISS * slower, limits.heartbeatNs()));
        in.inService();
        out.inService();
    }

    /** Starts reader and writer. Once. */
    public void start() {
        threads.execute(() -> {
            Thread.currentThread().setName(name + " writer");
            write();
        });
        threads.execute(() -> {
            Thread.currentThread().setName(name + " reader");
            read();
        });
    }

    @Override
    public void send(final LinkMessage message) {
        if (finished.get() || reason.get() != null) {
            return;
        }
        if (queue.size() >= mostQueued) {
            end(Ending.UNREACHABLE, mostQueued + " messages wait for it to read");
            return;
        }
        queue.add(message);
    }

    @Override
    public void finish() {
        if (finished.compareAndSet(false, true)) {
            queue.add(END);
            if (gone.getCount() > 0) {
                threads.execute(this::linger);
            }
        }
    }

    private void linger() {
        Thread.currentThread().setName(name + " linger");
        try {
            if (gone.await(lingerNs, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (final InterruptedException _) { // the engine ends: nobody waits for the peer any more
        }
        end(Ending.UNREACHABLE, "it did not end the connection in time");
    }

    /** Once each heartbeat interval, by one thread. */
    public void beat() {
        if (inputEnded) {
            return;
        }
        if (!finished.get() && queue.isEmpty()) { // else the peer hears of us anyway, or takes nothing
            queue.add(new Message.Heartbeat());
        }
        if (heard.getAndSet(false) || heldUp) {
            silentBeats = 0;
        } else if (++silentBeats >= mostSilentBeats) {
            end(Ending.UNREACHABLE, "nothing was heard of it for " + silentBeats + " heartbeats");
        }
    }

    /** Breaks the socket: the peer takes too long. */
    @Override
    public void close() {
        end(Ending.UNREACHABLE, "it was not ready in time");
    }

    private void end(final Ending why, final String detail) {
        reason.compareAndSet(null, new Reason(why, detail));
        closeSocket();
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (final IOException _) { // it is of no more use, whatever it says
        }
    }

    private void read() {
        try {
            if (takeAll()) {
                inputEnded = true;
                end.ended(Ending.ORDERLY, "the peer has ended");
                written.await();
                closeSocket();
            } else {
                end(Ending.LOST, "it closed its control socket");
            }
        } catch (final MalformedException e) {
            end(Ending.PROTOCOL, e.getMessage());
        } catch (final IOException e) {
            end(Ending.LOST, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            end(Ending.LOST, "the engine is closed");
        } catch (final RuntimeException e) { // a fault here must not leave the connection without a reader
            end(Ending.PROTOCOL, e.toString());
        } finally {
            if (!inputEnded) {
                final Reason now = reason.get();
                end.ended(now.why(), now.detail());
            }
            queue.add(END); // the writer, which may be waiting, ends too
            awaitWriter();
            gone.countDown();
            end.closed();
        }
    }

    private void awaitWriter() {
        try {
            written.await();
        } catch (final InterruptedException _) { // then the writer was interrupted as well
        }
    }

    /** Until the end of the stream: whether it was an orderly one. */
    private boolean takeAll() throws IOException, InterruptedException {
        boolean fenced = false;
        for (Message next = in.read(); next != null; next = in.read()) {
            heard.set(true);
            switch (next) {
                case final Message.Heartbeat _ -> {
                }
                case Message.Refusal(final HandshakeException.Kind _, final String text) -> {
                    end(Ending.LOST, "it refuses: " + text);
                    return false;
                }
                case final LinkMessage message -> {
                    if (fenced) {
                        throw new MalformedException("a message after the last one");
                    }
                    fenced = message instanceof LinkMessage.Fenced;
                    heldUp = true;
                    end.receive(message);
                    heldUp = false;
                }
                default -> throw new MalformedException(next.getClass().getSimpleName() + " is out of place");
            }
        }
        return fenced;
    }

    private void write() {
        final List<Message> batch = new ArrayList<>();
        try {
            for (boolean more = true; more;) {
                batch.add(queue.take());
                queue.drainTo(batch, MOST_TOGETHER);
                for (final Message message : batch) {
                    if (message == END) {
                        more = false;
                        break;
                    }
                    out.append(message);
                }
                out.flush();
                batch.clear();
            }
            socket.shutdownOutput();
        } catch (final IOException e) {
            end(Ending.LOST, String.valueOf(e.getMessage()));
        } catch (final InterruptedException e) {
            end(Ending.LOST, "the engine is closed");
        } catch (final RuntimeException e) { // a message that cannot be encoded: the peer must not wait for it
            end(Ending.PROTOCOL, e.toString());
        } finally {
            written.countDown();
        }
    }
}
