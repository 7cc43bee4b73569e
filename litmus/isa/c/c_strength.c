/* What of a statement in C orders, and what may stand in its place: the order and
 * the scope of one operation, or the scope in a type, in the words in which they are written. */
#include "litmus/isa/c/c.h"

#include <string.h>

/* Bits: an acquire, a release, the one order of what is sequentially consistent. */
enum { ACQUIRES = 1, RELEASES = 2, SC = 4 };

typedef struct order {
    const char *word;
    unsigned bits;
    double load, store, both, fence; /* costs; 0: an operation of that kind has no such order */
} order;

static const order orders[] = {
    {"relaxed", 0, 1, 1, 10, 0},
    {"acquire", ACQUIRES, 3, 0, 12, 20},
    {"release", RELEASES, 0, 3, 12, 20},
    {"acq_rel", ACQUIRES | RELEASES, 0, 0, 14, 25},
    {"seq_cst", ACQUIRES | RELEASES | SC, 8, 12, 20, 60},
};

enum { ORDERS = sizeof orders / sizeof *orders };

static const char prefix[] = "memory_order_";

static double cost_of(const order *o, const char *text)
{
    if (strstr(text, "fence"))
        return o->fence;
    if (strstr(text, "atomic_load") || strstr(text, "load("))
        return o->load;
    return strstr(text, "atomic_store") || strstr(text, "store(") ? o->store : o->both;
}

/* How orders are spelt: what stands before the word, in which case it is. */
static const struct {
    const char *before;
    bool upper;
} spellings[] = {
    {prefix, false}, {"memory_order::", false}, {"__NV_ATOMIC_", true}, {"__ATOMIC_", true}};
enum { SPELLINGS = sizeof spellings / sizeof *spellings };

/* Where the only word of an order stands; NULL: there is none, or it has two, as a compare-exchange
 * has. *spelling: how it is spelt. */
static const char *only_order(const char *text, int *spelling)
{
    const char *found = NULL;
    int count = 0;
    for (int i = 0; i < SPELLINGS; i++)
        for (const char *at = text; (at = strstr(at, spellings[i].before)); count++) {
            at += strlen(spellings[i].before);
            found = at;
            *spelling = i;
        }
    return count == 1 ? found : NULL;
}

/* What is written: the words of the order and of the scope in it, either of which may come first:
 * that of cuda::atomic_ref<int, cuda::thread_scope_block> does. */
typedef struct parts {
    const char *text, *order, *scope; /* scope NULL: there is none */
    size_t order_length;
    int spelling;
    unsigned scope_bits;
} parts;

static void find_scope(cm_arena *arena, parts *p)
{
    for (const char *c = p->text; *c && !p->scope; c++) {
        size_t length = cm_c_word_length(c);
        const char *word = cm_arena_text(arena, c, length);
        if (length > 0 && cm_c_scope(word)) {
            p->scope = c;
            p->scope_bits = cm_c_scope_bits(word);
        }
        c += length;
        if (!*c)
            return;
    }
}

/* The text with another word there. */
static const char *with_word(cm_arena *arena, const char *text, size_t at, const char *word)
{
    return cm_arena_printf(arena, "%.*s%s%s", (int)at, text, word,
                           text + at + cm_c_word_length(text + at));
}

/* Each wider scope costs a little, for each bit that it has more than a block. */
static double scope_cost(unsigned bits)
{
    return bits > 7 ? (bits > 31 ? 4 : 2) : 0;
}

