package io.sluice.pipeline.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.zip.DataFormatException;

/**
 * An entry that this process keeps in a directory.
 *
 * <p>Its sequence number is above that of the entry it replaced and at least the time it was published, so a later
 * publisher has the higher one. A rename may hit between another's look and its own rename; at its next renewal each
 * publisher sees who is there, the higher one writes again and the lower one gives way.
 */
final class FileEntry implements PeerStore.Entry {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final FilePeerStore store;
    private final String agentName;
    private final String metadata;
    private final String owner;
    private long sequence;

    FileEntry(final FilePeerStore store, final String agentName, final String metadata) {
        this.store = store;
        this.agentName = agentName;
        this.metadata = metadata;
        final byte[] random = new byte[PeerFile.OWNER_BYTES];
        RANDOM.nextBytes(random);
        owner = HexFormat.of().formatHex(random);
    }

    void enter() throws IOException {
        final PeerFile before = present();
        sequence = Math.max(store.nowMs(), before == null ? 0 : before.sequence() + 1);
        write();
    }

    @Override
    public boolean renew() throws IOException {
        try {
            final PeerFile there = present();
            if (there != null && there.isAfter(sequence, owner) && !store.isOver(there)) {
                return false;
            }
            write();
            return true;
        } catch (final IOException e) {
            throw store.named("cannot renew agent " + agentName, e);
        }
    }

    @Override
    public void remove() throws IOException {
        try {
            final PeerFile there = present();
            if (there != null && there.owner().equals(owner)) {
                Files.deleteIfExists(store.fileOf(agentName));
            }
        } catch (final IOException e) {
            throw store.named("cannot remove agent " + agentName, e);
        }
    }

    private void write() throws IOException {
        store.store(new PeerFile(agentName, metadata, owner, sequence, store.nowMs() + store.lease().toMillis()));
    }

    /** @return null if there is nothing, or nothing that makes sense: that is overwritten */
    private PeerFile present() throws IOException {
        try {
            return store.load(store.fileOf(agentName));
        } catch (final DataFormatException _) {
            return null;
        }
    }
}
