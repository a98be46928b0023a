package io.sluice.pipeline;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * The poll thread's duty: completions, refused work requests, waiting connections, control messages, device events,
 * timers, endings. It alone settles transfers and returns credit; every step of a cycle is bounded.
 */
final class PollHandler implements Agent {
    private static final int CONTROL_MESSAGES_A_CYCLE = 64;
    /** As many as a post handler posts: in SHARED mode neither side runs ahead. */
    private static final int COMPLETIONS_A_CYCLE = PostHandler.RECORDS_A_CYCLE;

    private final EngineCore core;
    private final CompletionQueue queue;
    private final VerbsContext context;
    private final WorkCompletions completions;
    private final Settlement settlement;
    private final Arrivals arrivals;
    private final LinkEnds ends;
    private final Timers timers;
    /** Of all post handlers, whose own fields change all the time. */
    private final List<Queue<PostHandler.Refused>> refused;
    /** Links that the next cycle visits. */
    private final List<Link> visits = new ArrayList<>();
    private boolean lost;
    /** Poll thread alone: it asked to be told of the next completion. */
    private boolean armed;
    /** Set by the device before it wakes the poll thread, cleared by the poll thread before it asks again. */
    private volatile boolean completed;

    PollHandler(final EngineCore core) {
        this.core = core;
        queue = core.device().completionQueue();
        context = core.device().context();
        completions = WorkCompletions.allocate(core.config().batchPollSize());
        settlement = core.settlement();
        arrivals = Arrivals.of(core);
        ends = core.ends();
        timers = core.timers();
        refused = Arrays.stream(core.postHandlers()).map(PostHandler::refused).toList();
        core.device().onCompletion(() -> {
            completed = true;
            core.wakePoll();
        });
    }

    @Override
    public int doWork() {
        final int completed = poll();
        int work = completed;
        work += takeRefused();
        final int fed = visit();
        if (fed > 0) {
            core.wakePost();
        }
        work += fed;
        if (!core.handOver().isEmpty()) {
            work += settlement.settleHandedOver();
        }
        work += core.control().drain(CONTROL_MESSAGES_A_CYCLE);
        work += timers.work();
        if (!ends.isIdle()) {
            work += ends.work(completed == 0);
        }
        work += takeEvents();
        if (core.isClosing() && core.closer().step()) {
            throw new AgentTerminationException();
        }
        return work;
    }

    /** Polls until the queue is empty, within bounds. */
    private int poll() {
        int polled = 0;
        int count;
        do {
            count = pollOnce();
            polled += count;
        } while (count == completions.capacity() && polled < COMPLETIONS_A_CYCLE);
        if (polled > 0) {
            settlement.giveBack();
        }
        return polled;
    }

    private int pollOnce() {
        final int count = queue.poll(completions);
        if (count <= 0) {
            if (count < 0 && !lost) {
                lost = true;
                core.onError(new IllegalStateException("the completion queue overran: completions are lost"));
                core.lost();
                ends.failAll(Cause.DEVICE_EVENT);
            }
            return 0;
        }
        arrivals.take(completions, count);
        return count;
    }

    private int takeRefused() {
        int taken = 0;
        for (int i = 0; i < refused.size(); i++) {
            final Queue<PostHandler.Refused> queue = refused.get(i);
            for (PostHandler.Refused r = queue.poll(); r != null; r = queue.poll()) {
                settlement.complete(r.wrId(), 1, Cause.POST_REFUSED | Math.min(r.errno(), 0xff));
                taken++;
            }
        }
        if (taken > 0) {
            settlement.giveBack();
        }
        return taken;
    }

    /** Feeds what waits, connection by connection; a connection with more to feed stays for the next cycle. */
    private int visit() {
        for (Link link = core.ready().poll(); link != null; link = core.ready().poll()) {
            link.unqueue();
            if (!link.onVisitList()) {
                link.onVisitList(true);
                visits.add(link);
            }
        }
        int work = 0;
        for (int i = visits.size() - 1; i >= 0; i--) {
            final Link link = visits.get(i);
            final Feeder feeder = link.feeder();
            if (!feeder.tryHold()) {
                continue;
            }
            boolean waits;
            try {
                if (link.state() >= Link.FAILED) { // nothing may be fed any more: the lanes may be gone
                    feeder.stopAll(Cause.carriedByConnection(link.cause()));
                    work++;
                } else {
                    work += feeder.visit(link.takeSweep());
                }
                waits = !feeder.waiting().isEmpty();
            } finally {
                feeder.letGo();
            }
            if (!waits) {
                link.onVisitList(false);
                visits.set(i, visits.getLast());
                visits.removeLast();
            }
        }
        return work;
    }

    /** Also when a flush comes whose cause is not known yet: the event may tell. */
    int takeEvents() {
        int taken = 0;
        for (AsyncEvent event = context.pollAsyncEvent(); event != null; event = context.pollAsyncEvent()) {
            taken++;
            switch (event.type()) {
                case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR -> ends.failQueuePair(event.element(), Cause.DEVICE_EVENT);
                case CQ_ERR, DEVICE_FATAL -> ends.failAll(Cause.DEVICE_EVENT);
                case PORT_ERR, PORT_ACTIVE -> core.log().warn("device event {}", event);
            }
        }
        return taken;
    }

    /** Whether there is nothing that the next cycle could do. Asked by the poll thread before it parks. */
    boolean mayPark() {
        return hasNothingToDo() && (!isAnyOutstanding() || willBeTold());
    }

    private boolean isAnyOutstanding() {
        for (final Link link : core.links().links()) {
            if (link.credits().outstanding() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Having asked, it polls once more before it parks: a completion may have come before it asked. */
    private boolean willBeTold() {
        if (armed && !completed) {
            return true;
        }
        completed = false;
        armed = queue.requestNotify();
        return false;
    }

    private boolean hasNothingToDo() {
        if (!core.ready().isEmpty() || !visits.isEmpty() || !core.handOver().isEmpty() || !core.control().isEmpty()) {
            return false;
        }
        for (int i = 0; i < refused.size(); i++) {
            if (!refused.get(i).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Whether something ends by itself that nobody announces: a deadline, a drained link, the engine's last step. */
    boolean needsTicks() {
        if (timers.isWatching() || !ends.isIdle() || core.isClosing() || core.regions().hasRevocations()) {
            return true;
        }
        for (final Link link : core.links().links()) {
            if (link.state() == Link.DRAINING || link.regions().isAnyLeaving()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String roleName() {
        return "poll";
    }
}
