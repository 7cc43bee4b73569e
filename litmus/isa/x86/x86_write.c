/* Tests' threads in X86 (Intel order) and x86-64 (AT&T order): one memory operand and
 * either registers or constants. Registers are taken as the diy tools take them, so
 * that states compare. */
#include "litmus/isa/x86/x86_common.h"

#include <ctype.h>
#include <string.h>

static const char *const names[][2] = {{"EAX", "rax"}, {"EBX", "rbx"}, {"ECX", "rcx"},
                                       {"EDX", "rdx"}, {"ESI", "rsi"}, {"EDI", "rdi"}};
enum { REGISTERS = sizeof names / sizeof *names };

static int new_register(cm_writer *w)
{
    return cm_writer_register(w, REGISTERS);
}

/* ---- X86 ------------------------------------------------------------------ */

static int load_32(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    (void)need;
    int to = new_register(w);
    *reg = names[to][0];
    cm_writer_row(w, "MOV %s,[%s]", *reg, cm_writer_location(w, a->location));
    return to;
}

static void store_32(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    (void)need;
    cm_writer_row(w, "MOV [%s],$%u", cm_writer_location(w, a->location), (unsigned)a->value);
}

static int exchange_32(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                       const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    (void)need;
    int to = new_register(w);
    *reg = names[to][0];
    cm_writer_row(w, "MOV %s,$%u", *reg, (unsigned)write->value);
    cm_writer_row(w, "XCHG [%s],%s", cm_writer_location(w, read->location), *reg);
    return to;
}

/* diy's atomic accesses of X86 are stores: an exchange whose result nobody looks at. */
static int exclusive_store(cm_writer *w, bool store,
                           int (*exchange)(cm_writer *, const cm_write_rmw *,
                                           const cm_write_access *, const cm_write_access *,
                                           cm_write_need, const char **),
                           const cm_write_access *a, const char **reg)
{
    if (!store)
        cm_fail(w->work, w->place, "%s has no exclusive read, expected annotation X of a write",
                cm_isa_for(w->arch)->name);
    int to = exchange(w, NULL, a, a, (cm_write_need){0}, reg);
    *reg = NULL;
    return to;
}

static int exclusive_32(cm_writer *w, const cm_write_access *a, bool store, cm_write_need need,
                        const char **reg)
{
    (void)need;
    return exclusive_store(w, store, exchange_32, a, reg);
}

static void increment_32(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *location = cm_writer_location(w, a->location);
    if (!split) {
        cm_writer_row(w, "LOCK INC [%s]", location);
        return;
    }
    cm_writer_row(w, "MOV EAX,[%s]", location);
    cm_writer_row(w, "ADD EAX,$1");
    cm_writer_row(w, "MOV [%s],EAX", location);
}

/* ---- x86-64 ---------------------------------------------------------------- */

static unsigned bytes_of(const cm_writer *w, const cm_write_access *a)
{
    if (a->size == 0)
        return w->natural ? (unsigned)w->natural : 4;
    return a->size == 'b' ? 1 : a->size == 'h' ? 2 : a->size == 'w' ? 4 : 8;
}

static char suffix_of(unsigned bytes)
{
    return bytes == 1 ? 'b' : bytes == 2 ? 'w' : bytes == 4 ? 'l' : 'q';
}

/* "%al", "%ax", "%eax", "%rax": the part of the register of so many bytes, in AT&T order. */
static const char *att(cm_writer *w, int reg, unsigned bytes)
{
    const char *whole = names[reg][1];
    bool index = whole[2] == 'i'; /* rsi, rdi */
    if (bytes == 8)
        return cm_arena_printf(w->work->arena, "%%%s", whole);
    if (bytes == 4)
        return cm_arena_printf(w->work->arena, "%%e%s", whole + 1);
    if (bytes == 2)
        return cm_arena_printf(w->work->arena, "%%%s", whole + 1);
    return cm_arena_printf(w->work->arena, index ? "%%%c%cl" : "%%%cl", whole[1], whole[2]);
}

/* The location by its name or, with an offset, a register and that, as diy has it. */
static const char *operand_64(cm_writer *w, const cm_write_access *a)
{
    const char *name = cm_writer_location(w, a->location);
    if (a->offset == 0)
        return cm_arena_printf(w->work->arena, "(%s)", name);
    if (w->address[a->location] < 0) {
        int reg = w->address[a->location] = new_register(w);
        cm_text_append(w->init, " %d:%s=%s;", w->thread, names[reg][1], name);
    }
    return cm_arena_printf(w->work->arena, "%u(%%%s)", a->offset,
                           names[w->address[a->location]][1]);
}

