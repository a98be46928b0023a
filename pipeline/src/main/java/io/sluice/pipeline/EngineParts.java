package io.sluice.pipeline;

import io.sluice.verbs.VerbsDevice;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The objects that an embedding program may put in place of an engine's own; only a builder can give them. */
record EngineParts(VerbsDevice device, NanoClock clock, ThreadFactory threadFactory, ErrorHandler errorHandler,
        Supplier<IdleStrategy> idleStrategy, Executor futureExecutor) {

    private static final Logger LOG = LoggerFactory.getLogger(EngineParts.class.getPackageName());

    static final EngineParts DEFAULTS = new EngineParts(null, SystemNanoClock.INSTANCE,
            Thread.ofPlatform().daemon().name("sluice").factory(), EngineParts::logError, null,
            Thread::startVirtualThread);

    EngineParts withDevice(final VerbsDevice newDevice) {
        return new EngineParts(newDevice, clock, threadFactory, errorHandler, idleStrategy, futureExecutor);
    }

    EngineParts withClock(final NanoClock newClock) {
        return new EngineParts(device, newClock, threadFactory, errorHandler, idleStrategy, futureExecutor);
    }

    EngineParts withThreadFactory(final ThreadFactory newThreadFactory) {
        return new EngineParts(device, clock, newThreadFactory, errorHandler, idleStrategy, futureExecutor);
    }

    EngineParts withErrorHandler(final ErrorHandler newErrorHandler) {
        return new EngineParts(device, clock, threadFactory, newErrorHandler, idleStrategy, futureExecutor);
    }

    EngineParts withIdleStrategy(final Supplier<IdleStrategy> newIdleStrategy) {
        return new EngineParts(device, clock, threadFactory, errorHandler, newIdleStrategy, futureExecutor);
    }

    EngineParts withFutureExecutor(final Executor newFutureExecutor) {
        return new EngineParts(device, clock, threadFactory, errorHandler, idleStrategy, newFutureExecutor);
    }

    private static void logError(final Throwable error) {
        LOG.error("Asynchronous fault", error);
    }
}
