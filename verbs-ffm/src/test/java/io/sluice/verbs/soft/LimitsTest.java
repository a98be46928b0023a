package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.Errno;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsException;
import io.sluice.verbs.WcStatus;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** A small device: each limit is kept, named in the refusal, and free again after a close. */
class LimitsTest {
    private static final QueuePairCapacity SMALL = new QueuePairCapacity(2, 2, 1, 1, 0);

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().maxQp(2).maxCq(2).maxMr(2)
            .maxQpWr(4).maxSge(2).maxInlineData(16).maxCqe(8).maxMessageSize(32).maxMrSize(64).maxRdAtomic(3)
            .build());

    @Test
    void theDeviceReportsItsLimits() {
        try (VerbsContext context = device.open()) {
            final var limits = context.attributes();
            assertThat(limits.maxQp()).isEqualTo(2);
            assertThat(limits.maxCq()).isEqualTo(2);
            assertThat(limits.maxMr()).isEqualTo(2);
            assertThat(limits.maxQpWr()).isEqualTo(4);
            assertThat(limits.maxSge()).isEqualTo(2);
            assertThat(limits.maxInlineData()).isEqualTo(16);
            assertThat(limits.maxCqe()).isEqualTo(8);
            assertThat(limits.maxMrSize()).isEqualTo(64);
            assertThat(limits.maxQpRdAtom()).isEqualTo(3);
            assertThat(context.port(1).maxMessageSize()).isEqualTo(32);
        }
    }

    @Test
    void objectsBeyondALimitAreRefusedUntilOneIsClosed() {
        try (VerbsContext context = device.open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(8);
                CompletionQueue last = context.createCompletionQueue(8);
                MemoryRegion region = region(domain);
                QueuePair queuePair = domain.createQueuePair(queue, last, SMALL)) {
            refused(() -> context.createCompletionQueue(8), Errno.ENOMEM, "2 completion queues");
            final MemoryRegion second = region(domain);
            refused(() -> region(domain), Errno.ENOMEM, "2 memory regions");
            final QueuePair other = domain.createQueuePair(queue, last, SMALL);
            refused(() -> domain.createQueuePair(queue, last, SMALL), Errno.ENOMEM, "2 queue pairs");
            assertThat(device.liveObjects()).isEqualTo(6);

            second.close();
            other.close();

            region(domain).close();
            domain.createQueuePair(queue, last, SMALL).close();
            assertThat(region.isAlive()).isTrue();
            assertThat(queuePair.number()).isNotNegative();
        }
        assertThat(device.liveObjects()).isZero();
    }

    @Test
    void aCreationThatWasRefusedDoesNotCountInTheFaultPlan() {
        final QueuePairCapacity four = new QueuePairCapacity(4, 4, 1, 1, 16);
        try (VerbsContext context = device.open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(8)) {
            final QueuePair first = domain.createQueuePair(queue, queue, four);
            final QueuePair second = domain.createQueuePair(queue, queue, four);
            refused(() -> domain.createQueuePair(queue, queue, four), Errno.ENOMEM, "2 queue pairs");
            first.close();
            second.close();
        }
        assertThat(device.nextQueuePairOrdinal()).isEqualTo(2);
    }

    @Test
    void capacitiesOverALimitAreRefusedNamingValueAndLimit() {
        try (VerbsContext context = device.open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(8)) {
            refused(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(5, 1, 1, 1, 0)), Errno.EINVAL,
                    "maxSendWr 5 is over the device's limit of 4");
            refused(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 5, 1, 1, 0)), Errno.EINVAL,
                    "maxRecvWr 5");
            refused(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 1, 3, 1, 0)), Errno.EINVAL,
                    "maxSendSge 3");
            refused(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 1, 1, 3, 0)), Errno.EINVAL,
                    "maxRecvSge 3");
            refused(() -> domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 1, 1, 1, 17)), Errno.EINVAL,
                    "maxInlineData 17");
        }
    }

    @Test
    void aQueuePairWithoutReceiveQueueRefusesReceives() {
        final SoftDevice any = SoftDevice.create(SoftDeviceConfig.builder().build());
        try (ConnectedPair pair = ConnectedPair.on(any).capacity(4, 0).connect()) {
            assertThat(pair.target().receive(1, pair.target().buffer(8))).isEqualTo(Errno.ENOMEM);
        }
    }

    @Test
    void aMessageOverTheLimitIsALocalLengthError() {
        final SoftDevice small = SoftDevice.create(SoftDeviceConfig.builder().maxMessageSize(32).build());
        try (ConnectedPair pair = ConnectedPair.on(small).connect()) {
            final var remote = pair.target().buffer(33);
            pair.initiator().write(1, pair.initiator().buffer(33).fill(1), remote);
            assertThat(pair.sent().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
            assertThat(remote.isUntouched()).isTrue();
        }
    }

    @Test
    void readsWithoutInitiatorDepthAreALocalError() {
        final SoftDevice any = SoftDevice.create(SoftDeviceConfig.builder().build());
        try (ConnectedPair pair = ConnectedPair.on(any).readsInFlight(0, 4).connect()) {
            pair.initiator().read(1, pair.initiator().buffer(8), pair.target().buffer(8));
            assertThat(pair.sent().status()).isEqualTo(WcStatus.LOC_QP_OP_ERR);
        }
    }

    @Test
    void readsInFlightOverTheDevicesLimitAreRefused() {
        final SoftDevice shallow = SoftDevice.create(SoftDeviceConfig.builder().maxRdAtomic(3).build());
        try (ConnectedPair pair = ConnectedPair.on(shallow).readsInFlight(3, 4).unconnected()) {
            refused(pair::connect, Errno.EINVAL, "maxDestRdAtomic 4 is over the device's limit of 3");
        }
        try (ConnectedPair pair = ConnectedPair.on(shallow).readsInFlight(4, 3).unconnected()) {
            refused(pair::connect, Errno.EINVAL, "maxRdAtomic 4 is over the device's limit of 3");
        }
    }

    @Test
    void configurationsThatCannotBeAreRefusedNamingValueAndRange() {
        final SoftDeviceConfig.Builder builder = SoftDeviceConfig.builder();
        assertThatThrownBy(() -> builder.maxQp(0)).hasMessage("maxQp 0 is not in 1..1048576");
        assertThatThrownBy(() -> builder.maxMessageSize(1L + Integer.MAX_VALUE + 1)).hasMessageContaining("2147483649");
        assertThatThrownBy(() -> builder.maxRdAtomic(256)).hasMessageContaining("256");
        assertThatThrownBy(() -> builder.maxSge(65)).hasMessageContaining("65");
        assertThatThrownBy(() -> builder.maxCqe((1 << 22) + 1)).hasMessageContaining("4194305");
    }

    @Test
    void aBuiltConfigurationDoesNotChangeWithItsBuilder() {
        final SoftDeviceConfig.Builder builder = SoftDeviceConfig.builder().name("one").maxQp(5);
        final SoftDeviceConfig config = builder.build();
        builder.name("two").maxQp(6);
        assertThat(config.name()).isEqualTo("one");
        assertThat(config.attributes().maxQp()).isEqualTo(5);
    }

    private static MemoryRegion region(final ProtectionDomain domain) {
        return domain.register(Arena.ofAuto().allocate(64), Access.ALL);
    }

    private static void refused(final Runnable call, final int errno, final String words) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(VerbsException.class,
                e -> assertThat(e.errno()).isEqualTo(errno)).hasMessageContaining(words);
    }
}
