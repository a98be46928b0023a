package io.sluice.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.Watch.Watcher;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchResponse;
import io.sluice.pipeline.discovery.PeerStore;
import java.io.IOException;

/**
 * Reads all entries, and has etcd tell of changes after what was read.
 *
 * <p>Whatever ends a watch (a lost connection, a compaction) announces a change; the read that follows begins a new one. It
 * does so also if etcd's revision went back: then it was emptied, and the watch waits for a revision far away.
 */
final class EtcdReader implements PeerStore.Reader {
    private final EtcdPeerStore store;
    private final EtcdConnection connection;
    private final ByteSequence prefix;
    private final Runnable changed;
    /** The reading thread's, but close takes it from any. Guarded by this. */
    private Announcements announcements;
    private boolean closed;
    private long lastRevision;

    EtcdReader(final EtcdPeerStore store, final EtcdConnection connection, final ByteSequence prefix,
            final Runnable changed) {
        this.store = store;
        this.connection = connection;
        this.prefix = prefix;
        this.changed = changed;
    }

    @Override
    public PeerStore.Contents read() throws IOException {
        final GetOption all = GetOption.builder().isPrefix(true).build();
        final GetResponse response = connection.call("read the peers", client -> client.getKVClient().get(prefix, all));
        final long revision = response.getHeader().getRevision();
        follow(revision, revision < lastRevision);
        lastRevision = revision;
        return store.contents(response);
    }

    private synchronized void follow(final long revision, final boolean wentBack) throws IOException {
        if (closed || announcements != null && announcements.stay() && !wentBack) {
            return;
        }
        end();
        final Announcements next = new Announcements();
        final WatchOption after = WatchOption.builder().isPrefix(true).withRevision(revision + 1)
                .withCreateNotify(true).withRequireLeader(true).build();
        try {
            next.watcher = connection.client().getWatchClient().watch(prefix, after, next);
        } catch (final EtcdException e) {
            throw new IOException(connection.place() + ": cannot watch the peers: " + e.getMessage(), e);
        }
        announcements = next;
    }

    private void end() {
        if (announcements != null) {
            announcements.watcher.close();
            announcements = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        end();
    }

    /** One watch of etcd's. */
    private final class Announcements implements Watch.Listener {
        private Watcher watcher;
        /** Written by jetcd's threads. */
        private volatile boolean begun;
        private volatile boolean over;
        private boolean spared;

        /**
         * @return whether to go on with this one. One that never began was refused, maybe: it is replaced only at the second
         *         read, which nobody announces, so that refusals do not follow each other without a pause
         */
        private boolean stay() {
            if (over && !begun && !spared) {
                spared = true;
                return true;
            }
            return !over;
        }

        @Override
        public void onNext(final WatchResponse response) {
            begun = true;
            if (!response.isCreatedNotify()) {
                changed.run();
            }
        }

        @Override
        public void onError(final Throwable cause) {
            onCompleted();
        }

        @Override
        public void onCompleted() {
            if (!over) {
                over = true;
                changed.run();
            }
        }
    }
}
