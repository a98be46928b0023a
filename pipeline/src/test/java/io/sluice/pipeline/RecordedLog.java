package io.sluice.pipeline;

import java.util.ArrayList;
import java.util.List;

/** Keeps what the configuration said. */
final class RecordedLog implements ConfigLog {
    final List<String> warnings = new ArrayList<>();
    final List<String> infos = new ArrayList<>();

    @Override
    public void warn(final String line) {
        warnings.add(line);
    }

    @Override
    public void info(final String line) {
        infos.add(line);
    }
}
