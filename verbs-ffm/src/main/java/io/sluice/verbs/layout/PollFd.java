package io.sluice.verbs.layout;

/** {@code struct pollfd} of {@code poll.h}, and the bits used of it. */
public final class PollFd {
    public static final Field FD = Field.u32(0);
    public static final Field EVENTS = Field.u16(4);
    public static final Field REVENTS = Field.u16(6);
    public static final int SIZE = 8;
    public static final int POLLIN = 1;

    private PollFd() {}
}
