package io.sluice.properties.device;

import io.sluice.verbs.CompletionQueue;
import io.sluice.verbs.Gid;
import io.sluice.verbs.ProtectionDomain;
import io.sluice.verbs.QueuePair;
import io.sluice.verbs.QueuePairCapacity;
import io.sluice.verbs.RtrAttributes;
import io.sluice.verbs.RtsAttributes;
import io.sluice.verbs.VerbsContext;
import io.sluice.verbs.WcStatus;
import io.sluice.verbs.WorkCompletions;
import io.sluice.verbs.soft.FaultPlan;
import io.sluice.verbs.soft.SoftDevice;
import io.sluice.verbs.soft.SoftDeviceConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.NanoClock;

/** A soft device behind the public API of verbs. */
final class DeviceMachine implements Machine, AutoCloseable {
    private static final Gid GID = Gid.ofIpv4(0x7f00_0001);

    private final SoftDevice device;
    private final VerbsContext context;
    private final List<ProtectionDomain> domains;
    private final DeviceMemory memory;
    private final Requests requests;
    private final Map<Integer, CompletionQueue> cqs = new TreeMap<>();
    private final Map<Integer, QueuePair> qps = new TreeMap<>();
    /** Names by number and by handle, of the living and the dead. */
    private final Map<Integer, String> qpNames = new HashMap<>();
    private final Map<Long, String> cqNames = new HashMap<>();
    private int cqsCreated;
    private int qpsCreated;
    private long now;

    DeviceMachine(final Setup setup) {
        device = SoftDevice.create(config(setup, () -> now));
        context = device.open();
        domains = List.of(context.allocateProtectionDomain(), context.allocateProtectionDomain());
        memory = new DeviceMemory(setup.map(), domains);
        requests = new Requests(memory);
    }

    private static SoftDeviceConfig config(final Setup setup, final NanoClock clock) {
        final FaultPlan.Builder plan = FaultPlan.builder(1);
        for (final Setup.Fault fault : setup.faults()) {
            switch (fault.kind()) {
                case DELAY -> plan.delayNth(fault.qp(), fault.nth(), fault.delayNs());
                case FAIL -> plan.failNth(fault.qp(), fault.nth(), Setup.Fault.STATUS);
                case KILL -> plan.killNth(fault.qp(), fault.nth());
            }
        }
        setup.refusedRegistrations().forEach(plan::refuseRegistration);
        return SoftDeviceConfig.builder().maxQp(setup.maxQp()).maxQpWr(setup.maxQpWr()).maxSge(setup.maxSge())
                .maxCq(setup.maxCq()).maxCqe(setup.maxCqe()).maxMr(setup.maxMr()).maxRdAtomic(setup.maxReads())
                .maxMessageSize(setup.map().length(setup.maxMessage())).maxInlineData(setup.maxInline()).clock(clock)
                .faultPlan(plan.build()).nullMode(setup.nullMode()).build();
    }

    @Override
    public String openCq(final int cq, final int depth) {
        return cqs.containsKey(cq) ? NOTHING : DeviceMemory.answer(() -> {
            final CompletionQueue opened = context.createCompletionQueue(depth);
            cqs.put(cq, opened);
            cqNames.put(opened.handle(), "cq#" + cqsCreated++);
        });
    }

    @Override
    public String closeCq(final int cq) {
        return !cqs.containsKey(cq) ? NOTHING : DeviceMemory.answer(() -> {
            cqs.get(cq).close();
            cqs.remove(cq);
        });
    }

    @Override
    public String createQp(final int qp, final int pd, final int sendCq, final int receiveCq,
            final QueuePairCapacity capacity) {
        if (qps.containsKey(qp) || !cqs.containsKey(sendCq) || !cqs.containsKey(receiveCq)) {
            return NOTHING;
        }
        final String answer = DeviceMemory.answer(() -> {
            final QueuePair created = domains.get(pd).createQueuePair(cqs.get(sendCq), cqs.get(receiveCq), capacity);
            qps.put(qp, created);
            qpNames.put(created.number(), "qp#" + qpsCreated++);
        });
        return answer.equals(OK) ? qpNames.get(qps.get(qp).number()) : answer;
    }

    @Override
    public String destroyQp(final int qp) {
        return !qps.containsKey(qp) ? NOTHING : DeviceMemory.answer(qps.remove(qp)::close);
    }

