package io.sluice.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Await;
import io.sluice.verbs.Buffer;
import io.sluice.verbs.Completion;
import io.sluice.verbs.ConnectedPair;
import io.sluice.verbs.ReceiveRequests;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.Sockets;
import io.sluice.verbs.WorkRequests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Any program of requests has the same completions, in the same order, and leaves the same bytes, whether its two queue
 * pairs are connected by the device's own fabric or by a socket. Each request behind a READ is fenced: without that,
 * adapters may let it pass, and over a socket it does. Inline data is taken at post, so no READ writes to where it lies.
 */
@Timeout(300)
class AgreementTest {
    private static final int PROGRAMS = 300;
    private static final int BYTES = 3 << 20;
    private static final int REQUESTS = 24;

    private final SoftDevice device = SoftDevice.create(SoftDeviceConfig.builder().build());
    private final Sockets sockets = new Sockets();

    @AfterEach
    void nothingIsLeft() throws Exception {
        sockets.close();
        assertThat(device.liveObjects()).isZero();
    }

    /** What a program leaves behind. */
    private record Outcome(List<String> sends, List<String> receives, int local, int remote) {}

    @Test
    void aSocketDoesWhatTheFabricDoes() {
        int failures = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            final Outcome fabric = run(seed, ConnectedPair.on(device));
            final Outcome socket = run(seed, ConnectedPair.on(device).wired(device, sockets));
            assertThat(socket).as("program " + seed).isEqualTo(fabric);
            failures += fabric.sends.stream().allMatch(text -> text.contains("status 0")) ? 0 : 1;
        }
        assertThat(failures).as("programs that met an error").isBetween(PROGRAMS / 10, PROGRAMS * 9 / 10);
    }

    private static Outcome run(final int seed, final ConnectedPair.Spec spec) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int receives = random.nextInt(REQUESTS);
        try (ConnectedPair pair = spec.capacity(REQUESTS, REQUESTS).depth(2 * REQUESTS).rnrRetry(0).connect()) {
            final Buffer local = pair.initiator().buffer(BYTES).fill(seed);
            final Buffer remote = pair.target().buffer(BYTES).fill(~seed);
            post(pair, receives, random, remote);
            final WorkRequests chain = WorkRequests.allocate(REQUESTS, 3);
            for (int i = 0; i < REQUESTS; i++) {
                add(chain, i, random, local, remote);
            }
            assertThat(pair.initiator().queuePair().postSend(chain)).isZero();
            Await.until(() -> {
                pair.pump();
                return pair.initiator().sends().size() == REQUESTS;
            }, () -> "program " + seed + ": " + pair.initiator().sends());
            pair.target().queuePair().toError(); // what was not received is flushed
            Await.until(() -> {
                pair.pump();
                return pair.target().receives().size() == receives;
            }, () -> "program " + seed + ": " + pair.target().receives());
            return new Outcome(texts(pair.initiator().sends()), texts(pair.target().receives()),
                    Arrays.hashCode(local.bytes()), Arrays.hashCode(remote.bytes()));
        }
    }

    private static void post(final ConnectedPair pair, final int count, final SplittableRandom random,
            final Buffer remote) {
        if (count == 0) {
            return;
        }
        final ReceiveRequests chain = ReceiveRequests.allocate(count, 2);
        for (int i = 0; i < count; i++) {
            final int length = length(random) / 2;
            chain.add(1000 + i, remote.address(BYTES / 2 + random.nextInt(1000)), remote.lkey(), length);
            chain.addSge(remote.address(BYTES / 2), remote.lkey() ^ (random.nextInt(40) == 0 ? 1 : 0), BYTES / 2);
        }
        assertThat(pair.target().queuePair().postReceive(chain)).isZero();
    }

    private static void add(final WorkRequests chain, final int id, final SplittableRandom random,
            final Buffer local, final Buffer remote) {
        final int flags = SendFlags.FENCE | SendFlags.SIGNALED;
        final int length = length(random);
        final long from = local.address(random.nextInt(BYTES / 2 - length / 2));
        final long to = remote.address(random.nextInt(BYTES / 2 - length / 2));
        final int rkey = remote.rkey() ^ (random.nextInt(80) == 0 ? 1 : 0);
        switch (random.nextInt(5)) {
            case 0 -> chain.addRead(id, from, local.lkey(), length, to, rkey, flags);
            case 1, 2 -> chain.addWrite(id, from, local.lkey(), length, to, rkey, flags);
            case 3 -> {
                chain.addWrite(id, local.address(BYTES - 64L - random.nextInt(BYTES / 4)), 0, random.nextInt(65), to,
                        rkey, flags | SendFlags.INLINE);
                if (random.nextBoolean()) {
                    chain.withImmediate(id);
                }
                return;
            }
            default -> chain.addSend(id, from, local.lkey(), length / 2, flags);
        }
        if (random.nextInt(3) == 0) {
            chain.addSge(local.address(random.nextInt(1000)), local.lkey() ^ (random.nextInt(80) == 0 ? 1 : 0),
                    random.nextInt(5000));
        }
    }

    /** Short, about a page, and over the megabyte of one frame. */
    private static int length(final SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(17);
            case 1 -> 4000 + random.nextInt(200);
            case 2 -> 60_000 + random.nextInt(10_000);
            default -> random.nextInt(20) == 0 ? (1 << 20) + random.nextInt(100_000) : random.nextInt(20_000);
        };
    }

    private static List<String> texts(final Iterable<Completion> completions) {
        final List<String> texts = new ArrayList<>();
        for (final Completion completion : completions) {
            texts.add("wr " + completion.wrId() + " status " + completion.status() + (completion.succeeded()
                    ? " opcode " + completion.opcode() + " bytes " + completion.bytes() + " imm "
                            + completion.immediate()
                    : ""));
        }
        return texts;
    }
}
