/* Tests' threads in AArch64. Registers are taken as the diy tools take them, so that
 * states compare. */
#include "litmus/isa/aarch64/aarch64.h"

enum { REGISTERS = 29 };              /* X29 and X30: frame and link (AAPCS64) */
enum { SPARE_ADDRESS, SPARE_STATUS }; /* of cm_writer.spare */
enum { IMMEDIATE = 4096 };            /* diy moves no constant as large as that */

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, REGISTERS);
}

static int spare_register(cm_writer *w, int which)
{
    if (w->spare[which] < 0)
        w->spare[which] = new_register(w);
    return w->spare[which];
}

static const char *register_named(cm_writer *w, int reg)
{
    return cm_arena_printf(w->work->arena, "X%d", reg);
}

/* ---- sizes --------------------------------------------------------------- */

/* The letter of registers for what has no size of its own. */
static char natural(const cm_writer *w)
{
    return w->natural == 8 ? 'X' : 'W';
}

static char letter_of(const cm_writer *w, const cm_write_access *a)
{
    if (a->size == 0)
        return natural(w);
    return a->size == 'q' ? 'X' : 'W';
}

/* What an instruction's name ends with. */
static const char *suffix_of(const cm_write_access *a)
{
    return a->size == 'b' ? "B" : a->size == 'h' ? "H" : "";
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

/* Selected on the flags of a comparison with itself: 0 either way. */
static int select_zero(cm_writer *w, int reg)
{
    int zero = new_register(w);
    char n = natural(w);
    cm_writer_row(w, "CMP %c%d,%c%d", n, reg, n, reg);
    cm_writer_row(w, "CSEL %c%d,%cZR,%cZR,EQ", n, zero, n, n);
    return zero;
}

/* A register that is 0 and depends on need.reg, or -1. */
static int zero_of(cm_writer *w, cm_write_need need)
{
    if (!need.any)
        return -1;
    if (need.csel)
        return select_zero(w, need.reg);
    int zero = new_register(w);
    char n = natural(w);
    cm_writer_row(w, "EOR %c%d,%c%d,%c%d", n, zero, n, need.reg, n, need.reg);
    return zero;
}

/* How an index stands behind a base: a word is extended. */
static const char *index_text(cm_writer *w, int index)
{
    return cm_arena_printf(w->work->arena, w->natural == 8 ? "X%d" : "W%d,SXTW", index);
}

/* The register that holds the address with index and offset added, for instructions
 * that have a base only (Arm ARM C6.2: LDAR, LDAPR, STLR, exclusives, atomics). */
static int add_to_base(cm_writer *w, int base, int index, unsigned offset)
{
    int sum = base;
    if (offset) {
        sum = spare_register(w, SPARE_ADDRESS);
        cm_writer_row(w, "ADD X%d,X%d,#%u", sum, base, offset);
    }
    if (index >= 0) {
        int from = sum;
        sum = spare_register(w, SPARE_ADDRESS);
        cm_writer_row(w, "ADD X%d,X%d,%s", sum, from, index_text(w, index));
    }
    return sum;
}

/* The operand in brackets of a plain load or store: base and offset, or base and index. */
static const char *plain_operand(cm_writer *w, const cm_write_access *a, int index)
{
    cm_arena *arena = w->work->arena;
    int base = address_of(w, a->location);
    if (index >= 0 && a->size == 0)
        return cm_arena_printf(arena, "[X%d,%s]", base, index_text(w, index));
    if (index >= 0 && a->offset)
        cm_writer_row(w, "ADD X%d,X%d,#%u", index, index, a->offset);
    if (index >= 0)
        return cm_arena_printf(arena, "[X%d,X%d]", base, index);
    if (a->offset)
        return cm_arena_printf(arena, "[X%d,#%u]", base, a->offset);
    return cm_arena_printf(arena, "[X%d]", base);
}

static const char *operand_of(cm_writer *w, const cm_write_access *a, int index, bool plain)
{
    if (plain)
        return plain_operand(w, a, index);
    int base = add_to_base(w, address_of(w, a->location), index, a->offset);
    return cm_arena_printf(w->work->arena, "[X%d]", base);
}

/* A register that holds the value. */
static int value_in(cm_writer *w, char letter, uint64_t value)
{
    if (value >= IMMEDIATE)
        return cm_writer_constant(w, value, new_register, 'X');
    int reg = new_register(w);
    cm_writer_row(w, "MOV %c%d,#%u", letter, reg, (unsigned)value);
    return reg;
}

/* The same in a register of its own, which an instruction will write. */
static int fresh_value_in(cm_writer *w, char letter, uint64_t value)
{
    int from = value_in(w, letter, value);
    if (value < IMMEDIATE)
        return from;
    int reg = new_register(w);
    cm_writer_row(w, "MOV %c%d,%c%d", letter, reg, letter, from);
    return reg;
}

/* The value to write, in a register that depends on another: zero plus the value. */
static int dependent_value(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    char letter = letter_of(w, a);
    if (a->size == 0) {
        int zero = zero_of(w, need);
        cm_writer_row(w, "ADD %c%d,%c%d,#%u", letter, zero, letter, zero, (unsigned)a->value);
        return zero;
    }
    int value = value_in(w, letter, a->value), zero = zero_of(w, need);
    cm_writer_row(w, "ADD %c%d,%c%d,%c%d", letter, zero, letter, zero, letter, value);
    return zero;
}

/* ---- loads and stores ------------------------------------------------------ */

static bool acquires(char order)
{
    return order == 'A' || order == 'b';
}

static bool releases(char order)
{
    return order == 'L' || order == 'b';
}

static const char *load_name(const cm_write_access *a)
{
    if (a->exclusive)
        return acquires(a->order) ? "LDAXR" : "LDXR";
    return a->order == 'A' ? "LDAR" : a->order == 'Q' ? "LDAPR" : "LDR";
}

static int load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    bool plain = !a->exclusive && a->order != 'A' && a->order != 'Q';
    int index = zero_of(w, need);
    int to = new_register(w);
    const char *operand = operand_of(w, a, index, plain);
    cm_writer_row(w, "%s%s %c%d,%s", load_name(a), suffix_of(a), letter_of(w, a), to, operand);
    *reg = register_named(w, to);
    return to;
}

