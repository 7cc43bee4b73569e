/* Weaker and stronger forms of PTX's accesses and fences that are no rows (PTX ISA 9.7.13,
 * fence, mbarrier, barrier.cluster; 9.7.9.35, multimem): orders and scopes, one chain
 * each. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

static const cm_strength_scope scopes[] = CM_STRENGTH_SCOPES_ARE("cta", "cluster", "gpu", "sys");

typedef struct order {
    const char *name;
    unsigned bits;
    double cost;
} order;

enum { RLX, ACQ, REL, BOTH }; /* indices */
static const order access_orders[] = {
    {"relaxed", 1, 1}, {"acquire", 3, 4}, {"release", 5, 4}, {"acq_rel", 7, 6}, {NULL, 0, 0}};
/* Of the fences that are about some operations only, bits of their own, which those about all
 * have, too. */
enum {
    ABOUT_OTHERS = 0x10000, /* .acquire.sync_restrict::shared::cluster */
    ABOUT_OWN = 0x20000,    /* .release.sync_restrict::shared::cta */
    ABOUT_INIT = 0x40000    /* .mbarrier_init.release */
};
enum { ACQUIRE_BITS = 1 | ABOUT_OTHERS, RELEASE_BITS = 2 | ABOUT_OWN | ABOUT_INIT };
static const order fence_orders[] = {{"acquire", ACQUIRE_BITS, 10},
                                     {"release", RELEASE_BITS, 10},
                                     {"acq_rel", ACQUIRE_BITS | RELEASE_BITS, 12},
                                     {"sc", 4 | ACQUIRE_BITS | RELEASE_BITS, 24},
                                     {NULL, 0, 0}};
static const struct {
    const char *more; /* the qualifiers without order and scope */
    unsigned bits;
} restricted[] = {{".sync_restrict::shared::cluster", ABOUT_OTHERS},
                  {".sync_restrict::shared::cta", ABOUT_OWN},
                  {".mbarrier_init", ABOUT_INIT}};

/* Which orders and scopes an instruction comes in. */
typedef struct kind {
    const char *opcode; /* with the qualifiers that stand before the order */
    unsigned orders;    /* a bit for each of access_orders; 0: its order and where its words stand
                         * are its own, scopes are a choice */
    bool weak;          /* .weak, or nothing, is one, and what it is without a word */
    int order, scope;   /* else what it is without a word */
    int from, to;       /* scopes; from > to: it has none */
} kind;

enum { CTA, CLUSTER, GPU, SYS };
#define BIT(order) (1U << (order))
/* A name before those that it begins with. */
static const kind kinds[] = {
    {"st.async", 0, false, REL, GPU, GPU, SYS},
    {"red.async", 0, false, REL, GPU, GPU, SYS},
    {"multimem.ld_reduce", BIT(RLX) | BIT(ACQ), true, RLX, SYS, CTA, SYS},
    {"multimem.st", BIT(RLX) | BIT(REL), true, RLX, SYS, CTA, SYS},
    {"multimem.red", BIT(RLX) | BIT(REL), false, RLX, SYS, CTA, SYS},
    {"mbarrier.arrive.expect_tx", BIT(RLX) | BIT(REL), false, REL, CTA, CTA, CLUSTER},
    {"mbarrier.arrive", BIT(RLX) | BIT(REL), false, REL, CTA, CTA, CLUSTER},
    {"mbarrier.arrive_drop.expect_tx", BIT(RLX) | BIT(REL), false, REL, CTA, CTA, CLUSTER},
    {"mbarrier.arrive_drop", BIT(RLX) | BIT(REL), false, REL, CTA, CTA, CLUSTER},
    {"mbarrier.expect_tx", BIT(RLX), false, RLX, CTA, CTA, CLUSTER},
    {"mbarrier.complete_tx", BIT(RLX), false, RLX, CTA, CTA, CLUSTER},
    {"mbarrier.test_wait.parity", BIT(RLX) | BIT(ACQ), false, ACQ, CTA, CTA, CLUSTER},
    {"mbarrier.test_wait", BIT(RLX) | BIT(ACQ), false, ACQ, CTA, CTA, CLUSTER},
    {"mbarrier.try_wait.parity", BIT(RLX) | BIT(ACQ), false, ACQ, CTA, CTA, CLUSTER},
    {"mbarrier.try_wait", BIT(RLX) | BIT(ACQ), false, ACQ, CTA, CTA, CLUSTER},
    {"barrier.cluster.arrive", BIT(RLX) | BIT(REL), false, REL, CTA, SYS, CTA},
    {"cp.async.bulk", 0, false, RLX, GPU, CTA, SYS},
    {"cp.reduce.async.bulk", 0, false, RLX, GPU, CTA, SYS},
    {"tensormap.cp_fenceproxy", 0, false, REL, GPU, CTA, SYS},
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
    const kind *kind;   /* or NULL */
    const char *opcode; /* "ld", or the kind's */
    const char *more;   /* other qualifiers: ".global.u32" */
    const char *rest;   /* operands, blank first */
    int order, scope;   /* indices, or -1 */
    size_t scope_at;    /* where the scope's word stands in the text */
    bool fixed;         /* .volatile, .mmio, a cache operator, .noComplete: nothing can change */
} parts;

