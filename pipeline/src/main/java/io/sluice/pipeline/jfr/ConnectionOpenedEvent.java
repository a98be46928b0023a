package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection takes transfers from now on. */
@Name("io.sluice.ConnectionOpened")
@Label("Connection Opened")
@Category("Sluice")
@Description("A connection takes transfers from now on, whichever side dialled")
@StackTrace(false)
public final class ConnectionOpenedEvent extends Event {
    @Label("Agent")
    @Description("Name of the engine here")
    public String agent;
    @Label("Peer")
    public String peer;
    @Label("Queue Pairs")
    public int queuePairs;
}
