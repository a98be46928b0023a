/* The devices, their port and GID table, contexts and their events. */
#include "nullverbs.h"
#include <arpa/inet.h>

enum { MAX_DEVICES = 4, GID_TBL_LEN = 16 };

static struct ibv_device devices[MAX_DEVICES];
static struct nv_context *contexts;	/* all, by contexts_lock */
static pthread_mutex_t contexts_lock = PTHREAD_MUTEX_INITIALIZER;
static int unacked;			/* events read, not yet acknowledged; by acks_lock */
static pthread_mutex_t acks_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t acked = PTHREAD_COND_INITIALIZER;

/* ------------------------------------------------- device, port and GID -- */

EXPORT struct ibv_device **ibv_get_device_list(int *num) {
	long count = nv_switch("DEVICES", 1);
	struct ibv_device **list;
	if (count < 0 || count > MAX_DEVICES) {
		errno = ENOSYS;
		return NULL;
	}
	list = calloc(MAX_DEVICES + 1, sizeof(*list));
	for (long i = 0; list && i < count; i++) {
		struct ibv_device *d = list[i] = &devices[i];
		d->node_type = IBV_NODE_CA;
		snprintf(d->name, sizeof(d->name), "null%ld", i);
		snprintf(d->dev_name, sizeof(d->dev_name), "uverbs_null%ld", i);
		snprintf(d->ibdev_path, sizeof(d->ibdev_path), "%s/null%ld",
			nv_text("SYSFS") ?: "/sys/class/infiniband", i);
	}
	if (num)
		*num = list ? count : 0;
	return list;
}

EXPORT void ibv_free_device_list(struct ibv_device **list) { free(list); }
EXPORT const char *ibv_get_device_name(struct ibv_device *d) { return d->name; }
EXPORT int ibv_get_device_index(struct ibv_device *d) { return d - devices; }
EXPORT __be64 ibv_get_device_guid(struct ibv_device *d) { return 0x0100000000000002; }

EXPORT int ibv_query_device(struct ibv_context *ctx, struct ibv_device_attr *a) {
	struct nv_limits most = nv_limits();
	*a = (struct ibv_device_attr){
		.fw_ver = "0.0.0", .max_mr_size = UINT64_MAX, .page_size_cap = ~(uint64_t)0xfff,
		.max_qp = most.qp, .max_qp_wr = most.qp_wr, .max_sge = most.sge, .max_sge_rd = most.sge,
		.max_cq = 1 << 16, .max_cqe = most.cqe, .max_mr = 1 << 24, .max_pd = 1 << 24,
		.max_qp_rd_atom = 16, .max_qp_init_rd_atom = 16, .max_res_rd_atom = 1 << 22,
		.max_pkeys = 1, .phys_port_cnt = 1,
	};
	return 0;
}

static int query_device_ex(struct ibv_context *ctx, const struct ibv_query_device_ex_input *in,
			   struct ibv_device_attr_ex *a, size_t size) {
	struct ibv_device_attr_ex full = {};

	ibv_query_device(ctx, &full.orig_attr);
	memset(a, 0, size);
	memcpy(a, &full, min_size(size, sizeof(full)));
	return 0;
}

static int query_port(struct ibv_context *ctx, uint8_t port, struct ibv_port_attr *a, size_t size) {
	bool infiniband = nv_switch("INFINIBAND", 0);
	const struct ibv_port_attr full = {
		.state = nv_switch("STATE", IBV_PORT_ACTIVE), .max_mtu = IBV_MTU_4096,
		.active_mtu = nv_switch("MTU", IBV_MTU_4096),
		.gid_tbl_len = GID_TBL_LEN, .max_msg_sz = 1u << 30, .pkey_tbl_len = 1,
		.lid = infiniband ? 0xabcd : 0,
		.max_vl_num = 1, .active_width = 2 /* 4x */, .active_speed = 64 /* HDR */,
		.phys_state = 5 /* link up */,
		.link_layer = infiniband ? IBV_LINK_LAYER_INFINIBAND : IBV_LINK_LAYER_ETHERNET,
	};

	if (port != 1)
		return EINVAL;
	memset(a, 0, size);
	memcpy(a, &full, min_size(size, sizeof(full)));
	return 0;
}

