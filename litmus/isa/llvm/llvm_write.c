/* Tests' threads in LLVM IR. Plain accesses of cycles are monotonic ones, as PTX's are
 * relaxed: what is not atomic races, and a race hides what a test is about; K asks for them. */
#include "litmus/isa/llvm/llvm.h"

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, CM_DOTTED_REGISTERS);
}

static const char *scope_of(cm_scope scope)
{
    return scope == CM_SCOPE_CTA      ? "workgroup"
           : scope == CM_SCOPE_DEVICE ? "agent"
           : scope == CM_SCOPE_SYS    ? "system"
                                      : cm_scope_name(scope);
}

static const char *word_of(char order)
{
    return order == 'A' ? "acquire" : order == 'L' ? "release" : "monotonic";
}

/* ".monotonic.agent", ".volatile", or nothing. */
static const char *order_of(cm_writer *w, const cm_write_access *a)
{
    if (a->order == 'K' || a->order == 'V')
        return a->order == 'V' ? ".volatile" : "";
    return cm_arena_printf(w->work->arena, ".%s.%s", word_of(a->order), scope_of(a->scope));
}

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    (void)need;
    int to = new_register(w);
    cm_writer_row(w, "load%s.i32 r%d, [%s]", order_of(w, a), to,
                  cm_writer_location(w, a->location));
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    (void)need;
    cm_writer_row(w, "store%s.i32 [%s], %u", order_of(w, a), cm_writer_location(w, a->location),
                  (unsigned)a->value);
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    (void)need;
    int to = new_register(w);
    bool acquire = read->order == 'A', release = write->order == 'L';
    const char *order = acquire && release ? "acq_rel" : word_of(acquire ? 'A' : write->order);
    cm_writer_row(w, "atomicrmw.xchg.%s.%s r%d, [%s], %u", order, scope_of(read->scope), to,
                  cm_writer_location(w, read->location), (unsigned)write->value);
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *location = cm_writer_location(w, a->location), *scope = scope_of(a->scope);
    int to = new_register(w);
    if (!split) {
        cm_writer_row(w, "atomicrmw.add.monotonic.%s r%d, [%s], 1", scope, to, location);
        return;
    }
    cm_writer_row(w, "load.monotonic.%s.i32 r%d, [%s]", scope, to, location);
    cm_writer_row(w, "add r%d, r%d, 1", to, to);
    cm_writer_row(w, "store.monotonic.%s.i32 [%s], r%d", scope, location, to);
}

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
    .orders = "PALKV",
    .scopes = true,
    .alone = true,
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    .load = load,
    .store = store,
    .exchange = exchange,
    .increment = increment,
};
