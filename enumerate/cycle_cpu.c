/* Accesses of cycles in AArch64, X86 (Intel order) and x86-64 (AT&T order).
 * Registers are taken as the diy tools take them, so that states compare. */
#include "enumerate/cycle_emit.h"

#include <ctype.h>
#include <string.h>

/* ---- AArch64 ---------------------------------------------------------- */

enum { AARCH64_REGISTERS = 29 }; /* X29 and X30: frame and link (AAPCS64) */

static int aarch64_new(cm_emit *e)
{
    return cm_emit_register(e, AARCH64_REGISTERS);
}

static int aarch64_address(cm_emit *e, int location)
{
    if (e->address[location] < 0) {
        e->address[location] = aarch64_new(e);
        cm_text_append(e->init, " %d:X%d=%s;", e->thread, e->address[location],
                       cm_cycle_location(e->work->arena, location));
    }
    return e->address[location];
}

/* A register that is 0 and depends on need.reg, or -1. */
static int aarch64_zero(cm_emit *e, cm_emit_need need)
{
    if (!need.any)
        return -1;
    int zero = aarch64_new(e);
    cm_emit_row(e, "EOR W%d,W%d,W%d", zero, need.reg, need.reg);
    return zero;
}

/* The operand in brackets. Only plain loads and stores take an index (Arm ARM
 * C6.2: LDAR, LDAPR, STLR and SWP have a base register only). */
static const char *aarch64_operand(cm_emit *e, int location, int index, bool indexed)
{
    int base = aarch64_address(e, location);
    if (index < 0)
        return cm_arena_printf(e->work->arena, "[X%d]", base);
    if (indexed)
        return cm_arena_printf(e->work->arena, "[X%d,W%d,SXTW]", base, index);
    int sum = aarch64_new(e);
    cm_emit_row(e, "ADD X%d,X%d,W%d,SXTW", sum, base, index);
    return cm_arena_printf(e->work->arena, "[X%d]", sum);
}

static int aarch64_read(cm_emit *e, cm_cycle_node *node, cm_emit_need need)
{
    char order = node->atom.order;
    int index = aarch64_zero(e, need);
    int reg = aarch64_new(e);
    const char *operand = aarch64_operand(e, node->location, index, order != 'A' && order != 'Q');
    cm_emit_row(e, "%s W%d,%s",
                order == 'A'   ? "LDAR"
                : order == 'Q' ? "LDAPR"
                               : "LDR",
                reg, operand);
    node->reg = cm_arena_printf(e->work->arena, "X%d", reg);
    return reg;
}

/* The value to write in a register: with a data dependency, zero plus it. */
static int aarch64_value(cm_emit *e, unsigned value, cm_emit_need need, int zero)
{
    if (need.any && need.dp == CM_DP_DATA) {
        cm_emit_row(e, "ADD W%d,W%d,#%u", zero, zero, value);
        return zero;
    }
    int reg = aarch64_new(e);
    cm_emit_row(e, "MOV W%d,#%u", reg, value);
    return reg;
}

static void aarch64_write(cm_emit *e, const cm_cycle_node *node, cm_emit_need need)
{
    bool release = node->atom.order == 'L';
    int zero = aarch64_zero(e, need);
    int value = aarch64_value(e, node->value, need, zero);
    int index = need.any && need.dp == CM_DP_ADDR ? zero : -1;
    const char *operand = aarch64_operand(e, node->location, index, !release);
    cm_emit_row(e, "%s W%d,%s", release ? "STLR" : "STR", value, operand);
}

static int aarch64_rmw(cm_emit *e, cm_cycle_node *read, const cm_cycle_node *write,
                       cm_emit_need need)
{
    int index = aarch64_zero(e, need);
    int value = aarch64_value(e, write->value, (cm_emit_need){0}, -1);
    int reg = aarch64_new(e);
    const char *operand = aarch64_operand(e, read->location, index, false);
    cm_emit_row(e, "SWP%s%s W%d,W%d,%s", read->atom.order == 'A' ? "A" : "",
                write->atom.order == 'L' ? "L" : "", value, reg, operand);
    read->reg = cm_arena_printf(e->work->arena, "X%d", reg);
    return reg;
}

