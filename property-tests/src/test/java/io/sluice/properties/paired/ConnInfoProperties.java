package io.sluice.properties.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.pipeline.paired.ConnInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The blob by which agents find each other says exactly one thing, or is refused. */
class ConnInfoProperties {
    private static final String SEED = "20261130";
    private static final ConnInfo SAMPLE = new ConnInfo("agent-ü", 3, 0x1122_3344_5566_7788L, -5, 7, "[::1]:4711");

    @Property(seed = SEED)
    void comesBackAsItWas(@ForAll("infos") final ConnInfo info) {
        final byte[] blob = info.toBlob();

        assertThat(blob).hasSize(ConnInfo.VERSION_2_BYTES);
        assertThat(ConnInfo.parse(blob)).isEqualTo(info);
    }

    @Property(seed = SEED)
    void versionOneIsReadWithoutTheHost(@ForAll("infos") final ConnInfo info) {
        assertThat(ConnInfo.parse(versionOne(info))).isEqualTo(new ConnInfo(info.agent(), info.device(), 0,
                info.engineHigh(), info.engineLow(), info.address()));
    }

    private static byte[] versionOne(final ConnInfo info) {
        final byte[] two = info.toBlob();
        final byte[] one = new byte[ConnInfo.VERSION_1_BYTES];
        System.arraycopy(two, 0, one, 0, 260);
        System.arraycopy(two, 268, one, 260, 260);
        one[0] = 1;
        return one;
    }

    @Example
    void everyOtherLengthIsRefused() {
        for (final byte[] blob : new byte[][]{ SAMPLE.toBlob(), versionOne(SAMPLE) }) {
            for (int length = 0; length <= 540; length++) {
                final byte[] cut = Arrays.copyOf(blob, length);
                if (length == blob.length) {
                    assertThat(ConnInfo.parse(cut).agent()).isEqualTo(SAMPLE.agent());
                } else {
                    assertThatThrownBy(() -> ConnInfo.parse(cut)).isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining(length < 4 ? "no version" : "this one " + length);
                }
            }
        }
    }

    @Example
    void everyChangedByteSaysSomethingElseOrIsRefused() {
        final byte[] blob = SAMPLE.toBlob();
        for (int at = 0; at < blob.length; at++) {
            for (int change = 1; change < 256; change++) {
                final byte[] changed = blob.clone();
                changed[at] ^= (byte) change;
                ConnInfo read = null;
                try {
                    read = ConnInfo.parse(changed);
                } catch (final IllegalArgumentException refused) {
                    assertThat(refused).hasMessageMatching("[ -~]+");
                }
                assertThat(read).as("byte %s changed by %s", at, change).isNotEqualTo(SAMPLE);
            }
        }
    }

    @Example
    void unknownVersionsAreNamed() {
        final byte[] blob = SAMPLE.toBlob();
        for (final byte version : new byte[]{ 0, 3, -1 }) {
            blob[0] = version;
            assertThatThrownBy(() -> ConnInfo.parse(blob)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("blob version " + Byte.toUnsignedInt(version) + " is unknown; 1 and 2 are known");
        }
    }

    @Example
    void aNameHasAtMost255Bytes() {
        final String longest = "ü".repeat(127) + "x";
        assertThat(longest.getBytes(StandardCharsets.UTF_8)).hasSize(255);
        final ConnInfo info = new ConnInfo(longest, 0, 0, 1, 2, "h:1");

        assertThat(ConnInfo.parse(info.toBlob())).isEqualTo(info);
        assertThatThrownBy(() -> new ConnInfo(longest + "x", 0, 0, 1, 2, "h:1")).hasMessageContaining("has 256");
        final byte[] unended = info.toBlob();
        unended[4 + 255] = 'x';
        assertThatThrownBy(() -> ConnInfo.parse(unended)).hasMessageContaining("does not end within 256 bytes");
    }

    @Example
    void namesAndAddressesThatCannotBeAreRefused() {
        for (final String name : new String[]{ "", "a\0b", "\ud800" }) {
            assertThatThrownBy(() -> new ConnInfo(name, 0, 0, 1, 2, "h:1"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (final String address : new String[]{ "", "h", "h:", ":1", "h:0", "h:65536", "h:01", "::1:5", "[]:5",
            "[::1]", "h p:5", "h:5 ", "x".repeat(239) + ":1" }) {
            assertThatThrownBy(() -> new ConnInfo("a", 0, 0, 1, 2, address)).as(address)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("host:port");
        }
    }

    @Provide
    Arbitrary<ConnInfo> infos() {
        final Arbitrary<String> names = Arbitraries.strings().all().excludeChars('\0').ofMinLength(1).ofMaxLength(60)
                .filter(name -> StandardCharsets.UTF_8.newEncoder().canEncode(name));
        final Arbitrary<Long> longs = Arbitraries.longs();
        return Combinators.combine(names, Arbitraries.integers(), longs, longs, longs,
                Arbitraries.of("localhost:1", "10.0.0.1:65535", "[::1]:80")).as(ConnInfo::new);
    }
}
