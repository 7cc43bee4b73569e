/* Weaker and stronger forms of LLVM's accesses and fences: orders and syncscopes (Language
 * Reference, "Atomic Memory Ordering Constraints"; User Guide for AMDGPU Backend, "Memory
 * Scopes"), and operations without the marks that make them do less: amdgcn-av none, one-as
 * scopes, fences for one address space.
 *
 * Volatile accesses and llvm.amdgcn.av are left as they are. */
#include "litmus/isa/llvm/llvm.h"

#include <string.h>

typedef struct word {
    const char *name;
    unsigned bits;
    double cost;
} word;

/* Nothing is narrower than a wave that is of use: singlethread stays where it is written. */
static const word scopes[] = {{"wavefront", 3, 0}, {"workgroup", 7, 1}, {"cluster", 15, 2},
                              {"agent", 31, 3},    {"system", 63, 5},   {"singlethread", 1, 0}};
enum { WAVEFRONT, SYSTEM = 4, OFFERED_SCOPES = 5, SCOPES };

typedef enum kind { OTHER = 0, LOAD = 1, STORE = 2, ATOMIC = 4, FENCE = 8 } kind;

typedef struct order {
    word word;
    unsigned kinds; /* that have it */
    double fence;   /* what a fence of it costs */
} order;

/* Unordered accesses stay where they are written: they synchronise with nothing. */
static const order orders[] = {{{"monotonic", 3, 1}, LOAD | STORE | ATOMIC, 0},
                               {{"acquire", 7, 4}, LOAD | ATOMIC | FENCE, 10},
                               {{"release", 11, 4}, STORE | ATOMIC | FENCE, 10},
                               {{"acq_rel", 15, 6}, ATOMIC | FENCE, 12},
                               {{"seq_cst", 31, 9}, LOAD | STORE | ATOMIC | FENCE, 24},
                               {{"unordered", 1, 0.5}, LOAD | STORE, 0}};
enum { OFFERED_ORDERS = 5, ORDERS };

static const char *const marks[] = {"av_none", "one_as", "as_global", "as_local"};
enum { MARKS = sizeof marks / sizeof *marks, UNMARKED = 64 };

typedef struct parts {
    kind kind;
    const char *opcode;
    const char *before, *after, *mark; /* other qualifiers: ".xchg", ".i32", ".av_none" */
    const char *rest;                  /* operands, blank first */
    int order, scope;                  /* indices, or -1 */
    bool fixed;
} parts;

static kind kind_of(const char *opcode)
{
    static const struct {
        const char *opcode;
        kind kind;
    } kinds[] = {{"load", LOAD},
                 {"store", STORE},
                 {"atomicrmw", ATOMIC},
                 {"cmpxchg", ATOMIC},
                 {"fence", FENCE}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(opcode, kinds[i].opcode) == 0)
            return kinds[i].kind;
    return OTHER;
}

static bool take_order_or_scope(parts *p, const char *name)
{
    for (int i = 0; i < ORDERS; i++)
        if (strcmp(name, orders[i].word.name) == 0) {
            p->order = i;
            return true;
        }
    for (int i = 0; i < SCOPES; i++)
        if (strcmp(name, scopes[i].name) == 0) {
            p->scope = i;
            return true;
        }
    return false;
}

static bool is_mark(const char *name)
{
    for (int i = 0; i < MARKS; i++)
        if (strcmp(name, marks[i]) == 0)
            return true;
    return false;
}

