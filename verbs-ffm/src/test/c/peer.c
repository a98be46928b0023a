/*
 * A peer in C: it registers a buffer, exchanges queue pair data with whoever dials, and does what it is told.
 *
 * usage: peer DEVICE GID_INDEX     prints "port N" (of a listener on 127.0.0.1), serves one connection after another
 *
 * Lines, each answered by one. First the dialer's "qpn psn gid address rkey", answered by the peer's own; both ends then
 * go to RTS. After that:
 *   fill SEED LENGTH             fills the buffer                                       ok
 *   check SEED LENGTH            compares it                                            ok | wrong at OFFSET
 *   write LENGTH                 RDMA WRITE, own buffer to the dialer's                 status of the completion
 *   read LENGTH                  RDMA READ, the dialer's buffer to the own              status
 *   send LENGTH IMMEDIATE        SEND with immediate data                               status
 *   receive                      posts a receive of the whole buffer                    ok
 *   received                     waits for it                                           status length immediate
 * Byte i of what SEED fills is SEED + 31 i + i / 256. Whatever goes wrong here ends the peer with a message.
 */
#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 4 << 20, PORT = 1, QUEUE = 16, PSN = 0x1234 };

struct remote {
    uint32_t qpn, psn, rkey;
    uint64_t address;
    union ibv_gid gid;
};

struct end {
    struct ibv_context *context;
    struct ibv_pd *pd;
    struct ibv_mr *mr;
    struct ibv_cq *cq;
    struct ibv_qp *qp;
    unsigned char *buffer;
    union ibv_gid gid;
    int gid_index;
    enum ibv_mtu mtu;
    struct remote remote;
};

static void need(int good, const char *what)
{
    if (!good) {
        perror(what);
        exit(1);
    }
}

