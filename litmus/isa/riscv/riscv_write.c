/* Tests' threads in RISC-V. Registers are taken and instructions chosen as the diy tools
 * do, so that states compare. */
#include "litmus/isa/riscv/riscv.h"

enum { FIRST = 5, REGISTERS = 32 }; /* below t0: zero, ra, sp, gp, tp */

static int new_register(cm_writer *w)
{
    if (w->begun < FIRST)
        w->begun = FIRST;
    return cm_writer_register(w, REGISTERS);
}

/* ---- orders ---------------------------------------------------------------- */

/* Letters as in litmus/isa/write.h; those of RISC-V's own annotations are a (Aq), l (Rl)
 * and b (AR: both). */
static bool acquires(char order)
{
    return order == 'A' || order == 'a' || order == 'b';
}

static bool releases(char order)
{
    return order == 'L' || order == 'l' || order == 'b';
}

/* ---- addresses and values ---------------------------------------------------- */

/* Numbers below those that tests use are moved there. */
static void place_address(cm_writer *w, int location, int reg)
{
    if (reg < FIRST)
        reg += FIRST;
    w->address[location] = reg;
    cm_text_append(w->init, " %d:x%d=%s;", w->thread, reg, cm_writer_location(w, location));
}

static int base_of(cm_writer *w, int location)
{
    if (w->address[location] < 0)
        place_address(w, location, new_register(w));
    return w->address[location];
}

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    if (!need.any)
        return -1;
    int zero = new_register(w);
    cm_writer_row(w, "xor x%d,x%d,x%d", zero, need.reg, need.reg);
    return zero;
}

/* The register that holds the address, index added. */
static int address_of(cm_writer *w, int location, int index)
{
    int base = base_of(w, location);
    if (index < 0)
        return base;
    int sum = new_register(w);
    cm_writer_row(w, "add x%d,x%d,x%d", sum, base, index);
    return sum;
}

static void set_value(cm_writer *w, int reg, uint64_t value, bool depends)
{
    cm_writer_row(w, "ori x%d,x%d,%u", reg, depends ? reg : 0, (unsigned)value);
}

static const char *register_named(cm_writer *w, int reg)
{
    return cm_arena_printf(w->work->arena, "x%d", reg);
}

/* ---- instructions --------------------------------------------------------- */

/* With both annotations it is an AMO that changes nothing, as diy has it. */
static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    int index = zero_of(w, need), to = new_register(w);
    int from = address_of(w, a->location, index);
    if (a->order == 'b')
        cm_writer_row(w, "amoor.w.aq.rl x%d,x0,(x%d)", to, from);
    else
        cm_writer_row(w, "lw%s x%d,0(x%d)", acquires(a->order) ? ".aq" : "", to, from);
    *reg = register_named(w, to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool data = need.any && need.data;
    int zero = zero_of(w, need);
    int value = data ? zero : new_register(w);
    set_value(w, value, a->value, data);
    int to = address_of(w, a->location, data ? -1 : zero);
    if (a->order == 'b')
        cm_writer_row(w, "amoswap.w.aq.rl x0,x%d,(x%d)", value, to);
    else
        cm_writer_row(w, "sw%s x%d,0(x%d)", releases(a->order) ? ".rl" : "", value, to);
}

/* An exclusive pair, with the suffixes of the load's and the store's orders. */
static void pair(cm_writer *w, const char *aq, const char *rl, int to, int value, int at)
{
    bool bare = w->pairs == CM_PAIRS_BARE;
    int *spare = &w->spare[0];
    if (bare || *spare < 0)
        *spare = new_register(w);
    const char *loop = w->pairs == CM_PAIRS_LOOP ? cm_writer_label(w, "Loop") : NULL;
    if (loop)
        cm_writer_row(w, "%s:", loop);
    cm_writer_row(w, "lr.w%s x%d,0(x%d)", aq, to, at);
    cm_writer_row(w, "sc.w%s x%d,x%d,0(x%d)", rl, *spare, value, at);
    if (bare)
        cm_writer_status(w, register_named(w, *spare));
    else if (loop)
        cm_writer_row(w, "bne x%d,x0,%s", *spare, loop);
    else
        cm_writer_row(w, "bne x%d,x0,Fail%d", *spare, w->thread);
    w->may_fail = w->may_fail || (!bare && !loop);
}

