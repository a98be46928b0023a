package io.sluice.bench.replay;

import io.sluice.pipeline.Cause;
import java.util.ArrayList;
import java.util.List;

/** A connection that failed, and the transfers that failed on it. */
final class Incident {
    private final Path path;
    private final List<Integer> causes = new ArrayList<>();

    Incident(final Path path) {
        this.path = path;
    }

    void add(final int cause) {
        causes.add(cause);
    }

    int transfers() {
        return causes.size();
    }

    /**
     * What must hold: the connection has failed, and every transfer tells its first cause, as the one that met it or as
     * one that was on the same connection.
     *
     * @return what does not hold, null if all does
     */
    String contradiction() {
        final int first = path.connection().cause();
        if (path.connection().isOpen() || first == Cause.NONE) {
            return "transfers failed on connection " + path.number() + ", which did not fail";
        }
        for (final int cause : causes) {
            final boolean carried = Cause.kind(first) == Cause.WORK_REQUEST
                    && cause == (Cause.CONNECTION_FAILED | Cause.detail(first));
            if (cause != first && !carried) {
                return "a transfer on connection " + path.number() + " failed with '" + Cause.describe(cause)
                        + "', but the first cause was '" + Cause.describe(first) + "'";
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "connection " + path.number() + ": " + Cause.describe(path.connection().cause()) + "; " + causes.size()
                + (causes.size() == 1 ? " transfer" : " transfers") + " failed";
    }
}