static int load_64(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg)
{
    (void)need;
    const char *from = operand_64(w, a);
    unsigned bytes = bytes_of(w, a);
    int to = new_register(w);
    *reg = names[to][1];
    cm_writer_row(w, "mov%c %s,%s", suffix_of(bytes), from, att(w, to, bytes));
    return to;
}

/* A constant of 64 bits goes to memory by way of a register (Intel SDM, MOV). */
static void store_64(cm_writer *w, const cm_write_access *a, cm_write_need need)
{
    (void)need;
    const char *to = operand_64(w, a);
    unsigned bytes = bytes_of(w, a);
    unsigned long long value = a->value;
    bool around = a->order == 'N'; /* the cache: from a register, of 4 or 8 bytes */
    if (around && bytes < 4)
        cm_fail(w->work, w->place, "annotation NT is of %u byte%s, expected 4 or 8", bytes,
                bytes == 1 ? "" : "s");
    if (value <= INT32_MAX && !around) {
        cm_writer_row(w, "mov%c $%llu,%s", suffix_of(bytes), value, to);
        return;
    }
    int reg = new_register(w);
    bool long_value = value > INT32_MAX;
    cm_writer_row(w, long_value ? "movabsq $%llu,%s" : "movl $%llu,%s", value,
                  att(w, reg, long_value ? 8 : 4));
    cm_writer_row(w, around ? "movnti%c %s,%s" : "mov%c %s,%s", suffix_of(bytes),
                  att(w, reg, bytes), to);
}

static int exchange_64(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                       const cm_write_access *write, cm_write_need need, const char **reg)
{
    (void)rmw;
    (void)need;
    const char *at = operand_64(w, read);
    unsigned bytes = bytes_of(w, read);
    int to = new_register(w);
    *reg = names[to][1];
    cm_writer_row(
        w, "mov%s $%llu,%s", write->value > INT32_MAX ? "absq" : (char[]){suffix_of(bytes), '\0'},
        (unsigned long long)write->value, att(w, to, write->value > INT32_MAX ? 8 : bytes));
    cm_writer_row(w, "xchg%c %s,%s", suffix_of(bytes), att(w, to, bytes), at);
    return to;
}

static int exclusive_64(cm_writer *w, const cm_write_access *a, bool store, cm_write_need need,
                        const char **reg)
{
    (void)need;
    return exclusive_store(w, store, exchange_64, a, reg);
}

static void increment_64(cm_writer *w, const cm_write_access *a, bool split)
{
    const char *location = cm_writer_location(w, a->location);
    if (!split) {
        cm_writer_row(w, "lock incl (%s)", location);
        return;
    }
    cm_writer_row(w, "movl (%s),%%eax", location);
    cm_writer_row(w, "addl $1,%%eax");
    cm_writer_row(w, "movl %%eax,(%s)", location);
}

static const char *spell_64(cm_arena *arena, const char *text)
{
    char *lower = cm_arena_text(arena, text, strlen(text));
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return lower;
}

/* ---- what there is --------------------------------------------------------- */

/* Intel SDM volume 3, 9.2.5. */
enum { ALL, OF_STORES, OF_LOADS };
static const cm_write_fence fences[] = {{"MFence", "MFENCE", 0, 0},
                                        {"SFence", "SFENCE", 0, 0},
                                        {"LFence", "LFENCE", 0, 0},
                                        {NULL, NULL, 0, 0}};

static const cm_write_rmw rmws[] = {{"Rmw", "XCHG", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {"Exch", "XCHG", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {"Amo.Swp", "XCHG", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"fence=none,mfence", NULL};

/* TSO orders as acquire and release do, and as all fences but sc: they are nothing. */
#define SHARED                                                                                     \
    .one_order = true, .fences = fences, .rmws = rmws, .axes = axes, .full = &fences[ALL],         \
    .stores = &fences[OF_STORES], .loads = &fences[OF_LOADS], .least_is_usual = true,              \
    .instead = {[CM_WRITE_SC] = &fences[ALL]}, .mark = ".x86"

/* In tests of X86 itself diy has no annotations. */
const cm_isa_writer cm_x86_writer_32 = {
    SHARED,
    .orders = "P",
    .alone = true,
    .load = load_32,
    .store = store_32,
    .exchange = exchange_32,
    .exclusive = exclusive_32,
    .increment = increment_32,
};

const cm_isa_writer cm_x86_writer_64 = {
    SHARED,
    .orders = "PALN",
    .alone = true,
    .compound = true,
    .sizes = true,
    .load = load_64,
    .store = store_64,
    .exchange = exchange_64,
    .exclusive = exclusive_64,
    .increment = increment_64,
    .spell = spell_64,
};
