package io.sluice.verbs;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What the rooms of the device contract share: the device under test, and the pairs that a test opened on it, which are
 * closed after it. The contract uses the public verbs objects only, so that any provider can be put under it; where
 * devices differ by right, it asks for what all must do.
 */
abstract class DeviceContract {
    private final List<ConnectedPair> pairs = new ArrayList<>();

    /** The device under test. */
    abstract VerbsDevice device();

    final ConnectedPair connected() {
        return connected(spec());
    }

    final ConnectedPair connected(final ConnectedPair.Spec spec) {
        final ConnectedPair pair = unconnected(spec);
        pair.connect();
        return pair;
    }

    final ConnectedPair unconnected(final ConnectedPair.Spec spec) {
        final ConnectedPair pair = spec.unconnected();
        pairs.add(pair);
        return pair;
    }

    /** How its pairs are made; overridden where two devices take part. */
    ConnectedPair.Spec spec() {
        return ConnectedPair.on(device());
    }

    @AfterEach
    final void closeAll() {
        pairs.forEach(ConnectedPair::close);
    }
}
