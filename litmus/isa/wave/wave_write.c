/* Tests' threads in WAVE. Plain accesses of cycles are relaxed ones, as PTX's are: what has
 * no order races, and a race hides what a test is about; K asks for them. */
#include "litmus/isa/dotted_write.h"
#include "litmus/isa/wave/wave.h"

static const char *sum_of(cm_writer *w, const char *name, int zero)
{
    return cm_arena_printf(w->work->arena, "%s+r%d", name, zero);
}

static const cm_dotted_level levels[] = {{"wave", CM_SCOPE_WAVE},
                                         {"workgroup", CM_SCOPE_CTA},
                                         {"device", CM_SCOPE_DEVICE},
                                         {"system", CM_SCOPE_SYS},
                                         {NULL, CM_SCOPE_SYS}};

static const cm_dotted_words words = {
    .registers = CM_DOTTED_REGISTERS,
    .levels = levels,
    .relaxed = "relaxed",
    .weak = "",
    .load = {"device_load", ".u32"},
    .store = {"device_store", ".u32"},
    .shared_load = {"local_load", ".u32"},
    .shared_store = {"local_store", ".u32"},
    .exchange = {"atomic_exchange", ""},
    .fetch_add = {"atomic_add", ""},
    .add = "iadd",
    .exclusive_or = "xor",
    .sum = sum_of,
};

/* ---- what there is ----------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    CM_WRITE_SCOPED(NAME, TEXT, PURPOSE, ".workgroup", ".device", ".system")

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.acq_rel", "fence_acq_rel", CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "fence_acquire", CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "fence_release", CM_WRITE_RELEASE),
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "atomic_exchange", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,acq_rel.sys", NULL};

const cm_isa_writer cm_wave_writer = {
    .orders = "PALK",
    .scopes = true,
    .alone = true,
    .compound = true,
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    CM_DOTTED_WRITES(&words),
};