/* "STR ", "STLXR W3,": with the register that says whether an exclusive one was done. */
static const char *store_name(cm_writer *w, const cm_write_access *a)
{
    cm_arena *arena = w->work->arena;
    const char *release = releases(a->order) ? "L" : "";
    if (!a->exclusive)
        return cm_arena_printf(arena, "ST%sR%s ", release, suffix_of(a));
    int status = new_register(w);
    cm_writer_status(w, register_named(w, status));
    return cm_arena_printf(arena, "ST%sXR%s W%d,", release, suffix_of(a), status);
}

static void store(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    bool plain = !a->exclusive && !releases(a->order), data = need.any && need.data;
    int index = data ? -1 : zero_of(w, need);
    char letter = letter_of(w, a);
    int value = data ? dependent_value(w, a, need) : value_in(w, letter, a->value);
    const char *operand = operand_of(w, a, index, plain);
    cm_writer_row(w, "%s%c%d,%s", store_name(w, a), letter, value, operand);
}

/* ---- exclusive pairs --------------------------------------------------------- */

/* The register that says whether the store was done. */
static int status_register(cm_writer *w)
{
    if (w->pairs != CM_PAIRS_BARE)
        return spare_register(w, SPARE_STATUS);
    int status = new_register(w);
    cm_writer_status(w, register_named(w, status));
    return status;
}

