/*
 * bench_c.c - the floor for any engine on null0: plain C, no allocation, no
 * locks but those of the device.
 *
 *   (0) one thread posts one chain, filled once, and polls: post and poll
 *       alone, the floor for a binding;
 *   (a) one thread fills chains of signaled RDMA WRITEs, posts and polls;
 *   (b) a producer hands transfers of -c slices over an SPSC ring to a worker
 *       which builds the chains, posts, polls and counts completions;
 *   (c) latency: the producer hands over one transfer of one slice and spins
 *       until it is completed, as in (b) with one transfer in flight.
 *
 * -o: (0) only.
 *
 * Usage: bench_c [-o] [-n million_slices] [-c chain] [-q qps] [-l bytes] [-i in_flight]
 */
#define _GNU_SOURCE
#include <infiniband/verbs.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CHAIN = 256, MAX_QPS = 16, RING = 256, BUF = 64 << 20, SQ_DEPTH = 1024 };

static uint64_t total = 20000000;
static int chain = 64, nqp = 4, len = 4096, in_flight = 16;
static bool calls_only;
static struct ibv_cq *cq;
static struct ibv_qp *qps[MAX_QPS];
static struct ibv_mr *mr;
static char *buf;

struct slice {
	uint64_t local, remote;
	uint32_t length, lkey, rkey;
	struct transfer *owner;
};

struct transfer {
	struct slice slices[MAX_CHAIN];
	int count;
	int done __attribute__((aligned(64)));		/* written by the worker */
};

static struct {
	struct transfer *slot[RING];
	uint64_t head __attribute__((aligned(64)));	/* producer */
	uint64_t tail __attribute__((aligned(64)));	/* worker */
	bool stop __attribute__((aligned(64)));
} ring;

static void die(const char *what) {
	perror(what);
	exit(1);
}

static double now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double cpu_ns(void) {
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e9 +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e3;
}

static void report(const char *name, uint64_t slices, double wall, double cpu) {
	printf("%-10s %7.2f ns/slice  %7.2f M slices/s  %6.2f CPU ns/slice\n", name,
	       wall / slices, slices * 1e3 / wall, cpu / slices);
}

