package io.sluice.verbs.soft;

import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Sockets;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** The storm over sockets, both ends on one device. */
class SocketStormTest extends StormTest {
    private final Sockets sockets = new Sockets(() -> Sockets.pair(16 << 10));

    @AfterEach
    void close() throws IOException {
        sockets.close();
    }

    @Override
    ConnectedPair.Spec spec() {
        return ConnectedPair.on(device).wired(device, sockets);
    }
}
