/* Queue pairs. */
#include "nullverbs.h"

static uint32_t next_qpn = 0x11;
static struct nv_qp *qps;		/* all, by qps_lock */
static int qp_count;
static pthread_mutex_t qps_lock = PTHREAD_MUTEX_INITIALIZER;

static int refused(const struct ibv_qp_init_attr *init) {
	struct nv_limits most = nv_limits();
	const struct ibv_qp_cap *cap = &init->cap;
	if (!init->send_cq || cap->max_send_wr < 1 || cap->max_send_wr > (uint32_t)most.qp_wr ||
	    cap->max_recv_wr > (uint32_t)most.qp_wr || cap->max_send_sge > (uint32_t)most.sge ||
	    cap->max_recv_sge > (uint32_t)most.sge || cap->max_inline_data > (uint32_t)most.inline_data)
		return EINVAL;
	return qp_count < most.qp ? 0 : ENOMEM;
}

EXPORT struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *init) {
	struct nv_qp *qp = NULL;
	pthread_mutex_lock(&qps_lock);
	errno = refused(init);
	if (!errno && (qp = nv_new(sizeof(*qp)))) {
		qp->next = qps;
		qps = qp;
		qp_count++;
		qp->init = *init;
		qp->sq_depth = init->cap.max_send_wr;
		pthread_spin_init(&qp->sq_lock, PTHREAD_PROCESS_PRIVATE);
		qp->base = (struct ibv_qp){
			.context = pd->context, .qp_context = init->qp_context, .pd = pd,
			.send_cq = init->send_cq, .recv_cq = init->recv_cq,
			.srq = init->srq, .qp_type = init->qp_type,
			.qp_num = add_relaxed(&next_qpn, 1) & 0xffffff,
			.state = IBV_QPS_RESET, .mutex = PTHREAD_MUTEX_INITIALIZER,
			.cond = PTHREAD_COND_INITIALIZER,
		};
	}
	pthread_mutex_unlock(&qps_lock);
	return qp ? &qp->base : NULL;
}

static void remember(struct nv_qp *qp, const struct ibv_qp_attr *a, int mask) {
#define KEEP(bit, field) if (mask & (bit)) qp->attr.field = a->field
	KEEP(IBV_QP_ACCESS_FLAGS, qp_access_flags);
	KEEP(IBV_QP_PKEY_INDEX, pkey_index);
	KEEP(IBV_QP_PORT, port_num);
	KEEP(IBV_QP_AV, ah_attr);
	KEEP(IBV_QP_PATH_MTU, path_mtu);
	KEEP(IBV_QP_TIMEOUT, timeout);
	KEEP(IBV_QP_RETRY_CNT, retry_cnt);
	KEEP(IBV_QP_RNR_RETRY, rnr_retry);
	KEEP(IBV_QP_RQ_PSN, rq_psn);
	KEEP(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
	KEEP(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
	KEEP(IBV_QP_SQ_PSN, sq_psn);
	KEEP(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
	KEEP(IBV_QP_DEST_QPN, dest_qp_num);
#undef KEEP
	qp->attr_mask |= mask;
}

/* Every transition is accepted. */
EXPORT int ibv_modify_qp(struct ibv_qp *ibqp, struct ibv_qp_attr *a, int mask) {
	struct nv_qp *qp = (struct nv_qp *)ibqp;
	remember(qp, a, mask);
	if (!(mask & IBV_QP_STATE))
		return 0;
	pthread_spin_lock(&qp->sq_lock);
	ibqp->state = a->qp_state;
	if (a->qp_state == IBV_QPS_RESET) {
		nv_cq_clean((struct nv_cq *)ibqp->send_cq, qp);
		qp->sq_head = qp->sq_tail_seen = qp->sq_tail = qp->rq_count = 0;
		qp->attr_mask = 0;
	}
	pthread_spin_unlock(&qp->sq_lock);
	return 0;
}

EXPORT int ibv_query_qp(struct ibv_qp *ibqp, struct ibv_qp_attr *a, int mask,
			struct ibv_qp_init_attr *init) {
	struct nv_qp *qp = (struct nv_qp *)ibqp;

	*a = qp->attr;
	a->qp_state = a->cur_qp_state = ibqp->state;
	a->cap = qp->init.cap;
	*init = qp->init;
	return 0;
}

EXPORT int ibv_destroy_qp(struct ibv_qp *ibqp) {
	struct nv_qp *qp = (struct nv_qp *)ibqp, **p = &qps;
	nv_await_acks();
	nv_cq_clean((struct nv_cq *)ibqp->send_cq, qp);
	if (nv_stats)
		fprintf(stderr, "nullverbs qp 0x%x: posts=%lu wrs=%lu\n",
			ibqp->qp_num, qp->posts, qp->wrs);
	pthread_mutex_lock(&qps_lock);
	while (*p != qp)
		p = &(*p)->next;
	*p = qp->next;
	qp_count--;
	pthread_mutex_unlock(&qps_lock);
	nv_delete(qp);
	return 0;
}

/* With qps_lock held. */
static struct nv_qp *find(uint32_t number) {
	struct nv_qp *qp = qps;
	while (qp && qp->base.qp_num != number)
		qp = qp->next;
	return qp;
}

EXPORT struct ibv_qp *nullverbs_qp_address(uint32_t number) {
	struct nv_qp *qp;
	pthread_mutex_lock(&qps_lock);
	qp = find(number);
	pthread_mutex_unlock(&qps_lock);
	return qp ? &qp->base : NULL;
}

/* What the queue pair was made with and told, as this side of the ABI reads it; -1: no such queue pair. */
EXPORT int nullverbs_qp(uint32_t number, char *text, size_t size) {
	struct nv_qp *qp;
	int length = -1;
	pthread_mutex_lock(&qps_lock);
	qp = find(number);
	if (qp) {
		const struct ibv_qp_cap *c = &qp->init.cap;
		const struct ibv_qp_attr *a = &qp->attr;
		const struct ibv_global_route *g = &a->ah_attr.grh;
		length = snprintf(text, size, "type %d sigall %d cap %u %u %u %u %u state %d mask %#x port %u pkey %u "
			"access %#x mtu %d dest %#x psn %#x %#x rd %u %u rnr %u timeout %u retry %u %u "
			"dlid %#x ahport %u global %u", qp->init.qp_type, qp->init.sq_sig_all, c->max_send_wr,
			c->max_recv_wr, c->max_send_sge, c->max_recv_sge, c->max_inline_data, qp->base.state,
			qp->attr_mask, a->port_num, a->pkey_index, a->qp_access_flags, a->path_mtu, a->dest_qp_num,
			a->rq_psn, a->sq_psn, a->max_rd_atomic, a->max_dest_rd_atomic, a->min_rnr_timer, a->timeout,
			a->retry_cnt, a->rnr_retry, a->ah_attr.dlid, a->ah_attr.port_num, a->ah_attr.is_global);
		if (a->ah_attr.is_global && (size_t)length < size)
			length += snprintf(text + length, size - length, " sgid %u hops %u class %u dgid %016lx%016lx",
				g->sgid_index, g->hop_limit, g->traffic_class,
				(long)be64toh(g->dgid.global.subnet_prefix),
				(long)be64toh(g->dgid.global.interface_id));
	}
	pthread_mutex_unlock(&qps_lock);
	return length;
}
