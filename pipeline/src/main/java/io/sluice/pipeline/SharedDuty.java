package io.sluice.pipeline;

import org.agrona.concurrent.Agent;

/** All duties of an engine in one cycle: posts, then polls, so that what a device completes at once is settled at once. */
final class SharedDuty implements Agent {
    private final PostHandler[] postHandlers;
    private final PollHandler pollHandler;

    SharedDuty(final PostHandler[] postHandlers, final PollHandler pollHandler) {
        this.postHandlers = postHandlers;
        this.pollHandler = pollHandler;
    }

    @Override
    public int doWork() {
        int work = 0;
        for (final PostHandler handler : postHandlers) {
            work += handler.doWork();
        }
        return work + pollHandler.doWork();
    }

    boolean mayPark() {
        for (final PostHandler handler : postHandlers) {
            if (handler.hasWork()) {
                return false;
            }
        }
        return pollHandler.mayPark();
    }

    @Override
    public String roleName() {
        return "shared";
    }
}
