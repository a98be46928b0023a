package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.GidEntry;
import io.sluice.verbs.GidSelection;
import io.sluice.verbs.GidType;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What only a device of the kernel's shows: its GIDs, and its limit of locked memory. */
@EnabledIfSystemProperty(named = "sluice.test.rdmaDevice", matches = ".+", disabledReason = "needs an RDMA device: "
        + "-Dsluice.test.rdmaDevice=NAME, or ./sluice rxe-test")
class LiveDeviceTest {
    private static final int LARGE = 16 << 20;

    private final RdmaDevice device = RdmaDevices.load().find(System.getProperty("sluice.test.rdmaDevice"));

    @Test
    void theGidChosenIsTheRoutableOneAndNotTheLinkLocalOneBeforeIt() {
        try (VerbsContext context = device.open()) {
            final PortAttributes port = context.port(1);
            final List<GidEntry> table = context.gidTable(1);
            assertThat(table.getFirst().index()).isZero();
            assertThat(table.getFirst().gid()).matches(Gid::isLinkLocal, "is link-local");

            final GidEntry chosen = GidSelection.select("port 1", port.linkLayer(), table, -1);

            assertThat(chosen.gid()).matches(Gid::isIpv4Mapped, "is an IPv4 address");
            assertThat(chosen.type()).isEqualTo(GidType.ROCE_V2);
            assertThat(GidSelection.select("port 1", port.linkLayer(), table, 0)).isEqualTo(table.getFirst());
        }
    }

    /** Run by a user who may not lock as much as it likes: {@code ulimit -l}, and no CAP_IPC_LOCK. */
    @Test
    @EnabledIfSystemProperty(named = "sluice.test.memlock", matches = "[0-9]+", disabledReason = "needs a limit of locked "
            + "memory below 16 MiB, in bytes in -Dsluice.test.memlock")
    void aRegistrationOverTheLimitOfLockedMemoryIsRefusedWithTheLimitAndTheSize() {
        try (Arena arena = Arena.ofShared();
                VerbsContext context = device.open();
                ProtectionDomain domain = context.allocateProtectionDomain()) {
            final MemorySegment memory = arena.allocate(LARGE);

            assertThatThrownBy(() -> domain.register(memory, Access.ALL))
                    .isInstanceOfSatisfying(VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                    .hasMessageContainingAll(device.name(), LARGE + " bytes", "ulimit -l",
                            "limited to " + System.getProperty("sluice.test.memlock") + " bytes");
            domain.register(memory.asSlice(0, 4096), Access.ALL).close();
        }
    }
}
