/* Random models. Coherence is chosen in one of several ways, and so is another order;
 * constraints are about random terms, and some have the shape from which the checker takes
 * orders that are given (`acyclic order | r`, `empty r \ order`). */
#include "base/text.h"
#include "tests/gen/gen.h"

typedef struct modeller {
    cm_arena *arena;
    cm_text text;
    uint64_t seed;
    bool order; /* s is known */
    bool co;
} modeller;

static int any(modeller *m, int limit)
{
    return gen_below(&m->seed, limit);
}

#define PICK(m, texts) (texts)[any((m), (int)(sizeof(texts) / sizeof *(texts)))]

static const char *relation(modeller *m, int depth);

static const char *set(modeller *m, int depth)
{
    static const char *const leaves[] = {"W", "R", "M", "W \\ IW", "IW", "A", "L", "_"};
    if (depth <= 0 || any(m, 3) == 0)
        return cm_arena_printf(m->arena, "(%s)", PICK(m, leaves));
    switch (any(m, 4)) {
    case 0:
        return cm_arena_printf(m->arena, "domain(%s)", relation(m, depth - 1));
    case 1:
        return cm_arena_printf(m->arena, "range(%s)", relation(m, depth - 1));
    case 2:
        return cm_arena_printf(m->arena, "(%s | %s)", set(m, depth - 1), set(m, depth - 1));
    default:
        return cm_arena_printf(m->arena, "(%s \\ %s)", set(m, depth - 1), set(m, depth - 1));
    }
}

static const char *leaf(modeller *m)
{
    static const char *const leaves[] = {"po",   "rf",  "po-loc", "rfe", "rmw", "addr", "data",
                                         "ctrl", "loc", "ext",    "int", "id",  "po",   "rf"};
    int what = any(m, 8);
    if (what < 2 && m->order)
        return "s";
    if (what == 2 && m->co)
        return "co";
    if (what == 3 && m->co)
        return "fr";
    return PICK(m, leaves);
}

static const char *relation(modeller *m, int depth)
{
    if (depth <= 0)
        return leaf(m);
    const char *a = relation(m, depth - 1), *b = relation(m, depth - 1 - any(m, 2));
    switch (any(m, 12)) {
    case 0:
    case 1:
        return cm_arena_printf(m->arena, "(%s | %s)", a, b);
    case 2:
        return cm_arena_printf(m->arena, "(%s & %s)", a, b);
    case 3:
    case 4:
        return cm_arena_printf(m->arena, "(%s \\ %s)", a, b);
    case 5:
        return cm_arena_printf(m->arena, "(%s)^-1", a);
    case 6:
        return cm_arena_printf(m->arena, "(%s)+", a);
    case 7:
        return cm_arena_printf(m->arena, "([%s];%s)", set(m, depth - 1), b);
    case 8:
        return cm_arena_printf(m->arena, "(%s;[%s])", a, set(m, depth - 1));
    case 9:
        return cm_arena_printf(m->arena, "(%s * %s)", set(m, depth - 1), set(m, depth - 1));
    default:
        return cm_arena_printf(m->arena, "(%s;%s)", a, b);
    }
}

static void add_coherence(modeller *m)
{
    switch (any(m, 4)) {
    case 0:
        cm_text_add(&m->text, "with co from partial-orders((W * W) & loc)\n"
                              "empty ((IW * (W \\ IW)) & loc) \\ co as init\n"
                              "let fr = rf^-1;co\n");
        if (any(m, 2))
            cm_text_add(&m->text, "empty (((W * W) & loc) \\ id) \\ (co | co^-1) as total\n");
        break;
    case 1:
        cm_text_add(&m->text, "with co from total-orders((W * W) & loc)\n"
                              "empty ((IW * (W \\ IW)) & loc) \\ co as init\n"
                              "let fr = rf^-1;co\n");
        break;
    default:
        cm_text_add(&m->text, "include \"cos.cat\"\n");
    }
    m->co = true;
}

static void add_order(modeller *m)
{
    const char *r = relation(m, any(m, 3));
    switch (any(m, 4)) {
    case 0:
        cm_text_append(&m->text, "with s from partial-orders(%s)\n", r);
        break;
    case 1:
        cm_text_append(&m->text, "with s from total-orders(%s)\n", r);
        break;
    case 2:
        cm_text_append(&m->text, "with s from linearisations(%s, %s)\n", set(m, 1), r);
        break;
    default:
        return;
    }
    m->order = true;
}

/* Of the shapes that give an order, and near them. */
static void add_shaped(modeller *m)
{
    const char *order = m->order && any(m, 2) ? "s" : "co", *a = relation(m, any(m, 3));
    const char *b = relation(m, any(m, 2));
    switch (any(m, 8)) {
    case 0:
    case 1:
        cm_text_append(&m->text, "acyclic %s | %s | %s\n", a, order, b);
        break;
    case 2:
    case 3:
        cm_text_append(&m->text, "empty %s \\ %s\n", a, order);
        break;
    case 4:
        cm_text_append(&m->text, "empty %s \\ (%s | %s^-1)\n", a, order, order);
        break;
    case 5:
        cm_text_append(&m->text, "irreflexive %s;%s\n", order, a);
        break;
    case 6:
        cm_text_append(&m->text, "empty %s & (%s;%s)\n", order, a, b);
        break;
    default:
        cm_text_append(&m->text, "acyclic (%s | %s) \\ %s\n", order, a, b);
    }
}

static void add_constraint(modeller *m)
{
    static const char *const kinds[] = {"acyclic", "irreflexive", "empty",       "acyclic",
                                        "~empty",  "~acyclic",    "flag ~empty", "flag empty"};
    const char *kind = PICK(m, kinds), *r = relation(m, 1 + any(m, 2));
    cm_text_append(&m->text, kind[0] == 'f' ? "%s %s as f%d\n" : "%s %s as c%d\n", kind, r,
                   any(m, 1000));
}

char *gen_cat(cm_arena *arena, uint64_t seed)
{
    modeller m = {.arena = arena, .seed = seed * 16 + 9};
    m.text = cm_text_new(arena);
    cm_text_append(&m.text, "\"random %llu\"\n", (unsigned long long)seed);
    /* which the checker takes for granted (memory.h) */
    cm_text_add(&m.text, "empty rf & same-instance as later\n");
    bool early = any(&m, 4) == 0; /* an order of which coherence may be made */
    if (early)
        add_order(&m);
    add_coherence(&m);
    if (!m.order)
        add_order(&m);
    if (any(&m, 4))
        cm_text_add(&m.text, "acyclic rf | addr | data | ctrl | rmw as no-thin-air\n");
    if (any(&m, 2))
        cm_text_add(&m.text, "acyclic po-loc | rf | co | fr as coherent\n");
    if (any(&m, 4) == 0)
        cm_text_append(&m.text, "let rec t = %s | (t;%s)\nacyclic t | %s\n", relation(&m, 1),
                       relation(&m, 1), leaf(&m));
    for (int i = 1 + any(&m, 2); i > 0; i--)
        add_shaped(&m);
    for (int i = any(&m, 3); i > 0; i--)
        add_constraint(&m);
    return m.text.data;
}
