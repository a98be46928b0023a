package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.Access;
import io.sluice.verbs.Errno;
import io.sluice.verbs.MemoryRegion;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps a host from using RDMA is said with what to do about it. */
class MissingRdmaTest {

    @Test
    void aLibraryThatIsNotThereIsNamedWithWhatToInstall() {
        assertThatThrownBy(() -> RdmaDevices.load("/no/such/libibverbs.so")).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("/no/such/libibverbs.so", "no such file", "libibverbs1",
                        "sluice.libibverbs", "SLUICE_LIBIBVERBS");
        assertThatThrownBy(() -> RdmaDevices.load("libnone-of-this-name.so.9")).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("libnone-of-this-name.so.9", "the loader does not find it");
    }

    @Test
    void aLibraryThatIsSomethingElseIsToldApart() {
        assertThatThrownBy(() -> RdmaDevices.load("libc.so.6")).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("libc.so.6", "is no libibverbs", "ibv_get_device_list");
    }

    @Test
    void theLibraryIsTheOneThatTheSystemPropertyNames() {
        System.setProperty(RdmaDevices.LIBRARY_PROPERTY, "/by/property.so");
        try {
            assertThatThrownBy(RdmaDevices::load).hasMessageContaining("/by/property.so");
        } finally {
            System.clearProperty(RdmaDevices.LIBRARY_PROPERTY);
        }
    }

    @Test
    void aKernelWithoutRdmaIsToldApartFromAnEmptyList() {
        final NullLibrary library = NullLibrary.load().set("DEVICES", -1);
        assertThatThrownBy(() -> library.devices().list()).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("ibv_get_device_list", "ENOSYS 38", RdmaDevices.NO_DEVICE);

        library.set("DEVICES", 0);
        assertThat(library.devices().list()).isEmpty();
        assertThatThrownBy(() -> library.devices().find("mlx5_0")).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("mlx5_0", RdmaDevices.NO_DEVICE);
    }

    @Test
    void aDeviceThatIsNotThereIsAnsweredWithThoseThatAre() {
        final NullLibrary library = NullLibrary.load().set("DEVICES", 3);
        assertThat(library.devices().list()).extracting(RdmaDevice::name).containsExactly("null0", "null1", "null2");
        assertThat(library.devices().find("null2").kind()).isEqualTo("rdma");

        assertThatThrownBy(() -> library.devices().find("mlx5_0")).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("mlx5_0", "null0, null1, null2").extracting(e -> ((VerbsException) e).errno())
                .isEqualTo(Errno.ENODEV);
    }

    @Test
    void aDeviceThatHasGoneSinceItWasListedIsNotOpened() {
        final NullLibrary library = NullLibrary.load().set("DEVICES", 2);
        final RdmaDevice second = library.devices().find("null1");
        library.set("DEVICES", 1);

        assertThatThrownBy(second::open).isInstanceOf(VerbsException.class)
                .hasMessageContainingAll("null1", "there are null0");
    }

    @Test
    void missingPermissionSaysWhichFilesAndWhatToDo() {
        final NullLibrary library = NullLibrary.load();
        for (final int errno : List.of(Errno.EACCES, Errno.EPERM)) {
            library.set("OPEN", errno);
            assertThatThrownBy(() -> library.device().open()).isInstanceOf(VerbsException.class)
                    .hasMessageContainingAll("ibv_open_device (null0)", Errno.describe(errno),
                            "no permission on /dev/infiniband", "group");
        }
        library.set("OPEN", Errno.ENOENT);
        assertThatThrownBy(() -> library.device().open()).hasMessageContaining("--device=/dev/infiniband");
        assertThat(library.live()).isZero();
    }

