package io.sluice.verbs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * A global identifier: the 128-bit address of a port, in the format of an IPv6 address.
 *
 * @param high its first eight bytes, big-endian
 * @param low  its last eight bytes, big-endian
 */
public record Gid(long high, long low) {
    /** The unused GID. */
    public static final Gid ZERO = new Gid(0, 0);

    /**
     * {@return {@code ::ffff:a.b.c.d}}
     *
     * @param ipv4 an IPv4 address, first octet in the highest byte
     */
    public static Gid ofIpv4(final int ipv4) {
        return new Gid(0, 0xffff_0000_0000L | Integer.toUnsignedLong(ipv4));
    }

    /** {@return whether all its bytes are 0: there is no address} */
    public boolean isZero() {
        return high == 0 && low == 0;
    }

    /** {@return whether it is {@code ::ffff:} and an IPv4 address} */
    public boolean isIpv4Mapped() {
        return high == 0 && low >>> 32 == 0xffffL;
    }

    /** {@return true for {@code fe80::/10}} */
    public boolean isLinkLocal() {
        return high >>> 54 == 0x3faL;
    }

    /** {@return true for {@code ::1}} */
    public boolean isLoopback() {
        return high == 0 && low == 1;
    }

    @Override
    public String toString() {
        final byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return isIpv4Mapped()
                    ? "::ffff:" + InetAddress.getByAddress(bytes).getHostAddress()
                    : InetAddress.getByAddress(bytes).getHostAddress();
        } catch (final UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }
}
