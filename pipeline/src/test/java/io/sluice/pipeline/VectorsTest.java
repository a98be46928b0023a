package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.pipeline.transfer.EntryPool;
import io.sluice.policies.SlicePolicy;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers of many pieces, and the policies that cut them. */
class VectorsTest {
    private static final int PIECE = 96;

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2, 63, 64, 65, 128, 129, 1000 })
    void vectorsOfAnyLengthArriveWhole(final int count) {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final long bytes = Math.max(1, (long) count * PIECE);
            final Buffers buffers = pair.buffers(connection, bytes);
            final EntryList entries = new EntryList();
            for (int i = count - 1; i >= 0; i--) { // last first
                entries.add(buffers.here(), (long) i * PIECE, PIECE, buffers.remote(), (long) i * PIECE);
            }
            final long id = pair.near.write(connection, entries);
            entries.clear();
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            if (count > 0) {
                assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
            }
            pair.quiet();
        }
    }

    @ParameterizedTest
    @EnumSource(Op.class)
    void emptyEntriesAndMixedRegionsAreFineInBothDirections(final Op op) {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final List<Buffers> three = List.of(pair.buffers(connection, 64 << 10), pair.buffers(connection, 70_000),
                    pair.buffers(connection, 200_001));
            final EntryList entries = new EntryList();
            for (int i = 0; i < 130; i++) {
                final Buffers empty = three.get(i % 3);
                entries.add(empty.here(), i, 0, empty.remote(), i);
            }
            for (final Buffers b : three) {
                entries.add(b.here(), 0, b.here().length(), b.remote(), 0);
                entries.add(b.here(), b.here().length(), 0, b.remote(), b.here().length());
            }
            if (op == Op.READ) {
                three.forEach(b -> b.target().fill((byte) 77));
            }
            final TransferRequest request = new TransferRequest().op(op).entries(entries);
            assertThat(pair.finish(pair.near.submit(connection, request))).isEqualTo(TransferState.SUCCEEDED);
            three.forEach(b -> assertThat(b.target().mismatch(b.source())).isEqualTo(-1));
            pair.quiet();
        }
    }

    @Test
    void aTransferWithoutBytesSucceeds() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 10);
            assertThat(pair.finish(pair.near.write(connection, buffers.here(), 10, 0, buffers.remote(), 10)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(pair.finish(pair.near.read(connection, new EntryList()))).isEqualTo(TransferState.SUCCEEDED);
            final EntryList empties = new EntryList();
            for (int i = 0; i < 200; i++) {
                empties.add(buffers.here(), 0, 0, buffers.remote(), 0);
            }
            assertThat(pair.finish(pair.near.write(connection, empties))).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
        }
    }

    @Test
    void batchesGoBothWays() {
        try (EnginePair pair = EnginePair.open(ThreadingMode.SHARED)) {
            final Connection connection = pair.connect();
            final Buffers a = pair.buffers(connection, 1000);
            final Buffers b = pair.buffers(connection, 100_000);
            final long[] offsets = { 0, 0 };
            final long[] sizes = { 1000, 100_000 };
            final LocalRegion[] here = { a.here(), b.here() };
            final RemoteRegion[] there = { a.remote(), b.remote() };
            assertThat(pair.finish(pair.near.batchPut(connection, offsets, offsets, sizes, here, there)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(b.target().mismatch(b.source())).isEqualTo(-1);
            a.target().fill((byte) 3);
            assertThat(pair.finish(pair.near.batchGet(connection, offsets, offsets, sizes, there, here)))
                    .isEqualTo(TransferState.SUCCEEDED);
            assertThat(a.target().mismatch(a.source())).isEqualTo(-1);
        }
    }

    @Test
    void moreEntriesThanThePoolEverHoldsAreTooLargeAndMoreThanItHoldsNowWait() {
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER)
                .config(c -> c.entryPoolBytes(64 << 10)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 10);
            final int chunks = connection.link().core().pool().chunks();
            final EntryList most = entries(buffers, chunks * EntryPool.ENTRIES_PER_CHUNK);
            final EntryList more = entries(buffers, chunks * EntryPool.ENTRIES_PER_CHUNK + 1);
            assertThat(pair.near.write(connection, more)).isEqualTo(ResultCode.TOO_LARGE);
            final long id = pair.near.write(connection, most);
            assertThat(pair.near.write(connection, entries(buffers, 2))).isEqualTo(ResultCode.BACK_PRESSURED);
            assertThat(EnginePair.snapshot(pair.near).backPressured()).isEqualTo(1);
            assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            pair.quiet();
        }
    }

    @Test
    void slotsThatAreNotReleasedPushBack() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.transferSlots(8)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 10);
            final long[] ids = new long[4]; // one connection may hold half
            for (int i = 0; i < 4; i++) {
                ids[i] = pair.write(connection, buffers);
                pair.near.await(ids[i], EnginePair.PATIENCE_NS);
            }
            assertThat(pair.write(connection, buffers)).isEqualTo(ResultCode.BACK_PRESSURED);
            for (final long id : ids) {
                assertThat(pair.near.status(id)).isEqualTo(pair.near.status(id)).isEqualTo(TransferState.SUCCEEDED);
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
        }
    }

    private static EntryList entries(final Buffers buffers, final int count) {
        final EntryList entries = new EntryList();
        for (int i = 0; i < count; i++) {
            entries.add(buffers.here(), 0, 10, buffers.remote(), 0);
        }
        return entries;
    }

    /** A policy that says it cuts well and does as it likes. */
    private record Unruly(LongToIntFunction cut) implements SlicePolicy {
        @Override
        public int nextLength(final long remaining) {
            return cut.applyAsInt(remaining);
        }

        @Override
        public long sliceCount(final long length) {
            return 1;
        }

        @Override
        public int maxSliceLength() {
            return 4096;
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no name");
        }
    }

    @Test
    void aPolicyThatMisbehavesFailsItsOwnTransferAlone() {
        final List<LongToIntFunction> bad = List.of(left -> 0, left -> -1, left -> (int) left + 1, left -> {
            throw new IllegalArgumentException("no");
        }, left -> {
            throw new AssertionError("never");
        }, left -> left > 5_000 ? 1000 : 0, left -> Integer.MIN_VALUE);
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.maxRequests(4)).open().expectErrors()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 30_000);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 30_000, buffers.remote(), 0);
            for (final LongToIntFunction cut : bad) {
                final long good = pair.write(connection, buffers);
                final long id = pair.near.submit(connection,
                        new TransferRequest().entries(entries).policy(new Unruly(cut)));
                pair.await("settles", () -> pair.near.status(id) != TransferState.IN_PROGRESS);
                assertThat(pair.near.cause(id)).isEqualTo(Cause.SLICE_POLICY);
                assertThat(pair.finish(id)).isEqualTo(TransferState.FAILED);
                assertThat(pair.finish(good)).isEqualTo(TransferState.SUCCEEDED);
            }
            assertThat(connection.isOpen()).isTrue();
            assertThat(pair.errors).hasSize(bad.size()).allMatch(e -> e instanceof SlicePolicyException);
            pair.quiet();
        }
    }
}
