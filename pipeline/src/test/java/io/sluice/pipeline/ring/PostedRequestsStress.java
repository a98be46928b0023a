package io.sluice.pipeline.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import com.lmax.disruptor.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A post handler that posts chains, and a poll thread told of completions by a device. */
public class PostedRequestsStress {
    private static final int DEPTH = 4;

    private PostedRequestsStress() {}

    /** The device: the id of the last request that it took, 0 for none. */
    private static final class Device {
        private final Sequence completed = new Sequence(0);
    }

    /** What a completion stands for is there, in order, and nothing else. */
    @JCStressTest
    @Outcome(id = { "0, 0", "2, 21", "4, 4321" }, expect = ACCEPTABLE, desc = "none, the first chain, or both")
    @State
    public static class PostAgainstPoll {
        private final PostedRequests requests = new PostedRequests(1, 1, DEPTH);
        private final Device device = new Device();

        @Actor
        public void posts() {
            post(requests, device, 1, 2);
            post(requests, device, 3, 4);
        }

        @Actor
        public void polls(final II_Result r) {
            final long posted = device.completed.get();
            if (posted != 0) {
                r.r1 = requests.upTo(posted);
                r.r2 = settle(requests, posted, 0, 1);
            }
        }
    }

    /** Places are used again: entries are not written over before they are read. */
    @JCStressTest
    @Outcome(id = "8, 87654321", expect = ACCEPTABLE, desc = "each once, in order")
    @State
    public static class PlacesUsedAgain {
        private final PostedRequests requests = new PostedRequests(1, 1, DEPTH);
        private final Device device = new Device();
        private final Sequence credit = new Sequence(DEPTH);
        private int chains;
        private int settled;
        private int seen;

        @Actor
        public void posts() {
            for (int wrId = 1; wrId < 8 && credit.get() >= wrId + 1; wrId += 2) {
                post(requests, device, wrId, wrId + 1);
                chains++;
            }
        }

        @Actor
        public void polls() {
            poll();
            poll();
        }

        private void poll() {
            final long posted = device.completed.get();
            final int count = posted == 0 ? 0 : requests.upTo(posted);
            if (count > 0) {
                seen = settle(requests, posted, seen, (int) Math.pow(10, settled));
                settled += count;
                credit.set(DEPTH + settled);
            }
        }

        @Arbiter
        public void end(final II_Result r) {
            poll();
            while (chains < 4) {
                post(requests, device, 2 * chains + 1, 2 * chains + 2);
                chains++;
                poll();
            }
            r.r1 = settled;
            r.r2 = seen;
        }
    }

    /** What is refused is taken back while the poll thread settles what was not. */
    @JCStressTest
    @Outcome(id = { "0, 0", "1, 1", "2, 41" }, expect = ACCEPTABLE, desc = "never what was refused")
    @State
    public static class RefusedAgainstPoll {
        private final PostedRequests requests = new PostedRequests(1, 1, DEPTH);
        private final Device device = new Device();

        @Actor
        public void posts() {
            final long first = requests.put(0, 1);
            requests.put(1, 2);
            requests.put(2, 3);
            requests.publish(3);
            device.completed.set(first);
            requests.takeBack(2, false);
            final long next = requests.put(0, 4);
            requests.publish(1);
            device.completed.set(next);
        }

        @Actor
        public void polls(final II_Result r) {
            final long posted = device.completed.get();
            if (posted != 0) {
                r.r1 = requests.upTo(posted);
                r.r2 = settle(requests, posted, 0, 1);
            }
        }
    }

    private static void post(final PostedRequests requests, final Device device, final long one, final long other) {
        requests.put(0, one);
        final long last = requests.put(1, other);
        requests.publish(2);
        device.completed.set(last);
    }

    /** The wr_ids, of one digit each, in {@code digits}, the oldest at {@code place}. */
    private static int settle(final PostedRequests requests, final long posted, final int digits, final int place) {
        int sum = digits;
        int at = place;
        for (int left = requests.upTo(posted); left > 0; left--) {
            sum += (int) requests.oldest() * at;
            at *= 10;
            requests.remove(requests.run(1));
        }
        return sum;
    }
}
