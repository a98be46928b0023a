package io.sluice.verbs.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers and openings: what is written is read, and what nobody writes is told from it. */
class FrameTest {
    private final ByteBuffer bytes = ByteBuffer.allocate(2 * Frame.SIZE).order(ByteOrder.LITTLE_ENDIAN);

    @Test
    void aHeaderIsReadAsItWasWritten() {
        Frame.put(bytes, 32, Frame.WRITE_IMM, 0, 5, -2, 0x8000_0001, -7L, 5, 0x8765_4321);

        assertThat(Frame.type(bytes, 32)).isEqualTo(Frame.WRITE_IMM);
        assertThat(Frame.length(bytes, 32)).isEqualTo(5);
        assertThat(Frame.sequence(bytes, 32)).isEqualTo(-2);
        assertThat(Frame.key(bytes, 32)).isEqualTo(0x8000_0001);
        assertThat(Frame.address(bytes, 32)).isEqualTo(-7L);
        assertThat(Frame.total(bytes, 32)).isEqualTo(5);
        assertThat(Frame.immediate(bytes, 32)).isEqualTo(0x8765_4321);
        assertThat(Frame.isFollowed(bytes, 32)).isFalse();
        assertThat(Frame.isWellFormed(bytes, 32)).isTrue();
        Frame.follow(bytes, 32);
        assertThat(Frame.isFollowed(bytes, 32)).isTrue();
        assertThat(Frame.isWellFormed(bytes, 32)).isTrue();
    }

    @Test
    void theLayoutIsTheDocumentedOne() {
        Frame.put(bytes, 0, Frame.REFUSED, 0x0b0c, 0x04030201, 0x08070605, 0x14131211, 0x2827262524232221L, 0x34333231,
                0x44434241);

        assertThat(bytes.array()).startsWith(Frame.REFUSED, 0, 0x0c, 0x0b, 1, 2, 3, 4, 5, 6, 7, 8, 0x11, 0x12, 0x13,
                0x14, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x31, 0x32, 0x33, 0x34, 0x41, 0x42, 0x43, 0x44);
    }

    @Test
    void aTotalIsUnsigned() {
        Frame.put(bytes, 0, Frame.READ, 0, 0, 0, 0, 0, Integer.MIN_VALUE, 0);

        assertThat(Frame.total(bytes, 0)).isEqualTo(1L << 31);
    }

    @ParameterizedTest
    @ValueSource(ints = { Frame.MAX_LENGTH, Frame.MAX_LENGTH + 1, 3 * Frame.MAX_LENGTH })
    void aLongMessageBeginsWithAFullFrameAndNothingElse(final int total) {
        for (final int length : new int[]{ 0, 1, Frame.MAX_LENGTH - 1, Frame.MAX_LENGTH, Frame.MAX_LENGTH + 1, -1 }) {
            Frame.put(bytes, 0, Frame.SEND, 0, length, 0, 0, 0, total, 0);
            assertThat(Frame.isWellFormed(bytes, 0)).as(length + " of " + total)
                    .isEqualTo(length == Frame.MAX_LENGTH);
        }
    }

    @Test
    void whatNoFrameOfItsTypeCarriesIsNotWellFormed() {
        for (int type = -128; type < 128; type++) {
            final boolean known = type >= Frame.START && type <= Frame.NOT_READY;
            Frame.put(bytes, 0, type & 0xff, 0, type == Frame.MORE ? 1 : 0, 0, 0, 0, 0, 0);
            assertThat(Frame.isWellFormed(bytes, 0)).as("type " + type).isEqualTo(known);
            bytes.put(1, (byte) 2);
            assertThat(Frame.isWellFormed(bytes, 0)).as("flags of type " + type).isFalse();
            bytes.put(1, (byte) 0).putShort(2, (short) 1);
            assertThat(Frame.isWellFormed(bytes, 0)).as("code of type " + type)
                    .isEqualTo(type == Frame.REFUSED || type == Frame.NOT_READY);
            bytes.putShort(2, (short) 0).putInt(28, 1);
            assertThat(Frame.isWellFormed(bytes, 0)).as("immediate of type " + type)
                    .isEqualTo(type == Frame.WRITE_IMM || type == Frame.SEND_IMM);
            bytes.putInt(28, 0).putInt(12, 1);
            assertThat(Frame.isWellFormed(bytes, 0)).as("key of type " + type)
                    .isEqualTo(type == Frame.WRITE || type == Frame.WRITE_IMM || type == Frame.READ);
        }
    }

    @Test
    void noPayloadIsLongerThanTheCapWhateverTheBytes() {
        final Random random = new Random(1);
        final byte[] noise = new byte[Frame.SIZE];
        for (int i = 0; i < 200_000; i++) {
            random.nextBytes(noise);
            noise[0] = (byte) random.nextInt(13);
            noise[1] &= 1;
            noise[2] = 0;
            noise[3] = 0;
            bytes.put(0, noise);
            if (Frame.isWellFormed(bytes, 0)) {
                assertThat(Frame.length(bytes, 0)).isBetween(0, Frame.MAX_LENGTH);
            }
        }
    }

    @Test
    void anOpeningForAnotherQueuePairVersionOrProtocolIsComplainedAbout() {
        Opening.put(bytes, 0, 7, 8, 0xff_ffff, 16);
        assertThat(Opening.complaint(bytes, 0, 8, 7)).isNull();
        assertThat(Opening.receivePsn(bytes, 0)).isEqualTo(0xff_ffff);
        assertThat(Opening.readsAtOnce(bytes, 0)).isEqualTo(16);
        assertThat(Opening.complaint(bytes, 0, 9, 7)).contains("queue pair 7", "answers 8", "7 that answers 9");
        assertThat(Opening.complaint(bytes, 0, 8, 6)).contains("expected was 6");
        bytes.putInt(8, 2);
        assertThat(Opening.complaint(bytes, 0, 8, 7)).contains("version 2", "version 1");
        bytes.putInt(8, 1).put(0, (byte) 'G');
        assertThat(Opening.complaint(bytes, 0, 8, 7)).contains("protocol");
    }

    @Test
    void everyChangedByteOfAnOpeningIsAnotherValueOrAComplaint() {
        for (int at = 0; at < Opening.SIZE; at++) {
            for (int change = 1; change < 256; change++) {
                Opening.put(bytes, 0, 7, 8, 5, 16);
                bytes.put(at, (byte) (bytes.get(at) ^ change));
                assertThat(Opening.complaint(bytes, 0, 8, 7) != null || Opening.receivePsn(bytes, 0) != 5
                        || Opening.readsAtOnce(bytes, 0) != 16).as("byte " + at + " changed by " + change).isTrue();
            }
        }
    }
}
