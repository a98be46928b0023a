package io.sluice.pipeline.control;

import io.sluice.pipeline.control.Hello.LaneAddress;
import io.sluice.pipeline.seam.EngineSeam;
import io.sluice.verbs.Gid;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages as bytes: one byte that says which, then its fields, little-endian; a text is its length in bytes, u16, and
 * UTF-8. Each value has one encoding, and {@link #decode} takes nothing else.
 */
public final class Codec {
    /** Of the protocol. */
    public static final int VERSION = 1;
    /** Bytes of a notification at most. */
    public static final int MOST_NOTIFICATION = 65_536;
    /** Regions in one message at most. */
    public static final int MOST_REGIONS = 2_048;
    /** Lanes of a connection at most. */
    public static final int MOST_LANES = 32;
    /** Sockets that are opened with one session's proof at most: one a lane, and further ones. */
    public static final int MOST_SOCKETS = MOST_LANES + EngineSeam.MOST_SOCKETS;
    /** Bytes of a refusal's text at most. */
    public static final int MOST_TEXT = 1_024;
    /** Bytes of an encoded message at most. */
    public static final int MOST_BYTES = MOST_NOTIFICATION + 64;
    /** Bytes of an encoded message of the handshake at most. */
    public static final int MOST_HANDSHAKE_BYTES = 4_096;

    private static final int OPENING = 1;
    private static final int PROOF = 2;
    private static final int HELLO = 3;
    private static final int SESSION = 4;
    private static final int DATA_OPENING = 5;
    private static final int REFUSAL = 6;
    private static final int HEARTBEAT = 7;
    private static final int READY = 16;
    private static final int REGIONS = 17;
    private static final int REVOKE = 18;
    private static final int REVOKED = 19;
    private static final int RESOLVE = 20;
    private static final int RESOLVED = 21;
    private static final int NOTIFICATION = 22;
    private static final int NOTIFICATION_CREDIT = 23;
    private static final int FENCE = 24;
    private static final int FENCED = 25;

    private static final int MOST_KIND_BYTES = 63;
    private static final int MOST_NAME_BYTES = 255;
    private static final int MASK_24 = 0xff_ffff;
    private static final int MASK_16 = 0xffff;
    private static final int LEAST_MTU = 256;
    private static final int MOST_MTU = 4_096;
    private static final int MOST_DEPTH = 255;

    private Codec() {}

    /**
     * @param message what
     * @param out     little-endian, with {@link #MOST_BYTES} left
     */
    public static void encode(final Message message, final ByteBuffer out) {
        switch (message) {
            case final Message.Opening m -> {
                out.put((byte) OPENING).put(m.nonce()).put((byte) (m.authenticated() ? 1 : 0));
                out.putLong(m.identity().instance());
                text(m.identity().deviceKind(), out);
                text(m.identity().agentName(), out);
            }
            case final Message.Proof m -> out.put((byte) PROOF).put(m.bytes());
            case final Hello m -> hello(m, out);
            case final Message.Session m -> out.put((byte) SESSION).putLong(m.number()).put(m.token());
            case final Message.DataOpening m -> out.put((byte) DATA_OPENING).putLong(m.session())
                    .put((byte) m.index()).put(m.nonce()).put(m.proof());
            case final Message.Refusal m -> {
                out.put((byte) REFUSAL).put((byte) m.kind().code());
                text(m.text(), out);
            }
            case Message.Heartbeat() -> out.put((byte) HEARTBEAT);
            case final LinkMessage m -> encode(m, out);
        }
    }

    private static void encode(final LinkMessage message, final ByteBuffer out) {
        switch (message) {
            case LinkMessage.Ready() -> out.put((byte) READY);
            case LinkMessage.Regions(final List<RegionInfo> regions) -> {
                out.put((byte) REGIONS).putShort((short) regions.size());
                for (final RegionInfo r : regions) {
                    out.putInt(r.number()).putLong(r.address()).putLong(r.length()).putInt(r.rkey());
                }
            }
            case LinkMessage.Revoke(final int region) -> out.put((byte) REVOKE).putInt(region);
            case LinkMessage.Revoked(final int region) -> out.put((byte) REVOKED).putInt(region);
            case LinkMessage.Resolve(final long token) -> out.put((byte) RESOLVE).putLong(token);
            case LinkMessage.Resolved(final long token) -> out.put((byte) RESOLVED).putLong(token);
            case LinkMessage.Notification(final byte[] bytes) -> out.put((byte) NOTIFICATION).put(bytes);
            case LinkMessage.NotificationCredit(final int credits) -> out.put((byte) NOTIFICATION_CREDIT)
                    .putInt(credits);
            case LinkMessage.Fence() -> out.put((byte) FENCE);
            case LinkMessage.Fenced() -> out.put((byte) FENCED);
        }
    }

    private static void hello(final Hello hello, final ByteBuffer out) {
        out.put((byte) HELLO).put((byte) hello.lanes().size());
        for (final LaneAddress lane : hello.lanes()) {
            out.putInt(lane.qpNumber()).putInt(lane.psn()).putLong(lane.gid().high()).putLong(lane.gid().low())
                    .putShort((short) lane.lid());
        }
        out.putShort((short) hello.mtu()).put((byte) hello.initiatorDepth()).put((byte) hello.responderDepth())
                .putInt(hello.notifications()).putLong(hello.heartbeatNs());
    }

    private static void text(final String text, final ByteBuffer out) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putShort((short) bytes.length).put(bytes);
    }

    /**
     * @param in little-endian; all that remains in it is one message
     * @return the message
     * @throws MalformedException if it is none
     */
    public static Message decode(final ByteBuffer in) throws MalformedException {
        final FieldReader fields = new FieldReader(in);
        final int type = fields.u8("type", 0, 255);
        final Message message = switch (type) {
            case OPENING -> opening(fields);
            case PROOF -> proof(fields);
            case HELLO -> hello(fields);
            case SESSION -> new Message.Session(fields.i64("session"), fields.bytes("token", Message.TOKEN_BYTES));
            case DATA_OPENING -> new Message.DataOpening(fields.i64("session"), fields.u8("index", 0, MOST_SOCKETS - 1),
                    fields.bytes("nonce", Message.NONCE_BYTES), fields.bytes("proof", Message.PROOF_BYTES));
            case REFUSAL -> refusal(fields);
            case HEARTBEAT -> new Message.Heartbeat();
            case READY -> new LinkMessage.Ready();
            case REGIONS -> regions(fields);
            case REVOKE -> new LinkMessage.Revoke(regionNumber(fields));
            case REVOKED -> new LinkMessage.Revoked(regionNumber(fields));
            case RESOLVE -> new LinkMessage.Resolve(fields.i64("token"));
            case RESOLVED -> new LinkMessage.Resolved(fields.i64("token"));
            case NOTIFICATION -> new LinkMessage.Notification(fields.rest("notification", MOST_NOTIFICATION));
            case NOTIFICATION_CREDIT -> new LinkMessage.NotificationCredit(
                    fields.i32("credits", 1, MOST_NOTIFICATION));
            case FENCE -> new LinkMessage.Fence();
            case FENCED -> new LinkMessage.Fenced();
            default -> throw new MalformedException("there is no message of type " + type);
        };
        fields.end();
        return message;
    }

    private static Message opening(final FieldReader fields) throws MalformedException {
        final byte[] nonce = fields.bytes("nonce", Message.NONCE_BYTES);
        final boolean authenticated = fields.u8("authenticated", 0, 1) == 1;
        final long instance = fields.i64("instance");
        if (instance == 0) {
            throw new MalformedException("instance 0 stands for none");
        }
        final String kind = fields.text("device kind", 1, MOST_KIND_BYTES);
        return new Message.Opening(nonce, authenticated,
                new Identity(fields.text("agent name", 1, MOST_NAME_BYTES), instance, kind));
    }

    private static Message proof(final FieldReader fields) throws MalformedException {
        final byte[] bytes = fields.rest("proof", Message.PROOF_BYTES);
        if (bytes.length != 0 && bytes.length != Message.PROOF_BYTES) {
            throw new MalformedException("a proof has " + Message.PROOF_BYTES + " bytes or none, not " + bytes.length);
        }
        return new Message.Proof(bytes);
    }

    private static Message refusal(final FieldReader fields) throws MalformedException {
        final int code = fields.u8("reason", 0, 255);
        final HandshakeException.Kind kind = HandshakeException.Kind.of(code);
        if (kind == null) {
            throw new MalformedException("there is no reason " + code);
        }
        return new Message.Refusal(kind, fields.text("text", 0, MOST_TEXT));
    }

    private static Message hello(final FieldReader fields) throws MalformedException {
        final int count = fields.u8("lanes", 1, MOST_LANES);
        final List<LaneAddress> lanes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lanes.add(new LaneAddress(fields.i32("queue pair", 0, MASK_24), fields.i32("psn", 0, MASK_24),
                    new Gid(fields.i64("gid"), fields.i64("gid")), fields.u16("lid", 0, MASK_16)));
        }
        return new Hello(List.copyOf(lanes), fields.u16("mtu", LEAST_MTU, MOST_MTU),
                fields.u8("initiator depth", 0, MOST_DEPTH), fields.u8("responder depth", 0, MOST_DEPTH),
                fields.i32("notifications", 0, MOST_NOTIFICATION),
                fields.i64("heartbeat", 1, Long.MAX_VALUE / 8));
    }

    private static Message regions(final FieldReader fields) throws MalformedException {
        final int count = fields.u16("regions", 1, MOST_REGIONS);
        final List<RegionInfo> regions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            final RegionInfo region = new RegionInfo(regionNumber(fields), fields.i64("address"),
                    fields.i64("length", 1, Long.MAX_VALUE), fields.i32("rkey"));
            if (Long.compareUnsigned(region.address() + region.length() - 1, region.address()) < 0) {
                throw new MalformedException("region " + region.number() + " wraps around");
            }
            regions.add(region);
        }
        return new LinkMessage.Regions(List.copyOf(regions));
    }

    private static int regionNumber(final FieldReader fields) throws MalformedException {
        return fields.i32("region", 0, Integer.MAX_VALUE);
    }
}
