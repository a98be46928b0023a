package io.sluice.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policies.ShardPolicy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Positive;

/** Whatever the lane and the peer: there is a shard and a handler, and they are the same each time. */
class ShardPolicyProperties {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(32);

    @Property
    void byLaneTheShardIsTheLaneModuloTheShards(@ForAll @IntRange(max = Integer.MAX_VALUE) final int lane,
            @ForAll final String peer, @ForAll @Positive final int shards) {
        final int shard = ShardPolicy.byLane(shards).shardOf(lane, peer);
        assertThat(shard).isBetween(0, shards - 1);
        assertThat((long) lane - shard).isNotNegative().satisfies(rest -> assertThat(rest % shards).isZero());
    }

    @Property
    void byPeerTheShardIsTheHashModuloTheShards(@ForAll @IntRange(max = Integer.MAX_VALUE) final int lane,
            @ForAll final String peer, @ForAll @Positive final int shards) {
        final int shard = ShardPolicy.byPeer(shards).shardOf(lane, peer);
        assertThat(shard).isBetween(0, shards - 1);
        assertThat(shard).isEqualTo(modelHash(peer).mod(BigInteger.valueOf(shards)).intValueExact());
        assertThat(ShardPolicy.byPeer(shards).shardOf(0, new String(peer.toCharArray()))).isEqualTo(shard);
    }

    @Property
    void everyShardHasOneHandler(@ForAll @IntRange(max = Integer.MAX_VALUE) final int shard,
            @ForAll @Positive final int handlers) {
        final int handler = ShardPolicy.handlerOf(shard, handlers);
        assertThat(handler).isBetween(0, handlers - 1);
        assertThat(((long) shard - handler) % handlers).isZero();
    }

    @Property
    void lanesAreSpreadEvenly(@ForAll @IntRange(min = 1, max = 64) final int shards,
            @ForAll @IntRange(min = 1, max = 20) final int rounds) {
        final int[] lanesOf = new int[shards];
        for (int lane = 0; lane < shards * rounds; lane++) {
            lanesOf[ShardPolicy.byLane(shards).shardOf(lane, "")]++;
        }
        assertThat(lanesOf).containsOnly(rounds);
    }

    @Example
    void theShardsOfKnownPeersNeverChange() {
        final ShardPolicy ofEight = ShardPolicy.byPeer(8);
        final ShardPolicy of64 = ShardPolicy.byPeer(64);
        assertThat(ofEight.shardOf(0, "10.0.0.1:5000@0")).isEqualTo(5);
        assertThat(ofEight.shardOf(0, "10.0.0.1:5001@1")).isEqualTo(2);
        assertThat(ofEight.shardOf(0, "10.0.0.2:5000@0")).isEqualTo(7);
        assertThat(of64.shardOf(0, "10.0.0.1:5001@1")).isEqualTo(26);
        assertThat(of64.shardOf(0, "[2001:db8::1]:5000@0")).isEqualTo(52);
        assertThat(of64.shardOf(0, "host-a:18515@mlx5_0")).isEqualTo(44);
        assertThat(of64.shardOf(0, "мост:1@0")).isEqualTo(35);
    }

    /** FNV-1a and fmix32 in unbounded numbers. */
    private static BigInteger modelHash(final String peer) {
        BigInteger hash = BigInteger.valueOf(2_166_136_261L);
        for (final byte b : peer.getBytes(StandardCharsets.UTF_8)) {
            hash = hash.xor(BigInteger.valueOf(b & 0xff)).multiply(BigInteger.valueOf(16_777_619)).mod(WORD);
        }
        hash = hash.xor(hash.shiftRight(16)).multiply(BigInteger.valueOf(0x85ebca6bL)).mod(WORD);
        hash = hash.xor(hash.shiftRight(13)).multiply(BigInteger.valueOf(0xc2b2ae35L)).mod(WORD);
        return hash.xor(hash.shiftRight(16));
    }
}
