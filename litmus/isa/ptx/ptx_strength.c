/* Weaker and stronger forms of PTX's accesses and fences (PTX ISA 9.7.9, ld and st; 9.7.13,
 * atom, red, fence): orders and scopes, one chain each. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

static const cm_strength_scope scopes[] = CM_STRENGTH_SCOPES_ARE("cta", "cluster", "gpu", "sys");

typedef struct order {
    const char *name;
    unsigned bits;
    double cost;
    const char *opcodes; /* that have it */
} order;

enum { RELAXED = 1, ACQUIRE = 3, RELEASE = 5, ACQ_REL = 7 };
static const order access_orders[] = {
    {"relaxed", RELAXED, 1, "ld st atom red"},
    {"acquire", ACQUIRE, 4, "ld atom"},
    {"release", RELEASE, 4, "st atom red"},
    {"acq_rel", ACQ_REL, 6, "atom"},
    {NULL, 0, 0, ""},
};
static const order fence_orders[] = {
    {"acquire", 1, 10, "fence"},
    {"release", 2, 10, "fence"},
    {"acq_rel", 3, 12, "fence"},
    {"sc", 7, 24, "fence"},
    {NULL, 0, 0, ""},
};
/* Fences between proxies: each proxy a kind of its own, and that of the async proxy for all that it
 * reaches or for some of it (PTX ISA 9.4, "membar / fence"). Bits of cm_strength.order. */
static const struct {
    const char *proxy, *name;
    unsigned bits;
} proxies[] = {
    {"alias", "fence.proxy.alias", 0x100},
    {"texture", "fence.proxy.texture", 0x200},
    {"surface", "fence.proxy.surface", 0x400},
    {"constant", "fence.proxy.constant", 0x800},
    {"async", "fence.proxy.async.global", 0x1000},
    {"async", "fence.proxy.async.shared::cta", 0x2000},
    {"async", "fence.proxy.async.shared::cluster", 0x6000},
    {"async", "fence.proxy.async", 0x7000},
};
enum { PROXY_COST = 10 };
/* That of the tensormap proxy has an order and a scope (PTX ISA 9.4, 9.7.15.4). Its acquire names a
 * map, and so may be new before what works on one only. */
enum { MAP_BITS = 0x8000, MAP_BYTES = 128 };
static const char map_fence[] = "fence.proxy.tensormap::generic";

/* ---- an instruction taken apart -------------------------------------------------- */

typedef struct parts {
    const char *guard;  /* "@p0 " */
    const char *opcode; /* "ld" */
    const char *more;   /* other qualifiers: ".global.u32" */
    const char *rest;   /* operands, blank first */
    int order, scope;   /* indices, or -1 */
    bool fixed;         /* .volatile, .mmio, a cache operator: nothing can change */
} parts;

static void take_qualifier(parts *p, const order *orders, const char *word, cm_text *more)
{
    static const char *const bound[] = {"volatile", "mmio", "ca", "cg", "cs",
                                        "lu",       "cv",   "wb", "wt", "proxy"};
    for (int i = 0; orders[i].name; i++)
        if (strcmp(word, orders[i].name) == 0) {
            p->order = i;
            return;
        }
    int scope = cm_strength_scope_find(scopes, word);
    if (scope >= 0) {
        p->scope = scope;
        return;
    }
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
        p->fixed |= strcmp(word, bound[i]) == 0;
    if (strcmp(word, "weak") != 0)
        cm_text_append(more, ".%s", word);
}

