package io.sluice.examples;

import io.sluice.pipeline.ConnectFailedException;
import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.Metadata;
import io.sluice.pipeline.Op;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRefusedException;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.discovery.FilePeerStore;
import io.sluice.pipeline.discovery.PeerDirectory;
import io.sluice.verbs.Access;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A cache over several processes that serves reads out of its peers' memory: each key has a home, whose process alone
 * writes it; all others read it there, one-sided, so that the home's threads do nothing for it. A slot carries the checksum
 * of what it says ({@link CacheSlot}); a reader that catches a slot in the middle of a change reads again.
 *
 * <p>Safe for use by any number of threads.
 */
final class PeerCache implements AutoCloseable {
    private static final int SLOT_BITS = 10;
    private static final int SLOTS = 1 << SLOT_BITS;
    /** Fibonacci hashing: 2^32 divided by the golden ratio. Keys that differ little get slots far apart. */
    private static final int SPREAD = 0x9E3779B9;
    private static final int READERS = 16;
    private static final int TRIES = 100;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final String self;
    private final List<String> members;
    private final Arena arena = Arena.ofShared();
    private final TransferEngine engine;
    private final PeerDirectory directory;
    /** The slots of the keys whose home is here. Written under this object's lock. */
    private final LocalRegion slots;
    /** Where slots of peers are read to; peers cannot reach it. */
    private final LocalRegion copies;
    /** Offsets of copies that nobody uses. A transfer that has settled leaves its copy alone, whatever its outcome. */
    private final BlockingQueue<Long> freeCopies = new ArrayBlockingQueue<>(READERS);

    PeerCache(final String self, final List<String> members, final Path directoryOfPeers) throws IOException {
        this.self = self;
        this.members = List.copyOf(members);
        engine = TransferEngine.create(EngineConfig.builder().agentName(self).build());
        slots = engine.register(arena.allocate((long) SLOTS * CacheSlot.BYTES, CacheSlot.BYTES));
        copies = engine.register(arena.allocate((long) READERS * CacheSlot.BYTES), Access.LOCAL_WRITE);
        for (long i = 0; i < READERS; i++) {
            freeCopies.add(i * CacheSlot.BYTES);
        }
        directory = PeerDirectory.over(new FilePeerStore(directoryOfPeers));
        directory.publish(self, engine.listen().toString());
    }

    /** @return the member that holds the key */
    String home(final String key) {
        return members.get(Math.floorMod(key.hashCode(), members.size()));
    }

    /** Takes a value whose home is here, in place of what is in its slot. */
    synchronized void put(final String key, final String value) {
        if (!home(key).equals(self)) {
            throw new IllegalArgumentException("the home of " + key + " is " + home(key) + ", not " + self);
        }
        CacheSlot.write(slots.memory().asSlice(offset(key), CacheSlot.BYTES), key, value);
    }

    /** @return the key's value; nothing if its home has none, or is not there */
    Optional<String> get(final String key) throws InterruptedException, IOException {
        if (home(key).equals(self)) {
            synchronized (this) {
                return CacheSlot.read(slots.memory().asSlice(offset(key), CacheSlot.BYTES)).of(key);
            }
        }
        final Optional<String> metadata = directory.lookup(home(key));
        if (metadata.isEmpty()) {
            return Optional.empty();
        }
        try {
            return fetch(engine.connection(Metadata.parse(metadata.get()).session()), key);
        } catch (final ConnectFailedException | TransferRefusedException e) {
            return Optional.empty(); // a cache may miss
        }
    }

    private Optional<String> fetch(final Connection connection, final String key) throws InterruptedException {
        final RemoteRegion remote = connection.regions().getFirst(); // a member gives its slots, and nothing else
        final long copy = freeCopies.take();
        try {
            final TransferRequest request = new TransferRequest().op(Op.READ).timeoutNs(TIMEOUT_NS)
                    .entries(new EntryList().add(copies, copy, CacheSlot.BYTES, remote, offset(key)));
            for (int i = 0; i < TRIES && engine.transfer(connection, request).isSuccess(); i++) {
                final CacheSlot slot = CacheSlot.read(copies.memory().asSlice(copy, CacheSlot.BYTES));
                if (slot.isWhole()) {
                    return slot.of(key);
                }
            }
            return Optional.empty();
        } finally {
            freeCopies.add(copy);
        }
    }

    private static long offset(final String key) {
        return (long) (key.hashCode() * SPREAD >>> Integer.SIZE - SLOT_BITS) * CacheSlot.BYTES;
    }

    @Override
    public void close() {
        directory.close();
        engine.close();
        arena.close();
    }

    /** A member of its own: directory, its name, all names. Puts what is its own, until its standard input ends. */
    public static void main(final String[] args) throws IOException {
        try (PeerCache cache = new PeerCache(args[1], List.of(args[2].split(",")), Path.of(args[0]))) {
            for (int i = 0; i < 100; i++) {
                if (cache.home("key " + i).equals(args[1])) {
                    cache.put("key " + i, "value " + i + " of " + args[1]);
                }
            }
            System.out.println("serving");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
