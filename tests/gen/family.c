/* The families of the literature (names: Alglave, Maranget, Tautschnig, "Herding
 * Cats", 2014), with every annotation as a parameter. */
#include "tests/gen/layout.h"

#include <string.h>

/* Threads separated by '|'; Wx1 writes 1 to x, Rx reads x. */
static const struct {
    const char *name, *text;
} families[] = {
    {"MP", "Wx1 Wy1|Ry Rx"},         {"SB", "Wx1 Ry|Wy1 Rx"},     {"LB", "Rx Wy1|Ry Wx1"},
    {"IRIW", "Wx1|Rx Ry|Wy1|Ry Rx"}, {"WRC", "Wx1|Rx Wy1|Ry Rx"}, {"ISA2", "Wx1 Wy1|Ry Wz1|Rz Rx"},
    {"S", "Wx2 Wy1|Ry Wx1"},         {"R", "Wx1 Wy1|Wy2 Rx"},     {"2+2W", "Wx1 Wy2|Wy1 Wx2"},
};

static void read_op(gen_op *op, const char *text)
{
    *op = (gen_op){.write = text[0] == 'W', .location = text[1] - 'x'};
    op->value = op->write ? text[2] - '0' : 0;
}

bool gen_family_get(int number, gen_family *family)
{
    if (number < 0 || number >= (int)(sizeof families / sizeof *families))
        return false;
    *family = (gen_family){.name = families[number].name, .count = 1};
    for (const char *at = families[number].text; *at; at++) {
        gen_thread *thread = &family->threads[family->count - 1];
        if (*at == '|')
            family->count++;
        else if (*at == 'W' || *at == 'R')
            read_op(&thread->ops[thread->count++], at);
    }
    return true;
}

/* ---- strengthening ----------------------------------------------------- */

static bool stronger_access(gen_device device, gen_op *op)
{
    if (device == GEN_X86 || op->strength == GEN_ORDERED)
        return false;
    op->strength++;
    return true;
}

static bool stronger_scope(gen_device device, gen_scope *scope)
{
    if (device != GEN_PTX || *scope == GEN_SYS)
        return false;
    ++*scope;
    return true;
}

/* The two light fences of AArch64 are not comparable: both become full. */
static bool stronger_fence(gen_device device, gen_fence *fence, bool second)
{
    if (*fence == GEN_FULL || (second && (device != GEN_AARCH64 || *fence != GEN_NONE)))
        return false;
    if (device == GEN_X86 || *fence != GEN_NONE)
        *fence = GEN_FULL;
    else
        *fence = second ? GEN_LIGHT_2 : GEN_LIGHT;
    return true;
}

#define CHANGES_PER_OP 5

static bool strengthen_op(gen_device device, gen_op *op, bool first, int change)
{
    switch (change) {
    case 0:
        return stronger_access(device, op);
    case 1:
        return op->strength != GEN_WEAK && stronger_scope(device, &op->scope);
    case 2:
        return !first && stronger_fence(device, &op->fence, false);
    case 3:
        return !first && stronger_fence(device, &op->fence, true);
    default:
        return !first && op->fence != GEN_NONE && stronger_scope(device, &op->fence_scope);
    }
}

bool gen_strengthen(gen_family *family, int change, bool *more)
{
    *more = true;
    for (int t = 0; t < family->count; t++)
        for (int i = 0; i < family->threads[t].count; i++) {
            if (change < CHANGES_PER_OP)
                return strengthen_op(family->threads[t].device, &family->threads[t].ops[i], i == 0,
                                     change);
            change -= CHANGES_PER_OP;
        }
    *more = false;
    return false;
}

void gen_family_vary(gen_family *family, uint64_t *seed, bool only_ptx)
{
    for (int t = 0; t < family->count; t++) {
        gen_thread *thread = &family->threads[t];
        int device = gen_below(seed, 5);
        thread->device = only_ptx || device < 3 ? GEN_PTX : device == 3 ? GEN_AARCH64 : GEN_X86;
        thread->gpu = gen_below(seed, 4) == 0;
        thread->cluster = 2 * thread->gpu + gen_below(seed, 2);
        thread->cta = 2 * thread->cluster + gen_below(seed, 2);
        for (int i = 0; i < thread->count; i++) {
            gen_op *op = &thread->ops[i];
            op->strength = (gen_strength)gen_below(seed, 3);
            op->scope = (gen_scope)gen_below(seed, 4);
            op->fence = gen_below(seed, 2) ? GEN_NONE : (gen_fence)gen_below(seed, 4);
            op->fence_scope = (gen_scope)gen_below(seed, 4);
            if (thread->device == GEN_X86 && op->fence != GEN_NONE)
                op->fence = GEN_FULL;
            if (thread->device == GEN_PTX && op->fence == GEN_LIGHT_2)
                op->fence = GEN_LIGHT;
        }
    }
}

