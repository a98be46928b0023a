package io.sluice.pipeline.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.pipeline.control.HandshakeException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final byte[] SECRET = Samples.bytes(16);
    private static final Identity DIALLER = new Identity("dialler", 1, "soft");
    private static final Identity ANSWERER = new Identity("answerer", 2, "soft");

    private SocketChannel near;
    private SocketChannel far;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            near = SocketChannel.open(server.getLocalAddress());
            far = server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        near.close();
        far.close();
    }

    private interface Act<T> {
        T run() throws IOException, HandshakeException;
    }

    private static <T> CompletableFuture<T> go(final Act<T> act) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return act.run();
            } catch (final IOException | HandshakeException e) {
                throw new CompletionException(e);
            }
        }, Thread::startVirtualThread);
    }

    private CompletableFuture<Greeted> answer(final byte[] secret) {
        return go(() -> {
            final FrameReader in = new FrameReader(far);
            final Message.Opening opening = (Message.Opening) Handshake.first(far, in);
            return Handshake.answer(far, in, opening, ANSWERER, secret);
        });
    }

    private static Kind kind(final CompletableFuture<?> failed) {
        final Throwable[] cause = new Throwable[1];
        assertThatExceptionOfType(CompletionException.class).isThrownBy(failed::join)
                .satisfies(e -> cause[0] = e.getCause());
        assertThat(cause[0]).isInstanceOf(HandshakeException.class);
        return ((HandshakeException) cause[0]).kind();
    }

    @Test
    void bothEndsKnowEachOtherAndWhatFollowsIsReadAtTheOther() throws Exception {
        for (final byte[] secret : new byte[][]{ null, SECRET }) {
            final CompletableFuture<Greeted> answering = answer(secret);
            final Greeted dialled = Handshake.dial(near, DIALLER, secret);
            final Greeted answered = answering.join();
            assertThat(dialled.peer()).isEqualTo(ANSWERER);
            assertThat(answered.peer()).isEqualTo(DIALLER);
            dialled.send(Samples.hello(3));
            assertThat(answered.expect(Hello.class)).isEqualTo(Samples.hello(3));
            answered.send(new Message.Heartbeat());
            assertThat(dialled.expect(Message.Heartbeat.class)).isNotNull();
            close();
            connect();
        }
    }

    @Test
    void theWrongSecretIsFoundByTheAnsweringEndAndSaid() {
        final CompletableFuture<Greeted> answering = answer(Samples.bytes(17));
        final CompletableFuture<Greeted> dialling = go(() -> Handshake.dial(near, DIALLER, SECRET));
        assertThat(kind(answering)).isEqualTo(Kind.SECRET);
        assertThat(kind(dialling)).isEqualTo(Kind.SECRET);
    }

    @Test
    void differentKindsOfDeviceAreNamed() {
        final CompletableFuture<Greeted> answering = answer(null);
        final CompletableFuture<Greeted> dialling = go(
                () -> Handshake.dial(near, new Identity("other", 5, "rdma"), null));
        assertThat(kind(dialling)).isEqualTo(Kind.DEVICE_KIND);
        assertThat(kind(answering)).isIn(Kind.DEVICE_KIND, Kind.LOST);
    }

    @Test
    void aDiallerWithAWrongProofLearnsNothingButThat() throws Exception {
        final CompletableFuture<Greeted> answering = answer(SECRET);
        final FrameWriter out = new FrameWriter(near);
        out.appendRaw(Preamble.bytes());
        out.append(new Message.Opening(new byte[Message.NONCE_BYTES], true, DIALLER));
        out.append(new Message.Proof(new byte[Message.PROOF_BYTES]));
        out.flush();
        near.shutdownOutput();
        assertThat(kind(answering)).isEqualTo(Kind.SECRET);
        far.close();
        final FrameReader in = new FrameReader(near);
        Preamble.take(in);
        assertThat(in.read()).isInstanceOf(Message.Opening.class);
        assertThat(in.read()).isInstanceOf(Message.Refusal.class);
        assertThat(in.read()).isNull();
    }

    @Test
    void anAnswererThatSendsTheProofBackGetsNothingMore() throws Exception {
        final CompletableFuture<Greeted> dialling = go(() -> Handshake.dial(near, DIALLER, SECRET));
        final FrameReader in = new FrameReader(far);
        final Message.Opening theirs = (Message.Opening) Handshake.first(far, in);
        final FrameWriter out = new FrameWriter(far);
        out.appendRaw(Preamble.bytes());
        out.append(new Message.Opening(theirs.nonce(), true, ANSWERER)); // even with the dialler's own nonce
        out.flush();
        out.append(in.read()); // the proof, reflected
        out.flush();
        assertThat(kind(dialling)).isEqualTo(Kind.SECRET);
        near.close();
        final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (final ByteBuffer buffer = ByteBuffer.allocate(100); far.read(buffer) >= 0; buffer.clear()) {
            rest.write(buffer.array(), 0, buffer.position());
        }
        assertThat(rest.size()).isZero();
    }

    @Test
    void aProofServesForOneHandshakeOnly() {
        final Message.Opening dialler = new Message.Opening(Samples.bytes(32), true, DIALLER);
        final Message.Opening answerer = new Message.Opening(new byte[32], true, ANSWERER);
        final byte[] transcript = Proofs.transcript(dialler, answerer);
        assertThat(Proofs.ofDialler(SECRET, transcript)).hasSize(Message.PROOF_BYTES)
                .isEqualTo(Proofs.ofDialler(SECRET, transcript));
        for (final byte[] other : new byte[][]{ Proofs.transcript(answerer, dialler),
            Proofs.transcript(dialler, new Message.Opening(Samples.bytes(32), true, ANSWERER)),
            Proofs.transcript(dialler, new Message.Opening(new byte[32], true, new Identity("answerer", 3, "soft"))),
            Proofs.transcript(dialler,
                    new Message.Opening(new byte[32], true, new Identity("answeres", 2, "soft"))) }) {
            assertThat(other).isNotEqualTo(transcript);
        }
        assertThat(Proofs.ofAnswerer(SECRET, transcript, Proofs.ofDialler(SECRET, transcript)))
                .isNotEqualTo(Proofs.ofDialler(SECRET, transcript)).isNotEqualTo(Proofs.sessionKey(SECRET, transcript));
    }

    @Test
    void aDataSocketIsProvenByTheSessionsKeyItsNumberAndItsIndex() throws Exception {
        final Message.Session session = Greeted.newSession();
        final byte[] key = Samples.bytes(32);
        DataOpenings.send(near, DataOpenings.proven(session.number(), 3, key));
        final Message.DataOpening opening = (Message.DataOpening) Handshake.first(far, new FrameReader(far));
        assertThat(opening.session()).isEqualTo(session.number());
        assertThat(opening.index()).isEqualTo(3);
        assertThat(DataOpenings.isProven(opening, key)).isTrue();
        assertThat(DataOpenings.isProven(opening, session.token())).isFalse();
        assertThat(
                DataOpenings.isProven(new Message.DataOpening(opening.session(), 2, opening.nonce(), opening.proof()),
                        key))
                .isFalse();
        assertThat(DataOpenings.isProven(
                new Message.DataOpening(opening.session() + 1, 3, opening.nonce(), opening.proof()), key)).isFalse();
    }

    @Test
    void theDataKeyIsTheSessionKeyWhereThereIsASecretElseTheToken() throws Exception {
        final Message.Session session = Greeted.newSession();
        final CompletableFuture<Greeted> plain = answer(null);
        assertThat(Handshake.dial(near, DIALLER, null).dataKey(session)).isEqualTo(session.token())
                .isEqualTo(plain.join().dataKey(session));
        close();
        connect();
        final CompletableFuture<Greeted> sealed = answer(SECRET);
        assertThat(Handshake.dial(near, DIALLER, SECRET).dataKey(session)).isNotEqualTo(session.token())
                .isEqualTo(sealed.join().dataKey(session));
    }
}