static void pin(int cpu) {
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

static void fill_wr(struct ibv_send_wr *wr, struct ibv_sge *sge, const struct slice *s) {
	memset(wr, 0, sizeof(*wr));
	*sge = (struct ibv_sge){ s->local, s->length, s->lkey };
	wr->wr_id = (uintptr_t)s;
	wr->next = wr + 1;
	wr->sg_list = sge;
	wr->num_sge = 1;
	wr->opcode = IBV_WR_RDMA_WRITE;
	wr->send_flags = IBV_SEND_SIGNALED;
	wr->wr.rdma.remote_addr = s->remote;
	wr->wr.rdma.rkey = s->rkey;
}

static void fill_transfer(struct transfer *t, int count, uint64_t *offset) {
	for (int i = 0; i < count; i++) {
		*offset = (*offset + len) % (BUF / 2 - len);
		t->slices[i] = (struct slice){ (uintptr_t)buf + *offset,
			(uintptr_t)buf + BUF / 2 + *offset, len, mr->lkey, mr->rkey, t };
	}
	t->count = count;
	__atomic_store_n(&t->done, 0, __ATOMIC_RELAXED);
}

static void post(struct ibv_qp *qp, const struct transfer *t) {
	static struct ibv_send_wr wr[MAX_CHAIN];
	static struct ibv_sge sge[MAX_CHAIN];
	struct ibv_send_wr *bad;
	for (int i = 0; i < t->count; i++)
		fill_wr(&wr[i], &sge[i], &t->slices[i]);
	wr[t->count - 1].next = NULL;
	if (ibv_post_send(qp, wr, &bad))
		die("post_send");
}

static int poll_once(void) {
	struct ibv_wc wc[64];
	int n = ibv_poll_cq(cq, 64, wc);
	for (int i = 0; i < n; i++) {
		struct transfer *t = ((struct slice *)(uintptr_t)wc[i].wr_id)->owner;
		if (wc[i].status != IBV_WC_SUCCESS)
			die("completion");
		__atomic_store_n(&t->done, t->done + 1, __ATOMIC_RELEASE);
	}
	return n;
}

static void post_and_poll(void) {
	static struct ibv_send_wr wr[MAX_CHAIN];
	static struct ibv_sge sge[MAX_CHAIN];
	struct transfer *t = aligned_alloc(64, sizeof(*t));
	struct ibv_send_wr *bad;
	struct ibv_wc wc[64];
	uint64_t offset = 0, done = 0;
	double w, c;
	fill_transfer(t, chain, &offset);
	for (int i = 0; i < chain; i++)
		fill_wr(&wr[i], &sge[i], &t->slices[i]);
	wr[chain - 1].next = NULL;
	w = now_ns(), c = cpu_ns();
	for (int q = 0; done < total; q = (q + 1) % nqp, done += chain) {
		if (ibv_post_send(qps[q], wr, &bad))
			die("post_send");
		for (int left = chain; left; ) {
			int n = ibv_poll_cq(cq, 64, wc);
			for (int i = 0; i < n; i++)
				if (wc[i].status != IBV_WC_SUCCESS)
					die("completion");
			left -= n;
		}
	}
	report("(0) calls", done, now_ns() - w, cpu_ns() - c);
	free(t);
}

static void one_thread(void) {
	struct transfer *t = aligned_alloc(64, sizeof(*t));
	uint64_t offset = 0, done = 0;
	double w = now_ns(), c = cpu_ns();
	for (int q = 0; done < total; q = (q + 1) % nqp) {
		fill_transfer(t, chain, &offset);
		post(qps[q], t);
		for (int left = chain; left; )
			left -= poll_once();
		done += chain;
	}
	report("(a) 1 thr", done, now_ns() - w, cpu_ns() - c);
	free(t);
}

/* Slots of the send queues in use are bounded by in_flight * chain. */
static void *worker(void *arg) {
	uint64_t tail = 0;
	(void)arg;
	pin(1);
	for (int q = 0; !__atomic_load_n(&ring.stop, __ATOMIC_RELAXED); ) {
		uint64_t head = __atomic_load_n(&ring.head, __ATOMIC_ACQUIRE);
		for (; tail != head; q = (q + 1) % nqp) {
			post(qps[q], ring.slot[tail++ % RING]);
			__atomic_store_n(&ring.tail, tail, __ATOMIC_RELEASE);
			poll_once();
		}
		poll_once();
	}
	return NULL;
}

static void submit(struct transfer *t) {
	ring.slot[ring.head % RING] = t;
	__atomic_store_n(&ring.head, ring.head + 1, __ATOMIC_RELEASE);
}

static void await(struct transfer *t) {
	while (__atomic_load_n(&t->done, __ATOMIC_ACQUIRE) != t->count)
		__builtin_ia32_pause();
}

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void two_threads(void) {
	enum { SAMPLES = 200000 };
	static double lat[SAMPLES];
	struct transfer *pool = aligned_alloc(64, in_flight * sizeof(*pool));
	uint64_t offset = 0, submitted = 0, n = total / chain;
	pthread_t thread;
	double w, c;

	if (in_flight * chain > nqp * SQ_DEPTH || in_flight > RING)
		die("in_flight too large");
	pin(0);
	pthread_create(&thread, NULL, worker, NULL);
	w = now_ns(), c = cpu_ns();
	for (; submitted < n; submitted++) {
		struct transfer *t = &pool[submitted % in_flight];
		if (submitted >= (uint64_t)in_flight)
			await(t);
		fill_transfer(t, chain, &offset);
		submit(t);
	}
	for (int i = 0; i < in_flight; i++)
		await(&pool[i]);
	report("(b) 2 thr", n * chain, now_ns() - w, cpu_ns() - c);

	for (int i = 0; i < SAMPLES; i++) {
		double t0 = now_ns();
		fill_transfer(&pool[0], 1, &offset);
		submit(&pool[0]);
		await(&pool[0]);
		lat[i] = now_ns() - t0;
	}
	ring.stop = true;
	pthread_join(thread, NULL);
	qsort(lat, SAMPLES, sizeof(*lat), by_value);
	printf("(c) 1 slice latency: p50 %.0f  p99 %.0f  p99.9 %.0f ns\n", lat[SAMPLES / 2],
	       lat[SAMPLES / 100 * 99], lat[SAMPLES / 1000 * 999]);
	free(pool);
}

static void open_device(void) {
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = list && list[0] ? ibv_open_device(list[0]) : NULL;
	struct ibv_pd *pd = ctx ? ibv_alloc_pd(ctx) : NULL;
	if (!pd)
		die("open");
	printf("device %s, %d QPs, chain %d, %d bytes, %d in flight\n",
	       ibv_get_device_name(list[0]), nqp, chain, len, in_flight);
	ibv_free_device_list(list);
	buf = aligned_alloc(4096, BUF);
	memset(buf, 1, BUF);
	mr = ibv_reg_mr(pd, buf, BUF, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	cq = ibv_create_cq(ctx, nqp * SQ_DEPTH, NULL, NULL, 0);
	for (int i = 0; i < nqp; i++) {
		struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
			.cap = { .max_send_wr = SQ_DEPTH, .max_recv_wr = 1, .max_send_sge = 1,
				 .max_recv_sge = 1 } };
		struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };	/* null0 takes any step */
		qps[i] = cq && mr ? ibv_create_qp(pd, &init) : NULL;
		if (!qps[i] || ibv_modify_qp(qps[i], &attr, IBV_QP_STATE))
			die("create_qp");
	}
}

int main(int argc, char **argv) {
	for (int c; (c = getopt(argc, argv, "on:c:q:l:i:")) != -1; )
		switch (c) {
		case 'o': calls_only = true; break;
		case 'n': total = strtoull(optarg, NULL, 0) * 1000000; break;
		case 'c': chain = atoi(optarg); break;
		case 'q': nqp = atoi(optarg); break;
		case 'l': len = atoi(optarg); break;
		case 'i': in_flight = atoi(optarg); break;
		default: return 2;
		}
	if (chain < 1 || chain > MAX_CHAIN || nqp < 1 || nqp > MAX_QPS || in_flight < 1)
		return 2;
	open_device();
	post_and_poll();
	if (calls_only)
		return 0;
	one_thread();
	two_threads();
	return 0;
}