static void pair(cm_writer *w, const cm_write_access *read, const cm_write_access *write, int to,
                 int value, int base)
{
    int status = status_register(w);
    const char *loop = w->pairs == CM_PAIRS_LOOP ? cm_writer_label(w, "Loop") : NULL;
    char letter = letter_of(w, read);
    if (loop)
        cm_writer_row(w, "%s:", loop);
    cm_writer_row(w, "LD%sXR%s %c%d,[X%d]", acquires(read->order) ? "A" : "", suffix_of(read),
                  letter, to, base);
    cm_writer_row(w, "ST%sXR%s W%d,%c%d,[X%d]", releases(write->order) ? "L" : "", suffix_of(write),
                  status, letter, value, base);
    if (loop)
        cm_writer_row(w, "CBNZ W%d,%s", status, loop);
    else if (w->pairs == CM_PAIRS_ONCE)
        cm_writer_row(w, "CBNZ W%d,Fail%d", status, w->thread);
    w->may_fail = w->may_fail || w->pairs == CM_PAIRS_ONCE;
}

static int exclusive(cm_writer *w, const cm_write_access *a, bool store, cm_write_need need,
                     const char **reg)
{
    bool data = need.any && need.data;
    int index = data ? -1 : zero_of(w, need);
    int value = data ? dependent_value(w, a, need) : -1;
    int base = add_to_base(w, address_of(w, a->location), index, a->offset);
    if (store && !data)
        value = value_in(w, letter_of(w, a), a->value);
    int to = new_register(w);
    pair(w, a, a, to, store ? value : to, base);
    *reg = register_named(w, to);
    return to;
}

/* A store of 0 to `ok` where an exclusive one was not done. */
static void finish(cm_writer *w)
{
    if (!w->may_fail)
        return;
    cm_writer_row(w, "B Exit%d", w->thread);
    cm_writer_row(w, "Fail%d:", w->thread);
    int value = new_register(w), ok = new_register(w);
    cm_writer_row(w, "MOV W%d,#0", value);
    cm_writer_row(w, "STR W%d,[X%d]", value, ok);
    cm_writer_row(w, "Exit%d:", w->thread);
    cm_text_append(w->init, " %d:X%d=ok;", w->thread, ok);
}

/* ---- read-modify-writes --------------------------------------------------------- */

/* What it is given, dependent on a register where there is data to depend on. */
static int given_value(cm_writer *w, const cm_write_access *write, cm_write_need need)
{
    char letter = letter_of(w, write);
    bool data = need.any && need.data;
    int value = data ? fresh_value_in(w, letter, write->value) : value_in(w, letter, write->value);
    if (data) {
        int zero = zero_of(w, need);
        cm_writer_row(w, "ADD %c%d,%c%d,%c%d", letter, value, letter, value, letter, zero);
    }
    return value;
}

/* The atomics of FEAT_LSE. `to`: the register of what was read; of CAS also of what is
 * expected; -1: none. */
static void atomic(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                   const cm_write_access *write, int to, int value, int base)
{
    char letter = letter_of(w, write);
    const char *text =
        cm_arena_printf(w->work->arena, "%s%s%s%s", rmw->text, acquires(read->order) ? "A" : "",
                        releases(write->order) ? "L" : "", suffix_of(write));
    if (rmw->kind == CM_WRITE_UPDATE)
        cm_writer_row(w, "%s %c%d,[X%d]", text, letter, value, base);
    else if (rmw->kind == CM_WRITE_TRY)
        cm_writer_row(w, "%s %cZR,%c%d,[X%d]", text, letter, letter, value, base);
    else if (rmw->kind == CM_WRITE_CAS)
        cm_writer_row(w, "%s %c%d,%c%d,[X%d]", text, letter, to, letter, value, base);
    else
        cm_writer_row(w, "%s %c%d,%c%d,[X%d]", text, letter, value, letter, to, base);
}

static int exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg)
{
    int index = need.data ? -1 : zero_of(w, need);
    int base = add_to_base(w, address_of(w, read->location), index, 0);
    int to = -1;
    if (rmw->kind == CM_WRITE_CAS)
        to = fresh_value_in(w, letter_of(w, read), read->value);
    else if (cm_write_rmw_gives(rmw))
        to = new_register(w);
    int value = given_value(w, write, need);
    base = add_to_base(w, base, -1, read->offset);
    if (rmw->kind == CM_WRITE_PAIR)
        pair(w, read, write, to, value, base);
    else
        atomic(w, rmw, read, write, to, value, base);
    *reg = to < 0 ? NULL : register_named(w, to);
    return to;
}

