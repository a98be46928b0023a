package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpNotificationsTest {
    private static final String SECRET = "sixteen bytes or more";

    private static List<byte[]> take(final TransferEngine at, final int count) {
        final List<byte[]> got = new ArrayList<>();
        TcpPair.await("notifications arrive", () -> {
            at.notifications((from, message) -> got.add(message), 16);
            return got.size() >= count;
        });
        assertThat(got).hasSize(count);
        return got;
    }

    private static void send(final TransferEngine from, final Connection connection, final byte[] message) {
        int code = from.sendNotification(connection, message);
        while (code == ResultCode.BACK_PRESSURED) {
            LockSupport.parkNanos(10_000);
            code = from.sendNotification(connection, message);
        }
        assertThat(code).isEqualTo(ResultCode.OK);
    }

    @ParameterizedTest
    @CsvSource({ "0,", "1,", "255,", "256,", "257,", "65536,", "0," + SECRET, "256," + SECRET, "65536," + SECRET })
    void bytesOfAnySizeArriveAsTheyWere(final int size, final String secret) {
        try (TcpPair pair = new TcpPair(c -> c.secret(secret == null ? null : secret.getBytes()))) {
            final Connection connection = pair.connect();
            final byte[] message = new byte[size];
            for (int i = 0; i < size; i++) {
                message[i] = (byte) (i + (i >> 8));
            }
            send(pair.near, connection, message);
            assertThat(take(pair.far, 1).getFirst()).isEqualTo(message);
            send(pair.far, pair.accepted(), message);
            assertThat(take(pair.near, 1).getFirst()).isEqualTo(message);
            assertThat(pair.near.sendNotification(connection, new byte[65_537])).isEqualTo(ResultCode.TOO_LARGE);
        }
    }

    @ParameterizedTest
    @CsvSource({ "false", "true" })
    void fourThreadsSendAThousandEachOnceAndEachInOrder(final boolean toItself) {
        try (TcpPair pair = new TcpPair(c -> c.notificationInbox(64))) {
            final TransferEngine from = toItself ? pair.far : pair.near;
            final Connection connection = from.connect(pair.far.metadata());
            final List<CompletableFuture<Void>> senders = IntStream.range(0, 4)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            send(from, connection, ByteBuffer.allocate(8).putInt(thread).putInt(i).array());
                        }
                    }, Thread::startVirtualThread)).toList();
            final Map<Integer, Integer> next = new HashMap<>();
            for (final byte[] message : take(pair.far, 4_000)) {
                final ByteBuffer in = ByteBuffer.wrap(message);
                final int thread = in.getInt();
                assertThat(in.getInt()).isEqualTo(next.merge(thread, 1, Integer::sum) - 1);
            }
            senders.forEach(CompletableFuture::join);
            assertThat(pair.far.notifications((who, message) -> {}, 1)).isZero();
        }
    }

    @Test
    void asManyAsTheInboxHoldsAreTakenUnreadAndRegionsAreToldBehindThem() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.notificationInbox(3))) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 3; i++) {
                assertThat(pair.near.sendNotification(connection, new byte[i])).isEqualTo(ResultCode.OK);
            }
            assertThat(pair.near.sendNotification(connection, new byte[0])).isEqualTo(ResultCode.BACK_PRESSURED);
            final TcpPair.Buffers buffers = pair.buffers(connection, 100); // an unread inbox holds up nothing else
            assertThat(pair.finish(pair.write(connection, buffers))).isEqualTo(TransferState.SUCCEEDED);
            take(pair.far, 3);
            send(pair.near, connection, new byte[1]);
        }
    }

    @Test
    void aNotificationIsNeverSeenBeforeTheDataOfItsTransfer() {
        final int bytes = 1 << 20;
        try (TcpPair pair = new TcpPair()) {
            final Connection connection = pair.connect();
            final TcpPair.Buffers buffers = pair.buffers(connection, bytes);
            final TransferRequest request = new TransferRequest()
                    .entries(new EntryList().add(buffers.here(), 0, bytes, buffers.remote(), 0));
            for (int i = 1; i <= 50; i++) {
                buffers.source().fill((byte) i);
                final long id = pair.near.submit(connection, request.notification(new byte[]{ (byte) i }));
                assertThat(take(pair.far, 1).getFirst()).containsExactly((byte) i);
                assertThat(buffers.target().mismatch(buffers.source())).as("round %d", i).isEqualTo(-1);
                assertThat(pair.finish(id)).isEqualTo(TransferState.SUCCEEDED);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({ "false", "true" })
    void whatWasSentBeforeTheCloseArrives(final boolean wholeEngine) {
        try (TcpPair pair = new TcpPair()) {
            for (int round = 0; round < 10; round++) {
                final Connection connection = pair.connect();
                final byte[] large = new byte[50_000];
                for (int i = 0; i < 100; i++) {
                    Arrays.fill(large, (byte) i);
                    assertThat(pair.near.sendNotification(connection, large)).isEqualTo(ResultCode.OK);
                }
                if (wholeEngine) {
                    pair.near.close();
                } else {
                    connection.close();
                }
                final List<byte[]> got = take(pair.far, 100);
                for (int i = 0; i < 100; i++) {
                    assertThat(got.get(i)).hasSize(50_000).contains(i, org.assertj.core.api.Assertions.atIndex(49_999));
                }
                if (wholeEngine) {
                    return;
                }
            }
        }
    }

    @Test
    void aPeerWithoutAPlaceForNotificationsSaysSo() {
        try (TcpPair pair = new TcpPair(c -> {}, c -> c.notifMaxPeers(1))) {
            assertThat(pair.near.sendNotification(pair.connect(), new byte[1])).isEqualTo(ResultCode.OK);
            assertThat(pair.near.sendNotification(pair.connect(), new byte[1]))
                    .isEqualTo(ResultCode.NO_NOTIFICATION_SLOT);
        }
    }
}
