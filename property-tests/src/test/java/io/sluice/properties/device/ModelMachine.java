package io.sluice.properties.device;

import io.sluice.verbs.Errno;
import io.sluice.verbs.QpState;
import io.sluice.verbs.QueuePairCapacity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The model of a device: single-threaded, lists and one byte array. */
final class ModelMachine implements Machine {
    private final Setup setup;
    private final MemoryMap map;
    private final ModelMemory memory;
    private final Map<Integer, ModelCompletionQueue> cqs = new TreeMap<>();
    private final Map<Integer, ModelQueuePair> qps = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private final ModelRegistrations registrations;
    private long now;
    private long wrIds;
    private int cqsCreated;
    private int qpsCreated;
    private long faults;

    ModelMachine(final Setup setup) {
        this.setup = setup;
        map = setup.map();
        memory = new ModelMemory(map);
        registrations = new ModelRegistrations(setup, this::countFault);
    }

    Setup setup() {
        return setup;
    }

    ModelMemory memory() {
        return memory;
    }

    long now() {
        return now;
    }

    void raise(final String event) {
        events.add(event);
    }

    void countFault() {
        faults++;
    }

    @Override
    public String openCq(final int cq, final int depth) {
        if (cqs.containsKey(cq)) {
            return NOTHING;
        }
        if (depth > setup.maxCqe()) {
            return "illegal argument";
        }
        if (cqs.size() == setup.maxCq()) {
            return Words.refused(Errno.ENOMEM);
        }
        cqs.put(cq, new ModelCompletionQueue("cq#" + cqsCreated++, depth, events));
        return OK;
    }

    @Override
    public String closeCq(final int cq) {
        if (!cqs.containsKey(cq)) {
            return NOTHING;
        }
        if (!cqs.get(cq).users.isEmpty()) {
            return Words.refused(Errno.EBUSY);
        }
        cqs.remove(cq);
        return OK;
    }

    @Override
    public String createQp(final int qp, final int pd, final int sendCq, final int receiveCq,
            final QueuePairCapacity capacity) {
        if (qps.containsKey(qp) || !cqs.containsKey(sendCq) || !cqs.containsKey(receiveCq)) {
            return NOTHING;
        }
        if (Math.max(capacity.maxSendWr(), capacity.maxRecvWr()) > setup.maxQpWr()
                || Math.max(capacity.maxSendSge(), capacity.maxRecvSge()) > setup.maxSge()
                || capacity.maxInlineData() > setup.maxInline()) {
            return Words.refused(Errno.EINVAL);
        }
        if (qps.size() == setup.maxQp()) {
            return Words.refused(Errno.ENOMEM);
        }
        final int ordinal = qpsCreated++;
        final String name = "qp#" + ordinal;
        qps.put(qp, new ModelQueuePair(this, name, ordinal, pd, cqs.get(sendCq), cqs.get(receiveCq), capacity));
        return name;
    }

    @Override
    public String destroyQp(final int qp) {
        final ModelQueuePair gone = qps.remove(qp);
        if (gone == null) {
            return NOTHING;
        }
        gone.destroy();
        return OK;
    }

    @Override
    public String toInit(final int qp, final int access) {
        final ModelQueuePair queuePair = qps.get(qp);
        if (queuePair == null) {
            return NOTHING;
        }
        if (!queuePair.step(QpState.RESET, QpState.INIT)) {
            return Words.refused(Errno.EINVAL);
        }
        queuePair.access = access;
        return OK;
    }

    @Override
    public String toReadyToReceive(final int qp, final int peer, final int psn, final int readsAnswered,
            final int rnrTimer) {
        final ModelQueuePair queuePair = qps.get(qp);
        if (queuePair == null || !qps.containsKey(peer)) {
            return NOTHING;
        }
        if (readsAnswered > setup.maxReads() || !queuePair.step(QpState.INIT, QpState.RTR)) {
            return Words.refused(Errno.EINVAL);
        }
        queuePair.peer = qps.get(peer);
        queuePair.receivePsn = psn;
        queuePair.readsAnswered = readsAnswered;
        queuePair.rnrTimerNs = rnrTimer * 10_000L; // of the codes 1 to 4; the others are no such line
        return OK;
    }

