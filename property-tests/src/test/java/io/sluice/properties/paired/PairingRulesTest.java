package io.sluice.properties.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.Pairing;
import io.sluice.pipeline.pairing.Pieces;
import io.sluice.pipeline.pairing.Window;
import io.sluice.pipeline.pairing.WindowOffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single rules of the pairing. */
class PairingRulesTest {
    private static final int WINDOW_BYTES = 4096 + Window.SIGNAL_BYTES;

    private final TwoEnds two = new TwoEnds(2, 64);
    private final End near = two.ends[0];
    private final End far = two.ends[1];

    @ParameterizedTest
    @ValueSource(ints = { 100, 100_000 })
    void unequalTotalsFailBothSidesWithBothNumbersAndTheNextPairIsFine(final int length) {
        final long send = near.pairing.send(near.pieces(1, length));
        final long nextSend = near.pairing.send(near.pieces(2, 50_000));
        final long receive = far.pairing.receive(far.pieces(0, length - 1, 2));
        final long nextReceive = far.pairing.receive(far.pieces(0, 20_000, 30_000));
        two.settle();

        assertThat(near.table.poll(send)).isEqualTo(TransferState.FAILED);
        assertThat(near.table.cause(send)).isEqualTo(Cause.UNEQUAL_TOTALS);
        assertThat(near.table.describe(send)).contains(length + " bytes here, " + (length + 1) + " at the peer");
        assertThat(far.table.cause(receive)).isEqualTo(Cause.UNEQUAL_TOTALS);
        assertThat(far.table.describe(receive)).contains((length + 1) + " bytes here, " + length + " at the peer");
        assertThat(near.table.poll(nextSend)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(far.table.poll(nextReceive)).isEqualTo(TransferState.SUCCEEDED);
    }

    @Test
    void noMoreThanThePairWindowIsAnnounced() {
        final List<Long> sends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sends.add(near.pairing.send(near.pieces(1, 10)));
        }

        assertThat(near.sendOne()).isTrue();
        assertThat(near.sendOne()).isTrue();
        assertThat(near.sendOne()).as("a third announcement").isFalse();
        for (int i = 0; i < 5; i++) {
            far.pairing.receive(far.pieces(0, 10));
        }
        two.settle();
        assertThat(sends).allMatch(id -> near.table.poll(id) == TransferState.SUCCEEDED);
    }

    @Test
    void largeDataStaysUntilItsReceiveIsThere() {
        near.pairing.send(near.pieces(1, 100_000));
        near.sendOne();
        near.deliverOne(far);

        assertThat(near.sendOne()).isFalse();
        far.pairing.receive(far.pieces(0, 100_000));
        far.sendOne();
        far.deliverOne(near);
        assertThat(near.sendOne()).isTrue();
    }

