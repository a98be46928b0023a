package io.sluice.bench.blocks;

/** Says which option is out of its range. */
public final class Checks {
    private Checks() {}

    public static void range(final String option, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    most == Integer.MAX_VALUE
                            ? option + " " + value + " is below " + least
                            : option + " " + value + " is not in " + least + ".." + most);
        }
    }
}
