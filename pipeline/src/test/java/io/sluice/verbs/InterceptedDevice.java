package io.sluice.verbs;

import io.sluice.verbs.spi.VerbsProvider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * A device whose provider calls go through a test, which may hold them up, answer in their place, or fail them. Lies in
 * this package because a context gives its provider to nobody else.
 */
public final class InterceptedDevice implements VerbsDevice {
    private final VerbsDevice device;
    private final Interception interception;

    /** What a test does with a call. */
    @FunctionalInterface
    public interface Interception {
        /**
         * @param call   name of the method of {@link VerbsProvider}
         * @param onward carries the call out
         * @return its answer
         */
        Object intercept(String call, Onward onward) throws Throwable;
    }

    /** The call itself. */
    @FunctionalInterface
    public interface Onward {
        Object go() throws Throwable;
    }

    public InterceptedDevice(final VerbsDevice device, final Interception interception) {
        this.device = device;
        this.interception = interception;
    }

    @Override
    public String name() {
        return device.name();
    }

    @Override
    public String kind() {
        return device.kind();
    }

    @Override
    public VerbsContext open() {
        final VerbsProvider provider = device.open().provider();
        return new VerbsContext(this, (VerbsProvider) Proxy.newProxyInstance(VerbsProvider.class.getClassLoader(),
                new Class<?>[]{ VerbsProvider.class },
                (proxy, method, arguments) -> interception.intercept(method.getName(), () -> {
                    try {
                        return method.invoke(provider, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                })));
    }
}
