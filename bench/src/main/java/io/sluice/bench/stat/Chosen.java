package io.sluice.bench.stat;

import io.sluice.pipeline.CountersFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which engines are looked at. */
final class Chosen {
    private Chosen() {}

    /**
     * @param pid of the engines' process, null: any
     * @return the files of live engines in the default folder
     * @throws IOException saying where it looked, if there is none
     */
    static List<CountersFile> live(final Long pid) throws IOException {
        final List<CountersFile> found = new ArrayList<>();
        int stale = 0;
        for (final Path path : CountersFile.list()) {
            final CountersFile file = openUnlessGone(path);
            if (file == null) {
                continue;
            }
            if (!file.isLive()) {
                stale++;
            } else if (pid == null || file.pid() == pid) {
                found.add(file);
            }
        }
        if (found.isEmpty()) {
            throw new IOException("no live engine" + (pid == null ? "" : " of process " + pid) + " in "
                    + CountersFile.defaultDirectory()
                    + (stale > 0 ? " (stale files, of processes that are gone: " + stale + ")" : "")
                    + ": start one with -Dsluice.countersFile=auto, or name its file");
        }
        return found;
    }

    /** Null: its engine has closed since the folder was read. */
    private static CountersFile openUnlessGone(final Path path) throws IOException {
        try {
            return CountersFile.open(path);
        } catch (final NoSuchFileException e) {
            return null;
        }
    }
}
