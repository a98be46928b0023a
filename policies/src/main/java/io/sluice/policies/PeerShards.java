package io.sluice.policies;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Shards by a hash of the peer that is fixed for ever. */
record PeerShards(int shardCount) implements ShardPolicy {
    /** FNV-1a, 32 bits: Fowler, Noll, Vo; RFC 9923. */
    private static final int FNV_OFFSET_BASIS = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    PeerShards {
        if (shardCount < 1) {
            throw new IllegalArgumentException("shardCount " + shardCount + " is below 1");
        }
    }

    @Override
    public int shardOf(final int lane, final String peer) {
        LaneShards.checkLane(lane);
        return Integer.remainderUnsigned(hash(peer), shardCount);
    }

    static int hash(final String peer) {
        return mix(fnv1a(Objects.requireNonNull(peer, "peer").getBytes(StandardCharsets.UTF_8)));
    }

    static int fnv1a(final byte[] bytes) {
        int hash = FNV_OFFSET_BASIS;
        for (final byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    /**
     * MurmurHash3's fmix32 (Austin Appleby, public domain). The lowest bits of FNV-1a depend on nothing but the lowest bits
     * of the input: without mixing, the eight peers 10.0.0.1:5000@0 to 10.0.0.1:5007@7 all fall into one shard of eight.
     */
    static int mix(final int hash) {
        int mixed = hash;
        mixed = (mixed ^ (mixed >>> 16)) * 0x85ebca6b;
        mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
        return mixed ^ (mixed >>> 16);
    }
}
