package io.sluice.bench.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CacheSideTest {
    private static final Geometry GEOMETRY = new Geometry(3, 4096, 5);
    private static final PlacedBlocks BLOCKS = new PlacedBlocks(new long[]{ 100, 0, 7 }, new int[]{ 4, 0, 2 });

    private final Arena arena = Arena.ofShared();
    private final Workers workers = new Workers("test", 2);
    private final CacheSide side = new CacheSide(GEOMETRY, arena);

    @AfterEach
    void close() {
        workers.close();
        arena.close();
    }

    @Test
    void whatWasFilledIsRight() {
        side.fill(BLOCKS, workers);
        assertThat(side.check(BLOCKS, workers)).isNull();
    }

    @Test
    void everyFlippedBitIsFoundAndNamed() {
        side.fill(BLOCKS, workers);
        for (int layer = 0; layer < GEOMETRY.layers(); layer++) {
            for (long offset = 0; offset < GEOMETRY.blockBytes(); offset += 97) {
                flip(side.block(layer, 2), offset);
                final WrongByte wrong = side.check(BLOCKS, workers);
                assertThat(wrong).isNotNull();
                assertThat(wrong.toString()).startsWith("block 7, layer " + layer + ", offset " + offset + ": 0x");
                flip(side.block(layer, 2), offset);
            }
        }
        assertThat(side.check(BLOCKS, workers)).isNull();
    }

    @Test
    void ofManyWrongBytesTheFirstIsNamed() {
        side.fill(BLOCKS, workers);
        flip(side.block(2, 4), 8);
        flip(side.block(1, 4), 4095);
        flip(side.block(1, 4), 17);
        assertThat(side.check(BLOCKS, workers)).extracting(WrongByte::hash, WrongByte::layer, WrongByte::offset)
                .containsExactly(100L, 1, 17L);
    }

    @Test
    void aSpoiltBlockIsWrongInEachKilobyte() {
        side.fill(BLOCKS, workers);
        side.spoil(BLOCKS, workers);
        final MemorySegment block = side.block(0, 0);
        for (long kilobyte = 0; kilobyte < GEOMETRY.blockBytes(); kilobyte += 1024) {
            assertThat(block.get(ValueLayout.JAVA_BYTE, kilobyte)).isNotEqualTo(
                    BlockContents.expected(0, 0, kilobyte));
        }
    }

    @Test
    void aBlockInAnotherPlaceOrLayerIsWrong() {
        side.fill(BLOCKS, workers);
        assertThat(side.check(new PlacedBlocks(new long[]{ 101 }, new int[]{ 4 }), workers)).isNotNull();
        side.block(1, 0).copyFrom(side.block(0, 0));
        assertThat(side.check(BLOCKS, workers)).extracting(WrongByte::hash, WrongByte::layer).containsExactly(0L, 1);
    }

    private static void flip(final MemorySegment block, final long offset) {
        block.set(ValueLayout.JAVA_BYTE, offset, (byte) (block.get(ValueLayout.JAVA_BYTE, offset) ^ 0x10));
    }
}