/* ---- printing ---------------------------------------------------------- */

static const char *const scopes[] = {"cta", "cluster", "gpu", "sys"};

static char location_name(const gen_op *op)
{
    return (char)('x' + op->location);
}

static void print_aarch64(gen_layout *l, int t, const gen_op *op, int i)
{
    static const char *const fences[] = {"", "DMB LD", "DMB ST", "DMB SY"};
    static const char *const loads[] = {"LDR", "LDAPR", "LDAR"};
    static const char *const stores[] = {"STR", "STLR", "STLR"};
    int address = 10 + op->location;
    if (i > 0 && op->fence != GEN_NONE)
        gen_cell(l, t, "%s", fences[op->fence]);
    if (op->write) {
        gen_cell(l, t, "MOV W%d,#%d", 20 + i, op->value);
        gen_cell(l, t, "%s W%d,[X%d]", stores[op->strength], 20 + i, address);
    } else {
        gen_cell(l, t, "%s W%d,[X%d]", loads[op->strength], i, address);
        cm_text_append(&l->observed, "%d:X%d; ", t, i);
    }
}

static void print_x86(gen_layout *l, int t, const gen_op *op, int i)
{
    static const char *const registers[] = {"EAX", "EBX", "ECX"};
    if (i > 0 && op->fence != GEN_NONE)
        gen_cell(l, t, "MFENCE");
    if (op->write) {
        gen_cell(l, t, "MOV [%c],$%d", location_name(op), op->value);
    } else {
        gen_cell(l, t, "MOV %s,[%c]", registers[i], location_name(op));
        cm_text_append(&l->observed, "%d:%s; ", t, registers[i]);
    }
}

static void print_ptx(gen_layout *l, int t, const gen_op *op, int i)
{
    static const char *const loads[] = {"ld.weak", "ld.relaxed", "ld.acquire"};
    static const char *const stores[] = {"st.weak", "st.relaxed", "st.release"};
    const char *dot = op->strength == GEN_WEAK ? "" : ".";
    const char *scope = op->strength == GEN_WEAK ? "" : scopes[op->scope];
    if (i > 0 && op->fence != GEN_NONE)
        gen_cell(l, t, "fence.%s.%s", op->fence == GEN_FULL ? "sc" : "acq_rel",
                 scopes[op->fence_scope]);
    if (op->write) {
        gen_cell(l, t, "%s%s%s.u32 [%c], %d", stores[op->strength], dot, scope, location_name(op),
                 op->value);
    } else {
        gen_cell(l, t, "%s%s%s.u32 r%d, [%c]", loads[op->strength], dot, scope, i,
                 location_name(op));
        cm_text_append(&l->observed, "%d:r%d; ", t, i);
    }
}

char *gen_family_print(cm_arena *arena, const gen_family *family)
{
    static void (*const print[])(gen_layout *, int, const gen_op *, int) = {
        [GEN_AARCH64] = print_aarch64, [GEN_X86] = print_x86, [GEN_PTX] = print_ptx};
    gen_layout l;
    gen_layout_init(&l, arena, cm_arena_printf(arena, "CMCM %s", family->name));
    l.count = family->count;
    for (int t = 0; t < family->count; t++) {
        const gen_thread *thread = &family->threads[t];
        l.columns[t].head =
            gen_head(arena, t, thread->device, thread->cta, thread->cluster, thread->gpu);
        if (thread->device == GEN_AARCH64)
            cm_text_append(&l.init, "%d:X10=x; %d:X11=y; %d:X12=z;\n", t, t, t);
        for (int i = 0; i < thread->count; i++)
            print[thread->device](&l, t, &thread->ops[i], i);
    }
    cm_text_add(&l.observed, "x; y;");
    return gen_layout_print(&l);
}
