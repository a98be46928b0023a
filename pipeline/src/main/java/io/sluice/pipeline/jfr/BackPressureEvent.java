package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A time in which a connection took no transfers for lack of room. */
@Name("io.sluice.BackPressure")
@Label("Back Pressure")
@Category("Sluice")
@Description("From the first submit that was refused for lack of room to the next that was taken, or the connection's end")
@StackTrace(false)
public final class BackPressureEvent extends Event {
    private static final BackPressureEvent PROBE = new BackPressureEvent();

    @Label("Peer")
    public String peer;
    @Label("Refused")
    @Description("Submits that were refused")
    public long refused;

    /** Whether some recording wants such events. */
    public static boolean isWanted() {
        return PROBE.isEnabled();
    }
}