/* Qualifiers that are words of the space "shared::cta" stay whole: they end at a dot. */
static parts take_apart(cm_arena *arena, const char *text)
{
    parts p = {.guard = "", .order = -1, .scope = -1};
    if (*text == '@') {
        size_t length = strcspn(text, " \t");
        length += strspn(text + length, " \t");
        p.guard = cm_arena_text(arena, text, length);
        text += length;
    }
    char *word = (char *)(uintptr_t)cm_strengths_word(arena, text, &p.rest);
    size_t first = strcspn(word, ".");
    p.opcode = cm_arena_text(arena, word, first);
    const order *orders = strcmp(p.opcode, "fence") == 0 ? fence_orders : access_orders;
    cm_text more;
    cm_text_init(&more, arena);
    for (const char *c = word + first; *c == '.'; c += strcspn(c, ".")) {
        c++;
        take_qualifier(&p, orders, cm_arena_text(arena, c, strcspn(c, ".")), &more);
    }
    p.more = more.data;
    return p;
}

/* ---- forms --------------------------------------------------------------------------- */

/* An opcode stands in the list as a word of it. */
static bool has_opcode(const order *o, const char *opcode)
{
    const char *at = strstr(o->opcodes, opcode);
    return at && (at[strlen(opcode)] == ' ' || !at[strlen(opcode)]);
}

static void add_scopes(cm_strengths *forms, const parts *p, const order *o)
{
    for (int s = 0; s < CM_STRENGTH_SCOPES; s++) {
        const char *name =
            cm_arena_printf(forms->arena, "%s.%s.%s", p->opcode, o->name, scopes[s].name);
        const char *text =
            cm_arena_printf(forms->arena, "%s%s%s%s", p->guard, name, p->more, p->rest);
        double wide = strcmp(p->opcode, "fence") == 0 ? 2 * scopes[s].cost : scopes[s].cost;
        cm_strengths_add(forms, text, name, o->bits, scopes[s].bits, o->cost + wide);
    }
}

/* ld and st are weak without a word; atom and red relaxed at the scope of the GPU. */
static void add_access(cm_strengths *forms, const parts *p, const char *text)
{
    bool plain = strcmp(p->opcode, "ld") == 0 || strcmp(p->opcode, "st") == 0;
    if (plain)
        cm_strengths_add(
            forms,
            cm_arena_printf(forms->arena, "%s%s.weak%s%s", p->guard, p->opcode, p->more, p->rest),
            cm_arena_printf(forms->arena, "%s.weak", p->opcode), 0, 0, 0);
    for (const order *o = access_orders; o->name; o++)
        if (has_opcode(o, p->opcode))
            add_scopes(forms, p, o);
    if (plain && p->order < 0)
        cm_strengths_settle(forms, text, 0, 0);
    else
        cm_strengths_settle(forms, text, access_orders[p->order < 0 ? 0 : p->order].bits,
                            scopes[p->scope < 0 ? 2 : p->scope].bits);
}

/* way: ".release"; rest: the operands */
static void add_map_fences(cm_strengths *forms, const char *guard, const char *way,
                           const char *rest)
{
    for (size_t s = 0; s < CM_STRENGTH_SCOPES; s++) {
        const char *name = cm_arena_printf(forms->arena, "%s%s.%s", map_fence, way, scopes[s].name);
        cm_strengths_add(forms, cm_arena_printf(forms->arena, "%s%s%s", guard, name, rest), name,
                         MAP_BITS, scopes[s].bits, PROXY_COST + scopes[s].cost);
    }
}

static void add_proxies(cm_strengths *forms)
{
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++) {
        cm_strengths_add(forms, proxies[i].name, proxies[i].name, proxies[i].bits, 0, PROXY_COST);
        forms->items[forms->count - 1].proxy = proxies[i].proxy;
    }
    int first = forms->count;
    add_map_fences(forms, "", ".release", "");
    for (int i = first; i < forms->count; i++)
        forms->items[i].proxy = "tensormap";
}

/* Index of the fence in `proxies`, or -1. */
static int proxy_fence(const char *more)
{
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++)
        if (strcmp(proxies[i].name + strlen("fence"), more) == 0)
            return (int)i;
    return -1;
}

