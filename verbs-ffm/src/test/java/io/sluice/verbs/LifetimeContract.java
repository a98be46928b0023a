package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** Who may close what, when, and what a closed object answers. */
abstract class LifetimeContract extends DeviceContract {
    private static final QueuePairCapacity SMALL = new QueuePairCapacity(1, 1, 1, 1, 0);

    @Test
    void aContextStaysOpenWhileADomainOrQueueOfItIs() {
        final VerbsContext context = device().open();
        final ProtectionDomain domain = context.allocateProtectionDomain();
        final CompletionQueue queue = context.createCompletionQueue(4);

        busy(context::close, "2 objects");
        domain.close();
        busy(context::close, "1 objects");
        queue.close();

        context.close();
        context.close();
    }

    @Test
    void aDomainStaysOpenWhileARegionOrQueuePairOfItIs() {
        final VerbsContext context = device().open();
        final CompletionQueue queue = context.createCompletionQueue(4);
        final ProtectionDomain domain = context.allocateProtectionDomain();
        final MemoryRegion region = domain.register(Arena.ofAuto().allocate(8), Access.ALL);
        final QueuePair queuePair = domain.createQueuePair(queue, queue, SMALL);

        busy(domain::close, "2 objects");
        region.close();
        busy(domain::close, "1 objects");
        queuePair.close();
        domain.close();
        domain.close();
        queue.close();
        context.close();
    }

    @Test
    void aCompletionQueueStaysOpenWhileAQueuePairUsesIt() {
        try (VerbsContext context = device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue sends = context.createCompletionQueue(4);
                CompletionQueue receives = context.createCompletionQueue(4)) {
            final QueuePair queuePair = domain.createQueuePair(sends, receives, SMALL);

            busy(sends::close, "1 objects");
            busy(receives::close, "1 objects");
            queuePair.close();
            queuePair.close();
        }
    }

    @Test
    void closedObjectsRefuseUse() {
        final VerbsContext context = device().open();
        final ProtectionDomain domain = context.allocateProtectionDomain();
        final CompletionQueue queue = context.createCompletionQueue(4);
        final QueuePair queuePair = domain.createQueuePair(queue, queue, SMALL);
        final WorkRequests sends = WorkRequests.allocate(1, 1);
        final ReceiveRequests receives = ReceiveRequests.allocate(1, 1);
        sends.addSend(1, 0, 0, 0, 0);
        receives.add(1, 0, 0, 0);
        queuePair.close();
        closed(queuePair::state);
        closed(() -> queuePair.postSend(sends));
        closed(() -> queuePair.postReceive(receives));
        closed(queuePair::toError);
        closed(() -> queuePair.toInit(1, Access.ALL));
        queue.close();
        closed(() -> queue.poll(WorkCompletions.allocate(1)));
        closed(() -> domain.createQueuePair(queue, queue, SMALL));
        domain.close();
        closed(() -> domain.register(Arena.ofAuto().allocate(8), Access.ALL));
        context.close();
        closed(context::allocateProtectionDomain);
        closed(() -> context.createCompletionQueue(4));
        closed(() -> context.port(1));
        closed(() -> context.gid(1, 0));
        closed(context::pollAsyncEvent);
    }

    @Test
    void aQueuePairThatCouldNotBeMadeLeavesNothingBehind() {
        try (VerbsContext context = device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue open = context.createCompletionQueue(4)) {
            final CompletionQueue gone = context.createCompletionQueue(4);
            gone.close();

            closed(() -> domain.createQueuePair(open, gone, SMALL));
            closed(() -> domain.createQueuePair(gone, open, SMALL));
            assertThatThrownBy(() -> domain.createQueuePair(open, open,
                    new QueuePairCapacity(Integer.MAX_VALUE, 1, 1, 1, 0))).isInstanceOf(VerbsException.class);
        } // and everything closes
    }

    @Test
    void completionQueuesOfAnotherContextAreRefused() {
        try (VerbsContext one = device().open();
                VerbsContext other = device().open();
                ProtectionDomain domain = one.allocateProtectionDomain();
                CompletionQueue own = one.createCompletionQueue(4);
                CompletionQueue foreign = other.createCompletionQueue(4)) {
            assertThatThrownBy(() -> domain.createQueuePair(own, foreign, SMALL))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("context");
        }
    }

    @Test
    void depthsOutsideTheDevicesLimitAreRefusedNamingIt() {
        try (VerbsContext context = device().open()) {
            final int most = context.attributes().maxCqe();
            for (final int depth : new int[]{ 0, -1, most + 1 }) {
                assertThatThrownBy(() -> context.createCompletionQueue(depth))
                        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(" " + depth + " ")
                        .hasMessageContaining("1.." + most);
            }
        }
    }

    @Test
    void portsAndGidsThatDoNotExistAreRefused() {
        try (VerbsContext context = device().open()) {
            assertThatThrownBy(() -> context.port(0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> context.port(context.attributes().physicalPortCount() + 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> context.gid(1, context.port(1).gidTableLength()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aRegionInUseCannotBeDeregistered() {
        final MemoryRegion region = connected().initiator().buffer(64).region();
        assertThat(region.acquire()).isTrue();
        assertThat(region.acquire()).isTrue();

        assertThatThrownBy(region::close).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("64 bytes").hasMessageContaining("2");
        region.release();
        assertThatThrownBy(region::close).isInstanceOf(IllegalStateException.class);
        assertThat(region.isAlive()).isTrue();
        region.release();
        region.close();

        assertThat(region.acquire()).isFalse();
        assertThat(region.uses()).isZero();
    }

    @Test
    void aUseGivenBackTwiceIsAnErrorThatHarmsNobody() {
        final MemoryRegion region = connected().initiator().buffer(64).region();
        assertThatThrownBy(region::release).isInstanceOf(IllegalStateException.class);
        assertThat(region.isAlive()).isTrue();
        assertThat(region.acquire()).isTrue();
        region.release();

        region.close();

        assertThatThrownBy(region::release).isInstanceOf(IllegalStateException.class);
        assertThat(region.acquire()).isFalse();
        assertThat(region.isAlive()).isFalse();
    }

    @Test
    void aRegionWhoseMemoryWasClosedIsDeadAndClosesStill() {
        final ConnectedPair pair = connected();
        final MemoryRegion region = pair.initiator().buffer(64).region();

        pair.initiator().closeMemory();

        assertThat(region.isAlive()).isFalse();
        assertThat(region.acquire()).isFalse();
    }

    @Test
    void emptyChainsAreRefused() {
        final QueuePair queuePair = connected().initiator().queuePair();

        assertThatThrownBy(() -> queuePair.postSend(WorkRequests.allocate(1, 1)))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("empty");
        assertThatThrownBy(() -> queuePair.postReceive(ReceiveRequests.allocate(1, 1)))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("empty");
    }

    private static void busy(final Runnable close, final String words) {
        assertThatThrownBy(close::run).isInstanceOfSatisfying(VerbsException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY)).hasMessageContaining(words);
    }

    private static void closed(final Runnable use) {
        assertThatThrownBy(use::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }
}