static int exclusive(cm_writer *w, const cm_write_access *a, bool store, cm_write_need need,
                     const char **reg)
{
    int index = zero_of(w, need), value = -1;
    bool data = need.any && need.data;
    int at = address_of(w, a->location, data ? -1 : index);
    if (store) {
        value = data ? index : new_register(w);
        set_value(w, value, a->value, data);
    }
    int to = new_register(w);
    pair(w, acquires(a->order) ? ".aq" : "", releases(a->order) ? ".rl" : "", to,
         store ? value : to, at);
    *reg = register_named(w, to);
    return to;
}

static void finish(cm_writer *w)
{
    if (!w->may_fail)
        return;
    int zero = new_register(w), ok = new_register(w);
    cm_writer_row(w, "beq x0,x0,Exit%d", w->thread);
    cm_writer_row(w, "Fail%d:", w->thread);
    set_value(w, zero, 0, false);
    cm_writer_row(w, "sw x%d,0(x%d)", zero, ok);
    cm_writer_row(w, "Exit%d:", w->thread);
    cm_text_append(w->init, " %d:x%d=ok;", w->thread, ok);
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    int index = zero_of(w, need);
    int at = address_of(w, read->location, index);
    int to = new_register(w), value = new_register(w);
    if (rmw->kind == CM_WRITE_PAIR) {
        set_value(w, value, write->value, false);
        pair(w, acquires(read->order) ? ".aq" : "", releases(write->order) ? ".rl" : "", to, value,
             at);
        *reg = register_named(w, to);
        return to;
    }
    bool aq = acquires(read->order) || write->order == 'b';
    bool rl = releases(write->order) || read->order == 'b';
    set_value(w, value, write->value, false);
    cm_writer_row(w, "amoswap.w%s%s x%d,x%d,(x%d)", aq ? ".aq" : "", rl ? ".rl" : "", to, value,
                  at);
    *reg = register_named(w, to);
    return to;
}

static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    int at = address_of(w, a->location, -1), to = new_register(w);
    if (!split) {
        int one = new_register(w);
        set_value(w, one, 1, false);
        cm_writer_row(w, "amoadd.w x%d,x%d,(x%d)", to, one, at);
        return;
    }
    cm_writer_row(w, "lw x%d,0(x%d)", to, at);
    cm_writer_row(w, "addi x%d,x%d,1", to, to);
    cm_writer_row(w, "sw x%d,0(x%d)", to, at);
}

static void branch(cm_writer *w, int reg, bool isb)
{
    const char *label = cm_writer_label(w, "LC");
    cm_writer_row(w, "bne x%d,x0,%s", reg, label);
    cm_writer_row(w, "%s:", label);
    if (isb)
        cm_writer_row(w, "fence.i");
}

/* ---- what there is ---------------------------------------------------------- */

static const cm_write_rmw rmws[] = {
    {"Rmw", "amoswap.w", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
    {"Amo.Swp", "amoswap.w", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
    {"LxSx", NULL, CM_WRITE_PAIR, CM_WRITE_NEW},
    {NULL, NULL, CM_WRITE_PAIR, CM_WRITE_NEW},
};

#define FENCE(P, S)                                                                                \
    {                                                                                              \
        "Fence." #P "." #S, "fence " #P "," #S, 0, 0                                               \
    }

/* clang-format off */
enum { FULL = 0, LOADS = 1, STORES = 2, RELEASE = 3, TSO = 9 };
static const cm_write_fence fences[] = {
    FENCE(rw, rw), FENCE(r, rw), FENCE(w, w), FENCE(rw, w),
    FENCE(r, r), FENCE(r, w), FENCE(w, r), FENCE(w, rw), FENCE(rw, r),
    {"Fence.tso", "fence.tso", 0, 0},
    {"Fence.i", "fence.i", 0, 0},
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const char *const axes[] = {"order=rlx,rel-acq", "fence=none,fence.rw.rw", NULL};

/* In place of a fence that acquires or releases: what the manual maps those of C++ to
 * ("Mappings from C/C++ primitives to RISC-V primitives"). */
const cm_isa_writer cm_rv_writer = {
    .orders = "PALalb",
    .dependencies = true,
    .isb = "FenceI",
    .alone = true,
    .compound = true,
    CM_WRITE_CPU_FENCES(fences, FULL, LOADS, STORES),
    .rmws = rmws,
    .axes = axes,
    .instead = {[CM_WRITE_SC] = &fences[FULL],
                [CM_WRITE_ACQ_REL] = &fences[TSO],
                [CM_WRITE_ACQUIRE] = &fences[LOADS],
                [CM_WRITE_RELEASE] = &fences[RELEASE]},
    .mark = ".riscv",
    .load = load,
    .store = store,
    .exchange = exchange,
    .exclusive = exclusive,
    .finish = finish,
    .increment = increment,
    .branch = branch,
    .place_address = place_address,
};
