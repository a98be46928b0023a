package io.sluice.pipeline.control;

import io.sluice.pipeline.control.Hello.LaneAddress;
import io.sluice.verbs.Gid;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** A message of each kind, and of the sizes at the edges. */
final class Samples {
    static final Identity SELF = new Identity("agent \u00e9", -7, "soft");

    private Samples() {}

    static List<Message> all() {
        return List.of(new Message.Opening(bytes(Message.NONCE_BYTES), true, SELF),
                new Message.Opening(bytes(Message.NONCE_BYTES), false, new Identity("a".repeat(255), 1, "k")),
                new Message.Proof(new byte[0]), new Message.Proof(bytes(Message.PROOF_BYTES)), hello(1),
                hello(Codec.MOST_LANES), new Message.Session(Long.MIN_VALUE, bytes(Message.TOKEN_BYTES)),
                new Message.DataOpening(3, 31, bytes(Message.NONCE_BYTES), bytes(Message.PROOF_BYTES)),
                new Message.Refusal(HandshakeException.Kind.SECRET, "why not"),
                new Message.Refusal(HandshakeException.Kind.CLOSED, ""), new Message.Heartbeat(),
                new LinkMessage.Ready(), regions(1), regions(3), new LinkMessage.Revoke(0),
                new LinkMessage.Revoked(Integer.MAX_VALUE), new LinkMessage.Resolve(-1), new LinkMessage.Resolved(9),
                new LinkMessage.Notification(new byte[0]), new LinkMessage.Notification(bytes(257)),
                new LinkMessage.NotificationCredit(1), new LinkMessage.NotificationCredit(65_536),
                new LinkMessage.Fence(), new LinkMessage.Fenced());
    }

    static Hello hello(final int lanes) {
        return new Hello(IntStream.range(0, lanes)
                .mapToObj(i -> new LaneAddress(0xff_ffff - i, i, new Gid(i, -i), 0xffff - i)).toList(), 4096, 255, 0,
                65_536, 1_000_000_000);
    }

    static LinkMessage.Regions regions(final int count) {
        return new LinkMessage.Regions(IntStream.range(0, count)
                .mapToObj(i -> new RegionInfo(i, 0x7f00_0000_0000L + i, 1L << 33, -i)).toList());
    }

    static byte[] bytes(final int count) {
        final byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 7);
        }
        return bytes;
    }

    static byte[] encoded(final Message message) {
        final ByteBuffer out = FrameReader.little(Codec.MOST_BYTES);
        Codec.encode(message, out);
        final byte[] bytes = new byte[out.position()];
        out.get(0, bytes);
        return bytes;
    }

    static Message decoded(final byte[] bytes) throws MalformedException {
        return Codec.decode(FrameReader.little(bytes.length).put(bytes).flip());
    }
}
