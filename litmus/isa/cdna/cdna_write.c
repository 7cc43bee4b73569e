/* Tests' threads in CDNA: accesses and fences by order and scope, as LLVM's table has them
 * (AMDGPUUsage, "Memory Model GFX942", code sequences of the global address space without
 * tgsplit). Plain accesses of cycles are relaxed ones; K asks for those at no scope.
 *
 * The address of location N is in s[2N:2N+1], and v0, which is 0, or what a dependency has made
 * 0, is added to it. */
#include "litmus/isa/cdna/cdna.h"

enum { PLACED = CM_CDNA_VGPRS }; /* in cm_writer.address: no vector register has that number */

/* v0 stays 0. */
static int new_register(cm_writer *w)
{
    if (w->begun == 0)
        w->begun = 1;
    return cm_writer_register(w, CM_CDNA_VGPRS);
}

/* ---- scopes ------------------------------------------------------------------- */

/* A level that CDNA has not keeps the word of tests, which its reader refuses. */
static const char *bits_of(cm_writer *w, cm_scope scope)
{
    return scope == CM_SCOPE_CTA      ? " sc0"
           : scope == CM_SCOPE_DEVICE ? " sc1"
           : scope == CM_SCOPE_SYS    ? " sc0 sc1"
                                   : cm_arena_printf(w->work->arena, " %s", cm_scope_name(scope));
}

static const char *bits_of_access(cm_writer *w, const cm_write_access *a)
{
    return a->order == 'K' ? "" : bits_of(w, a->scope);
}

/* An atomic operation is done beyond the L1: only the system has a bit. */
static const char *bits_of_atomic(cm_scope scope)
{
    return scope == CM_SCOPE_SYS ? " sc1" : "";
}

/* What stands before a store that releases, and after a load that acquires. */
static void release(cm_writer *w, cm_scope scope)
{
    if (scope != CM_SCOPE_CTA)
        cm_writer_row(w, "buffer_wbl2%s", bits_of(w, scope));
    cm_writer_row(w, "s_waitcnt %slgkmcnt(0)", scope == CM_SCOPE_CTA ? "" : "vmcnt(0) ");
}

static void acquire(cm_writer *w, cm_scope scope)
{
    if (scope == CM_SCOPE_CTA)
        return;
    cm_writer_row(w, "s_waitcnt vmcnt(0)");
    cm_writer_row(w, "buffer_inv%s", bits_of(w, scope));
}

/* ---- operands ------------------------------------------------------------------ */

/* What is used has been waited for. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    if (need.any)
        cm_writer_row(w, "s_waitcnt vmcnt(0)");
    return cm_writer_zero(w, need, new_register, "v_xor_b32 v", ", v");
}

/* The pair with the location's address. */
static const char *pair_of(cm_writer *w, int location)
{
    int first = 2 * location;
    if (first + 1 >= CM_CDNA_SGPRS)
        cm_fail(w->work, w->place, "thread %d needs too many addresses, expected at most %d",
                w->thread, CM_CDNA_SGPRS / 2);
    const char *pair = cm_arena_printf(w->work->arena, "s[%d:%d]", first, first + 1);
    if (w->address[location] < 0)
        cm_text_append(w->init, " %d:%s=%s;", w->thread, pair, cm_writer_location(w, location));
    w->address[location] = PLACED;
    return pair;
}

/* A register that holds the value from the beginning. */
static int constant(cm_writer *w, uint64_t value)
{
    return cm_writer_constant(w, value, new_register, 'v');
}

static int index_of(int zero)
{
    return zero < 0 ? 0 : zero;
}

/* ---- instructions ---------------------------------------------------------------- */

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int zero = zero_of(w, need);
    int to = new_register(w);
    cm_writer_row(w, "global_load_dword v%d, v%d, %s%s", to, index_of(zero),
                  pair_of(w, a->location), bits_of_access(w, a));
    if (a->order == 'A')
        acquire(w, a->scope);
    *reg = cm_arena_printf(w->work->arena, "v%d", to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    int zero = zero_of(w, need);
    int value = constant(w, a->value), index = index_of(zero);
    if (need.any && need.data) {
        cm_writer_row(w, "v_add_u32 v%d, v%d, v%d", zero, zero, value);
        value = zero;
        index = 0;
    }
    if (a->order == 'L')
        release(w, a->scope);
    cm_writer_row(w, "global_store_dword v%d, v%d, %s%s", index, value, pair_of(w, a->location),
                  bits_of_access(w, a));
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    int zero = zero_of(w, need);
    int value = constant(w, write->value), to = new_register(w);
    if (write->order == 'L')
        release(w, write->scope);
    cm_writer_row(w, "global_atomic_swap v%d, v%d, v%d, %s sc0%s", to, index_of(zero), value,
                  pair_of(w, read->location), bits_of_atomic(read->scope));
    if (read->order == 'A')
        acquire(w, read->scope);
    *reg = cm_arena_printf(w->work->arena, "v%d", to);
    return to;
}

static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *pair = pair_of(w, a->location), *bits = bits_of(w, a->scope);
    int one = constant(w, 1);
    if (!split) {
        cm_writer_row(w, "global_atomic_add v0, v%d, %s%s", one, pair, bits_of_atomic(a->scope));
        return;
    }
    int sum = new_register(w);
    cm_writer_row(w, "global_load_dword v%d, v0, %s%s", sum, pair, bits);
    cm_writer_row(w, "s_waitcnt vmcnt(0)");
    cm_writer_row(w, "v_add_u32 v%d, v%d, v%d", sum, sum, one);
    cm_writer_row(w, "global_store_dword v0, v%d, %s%s", sum, pair, bits);
}

static void branch(cm_writer *w, int reg, bool isb)
{
    (void)isb;
    const char *label = cm_writer_label(w, "LC");
    cm_writer_row(w, "s_waitcnt vmcnt(0)");
    cm_writer_row(w, "v_cmp_ne_u32 vcc, v%d, v0", reg);
    cm_writer_row(w, "s_cbranch_vccnz %s", label);
    cm_writer_row(w, "%s:", label);
}

/* ---- what there is ------------------------------------------------------------------ */

#define WAITS      "s_waitcnt vmcnt(0) lgkmcnt(0)"
#define WORKGROUP  "s_waitcnt lgkmcnt(0)"
#define BOTH(B)    "buffer_wbl2 " B "; " WAITS "; buffer_inv " B
#define ACQUIRE(B) WAITS "; buffer_inv " B
#define RELEASE(B) "buffer_wbl2 " B "; " WAITS

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    {NAME ".cta", WORKGROUP, CM_SCOPE_CTA, PURPOSE},                                               \
        {NAME ".gpu", TEXT("sc1"), CM_SCOPE_DEVICE, PURPOSE},                                      \
    {                                                                                              \
        NAME ".sys", TEXT("sc0 sc1"), CM_SCOPE_SYS, PURPOSE                                        \
    }

/* One of sequential consistency is, by that table, one that acquires and releases. */
/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.sc", BOTH, CM_WRITE_SC),
    SCOPES("Fence.acq_rel", BOTH, CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", ACQUIRE, CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", RELEASE, CM_WRITE_RELEASE),
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "global_atomic_swap", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,acq_rel.sys", NULL};

const cm_isa_writer cm_cdna_writer = {
    .orders = "PALK",
    .dependencies = true,
    .scopes = true,
    .alone = true,
    .compound = true,
    .suite = "hetero-cdna",
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    .load = load,
    .store = store,
    .exchange = exchange,
    .increment = increment,
    .branch = branch,
};
