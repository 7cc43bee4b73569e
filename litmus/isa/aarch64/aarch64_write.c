/* Tests' threads in AArch64. Registers are taken as the diy tools take them, so that
 * states compare. */
#include "litmus/isa/aarch64/aarch64.h"

enum { REGISTERS = 29 }; /* X29 and X30: frame and link (AAPCS64) */

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, REGISTERS);
}

/* ---- addresses and values ------------------------------------------------ */

static void place_address(cm_writer *w, int location, int reg)
{
    w->address[location] = reg;
    cm_text_append(w->init, " %d:X%d=%s;", w->thread, reg, cm_writer_location(w, location));
}

static int address_of(cm_writer *w, int location)
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
    cm_writer_row(w, "EOR W%d,W%d,W%d", zero, need.reg, need.reg);
    return zero;
}

/* The operand in brackets. Only plain loads and stores take an index (Arm ARM
 * C6.2: LDAR, LDAPR, STLR and SWP have a base register only). */
static const char *operand_of(cm_writer *w, int location, int index, bool indexed)
{
    int base = address_of(w, location);
    if (index < 0)
        return cm_arena_printf(w->work->arena, "[X%d]", base);
    if (indexed)
        return cm_arena_printf(w->work->arena, "[X%d,W%d,SXTW]", base, index);
    int sum = new_register(w);
    cm_writer_row(w, "ADD X%d,X%d,W%d,SXTW", sum, base, index);
    return cm_arena_printf(w->work->arena, "[X%d]", sum);
}

/* The value to write in a register: with a data dependency, zero plus it. */
static int value_of(cm_writer *w, unsigned value, bool depends, int zero)
{
    if (depends) {
        cm_writer_row(w, "ADD W%d,W%d,#%u", zero, zero, value);
        return zero;
    }
    int reg = new_register(w);
    cm_writer_row(w, "MOV W%d,#%u", reg, value);
    return reg;
}

static const char *register_named(cm_writer *w, int reg)
{
    return cm_arena_printf(w->work->arena, "X%d", reg);
}

/* ---- instructions --------------------------------------------------------- */

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    bool plain = a->order != 'A' && a->order != 'Q';
    int index = zero_of(w, need);
    int to = new_register(w);
    const char *operand = operand_of(w, a->location, index, plain);
    cm_writer_row(w, "%s W%d,%s", plain ? "LDR" : a->order == 'A' ? "LDAR" : "LDAPR", to, operand);
    *reg = register_named(w, to);
    return to;
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool release = a->order == 'L', data = need.any && need.data;
    int zero = zero_of(w, need);
    int value = value_of(w, a->value, data, zero);
    const char *operand = operand_of(w, a->location, data ? -1 : zero, !release);
    cm_writer_row(w, "%s W%d,%s", release ? "STLR" : "STR", value, operand);
}

static int exchange(cm_writer *w, const cm_write_access *read, const cm_write_access *write,
                    cm_write_need need, const char **reg)
{
    int index = zero_of(w, need);
    int value = value_of(w, write->value, false, -1);
    int to = new_register(w);
    const char *operand = operand_of(w, read->location, index, false);
    cm_writer_row(w, "SWP%s%s W%d,W%d,%s", read->order == 'A' ? "A" : "",
                  write->order == 'L' ? "L" : "", value, to, operand);
    *reg = register_named(w, to);
    return to;
}

/* W0 is the 1 to add. */
static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    bool first = w->begun == 0;
    if (first)
        (void)new_register(w);
    int to = new_register(w);
    const char *operand = operand_of(w, a->location, -1, true);
    if (!split) {
        if (first)
            cm_text_append(w->init, " %d:X0=1;", w->thread);
        cm_writer_row(w, "LDADD W0,W%d,%s", to, operand);
        return;
    }
    cm_writer_row(w, "LDR W%d,%s", to, operand);
    cm_writer_row(w, "ADD W%d,W%d,#1", to, to);
    cm_writer_row(w, "STR W%d,%s", to, operand);
}

static void branch(cm_writer *w, int reg, bool isb)
{
    const char *label = cm_writer_label(w);
    cm_writer_row(w, "CBNZ W%d,%s", reg, label);
    cm_writer_row(w, "%s:", label);
    if (isb)
        cm_writer_row(w, "ISB");
}

/* ---- what there is ---------------------------------------------------------- */

/* Arm ARM C6.2: DMB, DSB, ISB. */
#define DOMAIN(NAME)                                                                               \
    {"DMB." NAME, "DMB " NAME, NULL, 0},                                                           \
    {                                                                                              \
        "DSB." NAME, "DSB " NAME, NULL, 0                                                          \
    }

/* clang-format off */
enum { FULL = 0, LOADS = 2, STORES = 4 };
static const cm_write_fence fences[] = {
    DOMAIN("SY"), DOMAIN("LD"), DOMAIN("ST"),
    DOMAIN("ISH"), DOMAIN("ISHLD"), DOMAIN("ISHST"),
    DOMAIN("OSH"), DOMAIN("OSHLD"), DOMAIN("OSHST"),
    DOMAIN("NSH"), DOMAIN("NSHLD"), DOMAIN("NSHST"),
    {"ISB", "ISB", NULL, 0},
    {NULL, NULL, NULL, 0}};
/* clang-format on */

static const char *const axes[] = {"order=rlx,rel-acq", "fence=none,dmb.sy", NULL};

/* Release and the stronger ones order reads and writes before with writes after, which
 * only DMB SY does (Arm ARM B2.3, barrier-ordered-before). */
const cm_isa_writer cm_a64_writer = {
    .orders = "PAQL",
    .dependencies = true,
    .isb = "Isb",
    .alone = true,
    .compound = true,
    .fences = fences,
    .axes = axes,
    .full = &fences[FULL],
    .stores = &fences[STORES],
    .loads = &fences[LOADS],
    .least_stores = &fences[STORES],
    .least_loads = &fences[LOADS],
    .instead = {[CM_WRITE_SC] = &fences[FULL],
                [CM_WRITE_ACQ_REL] = &fences[FULL],
                [CM_WRITE_ACQUIRE] = &fences[LOADS],
                [CM_WRITE_RELEASE] = &fences[FULL]},
    .mark = "",
    .load = load,
    .store = store,
    .exchange = exchange,
    .increment = increment,
    .branch = branch,
    .place_address = place_address,
};
