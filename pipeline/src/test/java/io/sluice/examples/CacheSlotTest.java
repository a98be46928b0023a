package io.sluice.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class CacheSlotTest {
    private final MemorySegment slot = Arena.ofAuto().allocate(CacheSlot.BYTES);

    @Test
    void aSlotSaysTheValueOfItsOwnKeyOnly() {
        CacheSlot.write(slot, "a", "of a");
        assertThat(CacheSlot.read(slot).isWhole()).isTrue();
        assertThat(CacheSlot.read(slot).of("a")).contains("of a");
        assertThat(CacheSlot.read(slot).of("b")).isEmpty();
    }

    @Test
    void anEmptySlotIsWholeAndHasNothing() {
        assertThat(CacheSlot.read(slot).isWhole()).isTrue();
        assertThat(CacheSlot.read(slot).of("a")).isEmpty();
    }

    @Test
    void aSlotInTheMiddleOfAChangeIsNotWhole() {
        CacheSlot.write(slot, "a", "first");
        final MemorySegment next = Arena.ofAuto().allocate(CacheSlot.BYTES);
        CacheSlot.write(next, "a", "other");
        MemorySegment.copy(next, 0, slot, 0, 14); // a part of the new one over the old one
        assertThat(CacheSlot.read(slot).isWhole()).isFalse();
        assertThat(CacheSlot.read(slot).of("a")).isEmpty();
        slot.set(ValueLayout.JAVA_INT, 0, 0); // no more than a slot that was never written
        assertThat(CacheSlot.read(slot).of("a")).isEmpty();
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> CacheSlot.write(slot, "a", "x".repeat(1_100)))
                .withMessageContaining("value of 1100 bytes");
    }
}
