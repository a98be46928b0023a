package io.sluice.properties.paired;

import java.util.Arrays;

/** One step of a program. {@code end} is 0 or 1. */
sealed interface Command {
    int end();

    /** Sends that many bytes, in pieces. */
    record Send(int end, int[] lengths) implements Command {
        @Override
        public String toString() {
            return "Send" + end + Arrays.toString(lengths);
        }
    }

    /** Receives that many bytes, in pieces. */
    record Receive(int end, int[] lengths) implements Command {
        @Override
        public String toString() {
            return "Receive" + end + Arrays.toString(lengths);
        }
    }

    /** Puts that many bytes, in pieces. */
    record Put(int end, int[] lengths) implements Command {
        @Override
        public String toString() {
            return "Put" + end + Arrays.toString(lengths);
        }
    }

    /** Waits for the peer's next put. */
    record Await(int end) implements Command {}

    /** The end's wire moves up to that many frames. */
    record Move(int end, int frames) implements Command {}

    /** The end's device does one thing. */
    record Write(int end, int choice) implements Command {}

    /** The wire is cut. */
    record Cut(int end) implements Command {}
}