/* The order of a fence of the tensormap proxy, or NULL. */
static const char *map_fence_order(const parts *p)
{
    bool is = strcmp(p->opcode, "fence") == 0 && p->scope >= 0 &&
              strcmp(p->more, map_fence + strlen("fence")) == 0;
    if (!is || p->order < 0)
        return NULL;
    return strcmp(fence_orders[p->order].name, "acquire") == 0 ? ".acquire" : ".release";
}

/* A fence of a proxy may go, or become another one of that proxy; one that only goes one way
 * may go, and nothing else. */
static void add_proxy_itself(cm_strengths *forms, const parts *p, const char *text)
{
    int own = strcmp(p->opcode, "fence") == 0 ? proxy_fence(p->more) : -1;
    const char *way = map_fence_order(p);
    cm_strengths_add(forms, "", "none", 0, 0, 0);
    if (way) {
        add_map_fences(forms, p->guard, way, p->rest);
        cm_strengths_settle(forms, text, MAP_BITS, scopes[p->scope].bits);
        return;
    }
    if (own < 0) {
        cm_strengths_add(forms, text, text, 0x100, 0, PROXY_COST);
        forms->self = 1;
        return;
    }
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++)
        if (strcmp(proxies[i].proxy, proxies[own].proxy) == 0)
            cm_strengths_add(forms,
                             cm_arena_printf(forms->arena, "%s%s", p->guard, proxies[i].name),
                             proxies[i].name, proxies[i].bits, 0, PROXY_COST);
    cm_strengths_settle(forms, text, proxies[own].bits, 0);
}

static void add_fences(cm_strengths *forms, const parts *p, const char *text)
{
    cm_strengths_add(forms, "", "none", 0, 0, 0);
    for (const order *o = fence_orders; o->name; o++)
        add_scopes(forms, p, o);
    if (!*text) {
        add_proxies(forms);
        forms->self = 0;
    } else if (p->scope >= 0) {
        cm_strengths_settle(forms, text, fence_orders[p->order < 0 ? 2 : p->order].bits,
                            scopes[p->scope].bits);
    }
}

/* membar is fence.sc by its older name. */
static void add_membar(cm_strengths *forms, parts p, const char *text)
{
    bool gl = strcmp(p.more, ".gl") == 0;
    p = (parts){.guard = p.guard,
                .opcode = "fence",
                .more = "",
                .rest = "",
                .order = 3,
                .scope = gl ? 2 : p.scope};
    add_fences(forms, &p, text);
}

void cm_ptx_forms(cm_strengths *forms, const char *text)
{
    parts p = take_apart(forms->arena, text);
    if (!*text) {
        p.opcode = "fence";
        add_fences(forms, &p, text);
    } else if (p.fixed) {
        if (strstr(p.more, ".proxy"))
            add_proxy_itself(forms, &p, text);
    } else if (strcmp(p.opcode, "fence") == 0) {
        add_fences(forms, &p, text);
    } else if (strcmp(p.opcode, "membar") == 0) {
        add_membar(forms, p, text);
    } else if (has_opcode(&access_orders[0], p.opcode)) {
        add_access(forms, &p, text);
    }
}

/* "[t]" of "cp.async.bulk.tensor... [s], [t, {0}], [m]": the map, whose coordinates are in braces.
 * NULL: there is none. */
static const char *map_of(cm_arena *arena, const char *text)
{
    for (const char *open = strchr(text, '['); open; open = strchr(open + 1, '[')) {
        size_t length = strcspn(open, ",]");
        const char *next = open + length + (open[length] == ',');
        if (next[strspn(next, " \t")] == '{')
            return cm_arena_printf(arena, "%s]", cm_arena_text(arena, open, length));
    }
    return NULL;
}

void cm_ptx_forms_before(cm_strengths *forms, const char *text)
{
    const char *map = map_of(forms->arena, text);
    if (!map)
        return;
    cm_strengths_add(forms, "", "none", 0, 0, 0);
    forms->self = 0;
    add_map_fences(forms, "", ".acquire", cm_arena_printf(forms->arena, " %s, %d", map, MAP_BYTES));
}
