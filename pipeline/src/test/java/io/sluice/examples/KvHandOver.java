package io.sluice.examples;

import io.sluice.pipeline.Connection;
import io.sluice.pipeline.EngineConfig;
import io.sluice.pipeline.EntryList;
import io.sluice.pipeline.LocalRegion;
import io.sluice.pipeline.RemoteRegion;
import io.sluice.pipeline.ResultCode;
import io.sluice.pipeline.TransferEngine;
import io.sluice.pipeline.TransferRequest;
import io.sluice.pipeline.TransferResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * KV-cache blocks go from a process that computes prompts (prefill) to one that answers them (decode). Decode has a pool of
 * blocks, and tells prefill which of them a request may have; prefill writes the request's blocks there, many ranges as one
 * transfer, with a notification that comes when all of them are in place. Nobody copies, and decode's threads do nothing.
 */
final class KvHandOver {
    private static final int BLOCK_BYTES = 128 << 10;
    private static final int BLOCKS = 64;
    private static final int BLOCKS_OF_A_REQUEST = 6;
    private static final int REQUESTS = 10;

    private KvHandOver() {}

    /** Without an argument it is decode and prints its metadata; with that as the argument it is prefill. */
    public static void main(final String[] args) throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                TransferEngine engine = TransferEngine.create(EngineConfig.builder().build())) {
            final LocalRegion pool = engine.register(arena.allocate((long) BLOCKS * BLOCK_BYTES, 4_096));
            if (args.length == 0) {
                System.out.println(engine.listen());
                decode(engine, engine.accept(TimeUnit.MINUTES.toNanos(1)), pool);
            } else {
                prefill(engine, engine.connect(args[0]), pool);
            }
        }
    }

    private static void decode(final TransferEngine engine, final Connection connection, final LocalRegion pool) {
        final List<Integer> free = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            free.add(block);
        }
        Collections.shuffle(free, new Random(1)); // as in a pool that has been in use
        final Map<Integer, List<Integer>> waiting = new HashMap<>();
        for (int request = 0; request < REQUESTS; request++) {
            final List<Integer> blocks = List
                    .copyOf(free.subList(request * BLOCKS_OF_A_REQUEST, (request + 1) * BLOCKS_OF_A_REQUEST));
            waiting.put(request, blocks);
            tell(engine, connection, request, blocks);
        }
        while (!waiting.isEmpty() && connection.isOpen()) {
            final int taken = engine.notifications((from, message) -> {
                final int request = ByteBuffer.wrap(message).getInt();
                final List<Integer> blocks = waiting.remove(request);
                int right = 0;
                for (int i = 0; i < blocks.size(); i++) {
                    right += block(pool, blocks.get(i)).mismatch(contents(request, i)) < 0 ? 1 : 0;
                }
                System.out.println("request " + request + ": " + right + " of " + blocks.size() + " blocks right");
            }, 16);
            if (taken == 0) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private static void tell(final TransferEngine engine, final Connection connection, final int request,
            final List<Integer> blocks) {
        final ByteBuffer message = ByteBuffer.allocate(Integer.BYTES * (1 + blocks.size())).putInt(request);
        blocks.forEach(message::putInt);
        final int code = engine.sendNotification(connection, message.array());
        if (code != ResultCode.OK) {
            throw new IllegalStateException("request " + request + " was not told: " + ResultCode.errorString(code));
        }
    }

    private static void prefill(final TransferEngine engine, final Connection connection, final LocalRegion pool)
            throws InterruptedException {
        final RemoteRegion target = connection.regions().getFirst();
        final List<ByteBuffer> asked = new ArrayList<>();
        while (connection.isOpen()) {
            engine.notifications((from, message) -> asked.add(ByteBuffer.wrap(message)), 16);
            for (final ByteBuffer message : asked) {
                handOver(engine, connection, pool, target, message);
            }
            asked.clear();
            LockSupport.parkNanos(100_000);
        }
    }

    private static void handOver(final TransferEngine engine, final Connection connection, final LocalRegion pool,
            final RemoteRegion target, final ByteBuffer message) throws InterruptedException {
        final int request = message.getInt();
        final EntryList entries = new EntryList();
        for (int i = 0; message.hasRemaining(); i++) {
            block(pool, i).copyFrom(contents(request, i)); // what the model computes
            entries.add(pool, (long) i * BLOCK_BYTES, BLOCK_BYTES, target, (long) message.getInt() * BLOCK_BYTES);
        }
        final TransferResult result = engine.transfer(connection, new TransferRequest().entries(entries)
                .timeoutNs(TimeUnit.SECONDS.toNanos(10))
                .notification(ByteBuffer.allocate(Integer.BYTES).putInt(request).array()));
        System.out.println("request " + request + ": " + result);
    }

    private static MemorySegment block(final LocalRegion pool, final int block) {
        return pool.memory().asSlice((long) block * BLOCK_BYTES, BLOCK_BYTES);
    }

    private static MemorySegment contents(final int request, final int block) {
        final byte[] bytes = new byte[BLOCK_BYTES];
        new Random(request * 1_000L + block).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }
}