static void add_order(cm_strengths *forms, const parts *p, const order *o, const char *scope)
{
    double cost = cost_of(o, p->text);
    const char *word = cm_strengths_case(forms->arena, o->word, spellings[p->spelling].upper);
    const char *made = p->text;
    size_t order_at = (size_t)(p->order - p->text);
    unsigned bits = scope ? cm_c_scope_bits(scope) : 0;
    if (cost <= 0)
        return;
    if (scope && p->scope > p->order) /* from the end on, so that what is before it stays there */
        made = with_word(forms->arena, made, (size_t)(p->scope - p->text), scope);
    made = with_word(forms->arena, made, order_at, word);
    if (scope && p->scope < p->order)
        made = with_word(forms->arena, made, (size_t)(p->scope - p->text), scope);
    const char *name = cm_arena_printf(forms->arena, "%s%s%s%s", prefix, o->word, scope ? " " : "",
                                       scope ? cm_c_scope(scope) : "");
    cm_strengths_add(forms, made, name, o->bits, bits, cost + scope_cost(bits));
    if (strlen(word) == p->order_length && memcmp(word, p->order, p->order_length) == 0 &&
        bits == p->scope_bits)
        cm_strengths_settle(forms, p->text, o->bits, bits);
}

/* What says no order, or two, as a declaration and a compare-exchange do: its scope. */
static void add_scope(cm_strengths *forms, const parts *p, const char *scope)
{
    const char *made = with_word(forms->arena, p->text, (size_t)(p->scope - p->text), scope);
    unsigned bits = cm_c_scope_bits(scope);
    cm_strengths_add(forms, made, cm_arena_printf(forms->arena, "scope %s", cm_c_scope(scope)), 0,
                     bits, 1 + scope_cost(bits));
    if (bits == p->scope_bits)
        cm_strengths_settle(forms, p->text, 0, bits);
}

/* at: the order's word, spelt so; or NULL. */
static void add_words(cm_strengths *forms, const char *text, const char *at, int spelling)
{
    parts p = {.text = text, .order = at, .spelling = spelling};
    p.order_length = at ? cm_c_word_length(at) : 0;
    find_scope(forms->arena, &p);
    const char *written =
        p.scope ? cm_arena_text(forms->arena, p.scope, cm_c_word_length(p.scope)) : NULL;
    const char *scope = NULL;
    for (int i = 0; at && i < ORDERS; i++) {
        if (!written)
            add_order(forms, &p, &orders[i], NULL);
        while (written && (scope = cm_c_scope_like(written, scope)))
            add_order(forms, &p, &orders[i], scope);
    }
    while (!at && written && (scope = cm_c_scope_like(written, scope)))
        add_scope(forms, &p, scope);
}

/* Fences that are a function of their own: those of a group stand in each other's place. */
enum { OF_KERNEL = 1, OF_CUDA = 2 };

static const struct {
    const char *text;
    unsigned bits, scope; /* as cm_c_scope_bits gives them */
    double cost;
    int group;
} whole_fences[] = {{"smp_rmb();", ACQUIRES, 0, 20, OF_KERNEL},
                    {"smp_wmb();", RELEASES, 0, 20, OF_KERNEL},
                    {"smp_mb();", ACQUIRES | RELEASES | SC, 0, 60, OF_KERNEL},
                    {"__threadfence_block();", ACQUIRES | RELEASES | SC, 7, 60, OF_CUDA},
                    {"__threadfence();", ACQUIRES | RELEASES | SC, 31, 62, OF_CUDA},
                    {"__threadfence_system();", ACQUIRES | RELEASES | SC, 63, 64, OF_CUDA}};

enum { WHOLE_FENCES = sizeof whole_fences / sizeof *whole_fences };

/* own: the one that is there, or -1. */
static void add_whole_fences(cm_strengths *forms, int group, int own)
{
    for (int i = 0; i < WHOLE_FENCES; i++) {
        if (whole_fences[i].group != group)
            continue;
        cm_strengths_add(forms, whole_fences[i].text, whole_fences[i].text, whole_fences[i].bits,
                         whole_fences[i].scope, whole_fences[i].cost);
        forms->items[forms->count - 1].group = group;
        if (i == own)
            forms->self = forms->count - 1;
    }
}

