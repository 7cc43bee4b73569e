/* Weaker and stronger forms of WAVE's accesses and fences: orders and scopes, one chain
 * each (Specification 4.4; page "Memory Scoping"). */
#include "litmus/isa/wave/wave.h"

#include <string.h>

static const cm_strength_scope scopes[] =
    CM_STRENGTH_SCOPES_ARE("wave", "workgroup", "device", "system");

typedef struct order {
    const char *name;
    unsigned bits;
    double cost;
    bool load, store, atomic, fence; /* what has it */
} order;

static const order orders[] = {{"relaxed", 1, 1, true, true, true, false},
                               {"acquire", 3, 4, true, false, true, true},
                               {"release", 5, 4, false, true, true, true},
                               {"acq_rel", 7, 6, false, false, true, true}};
enum { ORDERS = sizeof orders / sizeof *orders };

typedef enum kind { OTHER, LOAD, STORE, ATOMIC, FENCE } kind;

typedef struct parts {
    kind kind;
    const char *opcode; /* "device_load"; of a fence "fence" */
    const char *more;   /* other qualifiers: ".u32" */
    const char *rest;   /* operands, blank first */
    int order, scope;   /* indices, or -1 */
} parts;

static kind kind_of(const char *opcode)
{
    if (strncmp(opcode, "atom", 4) == 0)
        return ATOMIC;
    if (strncmp(opcode, "fence", 5) == 0)
        return FENCE;
    size_t length = strlen(opcode);
    if (length >= 5 && strcmp(opcode + length - 5, "store") == 0)
        return STORE;
    return length >= 4 && strcmp(opcode + length - 4, "load") == 0 ? LOAD : OTHER;
}

static bool has_order(const order *o, kind k)
{
    return k == LOAD ? o->load : k == STORE ? o->store : k == FENCE ? o->fence : o->atomic;
}

static void take_qualifier(parts *p, const char *word, cm_text *more)
{
    for (int i = 0; i < ORDERS; i++)
        if (strcmp(word, orders[i].name) == 0) {
            p->order = i;
            return;
        }
    int scope = cm_strength_scope_find(scopes, word);
    if (scope >= 0) {
        p->scope = scope;
        return;
    }
    cm_text_append(more, ".%s", word);
}

/* `fence_release.device` is `fence.release.device`. */
static parts take_apart(cm_arena *arena, const char *text)
{
    parts p = {.order = -1, .scope = -1};
    const char *word = cm_strengths_word(arena, text, &p.rest);
    size_t first = strcspn(word, ".");
    p.opcode = cm_arena_text(arena, word, first);
    p.kind = kind_of(p.opcode);
    cm_text more;
    cm_text_init(&more, arena);
    if (p.kind == FENCE) {
        if (p.opcode[5] == '_')
            take_qualifier(&p, p.opcode + 6, &more);
        p.opcode = "fence";
    }
    for (const char *c = word + first; *c == '.'; c += strcspn(c, ".")) {
        c++;
        take_qualifier(&p, cm_arena_text(arena, c, strcspn(c, ".")), &more);
    }
    p.more = more.data;
    return p;
}

static void add_scopes(cm_strengths *forms, const parts *p, const order *o)
{
    bool fence = p->kind == FENCE;
    for (int s = 0; s < CM_STRENGTH_SCOPES; s++) {
        const char *name = cm_arena_printf(forms->arena, "%s%s%s.%s", p->opcode, fence ? "_" : ".",
                                           o->name, scopes[s].name);
        const char *text = cm_arena_printf(forms->arena, "%s%s%s", name, p->more, p->rest);
        double cost = fence ? 3 * o->cost + 2 * scopes[s].cost : o->cost + scopes[s].cost;
        cm_strengths_add(forms, text, name, o->bits, scopes[s].bits, cost);
    }
}

static void add_all(cm_strengths *forms, const parts *p)
{
    for (int i = 0; i < ORDERS; i++)
        if (has_order(&orders[i], p->kind))
            add_scopes(forms, p, &orders[i]);
}

/* Guarded instructions, and atomics and accesses whose order or scope is not said, are
 * left as they are: what they mean is a reading's. */
void cm_wave_forms(cm_strengths *forms, const char *text)
{
    parts p = {.kind = FENCE, .opcode = "fence", .more = "", .rest = "", .order = -1, .scope = -1};
    if (*text)
        p = take_apart(forms->arena, text);
    bool plain = p.kind == LOAD || p.kind == STORE;
    if (p.kind == OTHER || (p.scope < 0 && *text && (!plain || p.order >= 0)) ||
        (p.kind == ATOMIC && p.order < 0))
        return;
    if (p.kind == FENCE)
        cm_strengths_add(forms, "", "none", 0, 0, 0);
    if (plain)
        cm_strengths_add(forms, cm_arena_printf(forms->arena, "%s%s%s", p.opcode, p.more, p.rest),
                         p.opcode, 0, 0, 0);
    add_all(forms, &p);
    if (p.order >= 0)
        cm_strengths_settle(forms, text, orders[p.order].bits, scopes[p.scope].bits);
    else if (*text)
        cm_strengths_settle(forms, text, 0, 0);
    else
        forms->self = 0;
}
