package io.sluice.pipeline;

import io.sluice.pipeline.jfr.HandlerStallEvent;
import org.agrona.concurrent.Agent;

/** A duty whose long cycles are told to Flight Recorder. One thread at a time. */
final class WatchedDuty implements Agent {
    private final Agent duty;
    private final String agentName;
    /** Used for every cycle: it is written out only when one took long. */
    private final HandlerStallEvent stall = new HandlerStallEvent();

    WatchedDuty(final Agent duty, final String agentName) {
        this.duty = duty;
        this.agentName = agentName;
    }

    @Override
    public int doWork() throws Exception {
        if (!stall.isEnabled()) {
            return duty.doWork();
        }
        stall.begin();
        final int work = duty.doWork();
        stall.end();
        if (stall.shouldCommit()) {
            stall.agent = agentName;
            stall.handler = duty.roleName();
            stall.work = work;
            stall.commit();
        }
        return work;
    }

    @Override
    public String roleName() {
        return duty.roleName();
    }
}