    @Override
    public String toInit(final int qp, final int access) {
        return !qps.containsKey(qp) ? NOTHING : DeviceMemory.answer(() -> qps.get(qp).toInit(1, access));
    }

    @Override
    public String toReadyToReceive(final int qp, final int peer, final int psn, final int readsAnswered,
            final int rnrTimer) {
        if (!qps.containsKey(qp) || !qps.containsKey(peer)) {
            return NOTHING;
        }
        return DeviceMemory.answer(() -> qps.get(qp).toReadyToReceive(
                new RtrAttributes(1, qps.get(peer).number(), psn, 4096, 0, GID, 0, 0, readsAnswered, rnrTimer)));
    }

    @Override
    public String toReadyToSend(final int qp, final int psn, final int rnrRetry, final int readsAsked,
            final boolean patient) {
        return !qps.containsKey(qp)
                ? NOTHING
                : DeviceMemory.answer(() -> qps.get(qp)
                        .toReadyToSend(new RtsAttributes(psn, patient ? 0 : 1, 0, rnrRetry, readsAsked)));
    }

    @Override
    public String toError(final int qp) {
        return !qps.containsKey(qp) ? NOTHING : DeviceMemory.answer(qps.get(qp)::toError);
    }

    @Override
    public String toReset(final int qp) {
        return !qps.containsKey(qp) ? NOTHING : DeviceMemory.answer(qps.get(qp)::toReset);
    }

    @Override
    public String register(final int region, final int pd, final boolean far, final int offset, final int length,
            final int access) {
        return memory.register(region, pd, far, offset, length, access);
    }

    @Override
    public String deregister(final int region) {
        return memory.deregister(region);
    }

    @Override
    public String use(final int region) {
        return memory.use(region);
    }

    @Override
    public String unuse(final int region) {
        return memory.unuse(region);
    }

    @Override
    public String postSends(final int qp, final List<Send> chain) {
        return requests.post(qps.get(qp), chain);
    }

    @Override
    public String postReceives(final int qp, final List<Receive> chain) {
        return requests.postReceives(qps.get(qp), chain);
    }

    @Override
    public String poll(final int cq, final int limit) {
        if (!cqs.containsKey(cq)) {
            return NOTHING;
        }
        final WorkCompletions polled = WorkCompletions.allocate(limit);
        final int count = cqs.get(cq).poll(polled);
        if (count <= 0) {
            return count == 0 ? "none" : "overrun";
        }
        final List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final String qp = qpNames.get(polled.qpNumber(i));
            words.add(polled.status(i) != WcStatus.SUCCESS
                    ? Words.failed(qp, polled.wrId(i), polled.status(i))
                    : Words.succeeded(qp, polled.wrId(i), polled.opcode(i),
                            Integer.toUnsignedLong(polled.byteLength(i)),
                            polled.hasImmediate(i) ? " imm " + polled.immediate(i) : ""));
        }
        return String.join("; ", words);
    }

    @Override
    public String advance(final long ns) {
        now += ns;
        return OK;
    }

    @Override
    public String fill(final boolean far, final int offset, final int length, final int seed) {
        memory.fill(far, offset, length, seed);
        return OK;
    }

    @Override
    public String look() {
        final StringBuilder seen = new StringBuilder();
        for (final QueuePair qp : qps.values()) {
            seen.append(qpNames.get(qp.number())).append(' ').append(qp.state()).append(' ');
        }
        final List<String> events = new ArrayList<>();
        for (var event = context.pollAsyncEvent(); event != null; event = context.pollAsyncEvent()) {
            events.add(event.type() + " " + switch (event.type()) {
                case CQ_ERR -> cqNames.get(event.element());
                default -> qpNames.get((int) event.element());
            });
        }
        return seen.append(events).toString();
    }

    @Override
    public byte[] bytes() {
        return memory.bytes();
    }

    @Override
    public long faults() {
        return device.faultsInjected();
    }

    /** @return what is left on the device when all is closed */
    int shutDown() {
        qps.values().forEach(QueuePair::close);
        cqs.values().forEach(CompletionQueue::close);
        memory.deregisterAll();
        domains.forEach(ProtectionDomain::close);
        context.close();
        return device.liveObjects();
    }

    @Override
    public void close() {
        memory.close();
    }
}
