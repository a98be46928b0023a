package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection has ended: its queue pairs are gone. */
@Name("io.sluice.ConnectionClosed")
@Label("Connection Closed")
@Category("Sluice")
@Description("A connection has ended: its queue pairs are gone")
@StackTrace(false)
public final class ConnectionClosedEvent extends Event {
    @Label("Agent")
    @Description("Name of the engine here")
    public String agent;
    @Label("Peer")
    public String peer;
    @Label("Cause")
    @Description("Why it ended")
    public String cause;
}
