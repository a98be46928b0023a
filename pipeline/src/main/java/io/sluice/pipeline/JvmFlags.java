package io.sluice.pipeline;

import io.sluice.verbs.VerbsContext;
import org.agrona.DirectBuffer;

/** Whether the JVM was started with what Agrona and the FFM API need. */
final class JvmFlags {
    private static final String INTERNALS = "jdk.internal.misc";

    private JvmFlags() {}

    /**
     * @throws IllegalStateException naming every flag that is missing, ready to be copied
     */
    static void check() {
        final Module agrona = DirectBuffer.class.getModule();
        final Module verbs = VerbsContext.class.getModule();
        final StringBuilder missing = new StringBuilder();
        if (!Object.class.getModule().isOpen(INTERNALS, agrona)) {
            missing.append(" --add-opens=java.base/").append(INTERNALS).append('=').append(name(agrona));
        }
        if (!verbs.isNativeAccessEnabled()) {
            missing.append(" --enable-native-access=").append(name(verbs));
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException("start the JVM with" + missing);
        }
    }

    private static String name(final Module module) {
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }
}
