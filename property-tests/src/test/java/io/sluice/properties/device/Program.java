package io.sluice.properties.device;

import java.util.ArrayList;
import java.util.List;

/**
 * A device and what is done to it.
 *
 * @param prologue brings up what most programs need; never shortened
 * @param commands the program itself
 */
record Program(Setup setup, List<Command> prologue, List<Command> commands) {
    List<Command> all() {
        final List<Command> all = new ArrayList<>(prologue);
        all.addAll(commands);
        return all;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("\n  ").append(setup);
        for (final Command command : prologue) {
            text.append("\n  . ").append(command);
        }
        for (final Command command : commands) {
            text.append("\n  > ").append(command);
        }
        return text.append('\n').toString();
    }
}
