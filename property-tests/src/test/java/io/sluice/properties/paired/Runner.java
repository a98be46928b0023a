package io.sluice.properties.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.Cause;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferState;
import io.sluice.pipeline.pairing.Pieces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program and says after every step what may be: the model is a queue of sends and one of receives for each
 * direction, of which the n-th meet, and a window with a count of puts.
 */
final class Runner {
    /** Puts use the window in turns, so that what is in flight never overlaps. */
    private static final int AREAS = 8;
    private static final int AREA_BYTES = 32 << 10;
    private static final int WINDOW_BYTES = AREAS * AREA_BYTES + 8;

    private final TwoEnds two;
    private final List<List<Asked>> sends = twoLists();
    private final List<List<Asked>> receives = twoLists();
    private final List<List<Asked>> puts = twoLists();
    private final List<List<Asked>> waits = twoLists();
    private boolean isCut;
    private int fill = 1;

    private Runner(final Program program) {
        two = new TwoEnds(program.pairWindow(), 1024).withWindows(WINDOW_BYTES, program.oneSided(),
                program.oneSided());
    }

    static void run(final Program program) {
        final Runner runner = new Runner(program);
        for (final Command command : program.commands()) {
            runner.step(command);
            runner.check(false);
        }
        if (!runner.isCut) {
            runner.two.settle();
            runner.check(true);
            runner.cut();
        }
        runner.check(true);
        runner.releaseAll();
    }

    private static List<List<Asked>> twoLists() {
        return List.of(new ArrayList<>(), new ArrayList<>());
    }

    private void step(final Command command) {
        final int end = command.end();
        final var pairing = two.ends[end].pairing;
        switch (command) {
            case final Command.Send send -> {
                final Pieces pieces = two.ends[end].pieces(nextFill(), send.lengths());
                add(sends.get(end), pairing.send(pieces), pieces);
            }
            case final Command.Receive receive -> {
                final Pieces pieces = two.ends[end].pieces(0, receive.lengths());
                add(receives.get(end), pairing.receive(pieces), pieces);
            }
            case final Command.Put put -> put(end, put.lengths());
            case Command.Await _ -> add(waits.get(end), pairing.awaitPut(new Pieces()), new Pieces());
            case final Command.Move move -> {
                for (int i = 0; i < move.frames() && !isCut; i++) {
                    two.ends[end].sendOne();
                    two.ends[end].deliverOne(two.ends[1 - end]);
                }
            }
            case final Command.Write write -> {
                if (two.devices[end] != null && !isCut) {
                    two.devices[end].step(write.choice());
                }
            }
            case Command.Cut _ -> cut();
        }
    }

    private void cut() {
        isCut = true;
        two.cut(Cause.PEER_UNREACHABLE);
    }

    private void add(final List<Asked> list, final long id, final Pieces pieces) {
        if (isCut) {
            assertThat(id).isEqualTo(ResultCode.CLOSED);
        } else {
            assertThat(id).isNotNegative();
            list.add(new Asked(id, pieces, fill));
        }
    }

    private void put(final int end, final int[] lengths) {
        final int number = puts.get(end).size();
        if (number >= AREAS && state(end, puts.get(end).get(number - AREAS)) == TransferState.IN_PROGRESS) {
            return; // its area is in flight
        }
        nextFill();
        final long area = (long) number % AREAS * AREA_BYTES;
        final MemorySegment own = two.windows[end];
        final long target = area + AREA_BYTES / 2; // puts leave from the first half and land in the second
        final Pieces pieces = new Pieces();
        long at = 0;
        for (final int length : lengths) {
            pieces.add(own, area + at, length, target + at);
            at += length;
        }
        own.asSlice(area, at).fill((byte) fill);
        add(puts.get(end), two.ends[end].pairing.put(pieces), pieces);
    }

    private int nextFill() {
        fill = fill % 100 + 1;
        return fill;
    }

    private int state(final int end, final Asked asked) {
        return two.ends[end].table.poll(asked.id());
    }

    /** @param still nothing is under way: what has met is settled, and after a cut everything is */
    private void check(final boolean still) {
        for (int end = 0; end < 2; end++) {
            checkSends(end, still);
            checkPuts(end, still);
        }
    }

