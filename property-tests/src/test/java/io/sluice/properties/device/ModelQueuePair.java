package io.sluice.properties.device;

import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.WcStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A queue pair of the model: the order in which things happen. What one request does is {@link ModelExecution}'s.
 *
 * <p>A request runs when it is posted if nothing waits before it, else when its send completion queue is polled. An
 * error that the peer or a lost completion queue brings about is noticed by the sends at the next post or poll.
 */
final class ModelQueuePair {
    private final ModelMachine machine;
    private final String name;
    private final int ordinal;
    private final int pd;
    private final ModelCompletionQueue sendQueue;
    private final ModelCompletionQueue receiveQueue;
    private final QueuePairCapacity capacity;
    private final ModelReceives receives;
    private final Deque<ModelSend> waiting = new ArrayDeque<>();
    private ModelCredit credit;
    private QpState state = QpState.RESET;
    private long begun;

    // Attributes, as the steps of the state set them.
    int access;
    ModelQueuePair peer;
    int receivePsn;
    int readsAnswered;
    long rnrTimerNs;
    int sendPsn;
    int rnrRetry;
    int readsAsked;
    long retryTimeNs;

    ModelQueuePair(final ModelMachine machine, final String name, final int ordinal, final int pd,
            final ModelCompletionQueue sendQueue, final ModelCompletionQueue receiveQueue,
            final QueuePairCapacity capacity) {
        this.machine = machine;
        this.name = name;
        this.ordinal = ordinal;
        this.pd = pd;
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.capacity = capacity;
        receives = new ModelReceives(this, receiveQueue, capacity.maxRecvWr());
        credit = new ModelCredit(capacity.maxSendWr());
        sendQueue.users.add(this);
        if (receiveQueue != sendQueue) {
            receiveQueue.users.add(this);
        }
    }

    String name() {
        return name;
    }

    int pd() {
        return pd;
    }

    QpState state() {
        return state;
    }

    ModelReceives receives() {
        return receives;
    }

    ModelMemory memory() {
        return machine.memory();
    }

    /** To the state asked for, if the present one leads there. */
    boolean step(final QpState from, final QpState to) {
        if (state != from) {
            return false;
        }
        state = to;
        return true;
    }

    void reset() {
        state = QpState.RESET;
        peer = null;
        waiting.clear();
        receives.reset();
        credit = new ModelCredit(capacity.maxSendWr()); // completions of before free nothing of the new life
    }

    void destroy() {
        reset();
        sendQueue.users.remove(this);
        receiveQueue.users.remove(this);
    }

    /** To ERR; nothing is flushed yet. */
    void fail() {
        state = QpState.ERR;
    }

    void failAndFlush() {
        fail();
        flushSends();
        receives.flush();
    }

    /** The peer's request broke a rule here. */
    void failFromPeer(final String event) {
        if (state == QpState.ERR) { // the completion that told of it found its queue full: failed already
            return;
        }
        fail();
        receives.flush();
        machine.raise(event + " " + name);
    }

    int post(final ModelSend send) {
        if (state != QpState.RTS && state != QpState.ERR || isMalformed(send)) {
            return Errno.EINVAL;
        }
        if (!credit.take(send.wrId)) {
            return Errno.ENOMEM;
        }
        if (state == QpState.ERR) {
            flushSends();
            complete(send, WcStatus.WR_FLUSH_ERR);
            return 0;
        }
        waiting.add(send);
        if (waiting.peek() == send) {
            run();
        }
        return 0;
    }

    private boolean isMalformed(final ModelSend send) {
        return send.asked.op() == Send.Op.UNKNOWN || send.entries.size() > capacity.maxSendSge()
                || send.asked.inline()
                        && (send.asked.op() == Send.Op.READ || send.length() > capacity.maxInlineData());
    }

    int postReceive(final long wrId, final List<ModelRange> entries) {
        if (state == QpState.RESET || entries.size() > capacity.maxRecvSge()) {
            return Errno.EINVAL;
        }
        return receives.post(wrId, entries) ? 0 : Errno.ENOMEM;
    }

    /** A post of receives ends, whatever came of it. */
    void receivesPosted() {
        if (state == QpState.ERR) {
            receives.flush();
        }
    }

    /** A completion queue is polled. */
    void driveBy(final ModelCompletionQueue polled) {
        if (polled == sendQueue) {
            run();
        }
        if (polled == receiveQueue && state == QpState.ERR) {
            receives.flush();
        }
    }

    private void run() {
        while (!waiting.isEmpty()) {
            if (state == QpState.ERR) {
                flushSends();
                return;
            }
            final ModelSend head = waiting.peek();
            if (!head.begun) {
                begin(head);
            }
            final int status = ModelExecution.attempt(machine, this, head);
            if (status == ModelExecution.LATER) {
                return;
            }
            waiting.remove();
            complete(head, status);
            if (status != WcStatus.SUCCESS) {
                failAndFlush();
            }
        }
    }

    private void begin(final ModelSend send) {
        send.begun = true;
        send.rnrTriesLeft = rnrRetry;
        send.notBeforeNs = machine.now();
        final long nth = begun++;
        for (final Setup.Fault fault : machine.setup().faults()) {
            if (fault.hits(ordinal, nth)) {
                machine.countFault();
                switch (fault.kind()) {
                    case DELAY -> send.notBeforeNs += fault.delayNs();
                    case FAIL -> send.failed = true;
                    case KILL -> send.killed = true;
                }
            }
        }
    }

    private void flushSends() {
        while (!waiting.isEmpty()) {
            complete(waiting.remove(), WcStatus.WR_FLUSH_ERR);
        }
    }

    private void complete(final ModelSend send, final int status) {
        if (status != WcStatus.SUCCESS) {
            sendQueue.push(Words.failed(name, send.wrId, status), send.wrId, credit);
        } else if (send.asked.signaled()) {
            final long bytes = machine.setup().nullMode() ? 0 : send.length();
            sendQueue.push(Words.succeeded(name, send.wrId, ModelExecution.opcode(send), bytes, ""), send.wrId, credit);
        }
    }
}
