package io.sluice.verbs;

/** The receiver-not-ready timer codes of the InfiniBand specification (volume 1, table 45). */
public final class RnrTimer {
    /** Index: code; value: units of 10 us. Code 0 is the longest. */
    private static final int[] TENS_OF_US = { 65_536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384,
        512, 768, 1_024, 1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768, 49_152 };

    private RnrTimer() {}

    /**
     * {@return the time a sender waits, ns}
     *
     * @param code 0 to 31
     */
    public static long nanos(final int code) {
        return TENS_OF_US[Checks.range("minRnrTimer", code, 0, 31)] * 10_000L;
    }
}
