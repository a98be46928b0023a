package io.sluice.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.Main;

/** Starts JMH with the arguments given, and with its GC profiler unless another is asked for. */
public final class Jmh {
    private Jmh() {}

    public static void main(final String[] args) throws IOException {
        final List<String> arguments = new ArrayList<>(Arrays.asList(args));
        if (!arguments.contains("-prof")) {
            arguments.addAll(List.of("-prof", "gc"));
        }
        Main.main(arguments.toArray(String[]::new));
    }
}
