/* Tests' threads in RISC-V. Registers are taken and instructions chosen as the diy tools
 * do, so that states compare. */
#include "litmus/isa/riscv/riscv.h"

enum { FIRST = 5, REGISTERS = 32 }; /* below t0: zero, ra, sp, gp, tp */
enum { IMMEDIATE = 2048 };          /* that and more does not fit into an instruction */

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

/* ---- sizes -------------------------------------------------------------------- */

/* The letter of an access of so many bytes; what has no size of its own is a word, or all
 * 8 bytes where others reach as far. What tests write has no bit 7 in a byte: loads with
 * and without a sign are the same. */
static char size_letter(const cm_writer *w, const cm_write_access *a)
{
    if (a->size == 0)
        return w->natural == 8 ? 'd' : 'w';
    return a->size == 'q' ? 'd' : a->size;
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

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    return cm_writer_zero(w, need, new_register, "xor x", ",x");
}

/* The register that holds the address, index added. */
static int address_of(cm_writer *w, int location, int index)
{
    if (w->address[location] < 0)
        place_address(w, location, new_register(w));
    int base = w->address[location];
    if (index < 0)
        return base;
    int sum = new_register(w);
    cm_writer_row(w, "add x%d,x%d,x%d", sum, base, index);
    return sum;
}

/* The same with the offset, for instructions that have none of their own: all but plain
 * loads and stores. */
static int place_of(cm_writer *w, const cm_write_access *a, int index)
{
    int base = address_of(w, a->location, index);
    if (a->offset == 0)
        return base;
    int sum = new_register(w);
    cm_writer_row(w, "addi x%d,x%d,%u", sum, base, a->offset);
    return sum;
}

static void set_value(cm_writer *w, int reg, uint64_t value, bool depends)
{
    cm_writer_row(w, "ori x%d,x%d,%u", reg, depends ? reg : 0, (unsigned)value);
}

/* A register that begins with a value that no instruction holds. */
static int constant(cm_writer *w, uint64_t value)
{
    return cm_writer_constant(w, value, new_register, 'x');
}

/* The value to write, in a register: in `zero`, which depends on something, or of its own. */
static int value_of(cm_writer *w, uint64_t value, int zero)
{
    if (value >= IMMEDIATE && zero < 0)
        return constant(w, value);
    int reg = zero < 0 ? new_register(w) : zero;
    if (value >= IMMEDIATE)
        cm_writer_row(w, "or x%d,x%d,x%d", reg, reg, constant(w, value));
    else
        set_value(w, reg, value, zero >= 0);
    return reg;
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
    bool aq = acquires(a->order), plain = !aq && !a->exclusive;
    int from = plain ? address_of(w, a->location, index) : place_of(w, a, index);
    if (a->exclusive)
        cm_writer_row(w, "lr.%c%s x%d,0(x%d)", size_letter(w, a), aq ? ".aq" : "", to, from);
    else if (a->order == 'b')
        cm_writer_row(w, "amoor.%c.aq.rl x%d,x0,(x%d)", size_letter(w, a), to, from);
    else
        cm_writer_row(w, "l%c%s x%d,%u(x%d)", size_letter(w, a), aq ? ".aq" : "", to,
                      aq ? 0 : a->offset, from);
    *reg = register_named(w, to);
    return to;
}

/* Alone, with a register that says whether it was done. */
static void store_conditional(cm_writer *w, const cm_write_access *a, int value, int at)
{
    int status = new_register(w);
    cm_writer_row(w, "sc.%c%s x%d,x%d,0(x%d)", size_letter(w, a), releases(a->order) ? ".rl" : "",
                  status, value, at);
    cm_writer_status(w, register_named(w, status));
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool data = need.any && need.data, rl = releases(a->order);
    int zero = zero_of(w, need);
    int value = value_of(w, a->value, data ? zero : -1), index = data ? -1 : zero;
    bool plain = !rl && !a->exclusive;
    int to = plain ? address_of(w, a->location, index) : place_of(w, a, index);
    if (a->exclusive)
        store_conditional(w, a, value, to);
    else if (a->order == 'b')
        cm_writer_row(w, "amoswap.%c.aq.rl x0,x%d,(x%d)", size_letter(w, a), value, to);
    else
        cm_writer_row(w, "s%c%s x%d,%u(x%d)", size_letter(w, a), rl ? ".rl" : "", value,
                      rl ? 0 : a->offset, to);
}

/* An exclusive pair, with the suffixes of the load's and the store's orders. */
static void pair(cm_writer *w, char size, const char *aq, const char *rl, int to, int value, int at)
{
    bool bare = w->pairs == CM_PAIRS_BARE;
    int *spare = &w->spare[0];
    if (bare || *spare < 0)
        *spare = new_register(w);
    const char *loop = w->pairs == CM_PAIRS_LOOP ? cm_writer_label(w, "Loop") : NULL;
    if (loop)
        cm_writer_row(w, "%s:", loop);
    cm_writer_row(w, "lr.%c%s x%d,0(x%d)", size, aq, to, at);
    cm_writer_row(w, "sc.%c%s x%d,x%d,0(x%d)", size, rl, *spare, value, at);
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
    int at = place_of(w, a, data ? -1 : index);
    if (store)
        value = value_of(w, a->value, data ? index : -1);
    int to = new_register(w);
    pair(w, size_letter(w, a), acquires(a->order) ? ".aq" : "", releases(a->order) ? ".rl" : "", to,
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
    int at = place_of(w, read, index);
    int to = new_register(w);
    int value = value_of(w, write->value, -1);
    if (rmw->kind == CM_WRITE_PAIR) {
        pair(w, size_letter(w, read), acquires(read->order) ? ".aq" : "",
             releases(write->order) ? ".rl" : "", to, value, at);
        *reg = register_named(w, to);
        return to;
    }
    bool aq = acquires(read->order) || write->order == 'b';
    bool rl = releases(write->order) || read->order == 'b';
    cm_writer_row(w, "amoswap.%c%s%s x%d,x%d,(x%d)", size_letter(w, read), aq ? ".aq" : "",
                  rl ? ".rl" : "", to, value, at);
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
    .sizes = true,
    .pair_sizes = "wq",
    .halves = true,
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
