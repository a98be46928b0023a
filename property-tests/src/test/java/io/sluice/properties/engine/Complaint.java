package io.sluice.properties.engine;

/** What is wrong, in the words of the model. */
final class Complaint extends AssertionError {
    private static final long serialVersionUID = 1L;

    Complaint(final String message) {
        super(message);
    }

    static void unless(final boolean right, final Object subject, final String message) {
        if (!right) {
            throw new Complaint(subject + ": " + message);
        }
    }
}
