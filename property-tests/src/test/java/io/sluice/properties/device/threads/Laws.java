package io.sluice.properties.device.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.WcStatus;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What holds of all that was accepted and all that was polled, however the threads interleaved. */
final class Laws {
    private final Map<Long, Posted> posted = new TreeMap<>();
    private final List<Polled> polled;
    private final Map<Long, Polled> byRequest = new HashMap<>();

    Laws(final List<Posted> accepted, final List<Polled> polled) {
        accepted.forEach(p -> posted.put(p.wrId(), p));
        this.polled = polled;
    }

    void check() {
        nothingCompletesTwiceOrUnasked();
        nothingIsLost();
        completionsKeepTheOrderOfTheirQueue();
        onlyFlushesFollowAFailure();
        receivesAndSendsAreTheSameMessages();
        bytesAreThoseOfTheRequests();
    }

    private void nothingCompletesTwiceOrUnasked() {
        for (final Polled completion : polled) {
            final Posted request = posted.get(completion.wrId());
            assertThat(request).as("request of %s", completion).isNotNull();
            assertThat(completion.qp()).as("queue pair of %s", completion).isEqualTo(request.qp());
            assertThat(byRequest.put(completion.wrId(), completion)).as("first completion of %s", request).isNull();
            assertThat(request.signaled() || !completion.succeeded()).as("unasked success of %s", request).isTrue();
        }
    }

    private void nothingIsLost() {
        for (final Posted request : posted.values()) {
            assertThat(!request.signaled() || byRequest.containsKey(request.wrId())).as("a completion of %s", request)
                    .isTrue();
        }
    }

    private void completionsKeepTheOrderOfTheirQueue() {
        final Map<List<Object>, Long> last = new HashMap<>();
        for (final Polled completion : polled) {
            final Posted request = posted.get(completion.wrId());
            final Long before = last.put(List.of(request.qp(), request.isReceive(), request.thread()), request.wrId());
            assertThat(before == null || before < request.wrId()).as("%s after request %s", completion, before)
                    .isTrue();
        }
    }

    private void onlyFlushesFollowAFailure() {
        final Set<Integer> failed = new HashSet<>();
        for (final Polled completion : polled) {
            if (!posted.get(completion.wrId()).isReceive() && !completion.succeeded()
                    && !failed.add(completion.qp())) {
                assertThat(completion.status()).as("status of %s", completion).isEqualTo(WcStatus.WR_FLUSH_ERR);
            } else if (!posted.get(completion.wrId()).isReceive() && completion.succeeded()) {
                assertThat(failed).as("failed before %s", completion).doesNotContain(completion.qp());
            }
        }
    }

    private void receivesAndSendsAreTheSameMessages() {
        final Set<Long> received = new HashSet<>();
        final Map<List<Integer>, Long> last = new HashMap<>();
        for (final Polled completion : polled) {
            final Posted receive = posted.get(completion.wrId());
            if (receive.isReceive() && completion.succeeded()) {
                final Posted send = posted.get((long) completion.immediate());
                assertThat(send).as("what %s received", completion).isNotNull();
                assertThat(send.kind()).isEqualTo(Act.Kind.SEND);
                assertThat(send.qp()).isEqualTo(receive.peer());
                assertThat(completion.bytes()).as("bytes of %s", completion).isEqualTo(send.length());
                assertThat(received.add(send.wrId())).as("first arrival of %s", send).isTrue();
                final Long before = last.put(List.of(send.qp(), send.thread()), send.wrId());
                assertThat(before == null || before < send.wrId()).as("%s after %s", send, before).isTrue();
            }
        }
        for (final Posted send : posted.values()) {
            if (send.kind() == Act.Kind.SEND && hasSucceeded(send)) {
                assertThat(received).as("arrived messages").contains(send.wrId());
            }
        }
    }

    /** With a completion of its own, or by one of the same thread and queue pair behind it. */
    private boolean hasSucceeded(final Posted request) {
        if (request.signaled() || byRequest.containsKey(request.wrId())) {
            return byRequest.get(request.wrId()).succeeded();
        }
        return posted.values().stream()
                .anyMatch(p -> !p.isReceive() && p.qp() == request.qp() && p.wrId() > request.wrId() && p.signaled()
                        && byRequest.get(p.wrId()).succeeded());
    }

    private void bytesAreThoseOfTheRequests() {
        final byte[] pristine = Fabric.pristine();
        final byte[] actual = Fabric.bytes();
        final byte[] expected = pristine.clone();
        for (final Posted request : posted.values()) {
            final Polled completion = byRequest.get(request.wrId());
            if (request.isReceive() && completion.succeeded()) {
                final Posted send = posted.get((long) completion.immediate());
                System.arraycopy(pristine, send.source(), expected, request.target(), send.length());
            } else if (!request.isReceive() && request.kind() != Act.Kind.SEND && hasSucceeded(request)) {
                System.arraycopy(pristine, request.source(), expected, request.target(), request.length());
            } else if (request.kind() != Act.Kind.SEND) { // of what failed nothing, some or all may have been placed
                mayHaveBeenPlaced(request, pristine, actual);
                System.arraycopy(actual, request.target(), expected, request.target(), request.length());
            }
        }
        assertThat(Arrays.mismatch(actual, expected)).as("first byte that nobody asked for").isEqualTo(-1);
    }

    private static void mayHaveBeenPlaced(final Posted request, final byte[] pristine, final byte[] actual) {
        if (request.isReceive()) {
            return; // whose message it was going to be is not known
        }
        for (int i = 0; i < request.length(); i++) {
            final byte found = actual[request.target() + i];
            assertThat(found == pristine[request.target() + i] || found == pristine[request.source() + i])
                    .as("old or new byte %d of %s", i, request).isTrue();
        }
    }
}
