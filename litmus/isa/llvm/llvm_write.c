/* Tests' threads in LLVM IR. Plain accesses of cycles are monotonic ones, as PTX's are
 * relaxed: what is not atomic races, and a race hides what a test is about; K asks for them. */
#include "litmus/isa/dotted_write.h"
#include "litmus/isa/llvm/llvm.h"

static const cm_dotted_level levels[] = {{"singlethread", CM_SCOPE_THREAD},
                                         {"wavefront", CM_SCOPE_WAVE},
                                         {"workgroup", CM_SCOPE_CTA},
                                         {"cluster", CM_SCOPE_CLUSTER},
                                         {"agent", CM_SCOPE_DEVICE},
                                         {"system", CM_SCOPE_SYS},
                                         {NULL, CM_SCOPE_SYS}};

static const cm_dotted_words words = {
    .registers = CM_DOTTED_REGISTERS,
    .levels = levels,
    .relaxed = "monotonic",
    .weak = "",
    .load = {"load", ".i32"},
    .store = {"store", ".i32"},
    .shared_load = {"load", ".local.i32"},
    .shared_store = {"store", ".local.i32"},
    .exchange = {"atomicrmw.xchg", ""},
    .fetch_add = {"atomicrmw.add", ""},
    .add = "add",
};

/* ---- what there is ----------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    CM_WRITE_SCOPED(NAME, TEXT, PURPOSE, ".workgroup", ".agent", ".system")

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.sc", "fence.seq_cst", CM_WRITE_SC),
    SCOPES("Fence.acq_rel", "fence.acq_rel", CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "fence.acquire", CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "fence.release", CM_WRITE_RELEASE),
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "atomicrmw.xchg", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,sc.sys,acq_rel.sys", NULL};

const cm_isa_writer cm_llvm_writer = {
    .orders = "PALSKV",
    .scopes = true,
    .alone = true,
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    CM_DOTTED_WRITES(&words),
};
