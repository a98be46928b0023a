package io.sluice.verbs.layout;

/** Codes of {@code enum ibv_mtu}. */
public final class Mtu {
    public static final int BYTES_256 = 1;
    public static final int BYTES_512 = 2;
    public static final int BYTES_1024 = 3;
    public static final int BYTES_2048 = 4;
    public static final int BYTES_4096 = 5;

    private Mtu() {}

    /**
     * @param code of the enum
     * @return bytes
     */
    public static int bytes(final int code) {
        return 256 << code - BYTES_256;
    }

    /**
     * @param bytes 256, 512, 1024, 2048 or 4096
     * @return its code
     */
    public static int code(final int bytes) {
        return BYTES_256 + Integer.numberOfTrailingZeros(bytes / 256);
    }
}
