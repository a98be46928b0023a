package io.sluice.pipeline;

/**
 * Memory of a peer that may be read and written over one connection: a region that the peer registered, or a part of
 * one. Got from {@link Connection#resolve} or {@link Connection#regions()}. Valid until the peer deregisters it or the
 * connection closes; a transfer that names it after that is answered {@link ResultCode#NOT_FOUND}. Immutable but for
 * that, and safe for use by any number of threads.
 */
public final class RemoteRegion {
    private final RemoteRegion whole;
    private final Link link;
    private final int number;
    private final int index;
    private final long address;
    private final long length;
    private final int rkey;
    private final UseCount uses;

    RemoteRegion(final Link link, final int number, final int index, final long address, final long length,
            final int rkey) {
        this.whole = this;
        this.link = link;
        this.number = number;
        this.index = index;
        this.address = address;
        this.length = length;
        this.rkey = rkey;
        uses = new UseCount();
    }

    private RemoteRegion(final RemoteRegion whole, final long address, final long length) {
        this.whole = whole;
        this.address = address;
        this.length = length;
        link = whole.link;
        number = whole.number;
        index = whole.index;
        rkey = whole.rkey;
        uses = whole.uses;
    }

    /** {@return address of the first byte, in the peer's address space} */
    public long address() {
        return address;
    }

    /** {@return bytes} */
    public long length() {
        return length;
    }

    /** {@return whether the peer still has it registered, as far as is known here} */
    public boolean isOpen() {
        return !uses.isClosed();
    }

    /**
     * A part of this region.
     *
     * @param offset first byte, from the start of this
     * @param bytes  0 or more
     * @return the part
     * @throws IndexOutOfBoundsException if it is not inside
     */
    public RemoteRegion slice(final long offset, final long bytes) {
        if (!contains(offset, bytes)) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + " with " + bytes + " bytes is not inside a region of " + length);
        }
        return new RemoteRegion(whole, address + offset, bytes);
    }

    boolean contains(final long offset, final long bytes) {
        return offset >= 0 && bytes >= 0 && bytes <= length && offset <= length - bytes;
    }

    Link link() {
        return link;
    }

    /** The peer's number for the region. */
    int number() {
        return number;
    }

    /** Place in the link's {@link RemoteRegions}. */
    int index() {
        return index;
    }

    int rkey() {
        return rkey;
    }

    UseCount uses() {
        return uses;
    }

    @Override
    public String toString() {
        return "RemoteRegion 0x" + Long.toHexString(address) + " +" + length;
    }
}
