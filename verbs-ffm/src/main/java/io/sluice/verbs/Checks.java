package io.sluice.verbs;

/** Argument checks whose messages name the value and the rule. */
final class Checks {
    private Checks() {}

    static int range(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is not in " + least + ".." + most);
        }
        return value;
    }
}
