package io.sluice.pipeline.discovery;

import io.sluice.pipeline.EngineConfig;
import java.util.regex.Pattern;

/** What names and metadata may look like. */
final class PeerText {
    /** A line of visible ASCII; a host name of 255 characters leaves room for much more than the rest needs. */
    private static final Pattern METADATA = Pattern.compile("[!-~]{1,512}");

    private static final int MOST_SHOWN = 200;

    private PeerText() {}

    /** @throws IllegalArgumentException if it is no name that an engine could have */
    static void checkName(final String agentName) {
        // The engine's own rule, asked where it is kept.
        EngineConfig.builder().agentName(agentName);
    }

    /** @throws IllegalArgumentException if it is no metadata */
    static void checkMetadata(final String metadata) {
        if (!METADATA.matcher(metadata).matches()) {
            throw new IllegalArgumentException("metadata of " + metadata.length()
                    + " characters: it is 1..512 visible ASCII characters, no space");
        }
    }

    /** @return foreign text as a log may show it: one line, not too long */
    static String shown(final String text) {
        final String start = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
        return start.replaceAll("[^ -~]", "?");
    }
}