static void aarch64_branch(cm_emit *e, int reg, bool isb)
{
    const char *label = cm_emit_label(e);
    cm_emit_row(e, "CBNZ W%d,%s", reg, label);
    cm_emit_row(e, "%s:", label);
    if (isb)
        cm_emit_row(e, "ISB");
}

static void fence_as_is(cm_emit *e, const char *text)
{
    cm_emit_row(e, "%s", text);
}

const cm_emit_isa cm_emit_aarch64 = {CM_AARCH64,  aarch64_read,   aarch64_write,
                                     aarch64_rmw, aarch64_branch, fence_as_is};

/* ---- x86 -------------------------------------------------------------- */

/* One memory operand and either registers or constants; no dependencies. */
static const char *const x86_names[][2] = {{"EAX", "rax"}, {"EBX", "rbx"}, {"ECX", "rcx"},
                                           {"EDX", "rdx"}, {"ESI", "rsi"}, {"EDI", "rdi"}};
enum { X86_REGISTERS = sizeof x86_names / sizeof *x86_names };

static const char *location_of(cm_emit *e, const cm_cycle_node *node)
{
    return cm_cycle_location(e->work->arena, node->location);
}

/* "%eax": the register of 32 bits in AT&T order. */
static const char *att(cm_emit *e, int reg)
{
    char *name = cm_arena_printf(e->work->arena, "%%%s", x86_names[reg][1]);
    name[1] = 'e';
    return name;
}

static int x86_new(cm_emit *e, cm_cycle_node *node)
{
    int reg = cm_emit_register(e, X86_REGISTERS);
    node->reg = x86_names[reg][e->arch == CM_X86_64];
    return reg;
}

static int x86_read(cm_emit *e, cm_cycle_node *node, cm_emit_need need)
{
    (void)need;
    int reg = x86_new(e, node);
    cm_emit_row(e, "MOV %s,[%s]", x86_names[reg][0], location_of(e, node));
    return reg;
}

static void x86_write(cm_emit *e, const cm_cycle_node *node, cm_emit_need need)
{
    (void)need;
    cm_emit_row(e, "MOV [%s],$%u", location_of(e, node), node->value);
}

static int x86_rmw(cm_emit *e, cm_cycle_node *read, const cm_cycle_node *write, cm_emit_need need)
{
    (void)need;
    int reg = x86_new(e, read);
    cm_emit_row(e, "MOV %s,$%u", x86_names[reg][0], write->value);
    cm_emit_row(e, "XCHG [%s],%s", location_of(e, read), x86_names[reg][0]);
    return reg;
}

const cm_emit_isa cm_emit_x86 = {CM_X86, x86_read, x86_write, x86_rmw, NULL, fence_as_is};

static int x86_64_read(cm_emit *e, cm_cycle_node *node, cm_emit_need need)
{
    (void)need;
    int reg = x86_new(e, node);
    cm_emit_row(e, "movl (%s),%s", location_of(e, node), att(e, reg));
    return reg;
}

static void x86_64_write(cm_emit *e, const cm_cycle_node *node, cm_emit_need need)
{
    (void)need;
    cm_emit_row(e, "movl $%u,(%s)", node->value, location_of(e, node));
}

static int x86_64_rmw(cm_emit *e, cm_cycle_node *read, const cm_cycle_node *write,
                      cm_emit_need need)
{
    (void)need;
    int reg = x86_new(e, read);
    cm_emit_row(e, "movl $%u,%s", write->value, att(e, reg));
    cm_emit_row(e, "xchgl %s,(%s)", att(e, reg), location_of(e, read));
    return reg;
}

static void x86_64_fence(cm_emit *e, const char *text)
{
    char *lower = cm_arena_text(e->work->arena, text, strlen(text));
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    cm_emit_row(e, "%s", lower);
}

const cm_emit_isa cm_emit_x86_64 = {CM_X86_64,  x86_64_read, x86_64_write,
                                    x86_64_rmw, NULL,        x86_64_fence};