static void open_device(struct end *end, const char *name)
{
    int count, found = 0;
    struct ibv_port_attr port;
    struct ibv_device **list = ibv_get_device_list(&count);
    need(list != NULL, "ibv_get_device_list");
    while (found < count && strcmp(ibv_get_device_name(list[found]), name) != 0)
        found++;
    need(found < count, "the device");
    need((end->context = ibv_open_device(list[found])) != NULL, "ibv_open_device");
    ibv_free_device_list(list);
    need(ibv_query_port(end->context, PORT, &port) == 0, "ibv_query_port");
    end->mtu = port.active_mtu;
    need(ibv_query_gid(end->context, PORT, end->gid_index, &end->gid) == 0, "ibv_query_gid");
    need((end->pd = ibv_alloc_pd(end->context)) != NULL, "ibv_alloc_pd");
    need((end->buffer = aligned_alloc(4096, BUFFER)) != NULL, "aligned_alloc");
    memset(end->buffer, 0, BUFFER);
    end->mr = ibv_reg_mr(end->pd, end->buffer, BUFFER,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
    need(end->mr != NULL, "ibv_reg_mr");
}

static void create_queue_pair(struct end *end)
{
    struct ibv_qp_init_attr init = { .qp_type = IBV_QPT_RC, .cap = { QUEUE, QUEUE, 1, 1, 0 } };
    need((end->cq = ibv_create_cq(end->context, 2 * QUEUE, NULL, NULL, 0)) != NULL, "ibv_create_cq");
    init.send_cq = init.recv_cq = end->cq;
    need((end->qp = ibv_create_qp(end->pd, &init)) != NULL, "ibv_create_qp");
}

static void connect_queue_pair(struct end *end)
{
    struct ibv_qp_attr init = { .qp_state = IBV_QPS_INIT, .port_num = PORT,
        .qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };
    struct ibv_qp_attr rtr = { .qp_state = IBV_QPS_RTR, .path_mtu = end->mtu, .dest_qp_num = end->remote.qpn,
        .rq_psn = end->remote.psn, .max_dest_rd_atomic = 4, .min_rnr_timer = 12,
        .ah_attr = { .is_global = 1, .port_num = PORT,
            .grh = { .dgid = end->remote.gid, .sgid_index = end->gid_index, .hop_limit = 64 } } };
    struct ibv_qp_attr rts = { .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7,
        .sq_psn = PSN, .max_rd_atomic = 4 };
    need(ibv_modify_qp(end->qp, &init,
                       IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) == 0, "INIT");
    need(ibv_modify_qp(end->qp, &rtr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) == 0, "RTR");
    need(ibv_modify_qp(end->qp, &rts, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                       IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC) == 0, "RTS");
}

static void completion(struct end *end, struct ibv_wc *wc)
{
    int got;
    do
        got = ibv_poll_cq(end->cq, 1, wc);
    while (got == 0);
    need(got == 1, "ibv_poll_cq");
}

static const char *send_one(struct end *end, enum ibv_wr_opcode opcode, uint32_t length, uint32_t immediate)
{
    struct ibv_sge sge = { (uintptr_t) end->buffer, length, end->mr->lkey };
    struct ibv_send_wr wr = { .wr_id = 1, .sg_list = &sge, .num_sge = 1, .opcode = opcode,
        .send_flags = IBV_SEND_SIGNALED, .imm_data = htonl(immediate) };
    struct ibv_send_wr *bad;
    struct ibv_wc wc;
    wr.wr.rdma.remote_addr = end->remote.address;
    wr.wr.rdma.rkey = end->remote.rkey;
    need(ibv_post_send(end->qp, &wr, &bad) == 0, "ibv_post_send");
    completion(end, &wc);
    return ibv_wc_status_str(wc.status);
}

static void post_receive(struct end *end)
{
    struct ibv_sge sge = { (uintptr_t) end->buffer, BUFFER, end->mr->lkey };
    struct ibv_recv_wr wr = { .wr_id = 2, .sg_list = &sge, .num_sge = 1 }, *bad;
    need(ibv_post_recv(end->qp, &wr, &bad) == 0, "ibv_post_recv");
}

static unsigned char pattern(unsigned seed, uint32_t i)
{
    return (unsigned char) (seed + 31 * i + i / 256);
}

static void obey(struct end *end, const char *line, FILE *out)
{
    unsigned seed, immediate;
    uint32_t length = 0, i;
    struct ibv_wc wc;
    int known = sscanf(line, "fill %u %" SCNu32, &seed, &length) == 2 ||
                sscanf(line, "check %u %" SCNu32, &seed, &length) == 2 ||
                sscanf(line, "send %" SCNu32 " %u", &length, &immediate) == 2 ||
                sscanf(line, "write %" SCNu32, &length) == 1 || sscanf(line, "read %" SCNu32, &length) == 1 ||
                strncmp(line, "receive", 7) == 0;
    if (!known || length > BUFFER) {
        fprintf(stderr, "not understood: %s\n", line);
        exit(1);
    }
    if (strncmp(line, "fill", 4) == 0) {
        for (i = 0; i < length; i++)
            end->buffer[i] = pattern(seed, i);
        fprintf(out, "ok\n");
    } else if (strncmp(line, "check", 5) == 0) {
        for (i = 0; i < length && end->buffer[i] == pattern(seed, i); i++)
            ;
        if (i == length)
            fprintf(out, "ok\n");
        else
            fprintf(out, "wrong at %" PRIu32 "\n", i);
    } else if (strncmp(line, "write", 5) == 0) {
        fprintf(out, "%s\n", send_one(end, IBV_WR_RDMA_WRITE, length, 0));
    } else if (strncmp(line, "read", 4) == 0) {
        fprintf(out, "%s\n", send_one(end, IBV_WR_RDMA_READ, length, 0));
    } else if (strncmp(line, "send", 4) == 0) {
        fprintf(out, "%s\n", send_one(end, IBV_WR_SEND_WITH_IMM, length, immediate));
    } else if (strncmp(line, "received", 8) == 0) {
        completion(end, &wc);
        fprintf(out, "%s %" PRIu32 " %" PRIu32 "\n", ibv_wc_status_str(wc.status), wc.byte_len, ntohl(wc.imm_data));
    } else {
        post_receive(end);
        fprintf(out, "ok\n");
    }
}

static int introduce(struct end *end, FILE *in, FILE *out)
{
    char line[256], gid[64];
    if (fgets(line, sizeof line, in) == NULL)
        return 0;
    if (sscanf(line, "%" SCNu32 " %" SCNu32 " %63s %" SCNu64 " %" SCNu32, &end->remote.qpn, &end->remote.psn, gid,
               &end->remote.address, &end->remote.rkey) != 5 || inet_pton(AF_INET6, gid, &end->remote.gid) != 1) {
        fprintf(stderr, "no queue pair data: %s\n", line);
        exit(1);
    }
    create_queue_pair(end);
    connect_queue_pair(end);
    need(inet_ntop(AF_INET6, &end->gid, gid, sizeof gid) != NULL, "inet_ntop");
    fprintf(out, "%" PRIu32 " %d %s %" PRIu64 " %" PRIu32 "\n", end->qp->qp_num, PSN, gid,
            (uint64_t) (uintptr_t) end->buffer, end->mr->rkey);
    return 1;
}

static void serve(struct end *end, int socket)
{
    char line[256];
    FILE *in = fdopen(socket, "r"), *out = fdopen(dup(socket), "w");
    need(in != NULL && out != NULL, "fdopen");
    if (introduce(end, in, out)) {
        fflush(out);
        while (fgets(line, sizeof line, in) != NULL) {
            obey(end, line, out);
            fflush(out);
        }
        need(ibv_destroy_qp(end->qp) == 0, "ibv_destroy_qp");
        need(ibv_destroy_cq(end->cq) == 0, "ibv_destroy_cq");
    }
    fclose(in);
    fclose(out);
}

int main(int argc, char **argv)
{
    struct end end = { 0 };
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), accepted;
    if (argc != 3) {
        fprintf(stderr, "usage: peer DEVICE GID_INDEX\n");
        return 2;
    }
    end.gid_index = atoi(argv[2]);
    open_device(&end, argv[1]);
    need(listener >= 0 && bind(listener, (struct sockaddr *) &address, size) == 0 && listen(listener, 4) == 0, "listen");
    need(getsockname(listener, (struct sockaddr *) &address, &size) == 0, "getsockname");
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    while ((accepted = accept(listener, NULL, NULL)) >= 0)
        serve(&end, accepted);
    perror("accept");
    return 1;
}