    private void checkSends(final int end, final boolean still) {
        final List<Asked> out = sends.get(end);
        final List<Asked> in = receives.get(1 - end);
        for (int i = 0; i < Math.max(out.size(), in.size()); i++) {
            final Asked send = i < out.size() ? out.get(i) : null;
            final Asked receive = i < in.size() ? in.get(i) : null;
            final boolean met = send != null && receive != null;
            final boolean isEqual = met && send.total() == receive.total();
            for (final Asked one : new Asked[]{ send, receive }) {
                if (one != null) {
                    checkState(one == send ? end : 1 - end, one, met, isEqual, still);
                }
            }
            if (met && state(1 - end, receive) == TransferState.SUCCEEDED) {
                checkFilled(receive.pieces(), send.fill());
            } else if (met && state(end, send) == TransferState.SUCCEEDED) {
                throw new AssertionError("the send succeeded before its receive");
            }
        }
    }

    private void checkState(final int end, final Asked one, final boolean met, final boolean isEqual,
            final boolean still) {
        final int state = state(end, one);
        final int cause = two.ends[end].table.cause(one.id());
        final String text = two.ends[end].table.describe(one.id());
        if (state == TransferState.SUCCEEDED) {
            assertThat(isEqual).as(text).isTrue();
        } else if (state == TransferState.FAILED) {
            if (cause == Cause.UNEQUAL_TOTALS) {
                assertThat(met && !isEqual).as(text).isTrue();
            } else {
                assertThat(isCut && cause == Cause.PEER_UNREACHABLE).as(text).isTrue();
            }
        } else {
            assertThat(state).isEqualTo(TransferState.IN_PROGRESS);
            assertThat(still && (met || isCut)).as(text).isFalse();
        }
    }

    private static void checkFilled(final Pieces pieces, final int expected) {
        for (int i = 0; i < pieces.size(); i++) {
            final MemorySegment memory = pieces.memory(i);
            final long end = pieces.offset(i) + pieces.length(i);
            for (long at = pieces.offset(i); at < end; at++) {
                if (memory.get(ValueLayout.JAVA_BYTE, at) != expected) {
                    throw new AssertionError("byte " + at + " of piece " + i + " is "
                            + memory.get(ValueLayout.JAVA_BYTE, at) + ", not " + expected);
                }
            }
            assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).as("the byte before").isZero();
            assertThat(memory.get(ValueLayout.JAVA_BYTE, end)).as("the byte behind").isZero();
        }
    }

    private void checkPuts(final int end, final boolean still) {
        final List<Asked> out = puts.get(end);
        final MemorySegment window = two.windows[1 - end];
        final long signalled = window.get(ValueLayout.JAVA_LONG, window.byteSize() - 8);
        assertThat(signalled).isLessThanOrEqualTo(out.size());
        for (int i = (int) Math.max(0, signalled - AREAS); i < signalled; i++) {
            if (out.size() <= i + AREAS) { // else the area has been used again
                checkPlaced(window, out.get(i));
            }
        }
        for (int i = 0; i < out.size(); i++) {
            final int state = state(end, out.get(i));
            if (state == TransferState.SUCCEEDED) {
                assertThat(signalled).isGreaterThan(i);
            }
            assertThat(still && state == TransferState.IN_PROGRESS).as("put %s is in progress", i + 1).isFalse();
        }
        final List<Asked> waiting = waits.get(1 - end);
        for (int i = 0; i < waiting.size(); i++) {
            final int state = state(1 - end, waiting.get(i));
            assertThat(state == TransferState.SUCCEEDED).as("wait %s, %s signalled", i + 1, signalled)
                    .isEqualTo(signalled > i);
            assertThat(state == TransferState.FAILED).isEqualTo(isCut && signalled <= i);
        }
    }

    private static void checkPlaced(final MemorySegment window, final Asked put) {
        for (int piece = 0; piece < put.pieces().size(); piece++) {
            final long from = put.pieces().remoteOffset(piece);
            for (long at = from; at < from + put.pieces().length(piece); at++) {
                if (window.get(ValueLayout.JAVA_BYTE, at) != put.fill()) {
                    throw new AssertionError("byte " + at + " of the window is missing though it is signalled");
                }
            }
        }
    }

    private void releaseAll() {
        for (int end = 0; end < 2; end++) {
            final var table = two.ends[end].table;
            for (final List<List<Asked>> kind : List.of(sends, receives, puts, waits)) {
                for (final Asked asked : kind.get(end)) {
                    assertThat(table.release(asked.id())).isIn(TransferState.SUCCEEDED, TransferState.FAILED);
                    assertThat(table.poll(asked.id())).isEqualTo(TransferState.STALE);
                    assertThat(table.release(asked.id())).isEqualTo(TransferState.STALE);
                }
            }
            assertThat(table.free()).isEqualTo(1024);
            assertThat(two.ends[end].pairing.unsettled()).isZero();
        }
    }
}
