package io.sluice.pipeline.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    private static final byte[] KEY = Samples.bytes(32);
    private static final List<Message> MESSAGES = List.of(new LinkMessage.Revoke(7),
            new LinkMessage.Notification(Samples.bytes(50)), new Message.Heartbeat(), new LinkMessage.Fenced());

    private static byte[] frames(final byte[] key, final List<Message> messages) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final FrameWriter writer = new FrameWriter(Channels.newChannel(bytes));
        writer.inService();
        writer.seal(FrameSeal.fromDialler(key));
        for (final Message message : messages) {
            writer.append(message);
        }
        writer.flush();
        return bytes.toByteArray();
    }

    private static FrameReader reader(final FrameSeal seal, final byte... bytes) {
        final FrameReader reader = new FrameReader(Channels.newChannel(new ByteArrayInputStream(bytes)));
        reader.inService();
        reader.seal(seal);
        return reader;
    }

    private static Stream<byte[]> keys() {
        return Stream.of(null, KEY);
    }

    @Test
    void messagesComeBackInOrderThenTheEnd() throws IOException {
        for (final byte[] key : keys().toList()) {
            final FrameReader reader = reader(FrameSeal.fromDialler(key), frames(key, MESSAGES));
            for (final Message message : MESSAGES) {
                assertThat(reader.read()).usingRecursiveComparison().isEqualTo(message);
            }
            assertThat(reader.read()).isNull();
        }
    }

    @Test
    void manyLargeMessagesComeBackThroughSmallReads() throws IOException {
        final List<Message> large = Stream.<Message>generate(
                () -> new LinkMessage.Notification(Samples.bytes(Codec.MOST_NOTIFICATION))).limit(5).toList();
        final byte[] bytes = frames(KEY, large);
        final ByteArrayInputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(final byte[] to, final int at, final int length) {
                return super.read(to, at, Math.min(length, 1_000));
            }
        };
        final FrameReader reader = new FrameReader(Channels.newChannel(slow));
        reader.inService();
        reader.seal(FrameSeal.fromDialler(KEY));
        for (final Message message : large) {
            assertThat(reader.read()).usingRecursiveComparison().isEqualTo(message);
        }
        assertThat(reader.read()).isNull();
    }

    @Test
    void aStreamCutWithinAFrameEndsWithAnError() throws IOException {
        final byte[] bytes = frames(KEY, MESSAGES.subList(0, 1));
        for (int length = 1; length < bytes.length; length++) {
            final FrameReader reader = reader(FrameSeal.fromDialler(KEY), Arrays.copyOf(bytes, length));
            assertThatThrownBy(reader::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anyByteChangedInASealedFrameEndsWithAnError() throws IOException {
        final byte[] bytes = frames(KEY, MESSAGES.subList(0, 2));
        for (int at = 0; at < bytes.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                final byte[] changed = bytes.clone();
                changed[at] ^= (byte) (1 << bit);
                final FrameReader reader = reader(FrameSeal.fromDialler(KEY), changed);
                assertThatThrownBy(() -> {
                    reader.read();
                    reader.read();
                }).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void aSealedFrameLeftOutRepeatedSentBackOrOfAnotherKeyIsRefused() throws IOException {
        final byte[] both = frames(KEY, List.of(new LinkMessage.Revoke(1), new LinkMessage.Revoke(2)));
        final byte[] first = Arrays.copyOf(both, both.length / 2);
        final byte[] second = Arrays.copyOfRange(both, both.length / 2, both.length);
        refused(reader(FrameSeal.fromDialler(KEY), second));
        final byte[] twice = Arrays.copyOf(first, both.length);
        System.arraycopy(first, 0, twice, first.length, first.length);
        final FrameReader repeated = reader(FrameSeal.fromDialler(KEY), twice);
        assertThat(repeated.read()).isEqualTo(new LinkMessage.Revoke(1));
        refused(repeated);
        refused(reader(FrameSeal.fromAnswerer(KEY), first));
        refused(reader(FrameSeal.fromDialler(Samples.bytes(33)), first));
    }

    private static void refused(final FrameReader reader) {
        assertThatExceptionOfType(MalformedException.class).isThrownBy(reader::read)
                .withMessageContaining("seal is wrong");
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, Codec.MOST_BYTES + 1, Integer.MAX_VALUE, 0xffff_ffffL, 0x2054_4547L })
    void aLengthThatIsNotAllowedIsRefusedBeforeAnythingIsAllocated(final long length) {
        final FrameReader reader = reader(FrameSeal.fromDialler(null),
                FrameReader.little(100).putInt((int) length).array());
        assertThatExceptionOfType(MalformedException.class).isThrownBy(reader::read)
                .withMessageContaining("a frame of " + length + " bytes");
    }

    @Test
    void inAHandshakeFramesAreSmallAndNothingIsReadBeyondThem() throws IOException {
        final byte[] bytes = frames(null, List.of(new Message.Heartbeat(), new LinkMessage.Ready()));
        final ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        final FrameReader reader = new FrameReader(Channels.newChannel(in));
        assertThat(reader.read()).isEqualTo(new Message.Heartbeat());
        assertThat(in.available()).isEqualTo(bytes.length / 2);

        final byte[] large = FrameReader.little(4).putInt(Codec.MOST_HANDSHAKE_BYTES + 1).array();
        final FrameReader strict = new FrameReader(Channels.newChannel(new ByteArrayInputStream(large)));
        assertThatExceptionOfType(MalformedException.class).isThrownBy(strict::read);
    }
}
