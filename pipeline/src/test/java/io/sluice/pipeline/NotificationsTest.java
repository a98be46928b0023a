package io.sluice.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.EnginePair.Buffers;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.soft.FaultPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationsTest {
    private final List<byte[]> got = new ArrayList<>();

    private void take(final EnginePair pair, final TransferEngine at, final int count) {
        final int before = got.size();
        pair.await("notifications arrive", () -> {
            at.notifications((from, message) -> got.add(message), 16);
            return got.size() - before >= count;
        });
        assertThat(got.size() - before).isEqualTo(count);
    }

    private static EnginePair withInbox(final int inbox) {
        return new EnginePair.Setup().config(c -> c.notificationInbox(inbox)).open();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 255, 256, 257, 65_536 })
    void bytesOfAnySizeArriveAsTheyWereWithTheSendersName(final int size) {
        try (EnginePair pair = withInbox(4)) {
            final Connection connection = pair.connect();
            final byte[] message = new byte[size];
            for (int i = 0; i < size; i++) {
                message[i] = (byte) (i * 7);
            }
            final byte[] sent = message.clone();
            assertThat(pair.near.sendNotification(connection, sent)).isEqualTo(ResultCode.OK);
            java.util.Arrays.fill(sent, (byte) 1); // it was copied
            final List<String> names = new ArrayList<>();
            pair.await("arrives", () -> pair.far.notifications((from, bytes) -> {
                names.add(from);
                got.add(bytes);
            }, 1) == 1);
            assertThat(names).containsExactly(pair.near.config().agentName());
            assertThat(got).singleElement().isEqualTo(message);
        }
    }

    @Test
    void aMessageOver64KibIsTooLargeAlone() {
        try (EnginePair pair = withInbox(4)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 10);
            assertThat(pair.near.sendNotification(connection, new byte[65_537])).isEqualTo(ResultCode.TOO_LARGE);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 10, buffers.remote(), 0);
            assertThat(pair.near.submit(connection,
                    new TransferRequest().entries(entries).notification(new byte[65_537])))
                    .isEqualTo(ResultCode.TOO_LARGE);
            pair.quiet();
        }
    }

    @Test
    void messagesArriveOnceAndInOrderAndCreditComesBack() {
        try (EnginePair pair = withInbox(8)) {
            final Connection connection = pair.connect();
            int sent = 0;
            while (sent < 500) {
                final int code = pair.near.sendNotification(connection,
                        ByteBuffer.allocate(4).putInt(sent).array());
                if (code == ResultCode.OK) {
                    sent++;
                } else {
                    assertThat(code).isEqualTo(ResultCode.BACK_PRESSURED);
                    pair.far.notifications((from, message) -> got.add(message), 3);
                }
            }
            take(pair, pair.far, 500 - got.size());
            for (int i = 0; i < 500; i++) {
                assertThat(ByteBuffer.wrap(got.get(i)).getInt()).isEqualTo(i);
            }
        }
    }

    @Test
    void asManyAsTheInboxHoldsAreTakenUnreadAndNoMore() {
        try (EnginePair pair = withInbox(3)) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 3; i++) {
                assertThat(pair.near.sendNotification(connection, new byte[i])).isEqualTo(ResultCode.OK);
            }
            assertThat(pair.near.sendNotification(connection, new byte[0])).isEqualTo(ResultCode.BACK_PRESSURED);
            take(pair, pair.far, 3);
            for (int i = 0; i < 3; i++) {
                pair.await("credit is back",
                        () -> pair.near.sendNotification(connection, new byte[0]) == ResultCode.OK);
            }
            assertThat(pair.near.sendNotification(connection, new byte[0])).isEqualTo(ResultCode.BACK_PRESSURED);
            assertThat(pair.far.notifications((from, message) -> {}, 0)).isZero();
        }
    }

    @Test
    void aConnectionTooManyConnectsWithoutNotifications() {
        try (EnginePair pair = new EnginePair.Setup().config(c -> c.notifMaxPeers(1)).open()) {
            final Connection first = pair.connect();
            final Connection second = pair.connect();
            final Buffers buffers = pair.buffers(second, 10);
            assertThat(pair.near.sendNotification(first, new byte[1])).isEqualTo(ResultCode.OK);
            assertThat(pair.near.sendNotification(second, new byte[1])).isEqualTo(ResultCode.NO_NOTIFICATION_SLOT);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 10, buffers.remote(), 0);
            assertThat(pair.near.submit(second, new TransferRequest().entries(entries).notification(new byte[0])))
                    .isEqualTo(ResultCode.NO_NOTIFICATION_SLOT);
            assertThat(pair.finish(pair.write(second, buffers))).isEqualTo(TransferState.SUCCEEDED);
            first.close();
            pair.await("the slots are free", () -> pair.far.connections().size() == 1);
            assertThat(pair.near.sendNotification(pair.connect(), new byte[1])).isEqualTo(ResultCode.OK);
        }
    }

    @Test
    void aTransfersNotificationComesWhenItsDataIsInPlace() {
        try (EnginePair pair = withInbox(1)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1 << 20);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 1 << 20, buffers.remote(), 0);
            final TransferRequest request = new TransferRequest().entries(entries).notification(new byte[]{ 5 });
            for (int i = 0; i < 20; i++) {
                buffers.target().fill((byte) 0);
                final long[] id = { -1 };
                pair.await("credit", () -> (id[0] = pair.near.submit(connection, request)) >= 0);
                take(pair, pair.far, 1);
                assertThat(buffers.target().mismatch(buffers.source())).isEqualTo(-1);
                assertThat(pair.finish(id[0])).isEqualTo(TransferState.SUCCEEDED);
            }
            pair.quiet();
        }
    }

    @Test
    void aTransferWithoutRoomForItsNotificationIsRefusedAndHoldsNothing() {
        try (EnginePair pair = withInbox(1)) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1000);
            final EntryList entries = new EntryList();
            for (int i = 0; i < 100; i++) {
                entries.add(buffers.here(), 0, 10, buffers.remote(), 0);
            }
            assertThat(pair.near.sendNotification(connection, new byte[1])).isEqualTo(ResultCode.OK);
            assertThat(pair.near.submit(connection, new TransferRequest().entries(entries).notification(new byte[1])))
                    .isEqualTo(ResultCode.BACK_PRESSURED);
            pair.quiet();
            pair.near.deregister(buffers.here());
        }
    }

    @Test
    void aTransferThatDoesNotSucceedSendsNothingAndGivesItsCreditBack() {
        final ManualClock clock = new ManualClock();
        try (EnginePair pair = new EnginePair.Setup().mode(ThreadingMode.INVOKER).clock(clock)
                .faults(FaultPlan.builder(1).delayNth(0, 0, 1_000).failNth(0, 3, WcStatus.REM_OP_ERR))
                .config(c -> c.notificationInbox(1).qpsPerConnection(1).maxRequests(1)).open()) {
            final Connection connection = pair.connect();
            final Buffers buffers = pair.buffers(connection, 1 << 20);
            final EntryList entries = new EntryList().add(buffers.here(), 0, 1 << 20, buffers.remote(), 0);
            final TransferRequest request = new TransferRequest().entries(entries).notification(new byte[1]);
            final long cancelled = pair.near.submit(connection, request);
            pair.drive(5);
            pair.near.cancel(cancelled);
            clock.advance(1_000);
            assertThat(pair.finish(cancelled)).isEqualTo(TransferState.CANCELLED);
            final long failed = pair.near.submit(connection, request); // has the credit that came back
            assertThat(pair.finish(failed)).isEqualTo(TransferState.FAILED);
            pair.drive(20);
            assertThat(pair.far.notifications((from, message) -> got.add(message), 10)).isZero();
        }
    }

    @Test
    void whatWasSentBeforeTheCloseArrives() {
        try (EnginePair pair = withInbox(100)) {
            final Connection connection = pair.connect();
            for (int i = 0; i < 100; i++) {
                assertThat(pair.near.sendNotification(connection, new byte[i])).isEqualTo(ResultCode.OK);
            }
            connection.close();
            assertThat(pair.near.sendNotification(connection, new byte[1])).isEqualTo(ResultCode.CLOSED);
            pair.near.close();
            take(pair, pair.far, 100);
            assertThat(got).extracting(message -> message.length).isSorted();
        }
    }

    @Test
    void anEngineNotifiesItself() {
        try (EnginePair pair = withInbox(2)) {
            final Connection connection = pair.near.connect(pair.near);
            assertThat(pair.near.sendNotification(connection, new byte[]{ 1, 2 })).isEqualTo(ResultCode.OK);
            take(pair, pair.near, 1);
            assertThat(got.getFirst()).containsExactly(1, 2);
        }
    }
}
