/*
 * nullverbs - a stand-in libibverbs.so.1 with one device, "null0", which
 * completes every work request at once and, by default, moves no data.
 *
 * Purposes: to measure the software above verbs (batching, queues, locks,
 * foreign downcalls ...) with the cost of the device held constant and near
 * zero; and to bring about, on any machine, what a program must cope with.
 * Programs built against the real library (rdma-core v44) run on it unchanged
 * with LD_LIBRARY_PATH; nullverbs.map holds the symbol versions.
 *
 * Cost model, as in a user-space provider: post_send takes the QP's send-queue
 * spin lock and poll_cq the CQ's spin lock, once per call, also on an empty
 * CQ.  The two meet only in the completion ring (head: device, tail: poller),
 * so a poller never contends with a poster for a lock.  The device side runs
 * inside post_send, so QPs that share a CQ serialise on its dev_lock, once per
 * chain.  A send-queue slot is free again when the completion covering it has
 * been polled.  Not modelled: WQE building, doorbell, DMA, wire, remote end.
 *
 * Semantics: post_send checks the QP state and the send-queue depth, nothing
 * else (no keys, bounds or SGE count).  RTS, SQD: success; ERR: flush errors;
 * else EINVAL.  Send queue or CQ full: ENOMEM, *bad_wr set.  Receives are
 * accepted and counted but never complete.
 *
 * Switches: see nullverbs_switch.c.  nullverbs_live() counts the objects that
 * exist, nullverbs_raise() makes an asynchronous event, nullverbs_qp() tells
 * in words what a queue pair was told, nullverbs_access() how memory was
 * registered last.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* verbs.h wraps these in macros; here the functions themselves are defined. */
#undef ibv_query_port
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define EXPORT __attribute__((visibility("default")))
#define CACHELINE __attribute__((aligned(64)))
#define load_acq(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define store_rel(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define add_relaxed(p, n) __atomic_fetch_add((p), (n), __ATOMIC_RELAXED)
#define min_size(a, b) ((a) < (b) ? (a) : (b))

/* ------------------------------------------------------------- objects -- */

struct nv_cqe {			/* 32 bytes, two per cache line */
	uint64_t wr_id;
	struct nv_qp *qp;	/* NULL: the QP is gone, skip */
	uint32_t sq_head;	/* send-queue position freed by polling this */
	uint32_t byte_len;
	uint32_t status;	/* enum ibv_wc_status */
	uint32_t opcode;	/* enum ibv_wc_opcode */
};

struct nv_cq {
	struct ibv_cq base;	/* must be first */
	struct nv_cqe *ring;
	uint32_t mask;
	/* by the channel's lock */
	uint32_t events_waiting, events_reported;
	struct nv_cq *next_waiting;
	/* device side: written by post_send under dev_lock */
	pthread_spinlock_t dev_lock CACHELINE;
	uint32_t head;
	uint32_t tail_seen;	/* older copy of tail */
	bool armed;
	/* consumer side: written by poll_cq under lock */
	pthread_spinlock_t lock CACHELINE;
	uint32_t tail;
	uint64_t polls, empty_polls, polled;
};

struct nv_qp {
	struct ibv_qp base;	/* must be first */
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;
	int attr_mask;		/* what modify_qp was given since RESET */
	struct nv_qp *next;	/* in the list of all */
	/* poster side, under sq_lock */
	pthread_spinlock_t sq_lock CACHELINE;
	uint32_t sq_head, sq_tail_seen, sq_depth, rq_count;
	uint64_t posts, wrs;
	/* written by poll_cq */
	uint32_t sq_tail CACHELINE;
};

/* base.fd is an event counter: one for each event that waits, or waited. */
struct nv_channel {
	struct ibv_comp_channel base;	/* must be first */
	pthread_mutex_t lock;
	struct nv_cq *waiting;		/* with events to be read */
};

struct nv_event {
	struct ibv_async_event event;
	struct nv_event *next;
};

struct nv_context {
	struct verbs_context verbs;	/* must be first */
	struct nv_context *next;	/* in the list of all */
	pthread_mutex_t lock;
	struct nv_event *events;	/* to be read; by lock */
};

static inline struct nv_context *nv_context(struct ibv_context *ctx) {
	return (struct nv_context *)verbs_get_ctx(ctx);
}

/* ----------------------------------------------------- between the files -- */

#pragma GCC visibility push(hidden)	/* else reached through the GOT */

extern bool nv_copy, nv_stats;
extern int nv_status;			/* what completions carry: 0, or an error */
extern int nv_objects;			/* contexts, PDs, MRs, channels, CQs and QPs */

/* The value of a switch, or the default; text: or NULL. */
long nv_switch(const char *name, long otherwise);
const char *nv_text(const char *name);

void *nv_alloc(size_t size);
void *nv_new(size_t size);		/* nv_alloc, counted in nv_objects */
void nv_delete(void *object);

int nv_post_send(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **);
int nv_post_recv(struct ibv_qp *, struct ibv_recv_wr *, struct ibv_recv_wr **);
int nv_poll_cq(struct ibv_cq *, int, struct ibv_wc *);
int nv_req_notify_cq(struct ibv_cq *, int);
void nv_cq_fire(struct nv_cq *);	/* with dev_lock held */
void nv_cq_clean(struct nv_cq *, struct nv_qp *);

void nv_await_acks(void);

struct nv_limits {
	int qp, qp_wr, sge, cqe, inline_data;
};
struct nv_limits nv_limits(void);

#pragma GCC visibility pop
