package io.sluice.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunConsumerTest {
    private final List<String> ranges = new ArrayList<>();
    private final RunConsumer intoRanges = (source, destination, length) -> ranges
            .add(source + " " + destination + " " + length);

    @Test
    void blockRunsBecomeByteRanges() {
        final RunConsumer inBytes = intoRanges.inBytes(4_096);
        ContiguousRuns.forEachBlockRun(new int[]{ 3, 4, 9 }, new int[]{ 0, 1, 2 }, inBytes);
        assertThat(ranges).containsExactly("12288 0 8192", "36864 8192 4096");
    }

    @Test
    void byteRangesBeyondTheIntsAreExact() {
        intoRanges.inBytes(1L << 20).accept(1 << 20, 1 << 21, 1 << 12);
        assertThat(ranges).containsExactly("1099511627776 2199023255552 4294967296");
    }

    @Test
    void aRunMayEndAtTheLastByte() {
        intoRanges.inBytes(1).accept(Long.MAX_VALUE - 2, 0, 2);
        assertThat(ranges).containsExactly("9223372036854775805 0 2");
    }

    @Test
    void aRunThatEndsBeyondTheLastByteIsRefused() {
        final RunConsumer inBytes = intoRanges.inBytes(1L << 62);
        assertThatIllegalArgumentException().isThrownBy(() -> inBytes.accept(1, 0, 1))
                .withMessage("source run of 1 blocks from block 1 is outside 0..1, the blocks whose end is at most"
                        + " 2^63-1 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> inBytes.accept(0, 1, 1))
                .withMessageContaining("destination run of 1 blocks from block 1");
        assertThat(ranges).isEmpty();
    }

    @Test
    void aNegativeBlockHasNoByteRange() {
        final RunConsumer inBytes = intoRanges.inBytes(1);
        assertThatIllegalArgumentException().isThrownBy(() -> inBytes.accept(-1, 0, 1))
                .withMessageContaining("from block -1");
        assertThatIllegalArgumentException().isThrownBy(() -> inBytes.accept(0, Long.MIN_VALUE, 1));
        assertThat(ranges).isEmpty();
    }

    @Test
    void aBlockHasAtLeastOneByte() {
        assertThatIllegalArgumentException().isThrownBy(() -> intoRanges.inBytes(0))
                .withMessage("blockSizeBytes 0 is below 1");
    }
}
