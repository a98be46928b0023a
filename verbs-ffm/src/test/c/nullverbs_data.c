/* The data path: what a program calls through ibv_context.ops. */
#include "nullverbs.h"

static enum ibv_wc_opcode wc_opcode(enum ibv_wr_opcode op) {
	switch (op) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM: return IBV_WC_RDMA_WRITE;
	case IBV_WR_RDMA_READ: return IBV_WC_RDMA_READ;
	case IBV_WR_ATOMIC_CMP_AND_SWP: return IBV_WC_COMP_SWAP;
	case IBV_WR_ATOMIC_FETCH_AND_ADD: return IBV_WC_FETCH_ADD;
	default: return IBV_WC_SEND;
	}
}

static void copy_data(const struct ibv_send_wr *wr) {
	char *remote = (char *)(uintptr_t)wr->wr.rdma.remote_addr;
	for (int i = 0; i < wr->num_sge; i++) {
		char *local = (char *)(uintptr_t)wr->sg_list[i].addr;
		size_t len = wr->sg_list[i].length;
		if (wr->opcode == IBV_WR_RDMA_READ)
			memcpy(local, remote, len);
		else if (wc_opcode(wr->opcode) == IBV_WC_RDMA_WRITE)
			memcpy(remote, local, len);
		remote += len;
	}
}

/* Is a ring of this size full?  Looks at the real tail only if need be. */
static inline bool full(uint32_t head, uint32_t *tail_seen, uint32_t *tail, uint32_t size) {
	if (head - *tail_seen < size)
		return false;
	*tail_seen = load_acq(tail);
	return head - *tail_seen >= size;
}

int nv_post_send(struct ibv_qp *ibqp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr) {
	struct nv_qp *qp = (struct nv_qp *)ibqp;
	struct nv_cq *cq = (struct nv_cq *)ibqp->send_cq;
	enum ibv_qp_state state;
	uint32_t head, head0;
	int rc = 0;
	pthread_spin_lock(&qp->sq_lock);
	state = ibqp->state;
	if (state != IBV_QPS_RTS && state != IBV_QPS_SQD && state != IBV_QPS_ERR) {
		pthread_spin_unlock(&qp->sq_lock);
		*bad_wr = wr;
		return EINVAL;
	}
	qp->posts++;
	pthread_spin_lock(&cq->dev_lock);
	head = head0 = cq->head;
	for (; wr; wr = wr->next) {
		bool signaled = state == IBV_QPS_ERR || qp->init.sq_sig_all ||
				(wr->send_flags & IBV_SEND_SIGNALED);
		if (full(qp->sq_head, &qp->sq_tail_seen, &qp->sq_tail, qp->sq_depth) ||
		    (signaled && full(head, &cq->tail_seen, &cq->tail, cq->mask + 1))) {
			rc = ENOMEM;
			break;
		}
		qp->sq_head++;
		qp->wrs++;
		if (nv_copy && state != IBV_QPS_ERR)
			copy_data(wr);
		if (signaled) {
			struct nv_cqe *e = &cq->ring[head++ & cq->mask];
			uint32_t len = 0;
			for (int i = 0; i < wr->num_sge; i++)
				len += wr->sg_list[i].length;
			e->wr_id = wr->wr_id;
			e->qp = qp;
			e->sq_head = qp->sq_head;
			e->byte_len = len;
			e->opcode = wc_opcode(wr->opcode);
			e->status = state == IBV_QPS_ERR ? IBV_WC_WR_FLUSH_ERR
							 : (uint32_t)nv_status;
			if (nv_status)	/* injected: the rest is flushed */
				state = ibqp->state = IBV_QPS_ERR;
			if (nv_copy)	/* let the poller overlap the copies */
				store_rel(&cq->head, head);
		}
	}
	if (head != head0) {		/* one release for the whole chain */
		store_rel(&cq->head, head);
		if (cq->armed)
			nv_cq_fire(cq);
	}
	pthread_spin_unlock(&cq->dev_lock);
	pthread_spin_unlock(&qp->sq_lock);
	if (rc)
		*bad_wr = wr;
	return rc;
}

int nv_post_recv(struct ibv_qp *ibqp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr) {
	struct nv_qp *qp = (struct nv_qp *)ibqp;
	for (; wr; wr = wr->next)
		if (add_relaxed(&qp->rq_count, 1) >= qp->init.cap.max_recv_wr) {
			add_relaxed(&qp->rq_count, -1);
			*bad_wr = wr;
			return ENOMEM;
		}
	return 0;
}

int nv_poll_cq(struct ibv_cq *ibcq, int n, struct ibv_wc *wc) {
	struct nv_cq *cq = (struct nv_cq *)ibcq;
	uint32_t head, tail;
	int got = 0;
	pthread_spin_lock(&cq->lock);
	head = load_acq(&cq->head);
	for (tail = cq->tail; got < n && tail != head; tail++) {
		struct nv_cqe *e = &cq->ring[tail & cq->mask];
		if (!e->qp)
			continue;
		wc->wr_id = e->wr_id;
		wc->status = e->status;
		wc->opcode = e->opcode;
		wc->vendor_err = 0;
		wc->byte_len = e->byte_len;
		wc->qp_num = e->qp->base.qp_num;
		wc->wc_flags = 0;
		store_rel(&e->qp->sq_tail, e->sq_head);
		wc++;
		got++;
	}
	cq->polls++;
	cq->empty_polls += got == 0;
	cq->polled += got;
	if (tail != cq->tail)
		store_rel(&cq->tail, tail);
	pthread_spin_unlock(&cq->lock);
	return got;
}

/* Arm; an unpolled completion fires at once.  solicited_only is ignored. */
int nv_req_notify_cq(struct ibv_cq *ibcq, int solicited_only) {
	struct nv_cq *cq = (struct nv_cq *)ibcq;
	int error = nv_switch("NOTIFY", 0);
	if (error)
		return error;
	pthread_spin_lock(&cq->dev_lock);
	cq->armed = true;
	if (cq->head != load_acq(&cq->tail))
		nv_cq_fire(cq);
	pthread_spin_unlock(&cq->dev_lock);
	return 0;
}

/* Disown the completions of a QP which is being reset or destroyed. */
void nv_cq_clean(struct nv_cq *cq, struct nv_qp *qp) {
	pthread_spin_lock(&cq->dev_lock);
	pthread_spin_lock(&cq->lock);
	for (uint32_t i = cq->tail; i != cq->head; i++)
		if (cq->ring[i & cq->mask].qp == qp)
			cq->ring[i & cq->mask].qp = NULL;
	pthread_spin_unlock(&cq->lock);
	pthread_spin_unlock(&cq->dev_lock);
}
