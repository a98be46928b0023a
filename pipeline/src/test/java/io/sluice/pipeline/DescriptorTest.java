package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorTest {

    @ParameterizedTest
    @ValueSource(longs = { 0, 1, 0xffff_ffffL, 0x1_0000_0000L, 0x1234_5678_9abcL, Long.MAX_VALUE })
    void aDescriptorComesBackAsItWas(final long length) {
        final Descriptor made = new Descriptor(0x7f00_0000_1000L, length, 0xdead_beef, 77, -3);
        assertThat(made.toBytes()).hasSize(64);
        assertThat(Descriptor.parse(made.toBytes())).isEqualTo(made);
        assertThat(Descriptor.parseHex(made.toHex())).isEqualTo(made);
        assertThat(Descriptor.parseHex(made.toHex().toUpperCase(java.util.Locale.ROOT))).isEqualTo(made);
    }

    @Test
    void theLayoutIsLittleEndianAtTheDocumentedPlaces() {
        assertThat(new Descriptor(0x0102030405060708L, 0x1_2222_3333L, 0x44556677, 5, 6).toHex())
                .isEqualTo("0807060504030201" + "33332222" + "77665544" + "01000000" + "05000000" + "0600000000000000"
                        + "00".repeat(32));
    }

    @Test
    void whatIsNoDescriptorIsRefused() {
        final byte[] good = new Descriptor(4096, 10, 1, 2, 3).toBytes();
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parse(new byte[63]))
                .withMessageContaining("63");
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parse(new byte[65]));
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parseHex("00"));
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parseHex("zz".repeat(64)));
        final byte[] tail = good.clone();
        tail[63] = 1;
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parse(tail)).withMessageContaining("63");
        final byte[] negative = good.clone();
        negative[19] = (byte) 0x80; // the top of the length
        assertThatIllegalArgumentException().isThrownBy(() -> Descriptor.parse(negative));
        assertThatIllegalArgumentException().isThrownBy(() -> new Descriptor(-8, 9, 0, 0, 0))
                .withMessageContaining("wraps");
    }

    @Test
    void retargetingStaysInside() {
        final Descriptor whole = new Descriptor(1000, 100, 1, 2, 3);
        assertThat(whole.retarget(0, 100)).isEqualTo(whole);
        assertThat(whole.retarget(100, 0)).isEqualTo(new Descriptor(1100, 0, 1, 2, 3));
        assertThat(whole.retarget(10, 20).retarget(5, 15)).isEqualTo(new Descriptor(1015, 15, 1, 2, 3));
        for (final long[] bad : new long[][]{ { -1, 1 }, { 0, 101 }, { 1, 100 }, { 101, 0 }, { 0, -1 },
            { Long.MAX_VALUE, 1 }, { 1, Long.MAX_VALUE } }) {
            assertThatThrownBy(() -> whole.retarget(bad[0], bad[1])).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void codesAndCausesHaveNames() {
        assertThat(ResultCode.errorString(0)).isEqualTo("OK");
        assertThat(ResultCode.errorString(Long.MAX_VALUE)).isEqualTo("OK");
        assertThat(ResultCode.errorString(ResultCode.NOT_FOUND)).startsWith("NOT_FOUND");
        assertThat(ResultCode.errorString(-77)).contains("-77");
        assertThat(ResultCode.errorString(Long.MIN_VALUE)).contains(Long.toString(Long.MIN_VALUE));
        assertThat(ResultCode.errorString(-0x1_0000_0001L)).contains("unknown");
        assertThat(Cause.describe(Cause.CONNECTION_FAILED | 5)).startsWith("the connection failed");
        assertThat(Cause.describe(0xff00)).contains("unknown");
        assertThat(Cause.carriedByConnection(Cause.FLUSHED)).isEqualTo(Cause.FLUSHED);
        assertThat(TransferState.name(TransferState.TIMED_OUT)).isEqualTo("TIMED_OUT");
        assertThat(TransferState.name(9)).contains("9");
    }
}