/* The old entry point: the caller's structure ends before port_cap_flags2. */
EXPORT int ibv_query_port(struct ibv_context *ctx, uint8_t port, struct _compat_ibv_port_attr *a) {
	return query_port(ctx, port, (struct ibv_port_attr *)a,
			  offsetof(struct ibv_port_attr, port_cap_flags2));
}

/* Entry number index of the switch GIDS; false: empty. */
static bool find_gid(int index, struct ibv_gid_entry *e) {
	char list[200], *at = list, *item = NULL, *type;
	struct in_addr v4;
	snprintf(list, sizeof(list), "%s", nv_text("GIDS") ?: "192.0.2.1/v2");
	for (int i = 0; i <= index; i++)
		item = strsep(&at, ",");
	if (!item || !*item)
		return false;
	type = strchr(item, '/') ?: "/v2";
	e->gid_type = !strcmp(type, "/ib") ? IBV_GID_TYPE_IB :
		      !strcmp(type, "/v1") ? IBV_GID_TYPE_ROCE_V1 : IBV_GID_TYPE_ROCE_V2;
	item[strcspn(item, "/")] = 0;
	if (inet_pton(AF_INET, item, &v4) == 1) {
		e->gid = (union ibv_gid){ .raw = { [10] = 255, 255 } };
		memcpy(e->gid.raw + 12, &v4, 4);
		return true;
	}
	return inet_pton(AF_INET6, item, e->gid.raw) == 1;
}

static int query_gid(uint32_t port, uint32_t index, struct ibv_gid_entry *e) {
	*e = (struct ibv_gid_entry){ .gid_index = index, .port_num = port, .ndev_ifindex = 1 };
	if (port != 1 || index >= GID_TBL_LEN)
		return EINVAL;
	return find_gid(index, e) ? 0 : ENODATA;
}

EXPORT int ibv_query_gid(struct ibv_context *ctx, uint8_t port, int index, union ibv_gid *gid) {
	struct ibv_gid_entry e;
	int rc = query_gid(port, index, &e);
	if (rc && rc != ENODATA) {
		errno = rc;
		return -1;
	}
	*gid = e.gid;
	return 0;
}

#ifndef NULLVERBS_OLD
EXPORT int _ibv_query_gid_ex(struct ibv_context *ctx, uint32_t port, uint32_t index,
			     struct ibv_gid_entry *entry, uint32_t flags, size_t entry_size) {
	struct ibv_gid_entry e;
	int rc = flags ? EINVAL : query_gid(port, index, &e);
	if (!rc)
		memcpy(entry, &e, min_size(entry_size, sizeof(e)));
	return rc;
}

EXPORT ssize_t _ibv_query_gid_table(struct ibv_context *ctx, struct ibv_gid_entry *entries,
				    size_t max, uint32_t flags, size_t entry_size) {
	size_t found = 0;
	for (int i = 0; i < GID_TBL_LEN && found < max; i++)
		if (!_ibv_query_gid_ex(ctx, 1, i, (void *)((char *)entries + found * entry_size), flags,
				       entry_size))
			found++;
	return found;
}
#endif

/* Private to rdma-core, for rdma_cm; 1 is "RoCE v2" in its own numbering. */
EXPORT int ibv_query_gid_type(struct ibv_context *ctx, uint8_t port, unsigned int index, unsigned int *type)
{ *type = 1; return index < GID_TBL_LEN ? 0 : -1; }

EXPORT int ibv_query_pkey(struct ibv_context *c, uint8_t port, int index, __be16 *pkey)
{ *pkey = 0xffff; return index ? -1 : 0; }
EXPORT int ibv_get_pkey_index(struct ibv_context *c, uint8_t port, __be16 key)
{ return key == 0xffff ? 0 : -1; }
EXPORT int ibv_read_sysfs_file(const char *dir, const char *file, char *buf, size_t size)
{ return -1; }			/* null0 has no sysfs entry */

/* -------------------------------------------------------------- context -- */