/* How many words the instruction's name has; -1: it has another name. */
static int words_of_name(const cm_insn *insn, const char *name)
{
    size_t length = strcspn(name, ".");
    const char *word = insn->opcode;
    int words = 0;
    while (strlen(word) == length && strncmp(word, name, length) == 0) {
        name += length;
        if (!*name)
            return words;
        length = strcspn(++name, ".");
        word = words < insn->word_count ? insn->words[words++].text : "";
    }
    return -1;
}

static void take_word(parts *p, const cm_insn *insn, int which, cm_text *more)
{
    const order *orders = strcmp(p->opcode, "fence") == 0 ? fence_orders : access_orders;
    const char *word = insn->words[which].text;
    int scope = cm_strength_scope_find(scopes, word), o = 0;
    while (orders[o].name && strcmp(word, orders[o].name) != 0)
        o++;
    if (orders[o].name) {
        p->order = o;
    } else if (scope >= 0) {
        p->scope = scope;
        p->scope_at = strlen(p->guard) + insn->words[which].place.offset - insn->place.offset;
    } else if (strcmp(word, "weak") != 0) {
        cm_text_append(more, ".%s", word);
    }
}

static parts take_apart(cm_arena *arena, const cm_insn *insn, const char *text)
{
    static const char *const bound[] = {"volatile", "mmio", "ca", "cg",    "cs",        "lu",
                                        "cv",       "wb",   "wt", "proxy", "noComplete"};
    parts p = {.order = -1, .scope = -1, .opcode = insn->opcode};
    size_t guard = insn->guard ? strcspn(text, " \t") : 0;
    guard += strspn(text + guard, " \t");
    p.guard = cm_arena_text(arena, text, guard);
    p.rest = text + guard + strcspn(text + guard, " \t");
    int first = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !p.kind; i++)
        if ((first = words_of_name(insn, kinds[i].opcode)) >= 0)
            p.kind = &kinds[i];
    if (p.kind)
        p.opcode = p.kind->opcode;
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
        p.fixed |= cm_insn_has(insn, bound[i]);
    cm_text more = cm_text_new(arena);
    for (int i = p.kind ? first : 0; i < insn->word_count; i++)
        take_word(&p, insn, i, &more);
    p.more = more.data;
    return p;
}

/* ---- forms --------------------------------------------------------------------------- */

static void add_scopes(cm_strengths *forms, const parts *p, const order *o, int from, int to)
{
    for (int s = from; s <= to; s++) {
        const char *name =
            cm_arena_printf(forms->arena, "%s.%s.%s", p->opcode, o->name, scopes[s].name);
        const char *text =
            cm_arena_printf(forms->arena, "%s%s%s%s", p->guard, name, p->more, p->rest);
        double wide = strcmp(p->opcode, "fence") == 0 ? 2 * scopes[s].cost : scopes[s].cost;
        cm_strengths_add(forms, text, name, o->bits, scopes[s].bits, o->cost + wide);
    }
}

/* One without a scope. */
static void add_order(cm_strengths *forms, const parts *p, const char *name, unsigned bits,
                      double cost)
{
    name = cm_arena_printf(forms->arena, "%s.%s", p->opcode, name);
    cm_strengths_add(forms,
                     cm_arena_printf(forms->arena, "%s%s%s%s", p->guard, name, p->more, p->rest),
                     name, bits, 0, cost);
}

