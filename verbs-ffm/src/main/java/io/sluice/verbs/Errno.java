package io.sluice.verbs;

/** The Linux error numbers that verbs calls return ({@code asm-generic/errno-base.h} and {@code errno.h}). */
public final class Errno {
    /** Not permitted. */
    public static final int EPERM = 1;
    /** No such file, device or entry. */
    public static final int ENOENT = 2;
    /** Interrupted by a signal. */
    public static final int EINTR = 4;
    /** Input or output failed. */
    public static final int EIO = 5;
    /** Not now: try again. */
    public static final int EAGAIN = 11;
    /** No memory, or over the limit of locked memory; of a post: the queue is full. */
    public static final int ENOMEM = 12;
    /** The permissions forbid it. */
    public static final int EACCES = 13;
    /** An address is not mapped. */
    public static final int EFAULT = 14;
    /** In use. */
    public static final int EBUSY = 16;
    /** No such device. */
    public static final int ENODEV = 19;
    /** A value is not allowed. */
    public static final int EINVAL = 22;
    /** Too many open files. */
    public static final int EMFILE = 24;
    /** No space, or no more objects of the kind. */
    public static final int ENOSPC = 28;
    /** Not implemented. */
    public static final int ENOSYS = 38;
    /** No data. */
    public static final int ENODATA = 61;
    /** Longer than a message may be. */
    public static final int EMSGSIZE = 90;
    /** The device cannot do this. */
    public static final int EOPNOTSUPP = 95;
    /** Not an address of this machine. */
    public static final int EADDRNOTAVAIL = 99;
    /** The network, or the port, is down. */
    public static final int ENETDOWN = 100;
    /** No route to the network. */
    public static final int ENETUNREACH = 101;
    /** Not done in time. */
    public static final int ETIMEDOUT = 110;
    /** No route to the host. */
    public static final int EHOSTUNREACH = 113;

    private Errno() {}

    /**
     * {@return its symbol and number, such as {@code ENOMEM 12}}
     *
     * @param errno an error number
     */
    public static String describe(final int errno) {
        final String symbol = switch (errno) {
            case EPERM -> "EPERM";
            case ENOENT -> "ENOENT";
            case EINTR -> "EINTR";
            case EIO -> "EIO";
            case EAGAIN -> "EAGAIN";
            case ENOMEM -> "ENOMEM";
            case EACCES -> "EACCES";
            case EFAULT -> "EFAULT";
            case EBUSY -> "EBUSY";
            case ENODEV -> "ENODEV";
            case EINVAL -> "EINVAL";
            case EMFILE -> "EMFILE";
            case ENOSPC -> "ENOSPC";
            case ENOSYS -> "ENOSYS";
            case ENODATA -> "ENODATA";
            case EMSGSIZE -> "EMSGSIZE";
            case EOPNOTSUPP -> "EOPNOTSUPP";
            case EADDRNOTAVAIL -> "EADDRNOTAVAIL";
            case ENETDOWN -> "ENETDOWN";
            case ENETUNREACH -> "ENETUNREACH";
            case ETIMEDOUT -> "ETIMEDOUT";
            case EHOSTUNREACH -> "EHOSTUNREACH";
            default -> "errno";
        };
        return symbol + " " + errno;
    }
}