EXPORT struct ibv_context *ibv_open_device(struct ibv_device *device) {
	struct nv_context *c = NULL;
	errno = nv_switch("OPEN", 0);
	if (errno || !(c = nv_new(sizeof(*c))))
		return NULL;
	pthread_mutex_init(&c->lock, NULL);
	c->verbs.sz = sizeof(c->verbs);
	c->verbs.query_port = query_port;
	c->verbs.query_device_ex = query_device_ex;
	c->verbs.context = (struct ibv_context){
		.device = device, .cmd_fd = -1, .num_comp_vectors = 1,
		.async_fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE),
		.mutex = PTHREAD_MUTEX_INITIALIZER, .abi_compat = __VERBS_ABI_IS_EXTENDED,
		.ops = { .post_send = nv_post_send, .post_recv = nv_post_recv,
			 .poll_cq = nv_poll_cq, .req_notify_cq = nv_req_notify_cq },
	};
	pthread_mutex_lock(&contexts_lock);
	c->next = contexts;
	contexts = c;
	pthread_mutex_unlock(&contexts_lock);
	return &c->verbs.context;
}

EXPORT int ibv_close_device(struct ibv_context *ctx) {
	struct nv_context *c = nv_context(ctx), **p = &contexts;
	pthread_mutex_lock(&contexts_lock);
	while (*p != c)
		p = &(*p)->next;
	*p = c->next;
	pthread_mutex_unlock(&contexts_lock);
	for (struct nv_event *e = c->events; e; ) {
		struct nv_event *next = e->next;
		free(e);
		e = next;
	}
	close(ctx->async_fd);
	nv_delete(c);
	return 0;
}

/* ------------------------------------------------------- asynchronous events -- */

/* An event of every open context; element: address of the QP or CQ, or a port number. Returns the contexts. */
EXPORT int nullverbs_raise(int type, uint64_t element) {
	uint64_t one = 1;
	int told = 0;
	pthread_mutex_lock(&contexts_lock);
	for (struct nv_context *c = contexts; c; c = c->next, told++) {
		struct nv_event *e = calloc(1, sizeof(*e)), **last = &c->events;
		e->event.event_type = type;
		memcpy(&e->event.element, &element, sizeof(element));
		pthread_mutex_lock(&c->lock);
		while (*last)
			last = &(*last)->next;
		*last = e;
		(void)!write(c->verbs.context.async_fd, &one, sizeof(one));
		pthread_mutex_unlock(&c->lock);
	}
	pthread_mutex_unlock(&contexts_lock);
	return told;
}

EXPORT int ibv_get_async_event(struct ibv_context *ctx, struct ibv_async_event *event) {
	struct nv_context *c = nv_context(ctx);
	struct nv_event *e;
	uint64_t one;
	if (read(ctx->async_fd, &one, sizeof(one)) != sizeof(one))
		return -1;
	pthread_mutex_lock(&c->lock);
	e = c->events;
	c->events = e->next;
	pthread_mutex_unlock(&c->lock);
	pthread_mutex_lock(&acks_lock);
	unacked++;
	pthread_mutex_unlock(&acks_lock);
	*event = e->event;
	free(e);
	return 0;
}

EXPORT void ibv_ack_async_event(struct ibv_async_event *event) {
	pthread_mutex_lock(&acks_lock);
	unacked--;
	pthread_cond_broadcast(&acked);
	pthread_mutex_unlock(&acks_lock);
}

/* As the real library, but for all objects at once: what an event may name stays until it is acknowledged. */
void nv_await_acks(void) {
	pthread_mutex_lock(&acks_lock);
	while (unacked)
		pthread_cond_wait(&acked, &acks_lock);
	pthread_mutex_unlock(&acks_lock);
}

EXPORT int ibv_fork_init(void) { return 0; }

/* --------------------------------------------------------------- strings -- */

EXPORT const char *ibv_wc_status_str(enum ibv_wc_status s)
{ return s == IBV_WC_SUCCESS ? "success" : s == IBV_WC_WR_FLUSH_ERR ? "flushed" : "error"; }
EXPORT const char *ibv_node_type_str(enum ibv_node_type n)
{ return n == IBV_NODE_CA ? "channel adapter" : "unknown"; }
EXPORT const char *ibv_port_state_str(enum ibv_port_state s)
{ return s == IBV_PORT_ACTIVE ? "active" : "not active"; }
EXPORT const char *ibv_event_type_str(enum ibv_event_type e) { return "event"; }
