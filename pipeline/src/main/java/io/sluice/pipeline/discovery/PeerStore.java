package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Where the entries of a {@link PeerDirectory} are kept: a provider's side, with no thread and no retry of its own.
 *
 * <p>An entry is an agent's name and its metadata. It lives while its publisher renews it: {@link #lease()} after the last
 * renewal it counts as gone for every reader. Of two publishers of one name the later one has the entry.
 *
 * <p>Calls are thread-safe, block at most a time that the store documents, and answer what goes wrong with the place by an
 * {@link IOException} whose message names the place. What lies there but is no entry is no failure: see
 * {@link Contents#ignored()}. Names and metadata that are handed in are valid; what is read need not be.
 */
public interface PeerStore extends AutoCloseable {
    /** {@return the place, as messages name it} */
    String place();

    /** {@return how long an entry outlives its last renewal} */
    Duration lease();

    /** {@return after this long a reader looks again, though nobody told it of a change} */
    Duration readInterval();

    /**
     * Enters a name, in place of any entry of that name. The entry is there for all readers when this returns. After an
     * exception it may be there until its lease is over.
     *
     * @param agentName its name
     * @param metadata  where to dial it
     * @return the entry; who published it renews and removes it
     * @throws IOException if the place cannot be reached or written
     */
    Entry publish(String agentName, String metadata) throws IOException;

    /**
     * {@return what there is of one name: at most one peer}
     *
     * @param agentName the name
     * @throws IOException if the place cannot be reached or read
     */
    Contents read(String agentName) throws IOException;

    /**
     * A reader of all entries.
     *
     * @param changed runs on any thread, at least once after each change that a later {@link Reader#read()} would show, if
     *                the store learns of changes; it neither blocks nor throws
     * @return the reader; the caller closes it
     */
    Reader reader(Runnable changed);

    /** Lets go of connections and threads. Entries stay until their lease is over. Idempotent. */
    @Override
    void close();

    /**
     * What was read.
     *
     * @param peers   metadata by agent name
     * @param ignored what lies there but is no entry: the reason, by where it is
     */
    record Contents(Map<String, String> peers, Map<String, String> ignored) {
        /** Copies both. */
        public Contents {
            peers = Map.copyOf(peers);
            ignored = Map.copyOf(ignored);
        }
    }

    /** A published entry. Used by one thread at a time. */
    interface Entry {
        /**
         * Extends the lease, and enters the name again if the entry is lost.
         *
         * @return false if a later publisher has the name: this entry is over
         * @throws IOException if the place cannot be reached or written
         */
        boolean renew() throws IOException;

        /**
         * Removes the entry, unless another publisher has the name by now.
         *
         * @throws IOException if the place cannot be reached or written
         */
        void remove() throws IOException;
    }

    /** Reads all entries, time and again. Used by one thread at a time, but closed from any. */
    interface Reader extends AutoCloseable {
        /**
         * {@return all entries that are alive now}
         *
         * @throws IOException if the place cannot be reached or read
         */
        Contents read() throws IOException;

        /** Ends the announcements of changes, soon. Idempotent. */
        @Override
        void close();
    }
}
