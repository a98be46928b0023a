package io.sluice.bench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar that redraws itself on standard error. */
final class ProgressOnTerminal implements Progress {
    private static final int UPDATE_MS = 200;

    private final ProgressBar bar;

    ProgressOnTerminal(final long requests) {
        bar = new ProgressBarBuilder().setTaskName("replay").setInitialMax(requests).setUnit(" requests", 1)
                .setUpdateIntervalMillis(UPDATE_MS).setStyle(style())
                .setConsumer(new ConsoleProgressBarConsumer(System.err)).build();
    }

    private static ProgressBarStyle style() {
        return wantsColour() ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK : ProgressBarStyle.ASCII;
    }

    private static boolean wantsColour() {
        final String noColour = System.getenv("NO_COLOR");
        return noColour == null || noColour.isEmpty();
    }

    /** Whether standard error is a terminal that can redraw a line. Java tells only of all three streams together. */
    static boolean isPossible() {
        final String terminal = System.getenv("TERM");
        if (terminal == null || terminal.equals("dumb")) {
            return false;
        }
        try {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (final IOException | UnsupportedOperationException e) {
            return false; // no such file system: plain lines do everywhere
        }
    }

    @Override
    public void at(final Tally tally) {
        bar.stepTo(tally.requests);
        bar.setExtraMessage(String.format(Locale.ROOT, "%.2f GB/s", tally.moveRate()));
    }

    @Override
    public void close() {
        bar.close();
    }
}
