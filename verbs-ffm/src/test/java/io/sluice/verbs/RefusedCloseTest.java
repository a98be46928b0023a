package io.sluice.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.spi.VerbsProvider;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A device may refuse to take an object away: then the object stays, and can be closed later. */
class RefusedCloseTest {
    private final Set<String> refused = new HashSet<>(
            Set.of("destroyQp", "destroyCq", "deregisterMemory", "deallocatePd", "close"));

    @Test
    void whateverTheDeviceRefusesToCloseStaysOpenAndClosesLater() {
        final VerbsContext context = refusingOnce();
        final ProtectionDomain domain = context.allocateProtectionDomain();
        final CompletionQueue queue = context.createCompletionQueue(4);
        final QueuePair queuePair = domain.createQueuePair(queue, queue, new QueuePairCapacity(1, 1, 1, 1, 0));
        final MemoryRegion region = domain.register(Arena.ofAuto().allocate(8), Access.ALL);

        refusedThenDone(region);
        refusedThenDone(queuePair);
        refusedThenDone(queue);
        refusedThenDone(domain);
        refusedThenDone(context);

        assertThat(refused).isEmpty();
    }

    private static void refusedThenDone(final AutoCloseable object) {
        assertThatThrownBy(object::close).isInstanceOfSatisfying(VerbsException.class,
                e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
        assertThatCode(object::close).doesNotThrowAnyException();
    }

    private VerbsContext refusingOnce() {
        final SoftDevice device = SoftDevice.shared();
        final VerbsProvider real = device.open().provider();
        return new VerbsContext(device, (VerbsProvider) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{ VerbsProvider.class }, (proxy, method, arguments) -> {
                    if (refused.remove(method.getName())) {
                        throw new VerbsException(Errno.EIO, "refused once");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