/* `READ_ONCE(*x)` and `smp_load_acquire(x)`, `WRITE_ONCE(*x, v)` and `smp_store_release(x, v)`. */
static void add_kernel_access(cm_strengths *forms, const char *text)
{
    static const char *const pairs[][2] = {{"READ_ONCE(*", "smp_load_acquire("},
                                           {"WRITE_ONCE(*", "smp_store_release("}};
    for (int i = 0; i < 4; i++) {
        const char *own = pairs[i / 2][i % 2], *other = pairs[i / 2][1 - i % 2];
        const char *at = strstr(text, own);
        if (!at)
            continue;
        const char *made = cm_arena_printf(forms->arena, "%.*s%s%s", (int)(at - text), text, other,
                                           at + strlen(own));
        unsigned bits = i / 2 == 0 ? ACQUIRES : RELEASES;
        bool weak = i % 2 == 0;
        cm_strengths_add(forms, weak ? text : made, pairs[i / 2][0], 0, 0, 1);
        cm_strengths_add(forms, weak ? made : text, pairs[i / 2][1], bits, 0, 3);
        forms->self = weak ? 0 : 1;
        return;
    }
}

void cm_c_forms(cm_strengths *forms, const char *text)
{
    if (!*text) {
        cm_strengths_add(forms, "", "no fence", 0, 0, 0);
        for (int k = 0; k < ORDERS; k++)
            if (orders[k].fence > 0)
                cm_strengths_add(forms,
                                 cm_arena_printf(forms->arena, "atomic_thread_fence(%s%s);", prefix,
                                                 orders[k].word),
                                 cm_arena_printf(forms->arena, "fence %s", orders[k].word),
                                 orders[k].bits, 0, orders[k].fence);
        add_whole_fences(forms, OF_KERNEL, -1);
        forms->self = 0;
        return;
    }
    int spelling = 0;
    const char *at = only_order(text, &spelling);
    for (int i = 0; i < WHOLE_FENCES && !at; i++) {
        if (strcmp(text, whole_fences[i].text) != 0)
            continue;
        cm_strengths_add(forms, "", "no fence", 0, 0, 0);
        add_whole_fences(forms, whole_fences[i].group, i);
        return;
    }
    add_words(forms, text, at, spelling);
    if (forms->count == 0)
        add_kernel_access(forms, text);
    if (at && forms->self >= 0 && strstr(text, "fence"))
        cm_strengths_add(forms, "", "no fence", 0, 0, 0);
}

/* As its dialect spells the fence. */
static const char *spelled(cm_arena *arena, const cm_isa_writer *dialect,
                           const cm_write_fence *fence)
{
    cm_text text = cm_text_new(arena);
    dialect->body(&text, dialect, &fence->text, 1);
    const char *line = text.data + strspn(text.data, " ");
    return cm_arena_text(arena, line, strcspn(line, "\n"));
}

void cm_c_new_fences(cm_strengths *forms, const cm_source_head *head)
{
    static const int order_of[] = {
        [CM_WRITE_SC] = 4, [CM_WRITE_ACQ_REL] = 3, [CM_WRITE_ACQUIRE] = 1, [CM_WRITE_RELEASE] = 2};
    const cm_isa_writer *const *dialect = cm_c_writer.dialects;
    while (*dialect && strcmp((*dialect)->head, head->head) != 0)
        dialect++;
    if (!*dialect) {
        cm_c_forms(forms, "");
        return;
    }
    cm_strengths_add(forms, "", "no fence", 0, 0, 0);
    /* OpenCL's scopes must be the same ones at both ends: that which is meant without one. */
    cm_scope one = head->is_opencl ? CM_SCOPE_DEVICE : CM_SCOPE_SYS;
    bool scoped = (*dialect)->scopes && !head->is_opencl;
    for (const cm_write_fence *f = (*dialect)->fences; f->name; f++) {
        if (f->scope != one && !scoped)
            continue;
        const order *o = &orders[order_of[f->purpose]];
        unsigned wider = f->scope == CM_SCOPE_CTA || !scoped ? 0
                         : f->scope == CM_SCOPE_DEVICE       ? 1
                                                             : 3;
        cm_strengths_add(forms, spelled(forms->arena, *dialect, f),
                         cm_arena_printf(forms->arena, "fence %s", f->text + strlen("fence.")),
                         o->bits, wider, o->fence + wider + (wider > 0));
    }
    forms->self = 0;
}
