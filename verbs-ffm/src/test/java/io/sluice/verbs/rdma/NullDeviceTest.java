package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.Allocations;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.PortAttributes.LinkLayer;
import io.sluice.verbs.PortState;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The provider against the null library: what it asks, what it understands of the answers, and what it leaves. */
class NullDeviceTest {
    private static final RtrAttributes RTR = new RtrAttributes(1, 0x123456, 0xabcdef, 2048, 0x4321,
            new Gid(0x2001_0db8_0000_0001L, 0x0203_0405_0607_0809L), 3, 104, 7, 12);
    private static final RtsAttributes RTS = new RtsAttributes(0xfedcba, 14, 6, 5, 9);

    private final NullLibrary library = NullLibrary.load();
    private VerbsContext context;
    private ProtectionDomain domain;
    private CompletionQueue queue;
    private QueuePair queuePair;

    @BeforeEach
    void open() {
        context = library.device().open();
        domain = context.allocateProtectionDomain();
        queue = context.createCompletionQueue(100, () -> {});
        queuePair = domain.createQueuePair(queue, queue, new QueuePairCapacity(16, 8, 4, 3, 64));
    }

    @AfterEach
    void closeAllAndLeaveNothing() {
        queuePair.close();
        queue.close();
        domain.close();
        context.close();
        assertThat(library.live()).isZero();
    }

    @Test
    void theDevicesLimitsAreReadUnsigned() {
        final DeviceAttributes attributes = context.attributes();

        assertThat(attributes.maxMrSize()).isEqualTo(-1); // 2^64 - 1
        assertThat(attributes.maxQp()).isEqualTo(1 << 18);
        assertThat(attributes.maxQpWr()).isEqualTo(32_768);
        assertThat(attributes.maxSge()).isEqualTo(30);
        assertThat(attributes.maxCqe()).isEqualTo(1 << 22);
        assertThat(attributes.maxQpRdAtom()).isEqualTo(16);
        assertThat(attributes.maxQpInitRdAtom()).isEqualTo(16);
        assertThat(attributes.physicalPortCount()).isEqualTo(1);
    }

    @Test
    void theLargestInlineDataIsFoundOutByTrying() {
        assertThat(context.attributes().maxInlineData()).isEqualTo(512);
        library.set("MAX_INLINE", 100);
        try (VerbsContext other = library.device().open()) {
            assertThat(other.attributes().maxInlineData()).isEqualTo(64);
        }
        library.set("MAX_INLINE", 0);
        try (VerbsContext other = library.device().open()) {
            assertThat(other.attributes().maxInlineData()).isZero();
        }
    }

    @Test
    void aPortIsReadAsItIs() {
        assertThat(context.port(1))
                .isEqualTo(new PortAttributes(PortState.ACTIVE, 4096, 4096, 16, 1 << 30, 0, LinkLayer.ETHERNET));
        library.set("INFINIBAND", 1).set("STATE", 3).set("MTU", 3);
        assertThat(context.port(1))
                .isEqualTo(new PortAttributes(PortState.ARMED, 4096, 1024, 16, 1 << 30, 0xabcd, LinkLayer.INFINIBAND));
        assertThat(context.port(1).active()).isFalse();
    }

    @Test
    void aQueuePairIsMadeAndTakenToRtsWithAllItsAttributes() {
        queuePair.toInit(1, Access.LOCAL_WRITE | Access.REMOTE_READ);
        assertThat(queuePair.state()).isEqualTo(QpState.INIT);
        queuePair.toReadyToReceive(RTR);
        queuePair.toReadyToSend(RTS);

        assertThat(queuePair.state()).isEqualTo(QpState.RTS);
        assertThat(library.describe(queuePair.number())).isEqualTo("type 2 sigall 0 cap 16 8 4 3 64 state 3 "
                + "mask 0x13bfb9 port 1 pkey 0 access 0x5 mtu 4 dest 0x123456 psn 0xabcdef 0xfedcba rd 9 7 rnr 12 "
                + "timeout 14 retry 6 5 dlid 0x4321 ahport 1 global 1 sgid 3 hops 64 class 104 "
                + "dgid 20010db8000000010203040506070809");
    }

    @Test
    void aPathWithoutGidGoesByLid() {
        queuePair.toInit(1, Access.ALL);
        queuePair.toReadyToReceive(new RtrAttributes(1, 1, 1, 256, 0x77, Gid.ZERO, 0, 104, 1, 1));

        assertThat(library.describe(queuePair.number())).endsWith("dlid 0x77 ahport 1 global 0").contains(" mtu 1 ");
    }

    @Test
    void aChainCompletesInOrderThroughTheDevicesOwnFunctions() {
        connect();
        final WorkRequests chain = WorkRequests.allocate(5, 1);
        for (int i = 0; i < 5; i++) {
            chain.addWrite(100 + i, 64, 1, 10 + i, 128, 2, SendFlags.SIGNALED);
        }

        assertThat(queuePair.postSend(chain)).isZero();

        final WorkCompletions completions = WorkCompletions.allocate(8);
        assertThat(queue.poll(completions)).isEqualTo(5);
        for (int i = 0; i < 5; i++) {
            assertThat(completions.wrId(i)).isEqualTo(100 + i);
            assertThat(completions.status(i)).isEqualTo(WcStatus.SUCCESS);
            assertThat(completions.opcode(i)).isEqualTo(WcOpcode.RDMA_WRITE);
            assertThat(completions.byteLength(i)).isEqualTo(10 + i);
            assertThat(completions.qpNumber(i)).isEqualTo(queuePair.number());
        }
        assertThat(queue.poll(completions)).isZero();
    }

