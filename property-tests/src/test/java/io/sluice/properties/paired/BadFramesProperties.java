package io.sluice.properties.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.BrokenProtocolException;
import io.sluice.pipeline.pairing.Frame;
import io.sluice.pipeline.pairing.Pieces;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple4;

/** Whatever a peer says, it is understood or refused: nothing else is thrown, and nothing beyond a request is written. */
class BadFramesProperties {
    private static final String SEED = "20261130";
    private static final int GUARD = 64;

    @Property(seed = SEED, edgeCases = EdgeCasesMode.NONE)
    void anyFramesAreUnderstoodOrRefused(
            @ForAll("frames") final List<Tuple4<Integer, Integer, Long, Long>> frames) {
        final TwoEnds two = new TwoEnds(2, 64).withWindows(4104, false, false);
        final End end = two.ends[0];
        end.pairing.send(end.pieces(1, 10));
        end.pairing.send(end.pieces(1, 10_000));
        end.pairing.put(new Pieces());
        final MemorySegment memory = end.arena.allocate(20_000 + 2 * GUARD);
        final Pieces pieces = new Pieces();
        pieces.add(memory, GUARD, 20_000, 0);
        final long receive = end.pairing.receive(pieces);
        final long small = end.pairing.receive(end.pieces(0, 10));
        while (end.sendOne()) { // all is on its way
        }
        try {
            for (final var frame : frames) {
                receive(end, frame);
            }
        } catch (final BrokenProtocolException refused) {
            assertThat(refused).hasMessageMatching("[ -~]+");
            end.pairing.fail(Cause.PROTOCOL);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        end.pairing.wireEnded();

        assertThat(end.pairing.unsettled()).isZero();
        assertThat(end.table.poll(receive)).isIn(TransferState.SUCCEEDED, TransferState.FAILED);
        assertThat(end.table.poll(small)).isIn(TransferState.SUCCEEDED, TransferState.FAILED);
        for (int i = 0; i < GUARD; i++) {
            assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).isZero();
            assertThat(memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1 - i)).isZero();
        }
    }

    private static void receive(final End end, final Tuple4<Integer, Integer, Long, Long> said) throws IOException {
        final ByteBuffer header = ByteBuffer.allocate(Frame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put((byte) (int) said.get1()).put((byte) 0).putShort((short) 0).putInt(said.get2())
                .putLong(said.get3()).putLong(said.get4()).flip();
        final Frame frame = new Frame();
        frame.get(header);
        final int[] left = { frame.payloadBytes() };
        end.pairing.received(frame, (target, offset, bytes) -> {
            left[0] -= bytes;
            if (left[0] < 0) {
                throw new EOFException("more was taken than the frame has");
            }
            target.asSlice(offset, bytes).fill((byte) 7);
        });
    }

    @Provide
    Arbitrary<List<Tuple4<Integer, Integer, Long, Long>>> frames() {
        final Arbitrary<Integer> lengths = Arbitraries.oneOf(
                Arbitraries.of(0, 0, 0, 10, 32, 8192, 20_000, 1 << 20, -1), Arbitraries.integers());
        final Arbitrary<Long> numbers = Arbitraries.oneOf(Arbitraries.of(0L, 1L, 1L, 2L, 3L, 10L, 20_000L, 4096L),
                Arbitraries.longs());
        return Combinators.combine(Arbitraries.integers().between(0, 15), lengths, numbers, numbers).as(Tuple::of)
                .list().ofMaxSize(12);
    }
}
