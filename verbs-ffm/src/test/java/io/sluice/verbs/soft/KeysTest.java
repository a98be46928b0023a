package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkRequests;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Keys and queue pair numbers: found while they live, not afterwards, and not to be guessed. */
class KeysTest {
    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());

    @Test
    void aDisguiseComesOffAgainForAllNumbersAndSecrets() {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            final int plain = i < 1_000 ? i - 500 : random.nextInt();
            final int secret = random.nextInt();
            assertThat(KeyTable.reveal(KeyTable.disguise(plain, secret), secret)).isEqualTo(plain);
        }
    }

    @Test
    void aRegionIsFoundByEachOfItsKeysInItsOwnRoleOnly() {
        final KeyTable keys = new KeyTable(KeyTable.MAX_REGIONS, new SecureRandom());
        for (int i = 0; i < 1_000; i++) {
            final SoftMemoryRegion region = new SoftMemoryRegion(1, MemorySegment.NULL, 0);
            final long handle = keys.add(region);
            final int lkey = keys.lkey(handle);
            final int rkey = keys.rkey(handle);
            assertThat(keys.byLkey(lkey)).isSameAs(region);
            assertThat(keys.byRkey(rkey)).isSameAs(region);
            assertThat(keys.byRkey(lkey)).isNotSameAs(region);
            assertThat(keys.byLkey(rkey)).isNotSameAs(region);
            keys.remove(region);
            assertThat(keys.byLkey(lkey)).isNull();
            assertThat(keys.byRkey(rkey)).isNull();
        }
    }

    @Test
    void anLkeyUsedAsRkeyIsARemoteAccessError() {
        try (ConnectedPair pair = ConnectedPair.on(device).connect()) {
            final Buffer local = pair.initiator().buffer(8).fill(1);
            final Buffer remote = pair.target().buffer(8);
            final WorkRequests one = WorkRequests.allocate(1, 1);
            one.addWrite(1, local.address(), local.lkey(), 8, remote.address(), remote.lkey(), SendFlags.SIGNALED);
            assertThat(pair.initiator().queuePair().postSend(one)).isZero();
            assertThat(pair.sent().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
            assertThat(remote.isUntouched()).isTrue();
        }
    }

    @Test
    void keysAndNumbersDifferFromDeviceToDevice() {
        final Set<Integer> rkeys = new HashSet<>();
        final Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            final SoftDevice other = SoftDevice.create(SoftDeviceConfig.builder().build());
            try (ConnectedPair pair = ConnectedPair.on(other).unconnected()) {
                rkeys.add(pair.initiator().buffer(8).rkey());
                numbers.add(pair.initiator().queuePair().number());
            }
        }
        assertThat(rkeys).hasSize(8);
        assertThat(numbers).hasSizeGreaterThan(6); // of 2^24: twice the same is possible, not likely
    }

    @Test
    void registeringAgainGivesNewKeysForLong() {
        try (ConnectedPair pair = ConnectedPair.on(device).unconnected()) {
            final Buffer buffer = pair.initiator().buffer(8);
            buffer.region().close();
            final Set<Integer> keys = new HashSet<>();
            for (int i = 0; i < 10_000; i++) {
                try (MemoryRegion region = pair.initiator().domain().register(buffer.memory(), Access.ALL)) {
                    assertThat(keys.add(region.rkey())).as("registration " + i).isTrue();
                }
            }
        }
    }

    @Test
    void aQueuePairNumberIsNotGivenAgainForLong() {
        try (ConnectedPair pair = ConnectedPair.on(device).unconnected()) {
            final Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                try (QueuePair queuePair = pair.initiator().createQueuePair()) {
                    assertThat(queuePair.number()).isBetween(0, 0xff_ffff);
                    assertThat(numbers.add(queuePair.number())).as("queue pair " + i).isTrue();
                }
            }
        }
    }
}
