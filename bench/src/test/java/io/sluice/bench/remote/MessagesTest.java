package io.sluice.bench.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.bench.blocks.Geometry;
import io.sluice.bench.blocks.PlacedBlocks;
import io.sluice.bench.blocks.WrongByte;
import io.sluice.pipeline.Descriptor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What target and initiator send each other. */
class MessagesTest {
    private static final List<byte[]> WISHES = List.of(Wish.open(7, new Geometry(2, 4096, 3)).encode(),
            Wish.of(-1, Wish.Kind.FILL, new PlacedBlocks(new long[0], new int[0])).encode(),
            Wish.of(8, Wish.Kind.CHECK, new PlacedBlocks(new long[]{ -5, 1L << 40 }, new int[]{ 0, 9 })).encode());
    private static final List<byte[]> ANSWERS = List.of(Answer.done(1).encode(),
            Answer.memory(2, new Descriptor(4096, 1 << 20, 17, 3, 99)).encode(),
            Answer.checked(3, new WrongByte(5, 6, 7, (byte) -1, (byte) 2)).encode(),
            Answer.refused(4, "no – not that").encode());

    @Test
    void messagesReadBack() {
        final Wish open = Wish.decode(WISHES.get(0));
        assertThat(open).isEqualTo(Wish.open(7, new Geometry(2, 4096, 3)));
        final Wish check = Wish.decode(WISHES.get(2));
        assertThat(check.kind()).isEqualTo(Wish.Kind.CHECK);
        assertThat(check.blocks().hashes()).containsExactly(-5, 1L << 40);
        assertThat(check.blocks().slots()).containsExactly(0, 9);
        assertThat(Answer.decode(ANSWERS.get(0))).isEqualTo(Answer.done(1));
        assertThat(Answer.decode(ANSWERS.get(1)).descriptor()).isEqualTo(new Descriptor(4096, 1 << 20, 17, 3, 99));
        assertThat(Answer.decode(ANSWERS.get(2)).wrong()).isEqualTo(new WrongByte(5, 6, 7, (byte) -1, (byte) 2));
        assertThat(Answer.decode(ANSWERS.get(3)).refused()).isEqualTo("no – not that");
    }

    @Test
    void whateverComesIsAMessageOrRefused() {
        WISHES.forEach(bytes -> survives(bytes, Wish::decode));
        ANSWERS.forEach(bytes -> survives(bytes, Answer::decode));
        assertThatIllegalArgumentException().isThrownBy(() -> Wish.decode(new byte[4]))
                .withMessageContaining("ends too soon");
        assertThatIllegalArgumentException().isThrownBy(() -> Wish.decode(new byte[]{ 0, 0, 0, 0, 9 }))
                .withMessageContaining("kind 9");
        assertThatIllegalArgumentException().isThrownBy(() -> Answer.decode(new byte[]{ 0, 0, 0, 0, 0, 0 }))
                .withMessageContaining("1 bytes too many");
    }

    /** Every cut, every changed bit, random bytes: a message or an IllegalArgumentException. */
    private static void survives(final byte[] message, final Function<byte[], Object> decode) {
        final Random random = new Random(1);
        IntStream.range(0, message.length).forEach(length -> tryOut(Arrays.copyOf(message, length), decode));
        for (int bit = 0; bit < message.length * Byte.SIZE; bit++) {
            final byte[] changed = message.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            tryOut(changed, decode);
            random.nextBytes(changed);
            tryOut(changed, decode);
        }
    }

    private static void tryOut(final byte[] bytes, final Function<byte[], Object> decode) {
        try {
            assertThat(decode.apply(bytes)).isNotNull();
        } catch (final IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void aListOfBlocksThatIsTooLongForOneWishIsPartedWithoutLoss() {
        final int count = 2 * Wish.MOST_BLOCKS + 1;
        final PlacedBlocks all = new PlacedBlocks(new long[count], IntStream.range(0, count).toArray());
        int next = 0;
        for (int first = 0; first < count; first += Wish.MOST_BLOCKS) {
            final PlacedBlocks part = Wish.part(all, first);
            assertThat(Wish.of(1, Wish.Kind.FILL, part).encode().length).isLessThanOrEqualTo(65_536);
            for (final int slot : part.slots()) {
                assertThat(slot).isEqualTo(next++);
            }
        }
        assertThat(next).isEqualTo(count);
    }
}
