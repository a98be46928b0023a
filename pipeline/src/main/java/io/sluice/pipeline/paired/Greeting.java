package io.sluice.pipeline.paired;

import io.sluice.pipeline.pairing.BrokenProtocolException;
import io.sluice.verbs.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the two ends of a new connection tell each other first, 80 bytes little-endian. The dialling end speaks first;
 * the other answers when its program connects too, with the one adaptor that it has chosen, or none.
 *
 * @param engine     unique id of the sender, 16 bytes as two numbers, with the name known from the connection
 * @param peer       unique id of the engine that the sender means
 * @param adaptors   that the sender can use; in the answer the one that is taken, or none: refused
 * @param pairWindow of the sender
 * @param slots      bounce buffers of the sender
 * @param queuePair  of the sender, null where VERBS is not among its adaptors
 */
record Greeting(Id engine, Id peer, Set<Adaptor> adaptors, int pairWindow, int slots, QueuePairAddress queuePair) {
    static final int BYTES = 80;
    private static final int MAGIC = 0x3150_4c53; // "SLP1"

    /** 16 random bytes. */
    record Id(long high, long low) {}

    /** Where a queue pair is reached. */
    record QueuePairAddress(int number, int psn, int lid, int mtu, Gid gid) {
        private static final QueuePairAddress NONE = new QueuePairAddress(0, 0, 0, 0, Gid.ZERO);
    }

    ByteBuffer encode() {
        final ByteBuffer out = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int flags = 0;
        for (final Adaptor adaptor : adaptors) {
            flags |= 1 << adaptor.ordinal();
        }
        final QueuePairAddress address = queuePair == null ? QueuePairAddress.NONE : queuePair;
        out.putInt(MAGIC).putInt(flags).putLong(engine.high).putLong(engine.low).putLong(peer.high).putLong(peer.low);
        out.putInt(pairWindow).putInt(slots).putInt(address.number).putInt(address.psn).putInt(address.lid)
                .putInt(address.mtu).putLong(address.gid.high()).putLong(address.gid.low());
        return out.rewind();
    }

    static Greeting decode(final ByteBuffer bytes) throws BrokenProtocolException {
        final ByteBuffer in = bytes.order(ByteOrder.LITTLE_ENDIAN);
        final int magic = in.getInt();
        final int flags = in.getInt();
        if (magic != MAGIC || flags >>> Adaptor.values().length != 0) {
            throw new BrokenProtocolException("it did not greet as an agent does");
        }
        final Set<Adaptor> adaptors = EnumSet.noneOf(Adaptor.class);
        for (final Adaptor adaptor : Adaptor.values()) {
            if ((flags & 1 << adaptor.ordinal()) != 0) {
                adaptors.add(adaptor);
            }
        }
        final Id engine = new Id(in.getLong(), in.getLong());
        final Id peer = new Id(in.getLong(), in.getLong());
        final Greeting greeting = new Greeting(engine, peer, adaptors, in.getInt(), in.getInt(), new QueuePairAddress(
                in.getInt(), in.getInt(), in.getInt(), in.getInt(), new Gid(in.getLong(), in.getLong())));
        greeting.check();
        return greeting;
    }

    private void check() throws BrokenProtocolException {
        final boolean isRight = pairWindow >= 1 && slots >= 4 && slots <= 1024
                && (!adaptors.contains(Adaptor.VERBS) || queuePair.number >>> 24 == 0 && queuePair.psn >>> 24 == 0
                        && queuePair.lid >>> 16 == 0 && Integer.bitCount(queuePair.mtu) == 1
                        && queuePair.mtu >= 256 && queuePair.mtu <= 4096);
        if (!isRight) {
            throw new BrokenProtocolException("its greeting says what cannot be: " + this);
        }
    }
}
