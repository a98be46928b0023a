package io.sluice.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardPolicyTest {
    private static final String PEER = "10.0.0.1:5000@0";

    @Test
    void lanesGoRoundTheShards() {
        final ShardPolicy byLane = ShardPolicy.byLane(3);
        assertThat(IntStream.range(0, 7).map(lane -> byLane.shardOf(lane, PEER))).containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void byLaneThePeerHasNoPart() {
        assertThat(ShardPolicy.byLane(8).shardOf(5, PEER)).isEqualTo(ShardPolicy.byLane(8).shardOf(5, "other:1@7"));
    }

    @Test
    void byPeerTheLaneHasNoPart() {
        assertThat(ShardPolicy.byPeer(8).shardOf(0, PEER))
                .isEqualTo(ShardPolicy.byPeer(8).shardOf(Integer.MAX_VALUE, PEER));
    }

    @ParameterizedTest
    @CsvSource({ "'', 811c9dc5", "a, e40c292c", "foobar, bf9cf968" })
    void theHashBeginsAsFnv1aWithItsPublishedValues(final String text, final String hash) {
        assertThat(Integer.toHexString(PeerShards.fnv1a(text.getBytes(StandardCharsets.UTF_8)))).isEqualTo(hash);
    }

    @Test
    void theHashEndsAsFmix32WithItsPublishedValues() {
        assertThat(PeerShards.mix(0)).isZero();
        assertThat(PeerShards.mix(1)).isEqualTo(0x514e28b7);
    }

    @ParameterizedTest
    @CsvSource({ "10.0.0.1:5000@0, 751ab8c5, 5, 3", "10.0.0.1:5001@1, ef05931a, 2, 2",
        "[2001:db8::1]:5000@0, b5cc62b4, 4, 6", "мост:1@0, 9315ba63, 3, 3" })
    void aPeerKeepsItsShardForEver(final String peer, final String hash, final int ofEight, final int ofSeven) {
        assertThat(Integer.toHexString(PeerShards.hash(peer))).isEqualTo(hash);
        assertThat(ShardPolicy.byPeer(8).shardOf(0, peer)).isEqualTo(ofEight);
        assertThat(ShardPolicy.byPeer(7).shardOf(0, peer)).isEqualTo(ofSeven);
    }

    @Test
    void thePeersOfOneHostDoNotShareOneHandler() {
        final ShardPolicy byPeer = ShardPolicy.byPeer(8);
        assertThat(IntStream.range(0, 8).map(device -> byPeer.shardOf(0, "10.0.0.1:" + (5000 + device) + "@" + device))
                .map(shard -> ShardPolicy.handlerOf(shard, 2)).boxed().toList()).contains(0, 1);
    }

    @Test
    void handlersTakeShardsInTurn() {
        assertThat(IntStream.range(0, 5).map(shard -> ShardPolicy.handlerOf(shard, 2))).containsExactly(0, 1, 0, 1, 0);
    }

    @Test
    void argumentsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ShardPolicy.byLane(0))
                .withMessage("shardCount 0 is below 1");
        assertThatIllegalArgumentException().isThrownBy(() -> ShardPolicy.byPeer(-1))
                .withMessage("shardCount -1 is below 1");
        assertThatIllegalArgumentException().isThrownBy(() -> ShardPolicy.handlerOf(-1, 2))
                .withMessage("shard -1 is negative; shards are numbered from 0");
        assertThatIllegalArgumentException().isThrownBy(() -> ShardPolicy.handlerOf(1, 0))
                .withMessage("handlerCount 0 is below 1");
        for (final ShardPolicy policy : List.of(ShardPolicy.byLane(8), ShardPolicy.byPeer(8))) {
            assertThatIllegalArgumentException().isThrownBy(() -> policy.shardOf(-1, PEER))
                    .withMessage("lane -1 is negative; lanes are numbered from 0");
            assertThatNullPointerException().isThrownBy(() -> policy.shardOf(0, null)).withMessage("peer");
        }
    }

    @Test
    void policiesCompareByValue() {
        assertThat(ShardPolicy.byLane(8)).isEqualTo(ShardPolicy.byLane(8)).isNotEqualTo(ShardPolicy.byLane(4))
                .isNotEqualTo(ShardPolicy.byPeer(8)).hasToString("LaneShards[shardCount=8]");
        assertThat(ShardPolicy.byPeer(8)).isEqualTo(ShardPolicy.byPeer(8)).hasToString("PeerShards[shardCount=8]");
        assertThat(ShardPolicy.byPeer(8).shardCount()).isEqualTo(8);
    }
}
