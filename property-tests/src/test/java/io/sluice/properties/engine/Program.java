package io.sluice.properties.engine;

import java.util.List;

/** Two engines and what is done to them. */
record Program(Setup setup, List<Command> commands) {
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("\n  ").append(setup);
        for (final Command command : commands) {
            text.append("\n  > ").append(command);
        }
        return text.append('\n').toString();
    }
}
