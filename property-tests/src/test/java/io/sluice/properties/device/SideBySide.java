package io.sluice.properties.device;

import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.statistics.Statistics;

/** Runs a program on the device and on the model, step by step, until they differ; then it tells the whole story. */
final class SideBySide {
    /** Label of the statistics of statuses and refusals. */
    static final String MET = "met";

    private static final Pattern COUNTED = Pattern
            .compile("SUCCESS [A-Z_]+|[A-Z_]+_ERR|ENOMEM|EINVAL|EBUSY|illegal \\w+|overrun|none");

    private final Program program;
    private final StringBuilder story = new StringBuilder();

    SideBySide(final Program program) {
        this.program = program;
    }

    void run() {
        final Setup setup = program.setup();
        story.append(setup);
        final Machine model = new ModelMachine(setup);
        try (DeviceMachine device = new DeviceMachine(setup)) {
            for (final Command command : program.all()) {
                story.append("\n  ").append(command);
                final String answer = command.on(model);
                story.append("\n      ").append(answer);
                same("answer", answer, command.on(device));
                count(answer);
                final String state = model.look();
                story.append("\n      ").append(state);
                same("states and events", state, device.look());
                if (setup.unit() == 1) {
                    sameBytes(model, device);
                }
            }
            sameBytes(model, device);
            same("faults injected", model.faults(), device.faults());
            same("objects left when all is closed", 0, device.shutDown());
        }
    }

    /** Tells what the programs met: statuses and refusals. */
    private static void count(final String answer) {
        for (final String part : answer.split("; ")) {
            final Matcher met = COUNTED.matcher(part);
            if (met.find()) {
                Statistics.label(MET).collect(met.group());
            }
        }
    }

    private void sameBytes(final Machine model, final Machine device) {
        final int at = Arrays.mismatch(model.bytes(), device.bytes());
        if (at >= 0) {
            same("byte at " + at, model.bytes()[at], device.bytes()[at]);
        }
    }

    private void same(final String what, final Object expected, final Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + " of the device differs\n  model:  " + expected + "\n  device: " + actual
                    + "\nafter, as the model tells it,\n" + story);
        }
    }
}