    @Test
    void tooLittleLockedMemorySaysTheLimitAndTheSize() {
        final NullLibrary library = NullLibrary.load();
        try (Arena arena = Arena.ofShared();
                VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain()) {
            final MemorySegment memory = arena.allocate(123_456);
            library.set("REG", Errno.ENOMEM);
            assertThatThrownBy(() -> domain.register(memory, Access.ALL)).isInstanceOf(VerbsException.class)
                    .hasMessageContainingAll("ibv_reg_mr", "null0", "123456 bytes", "ENOMEM 12", "ulimit -l",
                            MemoryLock.limit());
            library.set("REG", Errno.EFAULT);
            assertThatThrownBy(() -> domain.register(memory, Access.ALL)).isInstanceOf(VerbsException.class)
                    .hasMessageContaining("EFAULT 14").hasMessageNotContaining("ulimit");
            library.set("REG", 0);
            domain.register(memory, Access.ALL).close();
        }
    }

    @Test
    void theLimitOfLockedMemoryIsTheShellsOwn() {
        final String ofShell = NativeTools.run("sh", "-c", "ulimit -l").strip();

        final String here = MemoryLock.limit();

        assertThat(here.equals("unlimited") ? here : Long.toString(Long.parseLong(here) / 1024)).isEqualTo(ofShell);
    }

    @Test
    void theLimitBindsOnlyThoseWithoutTheCapability() {
        final String mask = NativeTools.run("sh", "-c", "awk '/^CapEff/ { print $2 }' /proc/self/status").strip();
        final boolean exempt = (Long.parseUnsignedLong(mask, 16) >> 14 & 1) == 1;

        assertThat(MemoryLock.limitBytes()).isEqualTo(exempt || MemoryLock.limit().equals("unlimited")
                ? Long.MAX_VALUE
                : Long.parseLong(MemoryLock.limit()));
    }

    @Test
    void anOldLibraryLacksWhatItLacksAndDoesAllElse(@TempDir final Path sysfs) throws Exception {
        final NullLibrary library = NullLibrary.loadOld().set("SYSFS", sysfs).set("GIDS",
                "fe80::1/v1,,192.0.2.7/v2");
        final Path types = Files.createDirectories(sysfs.resolve("null0/ports/1/gid_attrs/types"));
        Files.writeString(types.resolve("0"), "IB/RoCE v1\n");
        Files.writeString(types.resolve("2"), "RoCE v2\n");
        try (Arena arena = Arena.ofShared();
                VerbsContext context = library.device().open();
                ProtectionDomain domain = context.allocateProtectionDomain()) {
            assertThat(context.gidTable(1)).map(Object::toString)
                    .containsExactly("0: fe80:0:0:0:0:0:0:1 ROCE_V1", "2: ::ffff:192.0.2.7 ROCE_V2");
            try (MemoryRegion region = domain.register(arena.allocate(64), Access.ALL | Access.RELAXED_ORDERING)) {
                assertThat(region.isAlive()).isTrue();
                assertThat(library.lastAccess()).isEqualTo(Access.ALL);
            }
            assertThatThrownBy(() -> domain.registerDmabuf(3, 0, 4096, 4096, Access.ALL))
                    .isInstanceOf(VerbsException.class).hasMessageContaining("has no ibv_reg_dmabuf_mr")
                    .extracting(e -> ((VerbsException) e).errno()).isEqualTo(Errno.EOPNOTSUPP);
        }
        assertThat(library.live()).isZero();
    }

    @Test
    void theGidTableHasItsHolesAndTypes() {
        final NullLibrary library = NullLibrary.load().set("GIDS",
                ",fe80::1/v1,,192.0.2.7/v1,192.0.2.7/v2,2001:db8::1");
        try (VerbsContext context = library.device().open()) {
            assertThat(context.gid(1, 0).isZero()).isTrue();
            assertThat(context.gidTable(1)).map(Object::toString).containsExactly(
                    "1: fe80:0:0:0:0:0:0:1 ROCE_V1", "3: ::ffff:192.0.2.7 ROCE_V1", "4: ::ffff:192.0.2.7 ROCE_V2",
                    "5: 2001:db8:0:0:0:0:0:1 ROCE_V2");
        }
    }
}
