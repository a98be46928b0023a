package io.sluice.pipeline.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostedRequestsTest {
    private static final int LANE = 0xfffff;
    private static final int LIFE = 0xabcde;

    private static List<Long> post(final PostedRequests requests, final long... wrIds) {
        final List<Long> posted = new ArrayList<>();
        for (int i = 0; i < wrIds.length; i++) {
            posted.add(requests.put(i, wrIds[i]));
        }
        requests.publish(wrIds.length);
        return posted;
    }

    /** Takes out what a completion stands for, as "wr_id x count". */
    private static List<String> settle(final PostedRequests requests, final long posted) {
        final List<String> runs = new ArrayList<>();
        for (int left = requests.upTo(posted); left > 0;) {
            final long wrId = requests.oldest();
            final int run = requests.run(left);
            requests.remove(run);
            runs.add(wrId + " x " + run);
            left -= run;
        }
        return runs;
    }

    @Test
    void aCompletionStandsForItsRequestAndAllBeforeItInRunsOfOneWrId() {
        final PostedRequests requests = new PostedRequests(LANE, LIFE, 8);
        final List<Long> posted = post(requests, 7, 7, 7, 9, 7);
        assertThat(requests.size()).isEqualTo(5);
        assertThat(settle(requests, posted.get(1))).containsExactly("7 x 2");
        assertThat(settle(requests, posted.get(4))).containsExactly("7 x 1", "9 x 1", "7 x 1");
        assertThat(requests.size()).isZero();
    }

    @Test
    void aCompletionOfWhatIsSettledOrWasNeverPostedStandsForNothing() {
        final PostedRequests requests = new PostedRequests(LANE, LIFE, 8);
        final List<Long> posted = post(requests, 1, 2, 3);
        settle(requests, posted.get(1));
        assertThat(requests.upTo(posted.get(0))).isZero();
        assertThat(requests.upTo(posted.get(1))).isZero();
        assertThat(requests.upTo(requests.put(0, 4))).isZero();
        assertThat(requests.upTo(posted.get(2))).isEqualTo(1);
    }

    @Test
    void whatTheDeviceRefusedIsTakenBackAndItsPlaceUsedAgain() {
        final PostedRequests requests = new PostedRequests(LANE, LIFE, 4);
        final List<Long> posted = post(requests, 1, 2, 3, 4);
        requests.takeBack(2, false);
        assertThat(requests.isOpenEnded()).isFalse();
        assertThat(requests.wrId(posted.get(2))).isEqualTo(3);
        assertThat(requests.size()).isEqualTo(2);
        final long next = post(requests, 5).getFirst();
        assertThat(next).isEqualTo(posted.get(2));
        assertThat(settle(requests, next)).containsExactly("1 x 1", "2 x 1", "5 x 1");
    }

    @Test
    void theDrainStandsForAllThatIsPosted() {
        final PostedRequests requests = new PostedRequests(LANE, LIFE, 4);
        final List<Long> posted = post(requests, 1, 2, 3, 4);
        requests.takeBack(1, true);
        assertThat(requests.isOpenEnded()).isTrue();
        final long drain = requests.drain();
        assertThat(PostedRequests.isDrain(drain)).isTrue();
        assertThat(PostedRequests.isDrain(posted.get(2))).isFalse();
        assertThat(PostedRequests.areAlike(posted.get(1), posted.get(2))).isTrue();
        assertThat(PostedRequests.areAlike(drain, posted.get(2))).isFalse();
        assertThat(settle(requests, drain)).containsExactly("1 x 1", "2 x 1", "3 x 1");
        assertThat(requests.upTo(drain)).isZero();
    }

    @Test
    void anIdIsOfOneLaneAndOneLifeOfIt() {
        final PostedRequests requests = new PostedRequests(LANE, LIFE, 4);
        final long posted = post(requests, 1).getFirst();
        assertThat(WrId.lane(posted)).isEqualTo(LANE);
        assertThat(requests.isOf(posted)).isTrue();
        assertThat(requests.isOf(requests.drain())).isTrue();
        assertThat(new PostedRequests(LANE - 1, LIFE, 4).isOf(posted)).isFalse();
        assertThat(new PostedRequests(LANE, LIFE + 1, 4).isOf(posted)).isFalse();
        assertThat(PostedRequests.areAlike(posted, new PostedRequests(LANE, LIFE + 1, 4).put(0, 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 3, 16, 33 })
    void ofAnyDepthItGivesBackWhatWentInAlsoWherePositionsWrap(final int depth) {
        final PostedRequests requests = new PostedRequests(3, 4, depth);
        final Random random = new Random(depth);
        final Deque<Long> model = new ArrayDeque<>();
        long next = 0;
        for (long total = 0; total < (1 << 23) + 1_000;) {
            final int more = random.nextInt(depth - model.size() + 1);
            long last = -1;
            for (int i = 0; i < more; i++) {
                next += random.nextInt(3) / 2;
                last = requests.put(i, next);
                model.add(next);
            }
            requests.publish(more);
            total += more;
            if (more > 0 && random.nextInt(3) > 0) {
                int left = requests.upTo(last);
                if (left != model.size()) {
                    throw new AssertionError(left + " instead of " + model.size() + " after " + total);
                }
                while (left > 0) {
                    final int run = requests.run(left);
                    final long wrId = requests.oldest();
                    requests.remove(run);
                    left -= run;
                    for (int i = 0; i < run; i++) {
                        final long expected = model.remove();
                        if (expected != wrId) {
                            throw new AssertionError(wrId + " instead of " + expected + " after " + total);
                        }
                    }
                }
            } else if (model.size() == depth) {
                model.clear();
                requests.remove(depth);
            }
        }
    }

    @Test
    void aSendQueueThatPositionsCannotTellApartIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PostedRequests(0, 0, PostedRequests.MOST + 1))
                .withMessageContainingAll("1048577", "1..1048576");
        assertThatIllegalArgumentException().isThrownBy(() -> new PostedRequests(0, 0, 0));
    }
}
