/* Protection domains, memory regions, channels, completion queues. */
#include "nullverbs.h"

int nv_objects;
static uint32_t next_key = 1, last_access;

void *nv_alloc(size_t size) {
	size_t sz = (size + 63) & ~(size_t)63;
	void *p = aligned_alloc(64, sz);
	return p ? memset(p, 0, sz) : NULL;	/* errno: ENOMEM, from libc */
}

void *nv_new(size_t size) {
	void *p = nv_alloc(size);
	if (p)
		add_relaxed(&nv_objects, 1);
	return p;
}

void nv_delete(void *object) {
	free(object);
	add_relaxed(&nv_objects, -1);
}

/* The access flags of the latest registration. */
EXPORT unsigned int nullverbs_access(void) { return load_acq(&last_access); }

EXPORT int nullverbs_live(void) { return load_acq(&nv_objects); }

/* ------------------------------------------------------------ PD and MR -- */

EXPORT struct ibv_pd *ibv_alloc_pd(struct ibv_context *ctx) {
	struct ibv_pd *pd = nv_new(sizeof(*pd));
	if (pd)
		pd->context = ctx;
	return pd;
}

EXPORT int ibv_dealloc_pd(struct ibv_pd *pd) { nv_delete(pd); return 0; }

static struct ibv_mr *reg(struct ibv_pd *pd, void *addr, size_t length, unsigned int access) {
	struct ibv_mr *mr;
	uint32_t key = add_relaxed(&next_key, 1);
	int error = nv_switch("REG", 0);
	if (error) {
		errno = error;
		return NULL;
	}
	mr = nv_new(sizeof(*mr));
	if (mr)
		*mr = (struct ibv_mr){ pd->context, pd, addr, length, key, key, key };
	store_rel(&last_access, access);
	return mr;
}

/* As the real one: flags that may be ignored are not for this entry point. */
EXPORT struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access) {
	if (access & IBV_ACCESS_OPTIONAL_RANGE) {
		errno = EINVAL;
		return NULL;
	}
	return reg(pd, addr, length, access);
}

EXPORT struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
				      int access)
{ return reg(pd, addr, length, access); }

#ifndef NULLVERBS_OLD
EXPORT struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
				       unsigned int access)
{ return iova == (uintptr_t)addr ? reg(pd, addr, length, access) : NULL; }
EXPORT struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length,
					uint64_t iova, int fd, int access)
{ return reg(pd, (void *)(uintptr_t)iova, length, access); }
#endif

EXPORT int ibv_dereg_mr(struct ibv_mr *mr) { nv_delete(mr); return 0; }

/* ----------------------------------------------------- CQ and its events -- */

EXPORT struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *ctx) {
	struct nv_channel *ch = nv_new(sizeof(*ch));
	if (!ch)
		return NULL;
	ch->base = (struct ibv_comp_channel){ .context = ctx, .fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE) };
	pthread_mutex_init(&ch->lock, NULL);
	return &ch->base;
}

EXPORT int ibv_destroy_comp_channel(struct ibv_comp_channel *channel) {
	if (channel->refcnt)
		return EBUSY;
	close(channel->fd);
	nv_delete(channel);
	return 0;
}

/* Tell the channel, once per arming. */
void nv_cq_fire(struct nv_cq *cq) {
	struct nv_channel *ch = (struct nv_channel *)cq->base.channel;
	uint64_t one = 1;
	cq->armed = false;
	if (!ch)
		return;
	pthread_mutex_lock(&ch->lock);
	if (cq->events_waiting++ == 0) {
		cq->next_waiting = ch->waiting;
		ch->waiting = cq;
	}
	(void)!write(ch->base.fd, &one, sizeof(one));
	pthread_mutex_unlock(&ch->lock);
}

static void unlink_waiting(struct nv_channel *ch, struct nv_cq *cq) {
	struct nv_cq **p = &ch->waiting;
	while (*p && *p != cq)
		p = &(*p)->next_waiting;
	if (*p)
		*p = cq->next_waiting;
}

/* What the counter tells of may be gone with its CQ: then read on. */
EXPORT int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context) {
	struct nv_channel *ch = (struct nv_channel *)channel;
	uint64_t one;
	for (struct nv_cq *found = NULL; !found; ) {
		if (read(channel->fd, &one, sizeof(one)) != sizeof(one))
			return -1;
		pthread_mutex_lock(&ch->lock);
		found = ch->waiting;
		if (found) {
			if (--found->events_waiting == 0)
				unlink_waiting(ch, found);
			found->events_reported++;
			*cq = &found->base;
			*cq_context = found->base.cq_context;
		}
		pthread_mutex_unlock(&ch->lock);
	}
	return 0;
}

EXPORT void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int n) {
	pthread_mutex_lock(&cq->mutex);
	cq->comp_events_completed += n;
	pthread_cond_signal(&cq->cond);
	pthread_mutex_unlock(&cq->mutex);
}

EXPORT struct ibv_cq *ibv_create_cq(struct ibv_context *ctx, int cqe, void *cq_context,
				    struct ibv_comp_channel *channel, int comp_vector) {
	struct nv_cq *cq;
	uint32_t size = 1;

	if (cqe < 1 || cqe > nv_limits().cqe || comp_vector != 0) {
		errno = EINVAL;
		return NULL;
	}
	while (size < (uint32_t)cqe)
		size <<= 1;
	cq = nv_new(sizeof(*cq));
	if (cq && !(cq->ring = nv_alloc(size * sizeof(*cq->ring)))) {
		nv_delete(cq);
		cq = NULL;
	}
	if (!cq)
		return NULL;
	cq->mask = size - 1;
	cq->base = (struct ibv_cq){
		.context = ctx, .channel = channel, .cq_context = cq_context, .cqe = size,
		.mutex = PTHREAD_MUTEX_INITIALIZER, .cond = PTHREAD_COND_INITIALIZER,
	};
	pthread_spin_init(&cq->dev_lock, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&cq->lock, PTHREAD_PROCESS_PRIVATE);
	if (channel)
		add_relaxed(&channel->refcnt, 1);
	return &cq->base;
}

EXPORT int ibv_resize_cq(struct ibv_cq *cq, int cqe)
{ return cqe <= cq->cqe ? 0 : ENOSYS; }		/* the ring never moves */

EXPORT int ibv_destroy_cq(struct ibv_cq *ibcq) {
	struct nv_cq *cq = (struct nv_cq *)ibcq;
	struct nv_channel *ch = (struct nv_channel *)ibcq->channel;
	uint32_t reported = 0;
	if (ch) {
		pthread_mutex_lock(&ch->lock);
		if (cq->events_waiting)
			unlink_waiting(ch, cq);
		reported = cq->events_reported;
		pthread_mutex_unlock(&ch->lock);
	}
	pthread_mutex_lock(&ibcq->mutex);	/* all events acknowledged? */
	while (ibcq->comp_events_completed != reported)
		pthread_cond_wait(&ibcq->cond, &ibcq->mutex);
	pthread_mutex_unlock(&ibcq->mutex);
	nv_await_acks();
	if (ch)
		add_relaxed(&ch->base.refcnt, -1);
	if (nv_stats)
		fprintf(stderr, "nullverbs cq: polls=%lu empty=%lu polled=%lu\n", cq->polls,
			cq->empty_polls, cq->polled);
	free(cq->ring);
	nv_delete(cq);
	return 0;
}
