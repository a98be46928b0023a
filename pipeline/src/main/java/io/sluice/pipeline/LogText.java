package io.sluice.pipeline;

/** Foreign text in a log: quoted, one line, not too long. */
final class LogText {
    private static final int MOST_CHARACTERS = 64;

    private LogText() {}

    static String quoted(final String text) {
        final StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        final int shown = Math.min(text.length(), MOST_CHARACTERS);
        for (int i = 0; i < shown; i++) {
            final char c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                out.append(c);
            } else {
                out.append("\\u%04x".formatted((int) c));
            }
        }
        if (shown < text.length()) {
            out.append("... (").append(text.length()).append(" characters)");
        }
        return out.append('"').toString();
    }
}