    @Test
    void whatIsCompleteAtAnEndThatClosesAtOnceSucceedsAtTheOther() {
        two.withWindows(WINDOW_BYTES, false, false);
        final long small = near.pairing.send(near.pieces(1, 10));
        final long put = near.pairing.put(piece(two.windows[0], 0, 8, 0));
        final long open = near.pairing.send(near.pieces(1, 10));
        final long receive = far.pairing.receive(far.pieces(0, 10));
        while (near.sendOne() | near.deliverOne(far)) { // all goes there, nothing comes back yet
        }
        assertThat(far.table.poll(receive)).isEqualTo(TransferState.SUCCEEDED);
        far.pairing.fail(Cause.CONNECTION_CLOSED);
        two.pump();
        near.pairing.wireEnded();

        assertThat(near.table.poll(small)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(near.table.poll(put)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(near.table.cause(open)).isEqualTo(Cause.PEER_CLOSED);
    }

    @Test
    void putsAndWaitsNeedAWindow() {
        assertThat(near.pairing.put(new Pieces())).isEqualTo(ResultCode.NO_WINDOW);
        assertThat(near.pairing.awaitPut(new Pieces())).isEqualTo(ResultCode.NO_WINDOW);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aPutStaysInsideBothWindowsAndOffTheSignalWord(final boolean oneSided) {
        two.withWindows(WINDOW_BYTES, oneSided, oneSided);
        final MemorySegment window = two.windows[0];
        final MemorySegment other = near.arena.allocate(64);

        refused(piece(other, 0, 8, 0), "piece 0 of 8 bytes is not inside this end's window");
        refused(piece(window, 4096, 8, 0), "not inside this end's window of 4096 bytes before the signal word");
        refused(piece(window, 4092, 8, 0), "not inside this end's window");
        refused(piece(window, 0, 8, 4096), "remote offset 4096 with 8 bytes is not inside the peer's window of 4096");
        refused(piece(window, 0, 8, 4089), "not inside the peer's window");
        refused(piece(window, 0, 8, -1), "remote offset -1");
        refused(piece(window, 0, 8, Long.MAX_VALUE), "not inside the peer's window");
        assertThat(near.pairing.put(piece(window, 4088, 8, 4088))).isNotNegative();
        assertThat(near.pairing.put(new Pieces())).isNotNegative();
        two.settle();
        assertThat(near.pairing.unsettled()).isZero();
    }

    private void refused(final Pieces pieces, final String why) {
        assertThatThrownBy(() -> near.pairing.put(pieces)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
        assertThat(near.pairing.unsettled()).isZero();
    }

    private static Pieces piece(final MemorySegment memory, final long offset, final long length, final long remote) {
        final Pieces pieces = new Pieces();
        pieces.add(memory, offset, length, remote);
        return pieces;
    }

    @Test
    void aWindowHasRoomForASignalAndEndsOnItsBoundary() {
        final MemorySegment memory = near.arena.allocate(64, 8);

        assertThatThrownBy(() -> new Window(memory.asSlice(0, 8)))
                .hasMessageContaining("window of 8 bytes is too small");
        assertThatThrownBy(() -> new Window(memory.asSlice(0, 33))).hasMessageContaining("ends on a multiple of 8");
        assertThatThrownBy(() -> new Window(memory.asReadOnly())).hasMessageContaining("may be written");
        assertThat(new Window(memory.asSlice(3, 21)).dataBytes()).isEqualTo(13);
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 3 })
    void bothTakeTheSameRoadWhateverEachCanDo(final int abilities) {
        final boolean first = (abilities & 1) != 0;
        final boolean second = (abilities & 2) != 0;
        two.withWindows(WINDOW_BYTES, first, second);

        assertThat(near.pairing.isOneSided()).isEqualTo(first && second);
        assertThat(far.pairing.isOneSided()).isEqualTo(first && second);
    }

    @Test
    void theSignalWordStartsAtZero() {
        final MemorySegment dirty = near.arena.allocate(16, 8).fill((byte) 1);
        assertThat(dirty.get(ValueLayout.JAVA_LONG, 8)).isNotZero();
        final WindowOffer offer = new WindowOffer(true, false, 0, dirty.address(), 16);
        assertThatCode(() -> near.pairing.agree(new Window(dirty), offer, peer -> null, 0)).doesNotThrowAnyException();

        assertThat(dirty.get(ValueLayout.JAVA_LONG, 8)).isZero();
    }

    @Test
    void aWindowOnOneSideOnlyIsWithdrawnAndCanBeAgreedOnLater() {
        final CompletableFuture<Integer> alone = two.agree(0, WINDOW_BYTES, true, TimeUnit.MILLISECONDS.toNanos(20));
        while (!alone.isDone()) {
            two.pump();
        }
        two.pump();

        assertThat(alone.join()).isEqualTo(Cause.DEADLINE);
        assertThat(near.pairing.put(new Pieces())).isEqualTo(ResultCode.NO_WINDOW);
        two.withWindows(WINDOW_BYTES, true, true);
        assertThat(near.pairing.isOneSided() && far.pairing.isOneSided()).isTrue();
    }

    @Test
    void nothingIsSubmittedWhileAWindowIsAgreedOnAndNoWindowWhileSomethingIsOpen() {
        final long receive = far.pairing.receive(far.pieces(0, 1));
        assertThatThrownBy(() -> far.pairing.agree(null, WindowOffer.NONE, peer -> null, 1))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("1 requests are open");

        final CompletableFuture<Integer> agreement = two.agree(0, WINDOW_BYTES, true);
        while (!near.sendOne()) {
            Thread.yield();
        }
        assertThat(near.pairing.send(near.pieces(1, 1))).isEqualTo(ResultCode.WINDOW_PENDING);
        assertThat(near.pairing.receive(near.pieces(1, 1))).isEqualTo(ResultCode.WINDOW_PENDING);
        assertThatThrownBy(() -> near.pairing.agree(null, WindowOffer.NONE, peer -> null, 1))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("being given one");

        two.cut(Cause.PEER_CLOSED);
        assertThat(agreement.join()).isEqualTo(Cause.PEER_CLOSED);
        assertThat(far.table.poll(receive)).isEqualTo(TransferState.FAILED);
    }

    @Test
    void aFailureBelowIsTheFirstThoughThePeersGoodbyeIsKnownBefore() {
        final int below = Cause.WORK_REQUEST | 10;
        final AtomicInteger told = new AtomicInteger();
        final Pairing pairing = new Pairing(near.table, 2, () -> below, told::set);
        final long receive = pairing.receive(near.pieces(0, 1));
        pairing.fail(Cause.PEER_CLOSED);
        pairing.wireEnded();

        assertThat(pairing.failure()).isEqualTo(below);
        assertThat(told).hasValue(below);
        assertThat(near.table.cause(receive)).isEqualTo(below);
    }

    @Test
    void aConnectionThatStandsStillLeavesSlotsToOthers() {
        final Pairing other = new Pairing(near.table, 2, () -> Cause.NONE, cause -> {});
        int taken = 0;
        while (near.pairing.receive(near.pieces(0, 1)) >= 0) {
            taken++;
        }

        assertThat(taken).isBetween(30, 34);
        assertThat(other.receive(near.pieces(0, 1))).isNotNegative();
    }

    @Test
    void aPutThatTheDeviceDoesNotTakeNowChangesNothing() {
        two.withWindows(WINDOW_BYTES, true, true);
        two.devices[0].refuses = true;
        assertThat(near.pairing.put(new Pieces())).isEqualTo(ResultCode.BACK_PRESSURED);
        two.devices[0].refuses = false;

        final long put = near.pairing.put(new Pieces());
        final long wait = far.pairing.awaitPut(new Pieces());
        two.settle();
        assertThat(near.table.poll(put)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(far.table.poll(wait)).isEqualTo(TransferState.SUCCEEDED);
        assertThat(near.table.free()).isEqualTo(63);
    }

    @Test
    void aPutThatFailsEndsTheConnectionWithItsCause() {
        two.withWindows(WINDOW_BYTES, true, true);
        final long first = near.pairing.put(new Pieces());
        final long second = near.pairing.put(new Pieces());
        final long wait = near.pairing.awaitPut(new Pieces());
        two.devices[0].fail(Cause.WORK_REQUEST | 12);
        two.pump();

        for (final long id : new long[]{ first, second, wait }) {
            assertThat(near.table.poll(id)).isEqualTo(TransferState.FAILED);
            assertThat(near.table.cause(id)).isEqualTo(Cause.WORK_REQUEST | 12);
        }
        assertThat(near.pairing.put(new Pieces())).isEqualTo(ResultCode.CLOSED);
        assertThat(far.pairing.failure()).isEqualTo(Cause.PEER_CLOSED);
    }
}
