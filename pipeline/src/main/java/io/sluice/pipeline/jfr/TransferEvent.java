package io.sluice.pipeline.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A transfer that took long, from submit to settled. */
@Name("io.sluice.Transfer")
@Label("Transfer")
@Category("Sluice")
@Description("A transfer, from submit to settled")
@Threshold("10 ms")
@StackTrace(false)
public final class TransferEvent extends Event {
    private static final TransferEvent PROBE = new TransferEvent();

    @Label("Peer")
    public String peer;
    @Label("Operation")
    public String operation;
    @Label("Size")
    @DataAmount
    public long bytes;
    @Label("Entries")
    public int entries;
    @Label("Slices")
    @Description("Slices that were fed to the device")
    public long slices;
    @Label("State")
    public String state;
    @Label("Cause")
    @Description("Why it did not succeed")
    public String cause;
    @Label("Transfer Id")
    public long transferId;

    /** Whether some recording wants such events. */
    public static boolean isWanted() {
        return PROBE.isEnabled();
    }
}
