package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection has failed; it closes next. */
@Name("io.sluice.ConnectionFailed")
@Label("Connection Failed")
@Category("Sluice")
@Description("A connection has failed, and with it all that was in flight on it; it closes next")
@StackTrace(false)
public final class ConnectionFailedEvent extends Event {
    @Label("Agent")
    @Description("Name of the engine here")
    public String agent;
    @Label("Peer")
    public String peer;
    @Label("Cause")
    @Description("The first cause")
    public String cause;
    @Label("In Progress")
    @Description("Transfers that had not settled")
    public long inProgress;
}