    @Override
    public String toReadyToSend(final int qp, final int psn, final int rnrRetry, final int readsAsked,
            final boolean patient) {
        final ModelQueuePair queuePair = qps.get(qp);
        if (queuePair == null) {
            return NOTHING;
        }
        if (readsAsked > setup.maxReads() || !queuePair.step(QpState.RTR, QpState.RTS)) {
            return Words.refused(Errno.EINVAL);
        }
        queuePair.sendPsn = psn;
        queuePair.rnrRetry = rnrRetry;
        queuePair.readsAsked = readsAsked;
        queuePair.retryTimeNs = patient ? Long.MAX_VALUE : 4 * 8_192; // one try, four times its timeout of code 1
        return OK;
    }

    @Override
    public String toError(final int qp) {
        final ModelQueuePair queuePair = qps.get(qp);
        if (queuePair == null) {
            return NOTHING;
        }
        if (queuePair.state() == QpState.RESET) {
            return Words.refused(Errno.EINVAL);
        }
        queuePair.failAndFlush();
        return OK;
    }

    @Override
    public String toReset(final int qp) {
        if (!qps.containsKey(qp)) {
            return NOTHING;
        }
        qps.get(qp).reset();
        return OK;
    }

    @Override
    public String register(final int region, final int pd, final boolean far, final int offset, final int length,
            final int access) {
        return registrations.register(region, pd, map.at(far, offset), (int) map.length(length), access);
    }

    @Override
    public String deregister(final int region) {
        return registrations.deregister(region);
    }

    @Override
    public String use(final int region) {
        return registrations.use(region);
    }

    @Override
    public String unuse(final int region) {
        return registrations.unuse(region);
    }

    @Override
    public String postSends(final int qp, final List<Send> chain) {
        final long first = wrIds;
        wrIds += chain.size();
        if (!qps.containsKey(qp)) {
            return NOTHING;
        }
        for (int i = 0; i < chain.size(); i++) {
            final Send send = chain.get(i);
            final List<ModelRange> entries = ranges(send.entries(), false);
            final Target target = send.target();
            final ModelRange remote = range(target.region(), target.key(), true, target.offset(), 0);
            final long length = entries.stream().mapToLong(ModelRange::bytes).sum();
            final byte[] data = send.inline() && length <= setup.maxInline()
                    ? memory.gather(entries.stream().filter(e -> e.bytes() > 0).toList())
                    : null;
            final int errno = qps.get(qp).post(new ModelSend(first + i, send, entries, remote, data));
            if (errno != 0) {
                return Words.refused(errno, i);
            }
        }
        return OK;
    }

    @Override
    public String postReceives(final int qp, final List<Receive> chain) {
        final long first = wrIds;
        wrIds += chain.size();
        if (!qps.containsKey(qp)) {
            return NOTHING;
        }
        String answer = OK;
        for (int i = 0; i < chain.size() && answer.equals(OK); i++) {
            final int errno = qps.get(qp).postReceive(first + i, ranges(chain.get(i).entries(), true));
            answer = errno == 0 ? OK : Words.refused(errno, i);
        }
        qps.get(qp).receivesPosted();
        return answer;
    }

    private List<ModelRange> ranges(final List<Entry> entries, final boolean far) {
        return entries.stream().map(e -> range(e.region(), e.key(), far, e.offset(), e.length())).toList();
    }

    private ModelRange range(final int region, final Key key, final boolean far, final int offset, final int length) {
        return new ModelRange(key == Key.RIGHT ? registrations.at(region) : null, map.at(far, offset),
                map.length(length));
    }

    @Override
    public String poll(final int cq, final int limit) {
        return cqs.containsKey(cq) ? cqs.get(cq).poll(limit) : NOTHING;
    }

    @Override
    public String advance(final long ns) {
        now += ns;
        return OK;
    }

    @Override
    public String fill(final boolean far, final int offset, final int length, final int seed) {
        memory.fill(map.at(far, offset), (int) map.length(length), seed);
        return OK;
    }

    @Override
    public String look() {
        final StringBuilder seen = new StringBuilder();
        for (final ModelQueuePair qp : qps.values()) {
            seen.append(qp.name()).append(' ').append(qp.state()).append(' ');
        }
        seen.append(events);
        events.clear();
        return seen.toString();
    }

    @Override
    public byte[] bytes() {
        return Arrays.copyOf(memory.bytes, memory.bytes.length);
    }

    @Override
    public long faults() {
        return faults;
    }
}
