package io.sluice.bench.devices;

import io.sluice.verbs.VerbsException;
import io.sluice.verbs.rdma.MemoryLock;
import io.sluice.verbs.rdma.RdmaDevice;
import io.sluice.verbs.rdma.RdmaDevices;
import io.sluice.verbs.soft.SoftDevice;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the devices of this host, and what is missing to use RDMA. */
@Command(name = "devices", mixinStandardHelpOptions = true, //
        description = { "Shows the devices of this host, and what is missing to use RDMA.", "",
            "The exit code is 0 whatever there is." })
public final class Devices implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--library", paramLabel = "FILE", //
            description = "The libibverbs to ask, a path or a name (default: that of -Dsluice.libibverbs, of "
                    + "SLUICE_LIBIBVERBS, or libibverbs.so.1).")
    private String library;

    private final List<String> missing = new ArrayList<>();

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        new DeviceReport(out).print(SoftDevice.shared());
        boolean usable = false;
        for (final RdmaDevice device : list()) {
            try {
                usable |= new DeviceReport(out).print(device);
            } catch (final VerbsException e) {
                out.printf("%n%s cannot be opened%n", device.name());
                missing.add(e.getMessage());
            }
        }
        if (!usable && missing.isEmpty()) {
            missing.add("no port is ACTIVE and has a GID to choose");
        }
        final long lockable = MemoryLock.limitBytes();
        if (lockable < Long.MAX_VALUE) {
            missing.add("this process may lock no more than " + lockable + " bytes (ulimit -l), so it can register no "
                    + "more; raise it: " + MemoryLock.howToRaise());
        }
        out.printf("%n%s%n", missing.isEmpty() ? "Nothing is missing to use RDMA." : "Missing to use RDMA:");
        missing.forEach(line -> out.println("  - " + line));
        out.flush();
        return 0;
    }

    private List<RdmaDevice> list() {
        try {
            final List<RdmaDevice> devices = (library == null ? RdmaDevices.load() : RdmaDevices.load(library)).list();
            if (devices.isEmpty()) {
                missing.add(RdmaDevices.NO_DEVICE);
            }
            return devices;
        } catch (final VerbsException e) {
            missing.add(e.getMessage());
            return List.of();
        }
    }
}
