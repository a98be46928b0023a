package io.sluice.bench.replay;

import java.nio.file.Path;

final class Plots {
    private Plots() {}
    static void write(final ReplayResult result, final Path folder) {}
}
