package io.sluice.verbs;

import static io.sluice.verbs.GidType.INFINIBAND;
import static io.sluice.verbs.GidType.ROCE_V1;
import static io.sluice.verbs.GidType.ROCE_V2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.PortAttributes.LinkLayer;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which GID is taken, and which never is. */
class GidSelectionTest {
    private static final Gid LINK_LOCAL = new Gid(0xfe80_0000_0000_0000L, 0x0242_acff_fe11_0002L);
    private static final Gid GLOBAL = new Gid(0x2001_0db8_0000_0000L, 1);

    private static GidEntry entry(final int index, final Gid gid, final GidType type) {
        return new GidEntry(index, gid, type);
    }

    private static Gid ipv4(final int a, final int b, final int c, final int d) {
        return Gid.ofIpv4(ByteBuffer.wrap(new byte[]{ (byte) a, (byte) b, (byte) c, (byte) d }).getInt());
    }

    private static GidEntry select(final int named, final GidEntry... table) {
        return GidSelection.select("port 1 of mlx5_0", LinkLayer.ETHERNET, List.of(table), named);
    }

    @Test
    void aRoutableIpv4AddressOfRoceV2ComesFirst() {
        final GidEntry wanted = entry(5, ipv4(10, 0, 0, 1), ROCE_V2);

        assertThat(select(-1, entry(0, LINK_LOCAL, ROCE_V1), entry(1, LINK_LOCAL, ROCE_V2),
                entry(2, GLOBAL, ROCE_V2), entry(3, ipv4(10, 0, 0, 1), ROCE_V1), wanted,
                entry(7, ipv4(10, 0, 0, 2), ROCE_V2))).isEqualTo(wanted);
    }

    @Test
    void aGlobalIpv6AddressComesNext() {
        final GidEntry wanted = entry(9, GLOBAL, ROCE_V2);

        assertThat(select(-1, entry(0, LINK_LOCAL, ROCE_V2), entry(1, new Gid(0, 1), ROCE_V2),
                entry(2, GLOBAL, ROCE_V1), wanted)).isEqualTo(wanted);
    }

    @Test
    void whatLeadsNowhereIsNeverChosen() {
        assertThatThrownBy(() -> select(-1, entry(0, LINK_LOCAL, ROCE_V2), entry(1, new Gid(0, 1), ROCE_V2),
                entry(2, ipv4(127, 0, 0, 1), ROCE_V2), entry(3, ipv4(169, 254, 1, 1), ROCE_V2),
                entry(4, ipv4(0, 0, 0, 0), ROCE_V2), entry(5, ipv4(224, 0, 0, 1), ROCE_V2),
                entry(6, new Gid(0xff02L << 48, 1), ROCE_V2), entry(7, GLOBAL, ROCE_V1), entry(8, GLOBAL, INFINIBAND)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("port 1 of mlx5_0", "1: 0:0:0:0:0:0:0:1 ROCE_V2", "127.0.0.1",
                        "7: 2001:db8:0:0:0:0:0:1 ROCE_V1", "name a GID by its index");
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 2 })
    void whatIsNamedIsTakenWhateverItIs(final int named) {
        assertThat(select(named, entry(0, LINK_LOCAL, ROCE_V1), entry(1, ipv4(127, 0, 0, 1), ROCE_V2),
                entry(2, GLOBAL, ROCE_V2)).index()).isEqualTo(named);
    }

    @Test
    void anEmptyEntryThatIsNamedIsAnErrorThatShowsTheTable() {
        assertThatThrownBy(() -> select(1, entry(0, LINK_LOCAL, ROCE_V1), entry(2, GLOBAL, ROCE_V2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("GID 1 of port 1 of mlx5_0 is empty", "0: fe80", "2: 2001:db8");
        assertThatThrownBy(() -> select(0)).hasMessageContaining("the table is empty");
    }

    @Test
    void onInfinibandPeersAreFoundByLidUnlessAGidIsNamed() {
        final List<GidEntry> table = List.of(entry(0, LINK_LOCAL, INFINIBAND));

        assertThat(GidSelection.select("port 1", LinkLayer.INFINIBAND, table, -1)).isNull();
        assertThat(GidSelection.select("port 1", LinkLayer.INFINIBAND, table, 0)).isEqualTo(table.getFirst());
    }
}
