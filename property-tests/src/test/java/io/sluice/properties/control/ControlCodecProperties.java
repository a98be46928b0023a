package io.sluice.properties.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.pipeline.control.Codec;
import io.sluice.pipeline.control.FrameReader;
import io.sluice.pipeline.control.FrameWriter;
import io.sluice.pipeline.control.HandshakeException.Kind;
import io.sluice.pipeline.control.Hello;
import io.sluice.pipeline.control.Hello.LaneAddress;
import io.sluice.pipeline.control.Identity;
import io.sluice.pipeline.control.LinkMessage;
import io.sluice.pipeline.control.MalformedException;
import io.sluice.pipeline.control.Message;
import io.sluice.pipeline.control.RegionInfo;
import io.sluice.verbs.Gid;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Bytes are one message, or refused; a message is one sequence of bytes. */
class ControlCodecProperties {
    private static byte[] encoded(final Message message) {
        final ByteBuffer out = ByteBuffer.allocate(Codec.MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Codec.encode(message, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static Message decoded(final byte[] bytes) throws MalformedException {
        return Codec.decode(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static void refusedOrExact(final byte[] bytes) {
        try {
            assertThat(encoded(decoded(bytes))).isEqualTo(bytes);
        } catch (final MalformedException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static Arbitrary<byte[]> bytes(final int count) {
        return Arbitraries.bytes().array(byte[].class).ofSize(count);
    }

    private static Arbitrary<LaneAddress> lanes() {
        final Arbitrary<Integer> number = Arbitraries.integers().between(0, 0xff_ffff);
        return Combinators.combine(number, number, Arbitraries.longs(), Arbitraries.longs(),
                Arbitraries.integers().between(0, 0xffff))
                .as((qp, psn, high, low, lid) -> new LaneAddress(qp, psn, new Gid(high, low), lid));
    }

    private static Arbitrary<RegionInfo> regions() {
        return Combinators.combine(Arbitraries.integers().between(0, Integer.MAX_VALUE),
                Arbitraries.longs().between(0, Long.MAX_VALUE), Arbitraries.longs().between(1, Long.MAX_VALUE),
                Arbitraries.integers()).as(RegionInfo::new);
    }

    @Provide
    Arbitrary<Message> messages() {
        final Arbitrary<String> texts = Arbitraries.strings().withCharRange(' ', '~').withCharRange('\u00a1', '\u024f')
                .ofMinLength(1).ofMaxLength(31);
        final Arbitrary<Identity> identities = Combinators
                .combine(texts, Arbitraries.longs().filter(instance -> instance != 0), texts).as(Identity::new);
        final Arbitrary<Integer> numbers = Arbitraries.integers().between(0, Integer.MAX_VALUE);
        return Arbitraries.oneOf(
                Combinators.combine(bytes(Message.NONCE_BYTES), Arbitraries.of(true, false), identities)
                        .as(Message.Opening::new),
                Arbitraries.of(0, Message.PROOF_BYTES).flatMap(ControlCodecProperties::bytes).map(Message.Proof::new),
                Combinators.combine(lanes().list().ofMinSize(1).ofMaxSize(Codec.MOST_LANES),
                        Arbitraries.of(512, 1024, 2048, 4096), Arbitraries.integers().between(0, 255),
                        Arbitraries.integers().between(0, 255), Arbitraries.integers().between(0, 65_536),
                        Arbitraries.longs().between(1, Long.MAX_VALUE / 8)).as(Hello::new),
                Combinators.combine(Arbitraries.longs(), bytes(Message.TOKEN_BYTES)).as(Message.Session::new),
                Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(0, Codec.MOST_LANES - 1),
                        bytes(Message.NONCE_BYTES), bytes(Message.PROOF_BYTES)).as(Message.DataOpening::new),
                Combinators.combine(Arbitraries.of(Kind.class), texts).as(Message.Refusal::new),
                regions().list().ofMinSize(1).ofMaxSize(50).map(LinkMessage.Regions::new),
                numbers.map(LinkMessage.Revoke::new), numbers.map(LinkMessage.Revoked::new),
                Arbitraries.longs().map(LinkMessage.Resolve::new), Arbitraries.longs().map(LinkMessage.Resolved::new),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(300).map(LinkMessage.Notification::new),
                Arbitraries.integers().between(1, 65_536).map(LinkMessage.NotificationCredit::new),
                Arbitraries.of(new LinkMessage.Ready(), new LinkMessage.Fence(), new LinkMessage.Fenced(),
                        new Message.Heartbeat()));
    }

    @Property
    void aMessageComesBackAsItWas(@ForAll("messages") final Message message) throws MalformedException {
        assertThat(decoded(encoded(message))).usingRecursiveComparison().isEqualTo(message);
    }

    @Property
    void cutOrChangedItIsRefusedOrAnother(@ForAll("messages") final Message message, @ForAll final int at,
            @ForAll final byte value, @ForAll final boolean cut) {
        final byte[] bytes = encoded(message);
        final int place = Math.floorMod(at, bytes.length);
        if (cut) {
            refusedOrExact(Arrays.copyOf(bytes, place));
        } else {
            bytes[place] = value;
            refusedOrExact(bytes);
        }
    }

    @Property
    void anyBytesAreRefusedOrOneMessage(@ForAll @Size(max = 400) final byte[] bytes,
            @ForAll @IntRange(min = 0, max = 30) final int type) {
        refusedOrExact(bytes);
        if (bytes.length > 0) {
            bytes[0] = (byte) type;
            refusedOrExact(bytes);
        }
    }

    @Property
    void framesComeBackHoweverTheStreamIsCutUp(@ForAll("messages") final Message first,
            @ForAll("messages") final Message second, @ForAll @IntRange(min = 1, max = 40) final int atOnce)
            throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final FrameWriter writer = new FrameWriter(Channels.newChannel(out));
        writer.append(first);
        writer.append(second);
        writer.flush();
        final FrameReader reader = new FrameReader(
                Channels.newChannel(new ByteArrayInputStream(out.toByteArray()) {
                    @Override
                    public synchronized int read(final byte[] to, final int from, final int length) {
                        return super.read(to, from, Math.min(length, atOnce));
                    }
                }));
        for (final Message message : List.of(first, second)) {
            assertThat(reader.read()).usingRecursiveComparison().isEqualTo(message);
        }
        assertThat(reader.read()).isNull();
    }

    @Property
    void anyBytesAreFramesOrEndWithAnError(@ForAll @Size(max = 400) final byte[] bytes) {
        final FrameReader reader = new FrameReader(Channels.newChannel(new ByteArrayInputStream(bytes)));
        try {
            while (reader.read() != null) {
                assertThat(bytes.length).isGreaterThan(Integer.BYTES);
            }
        } catch (final IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
