package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys, bounds and access flags: what must not be reached is not reached, and the connection fails. */
abstract class ProtectionContract extends DeviceContract {
    private static final int LENGTH = 64;
    /** The specification's status, and what Soft-RoCE gives when it finds no region for a key at all. */
    private static final List<Integer> UNKNOWN_KEY = List.of(WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);

    @Test
    void anUnknownLocalKeyIsALocalProtectionError() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(LENGTH).fill(1);
        final Buffer remote = pair.target().buffer(LENGTH);

        assertThat(failLocally(pair, WrOpcode.RDMA_WRITE, local.address(), ~local.lkey(), remote))
                .isIn(UNKNOWN_KEY);

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void anUnknownRemoteKeyIsARemoteAccessErrorOfBothEnds() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(LENGTH);

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.address(), ~remote.rkey());

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void theKeyOfAClosedRegionOpensNothing() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(LENGTH);
        final int rkey = remote.rkey();
        remote.region().close();

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.address(), rkey);

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void theLocalKeyOfAClosedRegionOpensNothing() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(LENGTH);
        final Buffer remote = pair.target().buffer(LENGTH).fill(1);
        final int lkey = local.lkey();
        local.region().close();

        refusedLocally(pair, WrOpcode.RDMA_READ, local.address(), lkey, remote);

        assertThat(local.isUntouched()).isTrue();
    }

    @Test
    void aWriteOneByteBeforeTheRegionIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer remote = inner(pair.target());

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.region().address() - 1, remote.rkey());

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aWriteOneBytePastTheRegionIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer remote = inner(pair.target());

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.region().address() + remote.region().length() - LENGTH + 1,
                remote.rkey());

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aReadOneBytePastTheRegionIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer remote = inner(pair.target());

        refusedRemotely(pair, WrOpcode.RDMA_READ, remote.region().address() + remote.region().length() - LENGTH + 1,
                remote.rkey());
    }

    @Test
    void aRangeThatWrapsAroundIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer remote = inner(pair.target());

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, -LENGTH / 2, remote.rkey());

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aLocalRangeOneByteBeforeTheRegionIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer local = inner(pair.initiator());
        final Buffer remote = pair.target().buffer(LENGTH);

        refusedLocally(pair, WrOpcode.RDMA_WRITE, local.region().address() - 1, local.lkey(), remote);

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aLocalRangeOneBytePastTheRegionIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer local = inner(pair.initiator());
        final Buffer remote = pair.target().buffer(LENGTH).fill(1);

        refusedLocally(pair, WrOpcode.RDMA_READ, local.region().address() + local.region().length() - LENGTH + 1,
                local.lkey(), remote);

        assertThat(local.isUntouched()).isTrue();
    }

    @Test
    void aReadIntoARegionWithoutLocalWriteIsRefused() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(LENGTH, Access.REMOTE_READ);
        final Buffer remote = pair.target().buffer(LENGTH).fill(1);

        refusedLocally(pair, WrOpcode.RDMA_READ, local.address(), local.lkey(), remote);

        assertThat(local.isUntouched()).isTrue();
    }

    @Test
    void aWriteFromARegionWithoutAnyAccessFlagIsAllowed() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(LENGTH, 0).fill(1);
        final Buffer remote = pair.target().buffer(LENGTH);

        pair.initiator().write(1, local, remote);

        assertThat(pair.sent().succeeded()).isTrue();
        assertThat(remote.bytes()).isEqualTo(local.bytes());
    }

    @Test
    void aRegionWithoutRemoteWriteCannotBeWritten() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(LENGTH, Access.LOCAL_WRITE | Access.REMOTE_READ);

        refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.address(), remote.rkey());

        assertThat(remote.isUntouched()).isTrue();
    }

    @Test
    void aRegionWithoutRemoteReadCannotBeRead() {
        final ConnectedPair pair = connected();
        final Buffer remote = pair.target().buffer(LENGTH, Access.LOCAL_WRITE | Access.REMOTE_WRITE);

        refusedRemotely(pair, WrOpcode.RDMA_READ, remote.address(), remote.rkey());
    }

    @Test
    void aQueuePairWithoutRemoteWriteTakesNoWriteNotEvenAnEmptyOne() {
        for (final int length : new int[]{ LENGTH, 0 }) {
            final ConnectedPair pair = connected(spec().access(Access.LOCAL_WRITE | Access.REMOTE_READ));
            final Buffer remote = pair.target().buffer(LENGTH);

            refusedByQueuePair(pair, WrOpcode.RDMA_WRITE, length, remote);

            assertThat(remote.isUntouched()).isTrue();
        }
    }

    @Test
    void aQueuePairWithoutRemoteReadAnswersNoRead() {
        final ConnectedPair pair = connected(spec().access(Access.LOCAL_WRITE | Access.REMOTE_WRITE));
        final Buffer remote = pair.target().buffer(LENGTH).fill(1);

        refusedByQueuePair(pair, WrOpcode.RDMA_READ, LENGTH, remote);
    }

    @Test
    void aQueuePairThatAnswersNoReadsAtOnceRefusesThem() {
        final ConnectedPair pair = connected(spec().readsInFlight(1, 0));
        final Buffer remote = pair.target().buffer(LENGTH).fill(1);

        refusedByQueuePair(pair, WrOpcode.RDMA_READ, LENGTH, remote);
    }

    @Test
    void aRemoteRegionOfAnotherDomainIsRefused() {
        final ConnectedPair pair = connected();
        try (ProtectionDomain other = pair.target().context().allocateProtectionDomain()) {
            final Buffer remote = pair.target().buffer(LENGTH);
            try (MemoryRegion foreign = other.register(remote.memory(), Access.ALL)) {
                refusedRemotely(pair, WrOpcode.RDMA_WRITE, remote.address(), foreign.rkey());
            }
            assertThat(remote.isUntouched()).isTrue();
        }
    }

    @Test
    void aLocalRegionOfAnotherDomainIsRefused() {
        final ConnectedPair pair = connected();
        try (ProtectionDomain other = pair.initiator().context().allocateProtectionDomain()) {
            final Buffer local = pair.initiator().buffer(LENGTH);
            final Buffer remote = pair.target().buffer(LENGTH).fill(1);
            try (MemoryRegion foreign = other.register(local.memory(), Access.ALL)) {
                refusedLocally(pair, WrOpcode.RDMA_READ, local.address(), foreign.lkey(), remote);
            }
            assertThat(local.isUntouched()).isTrue();
        }
    }

    @Test
    void oneBadEntryAmongGoodOnesFailsTheRequest() {
        final ConnectedPair pair = connected();
        final Buffer local = pair.initiator().buffer(LENGTH).fill(1);
        final Buffer remote = pair.target().buffer(LENGTH);
        final WorkRequests one = WorkRequests.allocate(1, 2);
        one.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        one.addSge(local.address(), ~local.lkey(), 8);

        assertThat(pair.initiator().queuePair().postSend(one)).isZero();

        assertThat(pair.sent().status()).isIn(UNKNOWN_KEY);
    }

    /** A region inside a larger allocation, so that its neighbours are mapped: only the check can refuse them. */
    private static Buffer inner(final Endpoint endpoint) {
        final Buffer outer = endpoint.buffer(4 * LENGTH);
        outer.region().close();
        final Buffer inner = new Buffer(outer.memory(),
                endpoint.register(outer.memory().asSlice(LENGTH, 2 * LENGTH), Access.ALL));
        return inner;
    }

    private static void refusedLocally(final ConnectedPair pair, final int opcode, final long address, final int lkey,
            final Buffer remote) {
        assertThat(failLocally(pair, opcode, address, lkey, remote)).isEqualTo(WcStatus.LOC_PROT_ERR);
    }

    /** @return the status that it failed with */
    private static int failLocally(final ConnectedPair pair, final int opcode, final long address, final int lkey,
            final Buffer remote) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addRdma(opcode, 1, address, lkey, LENGTH, remote.address(), remote.rkey(), SendFlags.SIGNALED);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        final int status = pair.sent().status();
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        return status;
    }

    private static void refusedRemotely(final ConnectedPair pair, final int opcode, final long address,
            final int rkey) {
        final Buffer local = pair.initiator().buffer(LENGTH).fill(99);
        final byte[] before = local.bytes();
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addRdma(opcode, 1, local.address(), local.lkey(), LENGTH, address, rkey, SendFlags.SIGNALED);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        final Completion completion = pair.sent();
        assertThat(completion.status()).as(completion.toString()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(pair.initiator().queuePair().state()).isEqualTo(QpState.ERR);
        Await.until(() -> pair.target().queuePair().state() == QpState.ERR, () -> "the target is not in ERR");
        assertThat(local.bytes()).isEqualTo(before);
    }

    /** The operation is not one that the peer's queue pair carries out: "invalid request", not "access". */
    private static void refusedByQueuePair(final ConnectedPair pair, final int opcode, final int length,
            final Buffer remote) {
        final Buffer local = pair.initiator().buffer(LENGTH).fill(99);
        final byte[] before = local.bytes();
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addRdma(opcode, 1, local.address(), local.lkey(), length, remote.address(), remote.rkey(),
                SendFlags.SIGNALED);
        assertThat(pair.initiator().queuePair().postSend(one)).isZero();
        final Completion completion = pair.sent();
        assertThat(completion.status()).as(completion.toString()).isEqualTo(WcStatus.REM_INV_REQ_ERR);
        Await.until(() -> pair.target().queuePair().state() == QpState.ERR, () -> "the target is not in ERR");
        assertThat(local.bytes()).isEqualTo(before);
    }
}
