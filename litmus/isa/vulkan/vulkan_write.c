/* Tests' threads in VULKAN's words (vulkan.isa). Plain accesses of cycles are atomics without an
 * order, as PTX's are relaxed; K asks for accesses that are not atomic, but take part in order
 * between threads. A release makes available, and an acquire makes visible. */
#include "litmus/isa/dotted.h"
#include "litmus/isa/dotted_write.h"
#include "litmus/isa/vulkan/vulkan.h"

static const cm_dotted_level levels[] = {{"sg", CM_SCOPE_WAVE},    {"wg", CM_SCOPE_CTA},
                                         {"qf", CM_SCOPE_CLUSTER}, {"dv", CM_SCOPE_DEVICE},
                                         {"dv", CM_SCOPE_SYS},     {NULL, CM_SCOPE_SYS}};

#define ACQUIRE "acq.semsc0.semvis"
#define RELEASE "rel.semsc0.semav"
#define BOTH    "acq_rel.semsc0.semav.semvis"

static const cm_dotted_words words = {
    .registers = CM_DOTTED_REGISTERS,
    .levels = levels,
    .relaxed = "atom",
    .acquire = "atom." ACQUIRE,
    .release = "atom." RELEASE,
    .acq_rel = "atom." BOTH,
    .weak = ".nonpriv",
    .bare = true,
    .load = {"ld", ".sc0"},
    .store = {"st", ".sc0"},
    .exchange = {"rmw", ".sc0"},
    .fetch_add = {"rmw", ".sc0.add"},
    .add = "add",
};

/* ---- what there is ----------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE) CM_WRITE_SCOPED(NAME, TEXT, PURPOSE, ".wg", ".dv", ".dv")

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.acq_rel", "membar." BOTH, CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "membar." ACQUIRE, CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "membar." RELEASE, CM_WRITE_RELEASE),
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "rmw.atom", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,cluster,sys", "order=rlx,rel-acq",
                                   "fence=none,acq_rel.sys", "plain=none,x", NULL};

const cm_isa_writer cm_vulkan_writer = {
    .orders = "PALK",
    .scopes = true,
    .alone = true,
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    CM_DOTTED_WRITES(&words),
};
