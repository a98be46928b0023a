/*
 * Prints what the binding must know of the headers here, one line each: a
 * Java constant, its value, and for a field its width in bytes. A test
 * compares them with the Java classes of the same names, in both directions.
 */
#include <infiniband/verbs.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>

#define SIZE(class, type) printf("%s.SIZE %zu\n", #class, sizeof(struct type))
#define FIELD(class, name, type, field) printf("%s.%s %zu %zu\n", #class, #name, offsetof(struct type, field), \
					       sizeof(((struct type *)0)->field))
#define VALUE(class, name, value) printf("%s.%s %ld\n", #class, #name, (long)(value))

int main(void) {
	FIELD(IbvDevice, NAME, ibv_device, name);
	FIELD(IbvDevice, IBDEV_PATH, ibv_device, ibdev_path);

	FIELD(IbvContext, POLL_CQ, ibv_context, ops.poll_cq);
	FIELD(IbvContext, REQ_NOTIFY_CQ, ibv_context, ops.req_notify_cq);
	FIELD(IbvContext, POST_SEND, ibv_context, ops.post_send);
	FIELD(IbvContext, POST_RECV, ibv_context, ops.post_recv);
	FIELD(IbvContext, ASYNC_FD, ibv_context, async_fd);

	FIELD(DeviceAttr, MAX_MR_SIZE, ibv_device_attr, max_mr_size);
	FIELD(DeviceAttr, MAX_QP, ibv_device_attr, max_qp);
	FIELD(DeviceAttr, MAX_QP_WR, ibv_device_attr, max_qp_wr);
	FIELD(DeviceAttr, MAX_SGE, ibv_device_attr, max_sge);
	FIELD(DeviceAttr, MAX_CQ, ibv_device_attr, max_cq);
	FIELD(DeviceAttr, MAX_CQE, ibv_device_attr, max_cqe);
	FIELD(DeviceAttr, MAX_MR, ibv_device_attr, max_mr);
	FIELD(DeviceAttr, MAX_QP_RD_ATOM, ibv_device_attr, max_qp_rd_atom);
	FIELD(DeviceAttr, MAX_QP_INIT_RD_ATOM, ibv_device_attr, max_qp_init_rd_atom);
	FIELD(DeviceAttr, PHYS_PORT_CNT, ibv_device_attr, phys_port_cnt);
	SIZE(DeviceAttr, ibv_device_attr);

	FIELD(PortAttr, STATE, ibv_port_attr, state);
	FIELD(PortAttr, MAX_MTU, ibv_port_attr, max_mtu);
	FIELD(PortAttr, ACTIVE_MTU, ibv_port_attr, active_mtu);
	FIELD(PortAttr, GID_TBL_LEN, ibv_port_attr, gid_tbl_len);
	FIELD(PortAttr, MAX_MSG_SZ, ibv_port_attr, max_msg_sz);
	FIELD(PortAttr, LID, ibv_port_attr, lid);
	FIELD(PortAttr, LINK_LAYER, ibv_port_attr, link_layer);
	SIZE(PortAttr, ibv_port_attr);
	VALUE(PortAttr, LINK_LAYER_ETHERNET, IBV_LINK_LAYER_ETHERNET);

	FIELD(GidEntryLayout, GID, ibv_gid_entry, gid);
	FIELD(GidEntryLayout, GID_TYPE, ibv_gid_entry, gid_type);
	SIZE(GidEntryLayout, ibv_gid_entry);

	FIELD(QpInitAttr, SEND_CQ, ibv_qp_init_attr, send_cq);
	FIELD(QpInitAttr, RECV_CQ, ibv_qp_init_attr, recv_cq);
	FIELD(QpInitAttr, MAX_SEND_WR, ibv_qp_init_attr, cap.max_send_wr);
	FIELD(QpInitAttr, MAX_RECV_WR, ibv_qp_init_attr, cap.max_recv_wr);
	FIELD(QpInitAttr, MAX_SEND_SGE, ibv_qp_init_attr, cap.max_send_sge);
	FIELD(QpInitAttr, MAX_RECV_SGE, ibv_qp_init_attr, cap.max_recv_sge);
	FIELD(QpInitAttr, MAX_INLINE_DATA, ibv_qp_init_attr, cap.max_inline_data);
	FIELD(QpInitAttr, QP_TYPE, ibv_qp_init_attr, qp_type);
	SIZE(QpInitAttr, ibv_qp_init_attr);
	VALUE(QpInitAttr, QP_TYPE_RC, IBV_QPT_RC);

	FIELD(QpAttr, QP_STATE, ibv_qp_attr, qp_state);
	FIELD(QpAttr, PATH_MTU, ibv_qp_attr, path_mtu);
	FIELD(QpAttr, RQ_PSN, ibv_qp_attr, rq_psn);
	FIELD(QpAttr, SQ_PSN, ibv_qp_attr, sq_psn);
	FIELD(QpAttr, DEST_QP_NUM, ibv_qp_attr, dest_qp_num);
	FIELD(QpAttr, QP_ACCESS_FLAGS, ibv_qp_attr, qp_access_flags);
	FIELD(QpAttr, DGID, ibv_qp_attr, ah_attr.grh.dgid);
	FIELD(QpAttr, SGID_INDEX, ibv_qp_attr, ah_attr.grh.sgid_index);
	FIELD(QpAttr, HOP_LIMIT, ibv_qp_attr, ah_attr.grh.hop_limit);
	FIELD(QpAttr, TRAFFIC_CLASS, ibv_qp_attr, ah_attr.grh.traffic_class);
	FIELD(QpAttr, DLID, ibv_qp_attr, ah_attr.dlid);
	FIELD(QpAttr, IS_GLOBAL, ibv_qp_attr, ah_attr.is_global);
	FIELD(QpAttr, AH_PORT_NUM, ibv_qp_attr, ah_attr.port_num);
	FIELD(QpAttr, PKEY_INDEX, ibv_qp_attr, pkey_index);
	FIELD(QpAttr, MAX_RD_ATOMIC, ibv_qp_attr, max_rd_atomic);
	FIELD(QpAttr, MAX_DEST_RD_ATOMIC, ibv_qp_attr, max_dest_rd_atomic);
	FIELD(QpAttr, MIN_RNR_TIMER, ibv_qp_attr, min_rnr_timer);
	FIELD(QpAttr, PORT_NUM, ibv_qp_attr, port_num);
	FIELD(QpAttr, TIMEOUT, ibv_qp_attr, timeout);
	FIELD(QpAttr, RETRY_CNT, ibv_qp_attr, retry_cnt);
	FIELD(QpAttr, RNR_RETRY, ibv_qp_attr, rnr_retry);
	SIZE(QpAttr, ibv_qp_attr);

	FIELD(Mr, LKEY, ibv_mr, lkey);
	FIELD(Mr, RKEY, ibv_mr, rkey);

	FIELD(Qp, QP_NUM, ibv_qp, qp_num);

	FIELD(Cq, CQ_CONTEXT, ibv_cq, cq_context);
	FIELD(Cq, CQE, ibv_cq, cqe);

	FIELD(CompChannel, FD, ibv_comp_channel, fd);

	FIELD(AsyncEventLayout, ELEMENT, ibv_async_event, element.qp);
	FIELD(AsyncEventLayout, PORT_NUM, ibv_async_event, element.port_num);
	FIELD(AsyncEventLayout, EVENT_TYPE, ibv_async_event, event_type);
	SIZE(AsyncEventLayout, ibv_async_event);

	FIELD(PollFd, FD, pollfd, fd);
	FIELD(PollFd, EVENTS, pollfd, events);
	FIELD(PollFd, REVENTS, pollfd, revents);
	SIZE(PollFd, pollfd);
	VALUE(PollFd, POLLIN, POLLIN);

	FIELD(Sge, ADDRESS, ibv_sge, addr);
	FIELD(Sge, LENGTH, ibv_sge, length);
	FIELD(Sge, LKEY, ibv_sge, lkey);
	SIZE(Sge, ibv_sge);

	FIELD(SendWr, WR_ID, ibv_send_wr, wr_id);
	FIELD(SendWr, NEXT, ibv_send_wr, next);
	FIELD(SendWr, SG_LIST, ibv_send_wr, sg_list);
	FIELD(SendWr, NUM_SGE, ibv_send_wr, num_sge);
	FIELD(SendWr, OPCODE, ibv_send_wr, opcode);
	FIELD(SendWr, SEND_FLAGS, ibv_send_wr, send_flags);
	FIELD(SendWr, IMM_DATA, ibv_send_wr, imm_data);
	FIELD(SendWr, REMOTE_ADDRESS, ibv_send_wr, wr.rdma.remote_addr);
	FIELD(SendWr, RKEY, ibv_send_wr, wr.rdma.rkey);
	SIZE(SendWr, ibv_send_wr);

	FIELD(RecvWr, WR_ID, ibv_recv_wr, wr_id);
	FIELD(RecvWr, NEXT, ibv_recv_wr, next);
	FIELD(RecvWr, SG_LIST, ibv_recv_wr, sg_list);
	FIELD(RecvWr, NUM_SGE, ibv_recv_wr, num_sge);
	SIZE(RecvWr, ibv_recv_wr);

	FIELD(Wc, WR_ID, ibv_wc, wr_id);
	FIELD(Wc, STATUS, ibv_wc, status);
	FIELD(Wc, OPCODE, ibv_wc, opcode);
	FIELD(Wc, VENDOR_ERR, ibv_wc, vendor_err);
	FIELD(Wc, BYTE_LEN, ibv_wc, byte_len);
	FIELD(Wc, IMM_DATA, ibv_wc, imm_data);
	FIELD(Wc, QP_NUM, ibv_wc, qp_num);
	FIELD(Wc, SRC_QP, ibv_wc, src_qp);
	FIELD(Wc, WC_FLAGS, ibv_wc, wc_flags);
	SIZE(Wc, ibv_wc);

	VALUE(QpAttrMask, STATE, IBV_QP_STATE);
	VALUE(QpAttrMask, ACCESS_FLAGS, IBV_QP_ACCESS_FLAGS);
	VALUE(QpAttrMask, PKEY_INDEX, IBV_QP_PKEY_INDEX);
	VALUE(QpAttrMask, PORT, IBV_QP_PORT);
	VALUE(QpAttrMask, AV, IBV_QP_AV);
	VALUE(QpAttrMask, PATH_MTU, IBV_QP_PATH_MTU);
	VALUE(QpAttrMask, TIMEOUT, IBV_QP_TIMEOUT);
	VALUE(QpAttrMask, RETRY_CNT, IBV_QP_RETRY_CNT);
	VALUE(QpAttrMask, RNR_RETRY, IBV_QP_RNR_RETRY);
	VALUE(QpAttrMask, RQ_PSN, IBV_QP_RQ_PSN);
	VALUE(QpAttrMask, MAX_QP_RD_ATOMIC, IBV_QP_MAX_QP_RD_ATOMIC);
	VALUE(QpAttrMask, MIN_RNR_TIMER, IBV_QP_MIN_RNR_TIMER);
	VALUE(QpAttrMask, SQ_PSN, IBV_QP_SQ_PSN);
	VALUE(QpAttrMask, MAX_DEST_RD_ATOMIC, IBV_QP_MAX_DEST_RD_ATOMIC);
	VALUE(QpAttrMask, DEST_QPN, IBV_QP_DEST_QPN);

	VALUE(Access, LOCAL_WRITE, IBV_ACCESS_LOCAL_WRITE);
	VALUE(Access, REMOTE_WRITE, IBV_ACCESS_REMOTE_WRITE);
	VALUE(Access, REMOTE_READ, IBV_ACCESS_REMOTE_READ);
	VALUE(Access, RELAXED_ORDERING, IBV_ACCESS_RELAXED_ORDERING);
	VALUE(Access, ALL, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);

	VALUE(SendFlags, FENCE, IBV_SEND_FENCE);
	VALUE(SendFlags, SIGNALED, IBV_SEND_SIGNALED);
	VALUE(SendFlags, SOLICITED, IBV_SEND_SOLICITED);
	VALUE(SendFlags, INLINE, IBV_SEND_INLINE);

	VALUE(WrOpcode, RDMA_WRITE, IBV_WR_RDMA_WRITE);
	VALUE(WrOpcode, RDMA_WRITE_WITH_IMM, IBV_WR_RDMA_WRITE_WITH_IMM);
	VALUE(WrOpcode, SEND, IBV_WR_SEND);
	VALUE(WrOpcode, SEND_WITH_IMM, IBV_WR_SEND_WITH_IMM);
	VALUE(WrOpcode, RDMA_READ, IBV_WR_RDMA_READ);

	VALUE(WcStatus, SUCCESS, IBV_WC_SUCCESS);
	VALUE(WcStatus, LOC_LEN_ERR, IBV_WC_LOC_LEN_ERR);
	VALUE(WcStatus, LOC_QP_OP_ERR, IBV_WC_LOC_QP_OP_ERR);
	VALUE(WcStatus, LOC_EEC_OP_ERR, IBV_WC_LOC_EEC_OP_ERR);
	VALUE(WcStatus, LOC_PROT_ERR, IBV_WC_LOC_PROT_ERR);
	VALUE(WcStatus, WR_FLUSH_ERR, IBV_WC_WR_FLUSH_ERR);
	VALUE(WcStatus, MW_BIND_ERR, IBV_WC_MW_BIND_ERR);
	VALUE(WcStatus, BAD_RESP_ERR, IBV_WC_BAD_RESP_ERR);
	VALUE(WcStatus, LOC_ACCESS_ERR, IBV_WC_LOC_ACCESS_ERR);
	VALUE(WcStatus, REM_INV_REQ_ERR, IBV_WC_REM_INV_REQ_ERR);
	VALUE(WcStatus, REM_ACCESS_ERR, IBV_WC_REM_ACCESS_ERR);
	VALUE(WcStatus, REM_OP_ERR, IBV_WC_REM_OP_ERR);
	VALUE(WcStatus, RETRY_EXC_ERR, IBV_WC_RETRY_EXC_ERR);
	VALUE(WcStatus, RNR_RETRY_EXC_ERR, IBV_WC_RNR_RETRY_EXC_ERR);
	VALUE(WcStatus, LOC_RDD_VIOL_ERR, IBV_WC_LOC_RDD_VIOL_ERR);
	VALUE(WcStatus, REM_INV_RD_REQ_ERR, IBV_WC_REM_INV_RD_REQ_ERR);
	VALUE(WcStatus, REM_ABORT_ERR, IBV_WC_REM_ABORT_ERR);
	VALUE(WcStatus, INV_EECN_ERR, IBV_WC_INV_EECN_ERR);
	VALUE(WcStatus, INV_EEC_STATE_ERR, IBV_WC_INV_EEC_STATE_ERR);
	VALUE(WcStatus, FATAL_ERR, IBV_WC_FATAL_ERR);
	VALUE(WcStatus, RESP_TIMEOUT_ERR, IBV_WC_RESP_TIMEOUT_ERR);
	VALUE(WcStatus, GENERAL_ERR, IBV_WC_GENERAL_ERR);

	VALUE(WcOpcode, SEND, IBV_WC_SEND);
	VALUE(WcOpcode, RDMA_WRITE, IBV_WC_RDMA_WRITE);
	VALUE(WcOpcode, RDMA_READ, IBV_WC_RDMA_READ);
	VALUE(WcOpcode, RECV, IBV_WC_RECV);
	VALUE(WcOpcode, RECV_RDMA_WITH_IMM, IBV_WC_RECV_RDMA_WITH_IMM);
	VALUE(WcOpcode, FLAG_WITH_IMM, IBV_WC_WITH_IMM);

	VALUE(QpState, RESET, IBV_QPS_RESET);
	VALUE(QpState, INIT, IBV_QPS_INIT);
	VALUE(QpState, RTR, IBV_QPS_RTR);
	VALUE(QpState, RTS, IBV_QPS_RTS);
	VALUE(QpState, ERR, IBV_QPS_ERR);

	VALUE(PortState, NOP, IBV_PORT_NOP);
	VALUE(PortState, DOWN, IBV_PORT_DOWN);
	VALUE(PortState, INIT, IBV_PORT_INIT);
	VALUE(PortState, ARMED, IBV_PORT_ARMED);
	VALUE(PortState, ACTIVE, IBV_PORT_ACTIVE);
	VALUE(PortState, ACTIVE_DEFER, IBV_PORT_ACTIVE_DEFER);

	VALUE(GidType, INFINIBAND, IBV_GID_TYPE_IB);
	VALUE(GidType, ROCE_V1, IBV_GID_TYPE_ROCE_V1);
	VALUE(GidType, ROCE_V2, IBV_GID_TYPE_ROCE_V2);

	VALUE(Type, CQ_ERR, IBV_EVENT_CQ_ERR);
	VALUE(Type, QP_FATAL, IBV_EVENT_QP_FATAL);
	VALUE(Type, QP_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	VALUE(Type, QP_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	VALUE(Type, DEVICE_FATAL, IBV_EVENT_DEVICE_FATAL);
	VALUE(Type, PORT_ACTIVE, IBV_EVENT_PORT_ACTIVE);
	VALUE(Type, PORT_ERR, IBV_EVENT_PORT_ERR);

	VALUE(Mtu, BYTES_256, IBV_MTU_256);
	VALUE(Mtu, BYTES_512, IBV_MTU_512);
	VALUE(Mtu, BYTES_1024, IBV_MTU_1024);
	VALUE(Mtu, BYTES_2048, IBV_MTU_2048);
	VALUE(Mtu, BYTES_4096, IBV_MTU_4096);
	return 0;
}