static void add_access(cm_strengths *forms, const parts *p, const char *text)
{
    const kind *k = p->kind;
    bool scoped = k->from <= k->to;
    if (k->weak)
        add_order(forms, p, "weak", 0, 0);
    for (int o = 0; access_orders[o].name; o++) {
        const order *own = &access_orders[o];
        if (k->orders & BIT(o) && scoped)
            add_scopes(forms, p, own, k->from, k->to);
        else if (k->orders & BIT(o))
            add_order(forms, p, own->name, own->bits, own->cost);
    }
    if (k->weak && p->order < 0)
        cm_strengths_settle(forms, text, 0, 0);
    else
        cm_strengths_settle(forms, text, access_orders[p->order < 0 ? k->order : p->order].bits,
                            scoped ? scopes[p->scope < 0 ? k->scope : p->scope].bits : 0);
}

/* The scope's word in the place where it stands, and nothing else is a choice: what is written
 * without one is something else, but of cp.reduce, where the words' place is not looked for. */
static void add_in_place(cm_strengths *forms, const parts *p, const char *text)
{
    if (p->scope < 0 || p->order < 0)
        return;
    const order *o = &access_orders[p->order];
    for (int s = p->kind->from; s <= p->kind->to; s++)
        cm_strengths_add(
            forms,
            cm_arena_printf(forms->arena, "%.*s.%s%s", (int)p->scope_at, text, scopes[s].name,
                            text + p->scope_at + 1 + strlen(scopes[p->scope].name)),
            cm_arena_printf(forms->arena, "%s.%s.%s", p->opcode, o->name, scopes[s].name), o->bits,
            scopes[s].bits, o->cost + scopes[s].cost);
    cm_strengths_settle(forms, text, o->bits, scopes[p->scope].bits);
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
        add_scopes(forms, p, o, CTA, SYS);
    if (!*text) {
        add_proxies(forms);
        forms->self = 0;
    } else if (p->scope >= 0) {
        cm_strengths_settle(forms, text, fence_orders[p->order < 0 ? 2 : p->order].bits,
                            scopes[p->scope].bits);
    }
}

/* A fence about some operations may go, or become one about all of its scope, .cluster, or wider.
 * False: it is none. */
static bool add_restricted(cm_strengths *forms, parts p, const char *text)
{
    for (size_t i = 0; i < sizeof restricted / sizeof *restricted; i++) {
        if (strcmp(p.more, restricted[i].more) != 0)
            continue;
        p.more = p.rest = "";
        cm_strengths_add(forms, "", "none", 0, 0, 0);
        cm_strengths_add(forms, text, text + strlen(p.guard), restricted[i].bits,
                         scopes[CLUSTER].bits, 0.5 * PROXY_COST);
        for (const order *o = fence_orders; o->name; o++)
            add_scopes(forms, &p, o, CLUSTER, SYS);
        forms->self = 1;
        return true;
    }
    return false;
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
    if (!forms->insn) {
        const parts none = {.guard = "", .opcode = "fence", .more = "", .rest = ""};
        add_fences(forms, &none, "");
        return;
    }
    parts p = take_apart(forms->arena, forms->insn, text);
    if (p.fixed) {
        if (cm_insn_has(forms->insn, "proxy"))
            add_proxy_itself(forms, &p, text);
    } else if (strcmp(p.opcode, "fence") == 0) {
        if (!add_restricted(forms, p, text))
            add_fences(forms, &p, text);
    } else if (strcmp(p.opcode, "membar") == 0) {
        add_membar(forms, p, text);
    } else if (p.kind && p.kind->orders) {
        add_access(forms, &p, text);
    } else if (p.kind) {
        add_in_place(forms, &p, text);
    }
}

/* The map of "cp.async.bulk.tensor... [s], [t, {0}], [m]". */
void cm_ptx_forms_before(cm_strengths *forms, const char *text)
{
    (void)text;
    const cm_insn *insn = forms->insn;
    for (int i = 0; i < insn->operand_count; i++) {
        const cm_insn_operand *map = &insn->operands[i];
        if (!map->opens)
            continue;
        cm_strengths_add(forms, "", "none", 0, 0, 0);
        forms->self = 0;
        const cm_place at = map->place;
        add_map_fences(forms, "", ".acquire",
                       cm_arena_printf(forms->arena, " [%.*s], %d", (int)at.length,
                                       at.source->text + at.offset, MAP_BYTES));
    }
}
