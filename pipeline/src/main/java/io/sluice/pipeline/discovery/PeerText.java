package io.sluice.pipeline.discovery;

import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.Metadata;

/** What names and metadata may look like. */
final class PeerText {
    private static final int MOST_SHOWN = 200;

    private PeerText() {}

    /** @throws IllegalArgumentException if it is no name that an engine could have */
    static void checkName(final String agentName) {
        // The engine's own rule, asked where it is kept.
        EngineConfig.builder().agentName(agentName);
    }

    /** @throws IllegalArgumentException if it is no metadata that an engine could have */
    static void checkMetadata(final String metadata) {
        Metadata.parse(metadata);
    }

    /** @return foreign text as a log may show it: one line, not too long */
    static String shown(final String text) {
        final String start = text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
        return start.replaceAll("[^ -~]", "?");
    }
}
