package io.sluice.verbs.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.verbs.Access;
import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.GidType;
import io.sluice.verbs.PortState;
import io.sluice.verbs.QpState;
import io.sluice.verbs.SendFlags;
import io.sluice.verbs.WcOpcode;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WrOpcode;
import io.sluice.verbs.layout.AsyncEventLayout;
import io.sluice.verbs.layout.CompChannel;
import io.sluice.verbs.layout.Cq;
import io.sluice.verbs.layout.DeviceAttr;
import io.sluice.verbs.layout.Field;
import io.sluice.verbs.layout.GidEntryLayout;
import io.sluice.verbs.layout.IbvContext;
import io.sluice.verbs.layout.IbvDevice;
import io.sluice.verbs.layout.Mr;
import io.sluice.verbs.layout.Mtu;
import io.sluice.verbs.layout.PollFd;
import io.sluice.verbs.layout.PortAttr;
import io.sluice.verbs.layout.Qp;
import io.sluice.verbs.layout.QpAttr;
import io.sluice.verbs.layout.QpAttrMask;
import io.sluice.verbs.layout.QpInitAttr;
import io.sluice.verbs.layout.RecvWr;
import io.sluice.verbs.layout.SendWr;
import io.sluice.verbs.layout.Sge;
import io.sluice.verbs.layout.Wc;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every offset, width, size and enum value of the binding is the one of the header installed here. */
class StructLayoutTest {
    private static final List<Class<?>> STRUCTS = List.of(AsyncEventLayout.class, CompChannel.class, Cq.class,
            DeviceAttr.class, GidEntryLayout.class, IbvContext.class, IbvDevice.class, Mr.class, PollFd.class,
            PortAttr.class, Qp.class, QpAttr.class, QpInitAttr.class, RecvWr.class, SendWr.class, Sge.class, Wc.class);
    private static final List<Class<?>> VALUES = List.of(Access.class, Mtu.class, QpAttrMask.class, SendFlags.class,
            WcOpcode.class, WcStatus.class, WrOpcode.class);

    @Test
    void everyConstantIsThatOfTheHeader() throws IllegalAccessException {
        assertThat(ofJava()).isEqualTo(ofTheHeader());
    }

    @Test
    void noStructIsLeftOut() throws Exception {
        final Path classes = Path.of(Wc.class.getResource("Wc.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(classes)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".class", "")))
                    .filteredOn(name -> !List.of("package-info", "Field", "NativeMemory").contains(name))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(STRUCTS.stream(),
                            Stream.of(Mtu.class, QpAttrMask.class)).map(Class::getSimpleName).toList());
        }
    }

    /** By name; a field of the hot path has no width in Java, so none is compared. */
    private static Map<String, String> ofJava() throws IllegalAccessException {
        final Map<String, String> constants = new TreeMap<>();
        for (final Class<?> owner : Stream.concat(STRUCTS.stream(), VALUES.stream()).toList()) {
            for (final java.lang.reflect.Field constant : owner.getDeclaredFields()) {
                if (Modifier.isPublic(constant.getModifiers())) {
                    final Object value = constant.get(null);
                    constants.put(owner.getSimpleName() + "." + constant.getName(),
                            value instanceof Field(int offset, int bytes)
                                    ? offset + " " + bytes
                                    : value.toString());
                }
            }
        }
        for (final QpState state : QpState.values()) {
            constants.put("QpState." + state, Integer.toString(state.code()));
        }
        for (final PortState state : PortState.values()) {
            constants.put("PortState." + state, Integer.toString(state.code()));
        }
        for (final GidType type : GidType.values()) {
            constants.put("GidType." + type, Integer.toString(type.code()));
        }
        for (final AsyncEvent.Type type : AsyncEvent.Type.values()) {
            constants.put("Type." + type, Integer.toString(type.code()));
        }
        return constants;
    }

    private static Map<String, String> ofTheHeader() throws IllegalAccessException {
        final Map<String, String> widths = ofJava();
        final Map<String, String> constants = new TreeMap<>();
        NativeTools.run(NativeTools.file("struct-offsets").toString()).lines().forEach(line -> {
            final String[] words = line.split(" ");
            final boolean withWidth = widths.getOrDefault(words[0], "").contains(" ");
            constants.put(words[0], withWidth ? words[1] + " " + words[2] : words[1]);
        });
        return constants;
    }
}
