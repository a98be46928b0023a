package io.sluice.verbs.spi;

import io.sluice.verbs.AsyncEvent;
import io.sluice.verbs.DeviceAttributes;
import io.sluice.verbs.Errno;
import io.sluice.verbs.Gid;
import io.sluice.verbs.GidEntry;
import io.sluice.verbs.PortAttributes;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsException;
import java.lang.foreign.MemorySegment;

/**
 * One open device context: libibverbs as an interface. Handles are the provider's own numbers, never 0. Work requests
 * and completions are structs of libibverbs in native memory, passed by address, so that a call costs nothing more than
 * the call.
 *
 * <p>Control calls throw {@link VerbsException} with the errno that libibverbs would give. Post and poll return codes,
 * allocate nothing and never block. All calls are safe from any thread; after a handle is destroyed no call may use
 * it, which the verbs objects see to.
 */
public interface VerbsProvider {

    /** {@return the device's limits} */
    DeviceAttributes queryDevice();

    /**
     * {@return its state and limits}
     *
     * @param port from 1
     */
    PortAttributes queryPort(int port);

    /**
     * {@return the entry, its GID {@link Gid#ZERO} where it is empty}
     *
     * @param port  from 1
     * @param index into the port's GID table
     */
    GidEntry queryGid(int port, int index);

    /** {@return the handle of a new protection domain} */
    long allocatePd();

    /**
     * Ends a protection domain.
     *
     * @param pd its handle
     */
    void deallocatePd(long pd);

    /**
     * Registers memory.
     *
     * @param pd     protection domain
     * @param memory native, at least 1 byte, accessible from all threads
     * @param access checked bits of {@link io.sluice.verbs.Access}
     * @return handle and keys
     */
    Registration registerMemory(long pd, MemorySegment memory, int access);

    /**
     * {@code ibv_reg_dmabuf_mr}; a provider without it refuses.
     *
     * @param pd     protection domain
     * @param fd     of the dma-buf
     * @param offset of the first byte in it
     * @param length bytes
     * @param iova   the address that work requests name the first byte by
     * @param access checked bits of {@link io.sluice.verbs.Access}
     * @return handle and keys
     */
    default Registration registerDmabuf(final long pd, final int fd, final long offset, final long length,
            final long iova, final int access) {
        throw new VerbsException(Errno.EOPNOTSUPP, "this device cannot register a dma-buf");
    }

    /**
     * Ends a registration: when this returns the device touches the memory no more.
     *
     * @param region its handle
     */
    void deregisterMemory(long region);

    /**
     * {@return handle and entries granted, at least as many}
     *
     * @param depth        entries asked for, 1 or more
     * @param onCompletion run by {@link #requestNotify}, or null where that is never asked for. It is short, throws
     *                     nothing and does not call the device: a device may hold its locks meanwhile
     */
    CompletionQueueGrant createCq(int depth, Runnable onCompletion);

    /**
     * {@code ibv_req_notify_cq}: the next completion that comes after this call runs the queue's {@code onCompletion},
     * once, on a thread of the provider or on one that posts. What came before does not, so poll once more before
     * sleeping. It may also run without a completion.
     *
     * @param cq its handle; it has an {@code onCompletion}
     * @return false where completions may come only if the queue is polled: do not sleep
     */
    boolean requestNotify(long cq);

    /**
     * Ends a completion queue.
     *
     * @param cq its handle; no queue pair uses it any more
     */
    void destroyCq(long cq);

    /**
     * {@code ibv_poll_cq}.
     *
     * @param cq          its handle
     * @param limit       most completions to take
     * @param completions address of as many {@code struct ibv_wc}
     * @return how many were taken, or a negative number when the queue has failed and completions are lost
     */
    int pollCq(long cq, int limit, long completions);

    /**
     * {@return handle, number and capacity granted}
     *
     * @param pd       protection domain
     * @param sendCq   where sends complete
     * @param recvCq   where receives complete
     * @param capacity asked for
     */
    QueuePairGrant createQp(long pd, long sendCq, long recvCq, QueuePairCapacity capacity);

    /**
     * RESET to INIT.
     *
     * @param qp     its handle
     * @param port   from 1
     * @param access what peers may do through this queue pair
     */
    void modifyToInit(long qp, int port, int access);

    /**
     * INIT to RTR.
     *
     * @param qp         its handle
     * @param attributes peer and path
     */
    void modifyToRtr(long qp, RtrAttributes attributes);

    /**
     * RTR to RTS.
     *
     * @param qp         its handle
     * @param attributes retries
     */
    void modifyToRts(long qp, RtsAttributes attributes);

    /**
     * Any state to ERR: outstanding work is flushed. When this returns the device moves no more data for this queue
     * pair.
     *
     * @param qp its handle
     */
    void modifyToError(long qp);

    /**
     * Any state to RESET: outstanding work is dropped.
     *
     * @param qp its handle
     */
    void modifyToReset(long qp);

    /**
     * {@return its state now}
     *
     * @param qp its handle
     */
    QpState queryQpState(long qp);

    /**
     * Ends a queue pair.
     *
     * @param qp its handle; outstanding work is dropped, and nothing touches memory for it after this returns
     */
    void destroyQp(long qp);

    /**
     * {@code ibv_post_send}.
     *
     * @param qp    its handle
     * @param first address of the first {@code struct ibv_send_wr} of a linked chain
     * @param badWr address of 8 bytes that get the address of the first request refused, where any is
     * @return 0, or a positive errno
     */
    int postSend(long qp, long first, long badWr);

    /**
     * {@code ibv_post_recv}.
     *
     * @param qp    its handle
     * @param first address of the first {@code struct ibv_recv_wr} of a linked chain
     * @param badWr address of 8 bytes that get the address of the first request refused, where any is
     * @return 0, or a positive errno
     */
    int postReceive(long qp, long first, long badWr);

    /** {@return the next asynchronous event, already acknowledged, or null where there is none} */
    AsyncEvent pollAsyncEvent();

    /** Closes the context; all its objects are gone by then. */
    void close();

    /**
     * A registered region.
     *
     * @param handle of the region
     * @param lkey   key for local use
     * @param rkey   key for peers
     */
    record Registration(long handle, int lkey, int rkey) {}

    /**
     * A created completion queue.
     *
     * @param handle of the queue
     * @param depth  entries granted
     */
    record CompletionQueueGrant(long handle, int depth) {}

    /**
     * A created queue pair.
     *
     * @param handle   of the queue pair
     * @param number   24 bits
     * @param capacity granted
     */
    record QueuePairGrant(long handle, int number, QueuePairCapacity capacity) {}
}
