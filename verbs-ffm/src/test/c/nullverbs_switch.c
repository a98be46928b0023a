/*
 * Switches, each an environment variable NULLVERBS_NAME that is read when the
 * library is loaded, or set later by nullverbs_set("NAME", "value"):
 *
 *   COPY=1        WRITE and READ memcpy inside post_send (both ends in this
 *                 process, rkey ignored)
 *   STATS=1       counters on stderr when a QP or a CQ is destroyed
 *   STATUS=n      completions carry status n, and the QP goes to ERR
 *   DEVICES=n     how many there are: null0, null1 ...; 0: an empty list;
 *                 -1: no list, errno ENOSYS
 *   OPEN=errno    a device cannot be opened
 *   REG=errno     memory cannot be registered
 *   NOTIFY=errno  a CQ cannot be armed
 *   STATE=n       of the port, enum ibv_port_state
 *   INFINIBAND=1  the port is no Ethernet port, and has a LID
 *   MTU=n         active MTU, enum ibv_mtu
 *   GIDS=list     by commas: address/type, or nothing for an empty entry;
 *                 type ib, v1 or v2
 *   MAX_QP, MAX_QP_WR, MAX_SGE, MAX_CQE, MAX_INLINE=n   limits
 *   SYSFS=folder  where the devices' folders are
 */
#include "nullverbs.h"

enum { SWITCHES = 32, NAME = 16, VALUE = 200 };

static struct { char name[NAME], value[VALUE]; } table[SWITCHES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool nv_copy, nv_stats;
int nv_status;

static const char *names[] = { "COPY", "STATS", "STATUS", "DEVICES", "OPEN", "REG", "NOTIFY", "STATE",
	"INFINIBAND", "MTU", "GIDS", "MAX_QP", "MAX_QP_WR", "MAX_SGE", "MAX_CQE", "MAX_INLINE", "SYSFS" };

/* value NULL: back to the default.  Returns 0, or EINVAL: there is no such switch. */
EXPORT int nullverbs_set(const char *name, const char *value) {
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name)) {
			pthread_mutex_lock(&lock);
			snprintf(table[i].name, NAME, "%s", value ? name : "");
			snprintf(table[i].value, VALUE, "%s", value ?: "");
			pthread_mutex_unlock(&lock);
			nv_copy = nv_switch("COPY", 0);
			nv_stats = nv_switch("STATS", 0);
			nv_status = nv_switch("STATUS", 0);
			return 0;
		}
	return EINVAL;
}

__attribute__((constructor)) static void from_environment(void) {
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char variable[NAME + 16];
		snprintf(variable, sizeof(variable), "NULLVERBS_%s", names[i]);
		if (getenv(variable))
			nullverbs_set(names[i], getenv(variable));
	}
}

/* Switches are set while nothing else is under way: the text stays. */
const char *nv_text(const char *name) {
	const char *value = NULL;
	pthread_mutex_lock(&lock);
	for (int i = 0; i < SWITCHES && !value; i++)
		if (!strcmp(table[i].name, name))
			value = table[i].value;
	pthread_mutex_unlock(&lock);
	return value;
}

long nv_switch(const char *name, long otherwise) {
	const char *value = nv_text(name);
	return value ? strtol(value, NULL, 0) : otherwise;
}

struct nv_limits nv_limits(void) {
	return (struct nv_limits){
		.qp = nv_switch("MAX_QP", 1 << 18), .qp_wr = nv_switch("MAX_QP_WR", 32768),
		.sge = nv_switch("MAX_SGE", 30), .cqe = nv_switch("MAX_CQE", 1 << 22),
		.inline_data = nv_switch("MAX_INLINE", 512),
	};
}
