package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pipeline.control.Attempt;
import io.sluice.pipeline.control.DataOpenings;
import io.sluice.pipeline.control.Greeted;
import io.sluice.pipeline.control.HandshakeException;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Message;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // closing early is what is tested
class DataSessionsTest {
    private static final byte[] KEY = new byte[32];

    private final DataSessions sessions = new DataSessions();
    private final Message.Session announced = Greeted.newSession();

    private static Attempt attempt() {
        return new Attempt(Thread::startVirtualThread, TimeUnit.MINUTES.toNanos(1), attempt -> {});
    }

    private Message.DataOpening opening(final int index) {
        return DataOpenings.proven(announced.number(), index, KEY);
    }

    private void refused(final Message.DataOpening opening, final String why) throws IOException {
        try (SocketChannel socket = SocketChannel.open()) {
            try (Attempt from = attempt()) {
                from.own(socket);
                assertThatExceptionOfType(HandshakeException.class)
                        .isThrownBy(() -> sessions.arrived(opening, socket, from)).withMessageContaining(why);
            }
            assertThat(socket.isOpen()).as("still its own attempt's, which closes it").isFalse();
        }
    }

    private void arrives(final Message.DataOpening opening, final SocketChannel socket) throws HandshakeException {
        try (Attempt from = attempt()) {
            from.own(socket);
            sessions.arrived(opening, socket, from);
        }
    }

    @Test
    void socketsWithTheSessionsProofAreHandedOverInTheOrderOfTheirLanes() throws Exception {
        try (SocketChannel first = SocketChannel.open(); SocketChannel second = SocketChannel.open()) {
            try (Attempt handshake = attempt();
                    DataSessions.Session session = sessions.expect(announced, KEY, 2, handshake)) {
                arrives(opening(1), second);
                arrives(opening(0), first);
                assertThat(session.await()).containsExactly(first, second);
                assertThat(first.isOpen()).isTrue();
            }
            assertThat(first.isOpen()).as("the handshake owned it").isFalse();
        }
    }

    @Test
    void aSocketWithoutTheProofOrForNoLaneOrOfNoSessionIsRefused() throws Exception {
        try (Attempt handshake = attempt();
                DataSessions.Session _ = sessions.expect(announced, KEY, 1, handshake);
                SocketChannel socket = SocketChannel.open()) {
            refused(DataOpenings.proven(announced.number(), 0, new byte[]{ 1 }), "without the session's proof");
            refused(DataOpenings.proven(announced.number() + 1, 0, KEY), "no session");
            refused(opening(1), "lane 1");
            arrives(opening(0), socket);
            refused(opening(0), "lane 0"); // also the same bytes once more
        }
        refused(opening(0), "no session");
    }

    @Test
    void socketsThatDoNotComeAreTimedOut() {
        try (Attempt handshake = new Attempt(Thread::startVirtualThread, 1_000_000, attempt -> {});
                DataSessions.Session session = sessions.expect(announced, KEY, 3, handshake)) {
            assertThatExceptionOfType(HandshakeException.class).isThrownBy(session::await)
                    .withMessageContaining("3 of 3").satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.TIMED_OUT));
        }
    }
}