static parts take_apart(cm_arena *arena, const char *text)
{
    parts p = {.order = -1, .scope = -1};
    const char *all = cm_strengths_word(arena, text, &p.rest);
    size_t first = strcspn(all, ".");
    cm_text before, after, mark;
    cm_text_init(&before, arena);
    cm_text_init(&after, arena);
    cm_text_init(&mark, arena);
    p.opcode = cm_arena_text(arena, all, first);
    p.kind = kind_of(p.opcode);
    for (const char *c = all + first; *c == '.'; c += strcspn(c, ".")) {
        c++;
        const char *name = cm_arena_text(arena, c, strcspn(c, "."));
        if (take_order_or_scope(&p, name))
            continue;
        p.fixed |= strcmp(name, "volatile") == 0 || strcmp(name, "av") == 0;
        bool early = p.order < 0 && p.scope < 0;
        cm_text_append(is_mark(name) ? &mark : early ? &before : &after, ".%s", name);
    }
    bool plain = p.order < 0 && p.scope < 0;
    p.before = plain ? "" : before.data;
    p.after = plain ? before.data : after.data;
    p.mark = mark.data;
    return p;
}

/* ---- forms --------------------------------------------------------------------------- */

static void add(cm_strengths *forms, const parts *p, const order *o, const word *s, bool marked)
{
    bool fence = p->kind == FENCE;
    const char *mark = marked ? p->mark : "";
    const char *name =
        cm_arena_printf(forms->arena, "%s.%s.%s%s", p->opcode, o->word.name, s->name, mark);
    const char *text = cm_arena_printf(forms->arena, "%s%s.%s.%s%s%s%s", p->opcode, p->before,
                                       o->word.name, s->name, mark, p->after, p->rest);
    double cost = fence ? o->fence + 2 * s->cost : o->word.cost + s->cost;
    cm_strengths_add(forms, text, name, o->word.bits | (marked ? 0 : UNMARKED), s->bits,
                     marked ? cost / 2 : cost);
}

static void add_scopes(cm_strengths *forms, const parts *p, const order *o, bool marked)
{
    for (int s = 0; s < OFFERED_SCOPES; s++)
        add(forms, p, o, &scopes[s], marked);
    if (p->scope >= OFFERED_SCOPES)
        add(forms, p, o, &scopes[p->scope], marked);
}

static void add_orders(cm_strengths *forms, const parts *p, bool marked)
{
    for (int i = 0; i < OFFERED_ORDERS; i++)
        if (orders[i].kinds & (unsigned)p->kind)
            add_scopes(forms, p, &orders[i], marked);
    if (p->order >= OFFERED_ORDERS)
        add_scopes(forms, p, &orders[p->order], marked);
}

static bool can_be_plain(const parts *p)
{
    return p->kind == LOAD || p->kind == STORE;
}

static bool is_malformed(const parts *p)
{
    return p->order < 0 ? !can_be_plain(p) || p->scope >= 0 || *p->mark
                        : !(orders[p->order].kinds & (unsigned)p->kind);
}

/* Without a syncscope an operation with an order is of system scope. */
void cm_llvm_forms(cm_strengths *forms, const char *text)
{
    static const parts new_fence = {.kind = FENCE,
                                    .opcode = "fence",
                                    .before = "",
                                    .after = "",
                                    .mark = "",
                                    .rest = "",
                                    .order = -1,
                                    .scope = -1};
    parts p = *text ? take_apart(forms->arena, text) : new_fence;
    if (*text && (p.kind == OTHER || p.fixed || is_malformed(&p)))
        return;
    if (p.kind == FENCE)
        cm_strengths_add(forms, "", "none", 0, 0, 0);
    if (can_be_plain(&p))
        cm_strengths_add(
            forms, cm_arena_printf(forms->arena, "%s%s%s%s", p.opcode, p.before, p.after, p.rest),
            p.opcode, 0, 0, 0);
    if (*p.mark)
        add_orders(forms, &p, true);
    add_orders(forms, &p, false);
    if (!*text)
        forms->self = 0;
    else if (p.order < 0)
        cm_strengths_settle(forms, text, 0, 0);
    else
        cm_strengths_settle(forms, text, orders[p.order].word.bits | (*p.mark ? 0 : UNMARKED),
                            scopes[p.scope < 0 ? SYSTEM : p.scope].bits);
}
