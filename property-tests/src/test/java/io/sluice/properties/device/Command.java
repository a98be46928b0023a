package io.sluice.properties.device;

import io.sluice.verbs.Access;
import io.sluice.verbs.QueuePairCapacity;
import java.util.List;

/** One step of a program. */
sealed interface Command {

    /** Runs it, and answers what was seen. */
    String on(Machine machine);

    record OpenCq(int cq, int depth) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.openCq(cq, depth);
        }
    }

    record CloseCq(int cq) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.closeCq(cq);
        }
    }

    record CreateQp(int qp, int pd, int sendCq, int receiveCq, QueuePairCapacity capacity) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.createQp(qp, pd, sendCq, receiveCq, capacity);
        }
    }

    record DestroyQp(int qp) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.destroyQp(qp);
        }
    }

    /** Both ends from RESET to RTS, pointing at each other; to the same end, where there is one only. */
    record Connect(int qp, int peer, int rnrRetry, boolean patient) implements Command {
        @Override
        public String on(final Machine machine) {
            return String.join(", ", machine.toReset(qp), machine.toReset(peer), machine.toInit(qp, Access.ALL),
                    machine.toInit(peer, Access.ALL), machine.toReadyToReceive(qp, peer, 0, 1, 1),
                    machine.toReadyToReceive(peer, qp, 0, 1, 2), machine.toReadyToSend(qp, 0, rnrRetry, 1, patient),
                    machine.toReadyToSend(peer, 0, rnrRetry, 1, patient));
        }
    }

    record ToInit(int qp, int access) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.toInit(qp, access);
        }
    }

    record ToReadyToReceive(int qp, int peer, int psn, int readsAnswered, int rnrTimer) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.toReadyToReceive(qp, peer, psn, readsAnswered, rnrTimer);
        }
    }

    record ToReadyToSend(int qp, int psn, int rnrRetry, int readsAsked, boolean patient) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.toReadyToSend(qp, psn, rnrRetry, readsAsked, patient);
        }
    }

    record ToError(int qp) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.toError(qp);
        }
    }

    record ToReset(int qp) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.toReset(qp);
        }
    }

    record Register(int region, int pd, boolean far, int offset, int length, int access) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.register(region, pd, far, offset, length, access);
        }
    }

    record Deregister(int region) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.deregister(region);
        }
    }

    record Use(int region) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.use(region);
        }
    }

    record Unuse(int region) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.unuse(region);
        }
    }

    record PostSends(int qp, List<Send> chain) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.postSends(qp, chain);
        }
    }

    record PostReceives(int qp, List<Receive> chain) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.postReceives(qp, chain);
        }
    }

    record Poll(int cq, int limit) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.poll(cq, limit);
        }
    }

    record Advance(long ns) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.advance(ns);
        }
    }

    record Fill(boolean far, int offset, int length, int seed) implements Command {
        @Override
        public String on(final Machine machine) {
            return machine.fill(far, offset, length, seed);
        }
    }
}