    @Test
    void aChainTooLongIsRefusedFromTheRequestThatDoesNotFit() {
        connect();
        final WorkRequests chain = WorkRequests.allocate(20, 1);
        for (int i = 0; i < 20; i++) {
            chain.addWrite(i, 64, 1, 1, 128, 2, SendFlags.SIGNALED);
        }

        assertThat(queuePair.postSend(chain)).isEqualTo(Errno.ENOMEM);

        assertThat(chain.firstRefused()).isEqualTo(16);
    }

    @Test
    void receivesArePostedUntilTheirQueueIsFull() {
        connect();
        final ReceiveRequests chain = ReceiveRequests.allocate(10, 1);
        for (int i = 0; i < 10; i++) {
            chain.add(i, 64, 1, 1);
        }

        assertThat(queuePair.postReceive(chain)).isEqualTo(Errno.ENOMEM);

        assertThat(chain.firstRefused()).isEqualTo(8);
    }

    @Test
    void postPollAndArmAllocateNothing() {
        connect();
        final WorkRequests chain = WorkRequests.allocate(4, 1);
        final WorkCompletions completions = WorkCompletions.allocate(8);
        Allocations.nothingIn(() -> {
            chain.clear();
            for (int i = 0; i < 4; i++) {
                chain.addWrite(i, 64, 1, 8, 128, 2, SendFlags.SIGNALED);
            }
            if (queuePair.postSend(chain) != 0 || !queue.requestNotify() || queue.poll(completions) != 4) {
                throw new AssertionError("a call did not do its work");
            }
        });
    }

    @Test
    void aFailedRequestIsSeenAndTheNextAreFlushed() {
        connect();
        library.set("STATUS", WcStatus.REM_ACCESS_ERR);
        final WorkRequests chain = WorkRequests.allocate(2, 1);
        chain.addRead(1, 64, 1, 1, 128, 2, SendFlags.SIGNALED);
        chain.addRead(2, 64, 1, 1, 128, 2, SendFlags.SIGNALED);

        assertThat(queuePair.postSend(chain)).isZero();

        final WorkCompletions completions = WorkCompletions.allocate(8);
        assertThat(queue.poll(completions)).isEqualTo(2);
        assertThat(completions.status(0)).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(completions.status(1)).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(queuePair.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void memoryIsRegisteredWithItsFlagsAndRelaxedOrderingWhereItIsAskedFor() {
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment memory = arena.allocate(4096);
            try (MemoryRegion plain = domain.register(memory, Access.ALL)) {
                assertThat(library.lastAccess()).isEqualTo(7);
                try (MemoryRegion relaxed = domain.register(memory, Access.ALL | Access.RELAXED_ORDERING)) {
                    assertThat(library.lastAccess()).isEqualTo(7 | 1 << 20);
                    assertThat(relaxed.lkey()).isNotEqualTo(plain.lkey());
                }
            }
        }
    }

    @Test
    void aDmaBufIsRegisteredUnderTheAddressGiven() {
        try (MemoryRegion region = domain.registerDmabuf(5, 4096, 65_536, 0x7000_0000_0000L, Access.ALL);
                MemoryRegion again = domain.registerDmabuf(6, 4096, 65_536, 0x7000_0000_0000L, Access.ALL)) {
            assertThat(region.address()).isEqualTo(0x7000_0000_0000L);
            assertThat(region.length()).isEqualTo(65_536);
            assertThat(again.lkey()).isNotEqualTo(region.lkey());
        }
        assertThatThrownBy(() -> domain.registerDmabuf(5, -1, 1, 1, Access.ALL))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("offset -1");
    }

    @Test
    void whatTheLibraryRefusesNamesTheCallTheValuesAndTheErrno() {
        assertThatThrownBy(
                () -> domain.createQueuePair(queue, queue, new QueuePairCapacity(40_000, 1, 1, 1, 0)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("ibv_create_qp", "null0", "maxSendWr=40000", "EINVAL 22")
                .extracting(e -> ((VerbsException) e).errno()).isEqualTo(Errno.EINVAL);
    }

    @Test
    void moreQueuePairsThanThereAreAreRefused() {
        library.set("MAX_QP", 1);

        assertThatThrownBy(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 1, 1, 1, 0)))
                .isInstanceOf(VerbsException.class).hasMessageContaining("ENOMEM 12");
    }

    @Test
    void aContextWhoseDeviceAnswersNothingUsefulIsClosedAgain() {
        library.set("MAX_CQE", 0);
        final int before = library.live();

        assertThatThrownBy(() -> library.device().open()).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("ibv_create_cq", "1 entries");

        assertThat(library.live()).isEqualTo(before);
    }

    private void connect() {
        queuePair.toInit(1, Access.ALL);
        queuePair.toReadyToReceive(RTR);
        queuePair.toReadyToSend(RTS);
    }
}
