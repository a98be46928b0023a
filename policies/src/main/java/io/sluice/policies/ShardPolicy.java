package io.sluice.policies;

/**
 * Says which shard a lane belongs to, and so which post handler serves it: {@code handlerOf(shardOf(lane, peer), n)}.
 *
 * <p>A lane is asked for once, when it is made; it never moves to another shard. The answers depend on the arguments
 * alone: they are the same in every process, on every JVM, in every release.
 *
 * <p>{@link #byLane} spreads the lanes of every connection over the shards and is the usual choice. {@link #byPeer} keeps
 * all lanes to one peer in one shard, so in one post handler: work for a single peer is not spread.
 *
 * <p>The policies made here are immutable, compare by value, and are safe for use by any number of threads.
 */
public interface ShardPolicy {
    /**
     * The number of shards.
     *
     * @return 1 or more
     */
    int shardCount();

    /**
     * The shard of a lane.
     *
     * @param lane the engine-wide number of the lane, 0 or more
     * @param peer the peer of the lane as {@code host:port@device}, an IPv6 host in brackets; compared as it is written,
     *     so one peer needs one spelling
     * @return the shard, 0..{@link #shardCount()} − 1
     * @throws IllegalArgumentException if {@code lane} is negative
     * @throws NullPointerException if {@code peer} is null
     */
    int shardOf(int lane, String peer);

    /**
     * Shard = lane mod {@code shardCount}. The peer has no part in it.
     *
     * @param shardCount the number of shards, 1 or more
     * @return the policy
     * @throws IllegalArgumentException if {@code shardCount} is below 1
     */
    static ShardPolicy byLane(final int shardCount) {
        return new LaneShards(shardCount);
    }

    /**
     * Shard = hash(peer) mod {@code shardCount}, the hash taken as unsigned. The lane has no part in it.
     *
     * <p>The hash is FNV-1a, 32 bits, over the UTF-8 bytes of the peer, followed by the 32-bit finalizer of MurmurHash3
     * (fmix32). It is part of the contract and will not change.
     *
     * @param shardCount the number of shards, 1 or more
     * @return the policy
     * @throws IllegalArgumentException if {@code shardCount} is below 1
     */
    static ShardPolicy byPeer(final int shardCount) {
        return new PeerShards(shardCount);
    }

    /**
     * The post handler that serves a shard: shard mod {@code handlerCount}. With fewer shards than handlers, the handlers
     * at the end serve none.
     *
     * @param shard 0 or more
     * @param handlerCount the number of post handlers, 1 or more
     * @return the handler, 0..{@code handlerCount} − 1
     * @throws IllegalArgumentException if an argument is out of range
     */
    static int handlerOf(final int shard, final int handlerCount) {
        if (shard < 0) {
            throw new IllegalArgumentException("shard " + shard + " is negative; shards are numbered from 0");
        }
        if (handlerCount < 1) {
            throw new IllegalArgumentException("handlerCount " + handlerCount + " is below 1");
        }
        return shard % handlerCount;
    }
}
