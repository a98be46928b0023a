package io.sluice.properties.device;

import io.sluice.verbs.QueuePairCapacity;
import java.util.List;

/**
 * What runs commands: the device or its model. Objects live in numbered places; a command on an empty place does
 * nothing. Each call answers in words what its caller would see, the same words on both machines.
 */
interface Machine {
    /** The answer of a call that names an empty place. */
    String NOTHING = "nothing there";
    String OK = "ok";

    String openCq(int cq, int depth);

    String closeCq(int cq);

    String createQp(int qp, int pd, int sendCq, int receiveCq, QueuePairCapacity capacity);

    String destroyQp(int qp);

    String toInit(int qp, int access);

    String toReadyToReceive(int qp, int peer, int psn, int readsAnswered, int rnrTimer);

    String toReadyToSend(int qp, int psn, int rnrRetry, int readsAsked, boolean patient);

    String toError(int qp);

    String toReset(int qp);

    String register(int region, int pd, boolean far, int offset, int length, int access);

    String deregister(int region);

    String use(int region);

    String unuse(int region);

    String postSends(int qp, List<Send> chain);

    String postReceives(int qp, List<Receive> chain);

    String poll(int cq, int limit);

    /** Lets time pass. */
    String advance(long ns);

    /** The owner of the memory writes to it. */
    String fill(boolean far, int offset, int length, int seed);

    /** States of all queue pairs, and the asynchronous events since the last call. */
    String look();

    /** All bytes, as they are now. */
    byte[] bytes();

    /** Faults that the plan has brought about. */
    long faults();
}
