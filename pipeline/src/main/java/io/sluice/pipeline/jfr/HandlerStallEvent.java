package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A duty cycle that took long. */
@Name("io.sluice.HandlerStall")
@Label("Handler Stall")
@Category("Sluice")
@Description("One duty cycle of a handler took long: a callback that blocks, a slow call into the device, or no CPU")
@Threshold("10 ms")
@StackTrace(false)
public final class HandlerStallEvent extends Event {
    @Label("Agent")
    @Description("Name of the engine")
    public String agent;
    @Label("Handler")
    public String handler;
    @Label("Work")
    @Description("Completions, records and the like that the cycle dealt with")
    public int work;
}
