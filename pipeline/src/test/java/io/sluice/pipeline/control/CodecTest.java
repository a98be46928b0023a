package io.sluice.pipeline.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding gives the value that was encoded, or a {@link MalformedException}; never anything else. */
class CodecTest {
    @Test
    void thereIsASampleOfEachKindOfMessage() {
        assertThat(Samples.all().stream().map(Object::getClass).distinct()).hasSize(
                Message.class.getPermittedSubclasses().length - 1 + LinkMessage.class.getPermittedSubclasses().length);
    }

    @ParameterizedTest
    @MethodSource("io.sluice.pipeline.control.Samples#all")
    void aMessageComesBackAsItWas(final Message message) throws MalformedException {
        assertThat(Samples.decoded(Samples.encoded(message))).usingRecursiveComparison().isEqualTo(message);
    }

    @Test
    void theLargestMessagesComeBackAsTheyWere() throws MalformedException {
        for (final Message message : new Message[]{ Samples.regions(Codec.MOST_REGIONS),
            new LinkMessage.Notification(Samples.bytes(Codec.MOST_NOTIFICATION)) }) {
            final byte[] bytes = Samples.encoded(message);
            assertThat(bytes.length).isLessThanOrEqualTo(Codec.MOST_BYTES);
            assertThat(Samples.decoded(bytes)).usingRecursiveComparison().isEqualTo(message);
        }
        for (final Message message : new Message[]{ Samples.hello(Codec.MOST_LANES),
            new Message.Refusal(HandshakeException.Kind.LOST, "x".repeat(Codec.MOST_TEXT)) }) {
            assertThat(Samples.encoded(message).length).isLessThanOrEqualTo(Codec.MOST_HANDSHAKE_BYTES);
        }
    }

    @ParameterizedTest
    @MethodSource("io.sluice.pipeline.control.Samples#all")
    void aTruncatedMessageIsRefusedOrAnother(final Message message) {
        final byte[] bytes = Samples.encoded(message);
        for (int length = 0; length < bytes.length; length++) {
            refusedOrExact(Arrays.copyOf(bytes, length));
        }
    }

    @ParameterizedTest
    @MethodSource("io.sluice.pipeline.control.Samples#all")
    void aByteTooManyIsRefusedOrAnother(final Message message) {
        final byte[] bytes = Samples.encoded(message);
        refusedOrExact(Arrays.copyOf(bytes, bytes.length + 1));
    }

    @ParameterizedTest
    @MethodSource("io.sluice.pipeline.control.Samples#all")
    void anySingleByteChangedIsRefusedOrAnother(final Message message) {
        final byte[] bytes = Samples.encoded(message);
        for (int at = 0; at < Math.min(bytes.length, 512); at++) {
            final byte was = bytes[at];
            for (int value = 0; value < 256; value++) {
                bytes[at] = (byte) value;
                refusedOrExact(bytes);
            }
            bytes[at] = was;
        }
    }

    @Test
    void randomBytesAreRefusedOrAMessage() {
        final Random random = new Random(42);
        for (int i = 0; i < 50_000; i++) {
            final byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[0] = (byte) random.nextInt(26);
            }
            refusedOrExact(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "line\nbreak", "bell\u0007", "" })
    void aNameWithControlCharactersOrNoneIsRefused(final String name) {
        final byte[] bytes = Samples.encoded(
                new Message.Opening(new byte[Message.NONCE_BYTES], false, new Identity(name, 1, "soft")));
        assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> Samples.decoded(bytes))
                .withMessageContaining("agent name");
    }

    @Test
    void aRegionThatWrapsAroundIsRefused() {
        final byte[] bytes = Samples.encoded(
                new LinkMessage.Regions(java.util.List.of(new RegionInfo(4, -8, 9, 1))));
        assertThatExceptionOfType(MalformedException.class).isThrownBy(() -> Samples.decoded(bytes))
                .withMessageContaining("region 4 wraps around");
    }

    @Test
    void whatIsDecodedDoesNotReadBeyondItsBytes() throws MalformedException {
        final ByteBuffer in = FrameReader.little(100);
        Codec.encode(new LinkMessage.Notification(new byte[]{ 1, 2 }), in);
        in.flip();
        assertThat(((LinkMessage.Notification) Codec.decode(in)).bytes()).containsExactly(1, 2);
    }

    /** What is taken encodes to the very same bytes: each value has one encoding. */
    private static void refusedOrExact(final byte[] bytes) {
        final Message message;
        try {
            message = Samples.decoded(bytes);
        } catch (final MalformedException e) {
            assertThat(e).hasMessageNotContaining("null");
            return;
        }
        if (!Arrays.equals(Samples.encoded(message), bytes)) {
            assertThat(Samples.encoded(message)).as("of %s", message).isEqualTo(bytes);
        }
    }
}
