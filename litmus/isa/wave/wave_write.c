/* Tests' threads in WAVE. Plain accesses of cycles are relaxed ones, as PTX's are: what has
 * no order races, and a race hides what a test is about; K asks for them. */
#include "litmus/isa/wave/wave.h"

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, CM_DOTTED_REGISTERS);
}

/* A level that WAVE has not keeps the word of tests, which its reader refuses. */
static const char *scope_of(cm_scope scope)
{
    return scope == CM_SCOPE_CTA      ? "workgroup"
           : scope == CM_SCOPE_DEVICE ? "device"
           : scope == CM_SCOPE_SYS    ? "system"
                                      : cm_scope_name(scope);
}

/* ".relaxed.device", or nothing. */
static const char *order_of(cm_writer *w, const cm_write_access *a)
{
    if (a->order == 'K')
        return "";
    return cm_arena_printf(w->work->arena, ".%s.%s", cm_write_order_word(a->order),
                           scope_of(a->scope));
}

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    return cm_writer_zero(w, need, new_register, "xor r", ", r");
}

/* What goes into the brackets: the name, or a sum that depends on `zero`. */
static const char *address_of(cm_writer *w, int location, int zero)
{
    const char *name = cm_writer_location(w, location);
    return zero < 0 ? name : cm_arena_printf(w->work->arena, "%s+r%d", name, zero);
}

/* ---- instructions ---------------------------------------------------------- */

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int zero = zero_of(w, need);
    int to = new_register(w);
    cm_writer_row(w, "device_load%s.u32 r%d, [%s]", order_of(w, a), to,
                  address_of(w, a->location, zero));
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool data = need.any && need.data;
    int zero = zero_of(w, need);
    const char *address = address_of(w, a->location, data ? -1 : zero);
    if (!data) {
        cm_writer_row(w, "device_store%s.u32 [%s], %u", order_of(w, a), address,
                      (unsigned)a->value);
        return;
    }
    cm_writer_row(w, "iadd r%d, r%d, %u", zero, zero, (unsigned)a->value);
    cm_writer_row(w, "device_store%s.u32 [%s], r%d", order_of(w, a), address, zero);
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    int zero = zero_of(w, need);
    int to = new_register(w);
    bool acquire = read->order == 'A', release = write->order == 'L';
    cm_writer_row(w, "atomic_exchange.%s.%s r%d, [%s], %u",
                  acquire && release ? "acq_rel"
                  : acquire          ? "acquire"
                  : release          ? "release"
                                     : "relaxed",
                  scope_of(read->scope), to, address_of(w, read->location, zero),
                  (unsigned)write->value);
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *location = cm_writer_location(w, a->location), *scope = scope_of(a->scope);
    int to = new_register(w);
    if (!split) {
        cm_writer_row(w, "atomic_add.relaxed.%s r%d, [%s], 1", scope, to, location);
        return;
    }
    cm_writer_row(w, "device_load.relaxed.%s.u32 r%d, [%s]", scope, to, location);
    cm_writer_row(w, "iadd r%d, r%d, 1", to, to);
    cm_writer_row(w, "device_store.relaxed.%s.u32 [%s], r%d", scope, location, to);
}

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
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    .load = load,
    .store = store,
    .exchange = exchange,
    .increment = increment,
};