/* W0 is the 1 to add. */
static void increment(cm_writer *w, const cm_write_access *a, bool split)
{
    bool first = w->begun == 0;
    if (first)
        (void)new_register(w);
    int to = new_register(w);
    const char *operand = operand_of(w, a, -1, true);
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
    const char *label = cm_writer_label(w, "LC");
    cm_writer_row(w, "CBNZ %c%d,%s", natural(w), reg, label);
    cm_writer_row(w, "%s:", label);
    if (isb)
        cm_writer_row(w, "ISB");
}

/* ---- what there is ---------------------------------------------------------- */

/* Arm ARM C6.2: DMB, DSB, ISB. */
#define DOMAIN(NAME)                                                                               \
    {"DMB." NAME, "DMB " NAME, 0, 0},                                                              \
    {                                                                                              \
        "DSB." NAME, "DSB " NAME, 0, 0                                                             \
    }

/* clang-format off */
enum { FULL = 0, LOADS = 2, STORES = 4 };
static const cm_write_fence fences[] = {
    DOMAIN("SY"), DOMAIN("LD"), DOMAIN("ST"),
    DOMAIN("ISH"), DOMAIN("ISHLD"), DOMAIN("ISHST"),
    DOMAIN("OSH"), DOMAIN("OSHLD"), DOMAIN("OSHST"),
    DOMAIN("NSH"), DOMAIN("NSHLD"), DOMAIN("NSHST"),
    {"ISB", "ISB", 0, 0},
    {NULL, NULL, 0, 0}};

/* Arm ARM C6.2: SWP, CAS (also with ZR for what is expected), LD<op>, ST<op>. */
static const cm_write_rmw rmws[] = {
    {"LxSx", NULL, CM_WRITE_PAIR, CM_WRITE_NEW},
    {"Rmw", NULL, CM_WRITE_PAIR, CM_WRITE_NEW},
    {"Amo.Swp", "SWP", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
    {"Amo.Cas", "CAS", CM_WRITE_CAS, CM_WRITE_NEW},
    {"Amo.LdAdd", "LDADD", CM_WRITE_FETCH, CM_WRITE_ADD},
    {"Amo.LdEor", "LDEOR", CM_WRITE_FETCH, CM_WRITE_EOR},
    {"Amo.LdSet", "LDSET", CM_WRITE_FETCH, CM_WRITE_SET},
    {"Amo.LdClr", "LDCLR", CM_WRITE_FETCH, CM_WRITE_CLR},
    {"Amo.StCas", "CAS", CM_WRITE_TRY, CM_WRITE_NEW},
    {"Amo.StAdd", "STADD", CM_WRITE_UPDATE, CM_WRITE_ADD},
    {"Amo.StEor", "STEOR", CM_WRITE_UPDATE, CM_WRITE_EOR},
    {"Amo.StSet", "STSET", CM_WRITE_UPDATE, CM_WRITE_SET},
    {"Amo.StClr", "STCLR", CM_WRITE_UPDATE, CM_WRITE_CLR},
    {NULL, NULL, CM_WRITE_PAIR, CM_WRITE_NEW}};
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
    CM_WRITE_CPU_FENCES(fences, FULL, LOADS, STORES),
    .rmws = rmws,
    .sizes = true,
    .halves = true,
    .axes = axes,
    .instead = {[CM_WRITE_SC] = &fences[FULL],
                [CM_WRITE_ACQ_REL] = &fences[FULL],
                [CM_WRITE_ACQUIRE] = &fences[LOADS],
                [CM_WRITE_RELEASE] = &fences[FULL]},
    .mark = "",
    .load = load,
    .store = store,
    .exchange = exchange,
    .exclusive = exclusive,
    .increment = increment,
    .branch = branch,
    .select = select_zero,
    .finish = finish,
    .place_address = place_address,
};
