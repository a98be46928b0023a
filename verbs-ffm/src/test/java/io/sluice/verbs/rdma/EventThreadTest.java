package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.Await;
import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.WorkRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events of a context and of its completion queues: they arrive, they hold nothing up, and their thread ends. */
@Timeout(120)
class EventThreadTest {
    private final NullLibrary library = NullLibrary.load();

    @AfterEach
    void nothingIsLeft() {
        assertThat(library.live()).isZero();
    }

    @Test
    void asynchronousEventsArriveInOrderWithWhomTheyAreAbout() {
        try (VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(4);
                QueuePair queuePair = queuePair(domain, queue)) {
            library.raise(AsyncEvent.Type.PORT_ERR, 1);
            library.raise(AsyncEvent.Type.CQ_ERR, queue.handle());
            library.raise(AsyncEvent.Type.QP_FATAL, library.addressOf(queuePair.number()));
            library.raise(18, 1); // IBV_EVENT_GID_CHANGE: nothing to do
            library.raise(AsyncEvent.Type.DEVICE_FATAL, 0);

            assertThat(next(context)).isEqualTo(new AsyncEvent(AsyncEvent.Type.PORT_ERR, 1));
            assertThat(next(context)).isEqualTo(new AsyncEvent(AsyncEvent.Type.CQ_ERR, queue.handle()));
            assertThat(next(context)).isEqualTo(new AsyncEvent(AsyncEvent.Type.QP_FATAL, queuePair.number()));
            assertThat(next(context)).isEqualTo(new AsyncEvent(AsyncEvent.Type.DEVICE_FATAL, 0));
            assertThat(context.pollAsyncEvent()).isNull();
        }
    }

    /** The library waits in destroy until every event that was read is acknowledged. */
    @Test
    void anEventThatNobodyTakesDoesNotHoldUpItsQueuePairsEnd() {
        try (VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(4)) {
            final QueuePair queuePair = queuePair(domain, queue);
            library.raise(AsyncEvent.Type.QP_FATAL, library.addressOf(queuePair.number()));
            queuePair.close();
        }
    }

    @Test
    void everyQueueTellsItsOwnWaiterUntilItIsClosed() {
        final AtomicInteger first = new AtomicInteger();
        final AtomicInteger second = new AtomicInteger();
        try (VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue one = context.createCompletionQueue(8, first::incrementAndGet);
                QueuePair ofOne = queuePair(domain, one)) {
            try (CompletionQueue two = context.createCompletionQueue(8, second::incrementAndGet);
                    QueuePair ofTwo = queuePair(domain, two)) {
                assertThat(two.requestNotify()).isTrue();
                write(ofTwo);
                Await.until(() -> second.get() == 1, () -> "the second was told " + second);
                assertThat(first).hasValue(0);
                assertThat(two.poll(WorkCompletions.allocate(4))).isEqualTo(1);
            }
            assertThat(one.requestNotify()).isTrue();
            write(ofOne);
            Await.until(() -> first.get() == 1, () -> "the first was told " + first);
            assertThat(second).hasValue(1);
        }
    }

    @Test
    void aWaiterThatThrowsDoesNotKeepTheNextFromBeingTold() {
        final AtomicInteger told = new AtomicInteger();
        try (VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain();
                CompletionQueue queue = context.createCompletionQueue(8, () -> {
                    if (told.incrementAndGet() == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                });
                QueuePair queuePair = queuePair(domain, queue)) {
            for (int i = 1; i <= 2; i++) {
                final int times = i;
                assertThat(queue.requestNotify()).isTrue();
                write(queuePair);
                Await.until(() -> told.get() == times, () -> "told " + told);
                assertThat(queue.poll(WorkCompletions.allocate(4))).isEqualTo(1);
            }
        }
    }

    @Test
    void queuesThatComeAndGoWithEventsOnTheWayLeaveNothing() {
        final AtomicInteger told = new AtomicInteger();
        try (VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain()) {
            for (int i = 0; i < 2_000; i++) {
                try (CompletionQueue queue = context.createCompletionQueue(4, told::incrementAndGet);
                        QueuePair queuePair = queuePair(domain, queue)) {
                    assertThat(queue.requestNotify()).isTrue();
                    write(queuePair);
                }
            }
        }
        assertThat(told.get()).isBetween(0, 2_000);
    }

    @Test
    void aDeviceThatCannotTellIsPolled() {
        library.set("NOTIFY", Errno.EOPNOTSUPP);
        try (VerbsContext context = library.device().open();
                CompletionQueue queue = context.createCompletionQueue(8, () -> {})) {
            assertThat(queue.requestNotify()).isFalse();
        }
    }

    @Test
    void contextsThatOpenAndCloseLeaveNoThreadAndNoFile() throws IOException {
        library.device().open().close();
        final long files = eventFiles();
        for (int i = 0; i < 100; i++) {
            library.device().open().close();
        }
        assertThat(eventFiles()).isEqualTo(files);
        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
                .doesNotContain("sluice-events-null0");
    }

    @Test
    void anInterruptedThreadClosesToTheEndAndStaysInterrupted() {
        final VerbsContext context = library.device().open();
        Thread.currentThread().interrupt();

        context.close();

        assertThat(Thread.interrupted()).isTrue();
    }

    private static long eventFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(file -> {
                try {
                    return Files.readSymbolicLink(file).toString().contains("[eventfd]");
                } catch (final IOException e) {
                    return false; // the listing's own
                }
            }).count();
        }
    }

    private static AsyncEvent next(final VerbsContext context) {
        final AsyncEvent[] event = new AsyncEvent[1];
        Await.until(() -> (event[0] = context.pollAsyncEvent()) != null, () -> "an event");
        return event[0];
    }

    private static QueuePair queuePair(final ProtectionDomain domain, final CompletionQueue queue) {
        final QueuePair queuePair = domain.createQueuePair(queue, queue, new QueuePairCapacity(4, 0, 1, 0, 0));
        queuePair.toInit(1, Access.ALL);
        queuePair.toReadyToReceive(new RtrAttributes(1, 1, 1, 1024, 1, Gid.ZERO, 0, 0, 1, 1));
        queuePair.toReadyToSend(new RtsAttributes(1, 14, 7, 7, 1));
        return queuePair;
    }

    private static void write(final QueuePair queuePair) {
        final WorkRequests one = WorkRequests.allocate(1, 1);
        one.addWrite(1, 64, 1, 1, 128, 2, SendFlags.SIGNALED);
        assertThat(queuePair.postSend(one)).isZero();
    }
}
