package io.sluice.properties.device;

import java.util.Arrays;
import java.util.Objects;

/** Runs a program on the device and on the model, step by step, until they differ; then it tells the whole story. */
final class SideBySide {
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
