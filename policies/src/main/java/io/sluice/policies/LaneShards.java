package io.sluice.policies;

import java.util.Objects;

/** Shards by lane number. */
record LaneShards(int shardCount) implements ShardPolicy {
    LaneShards {
        if (shardCount < 1) {
            throw new IllegalArgumentException("shardCount " + shardCount + " is below 1");
        }
    }

    @Override
    public int shardOf(final int lane, final String peer) {
        Objects.requireNonNull(peer, "peer");
        return checkLane(lane) % shardCount;
    }

    static int checkLane(final int lane) {
        if (lane < 0) {
            throw new IllegalArgumentException("lane " + lane + " is negative; lanes are numbered from 0");
        }
        return lane;
    }
}
