/* Tests' threads in PTX (PTX ISA, "ld", "st", "atom"). Plain accesses of cycles are
 * relaxed ones: weak accesses race, and a race hides what a test is about; K asks for
 * them. */
#include "litmus/isa/ptx/ptx.h"

enum { REGISTERS = 1000 };

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, REGISTERS);
}

/* ".relaxed.gpu", ".weak". */
static const char *order_of(cm_writer *w, const cm_write_access *a)
{
    switch (a->order) {
    case 'K':
        return ".weak";
    case 'V':
        return ".volatile";
    default:
        return cm_arena_printf(w->work->arena, ".%s.%s", cm_write_order_word(a->order),
                               cm_scope_name(a->scope));
    }
}

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    return cm_writer_zero(w, need, new_register, "xor.b32 r", ", r");
}

/* What goes into the brackets: the name, or a sum that depends on `zero`. */
static const char *address_of(cm_writer *w, int location, int zero)
{
    const char *name = cm_writer_location(w, location);
    if (zero < 0)
        return name;
    int index = w->wide++, base = w->wide++;
    cm_writer_row(w, "cvt.u64.u32 rd%d, r%d", index, zero);
    cm_writer_row(w, "mov.u64 rd%d, %s", base, name);
    cm_writer_row(w, "add.u64 rd%d, rd%d, rd%d", base, base, index);
    return cm_arena_printf(w->work->arena, "rd%d", base);
}

/* ---- instructions ---------------------------------------------------------- */

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int zero = zero_of(w, need);
    int to = new_register(w);
    const char *address = address_of(w, a->location, zero);
    cm_writer_row(w, "ld%s.u32 r%d, [%s]", order_of(w, a), to, address);
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool data = need.any && need.data;
    int zero = zero_of(w, need);
    const char *address = address_of(w, a->location, data ? -1 : zero);
    const char *order = order_of(w, a);
    if (data) {
        cm_writer_row(w, "add.u32 r%d, r%d, %u", zero, zero, (unsigned)a->value);
        cm_writer_row(w, "st%s.u32 [%s], r%d", order, address, zero);
    } else {
        cm_writer_row(w, "st%s.u32 [%s], %u", order, address, (unsigned)a->value);
    }
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    int zero = zero_of(w, need);
    int to = new_register(w);
    const char *address = address_of(w, read->location, zero);
    bool acquire = read->order == 'A', release = write->order == 'L';
    cm_writer_row(w, "atom.%s.%s.exch.b32 r%d, [%s], %u",
                  acquire && release ? "acq_rel"
                  : acquire          ? "acquire"
                  : release          ? "release"
                                     : "relaxed",
                  cm_scope_name(read->scope), to, address, (unsigned)write->value);
    *reg = cm_arena_printf(w->work->arena, "r%d", to);
    return to;
}

static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *location = cm_writer_location(w, a->location), *scope = cm_scope_name(a->scope);
    int to = new_register(w);
    if (!split) {
        cm_writer_row(w, "atom.relaxed.%s.add.u32 r%d, [%s], 1", scope, to, location);
        return;
    }
    cm_writer_row(w, "ld.relaxed.%s.u32 r%d, [%s]", scope, to, location);
    cm_writer_row(w, "add.u32 r%d, r%d, 1", to, to);
    cm_writer_row(w, "st.relaxed.%s.u32 [%s], r%d", scope, location, to);
}

static void branch(cm_writer *w, int reg, bool isb)
{
    (void)isb;
    int predicate = w->predicates++;
    const char *label = cm_writer_label(w, "LC");
    cm_writer_row(w, "setp.ne.u32 p%d, r%d, 0", predicate, reg);
    cm_writer_row(w, "@p%d bra %s", predicate, label);
    cm_writer_row(w, "%s:", label);
}

/* ---- what there is ----------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    {NAME ".cta", TEXT ".cta", CM_SCOPE_CTA, PURPOSE},                                             \
        {NAME ".cluster", TEXT ".cluster", CM_SCOPE_CLUSTER, PURPOSE},                             \
        {NAME ".gpu", TEXT ".gpu", CM_SCOPE_DEVICE, PURPOSE},                                      \
    {                                                                                              \
        NAME ".sys", TEXT ".sys", CM_SCOPE_SYS, PURPOSE                                            \
    }

static const cm_write_rmw rmws[] = {{"Rmw", "atom.exch", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {"Amo.Swp", "atom.exch", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.sc", "fence.sc", CM_WRITE_SC),
    SCOPES("Fence.acq_rel", "fence.acq_rel", CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "fence.acquire", CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "fence.release", CM_WRITE_RELEASE),
    {"Membar.cta", "membar.cta", CM_SCOPE_CTA, CM_WRITE_SC},
    {"Membar.gl", "membar.gl", CM_SCOPE_DEVICE, CM_WRITE_SC},
    {"Membar.sys", "membar.sys", CM_SCOPE_SYS, CM_WRITE_SC},
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,acq_rel.sys,sc.sys", NULL};

const cm_isa_writer cm_ptx_writer = {
    .orders = "PALKV",
    .dependencies = true,
    .scopes = true,
    .alone = true,
    .compound = true,
    .suite = "hetero",
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    .load = load,
    .store = store,
    .exchange = exchange,
    .increment = increment,
    .branch = branch,
};
