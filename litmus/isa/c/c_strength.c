/* What of a statement in C orders, and what may stand in its place: the order of one operation. */
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
    if (strstr(text, "atomic_thread_fence"))
        return o->fence;
    if (strstr(text, "atomic_load"))
        return o->load;
    return strstr(text, "atomic_store") ? o->store : o->both;
}

static void add_orders(cm_strengths *forms, const char *text, const char *at)
{
    const char *word = at + sizeof prefix - 1;
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    for (int i = 0; i < ORDERS; i++) {
        double cost = cost_of(&orders[i], text);
        if (cost <= 0)
            continue;
        const char *made = cm_arena_printf(forms->arena, "%.*s%s%s", (int)(word - text), text,
                                           orders[i].word, word + length);
        cm_strengths_add(forms, made, cm_arena_printf(forms->arena, "%s%s", prefix, orders[i].word),
                         orders[i].bits, 0, cost);
        if (strlen(orders[i].word) == length && memcmp(orders[i].word, word, length) == 0)
            cm_strengths_settle(forms, text, orders[i].bits, 0);
    }
}

static const struct {
    const char *text;
    unsigned bits;
    double cost;
} kernel_fences[] = {{"smp_rmb();", ACQUIRES, 20},
                     {"smp_wmb();", RELEASES, 20},
                     {"smp_mb();", ACQUIRES | RELEASES | SC, 60}};

enum { KERNEL_FENCES = sizeof kernel_fences / sizeof *kernel_fences, OF_KERNEL = 1 };

static void add_kernel_fences(cm_strengths *forms)
{
    for (int i = 0; i < KERNEL_FENCES; i++) {
        cm_strengths_add(forms, kernel_fences[i].text, kernel_fences[i].text, kernel_fences[i].bits,
                         0, kernel_fences[i].cost);
        forms->items[forms->count - 1].group = OF_KERNEL;
    }
}

static void add_fences(cm_strengths *forms)
{
    for (int i = 0; i < ORDERS; i++)
        if (orders[i].fence > 0)
            cm_strengths_add(
                forms,
                cm_arena_printf(forms->arena, "atomic_thread_fence(%s%s);", prefix, orders[i].word),
                cm_arena_printf(forms->arena, "fence %s", orders[i].word), orders[i].bits, 0,
                orders[i].fence);
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
        add_fences(forms);
        add_kernel_fences(forms);
        forms->self = 0;
        return;
    }
    const char *at = strstr(text, prefix);
    for (int i = 0; i < KERNEL_FENCES && !at; i++) {
        if (strcmp(text, kernel_fences[i].text) != 0)
            continue;
        cm_strengths_add(forms, "", "no fence", 0, 0, 0);
        add_kernel_fences(forms);
        forms->self = 1 + i;
        return;
    }
    if (!at)
        add_kernel_access(forms, text);
    else if (!strstr(at + 1, prefix)) /* a compare-exchange has two orders */
        add_orders(forms, text, at);
    if (at && forms->self >= 0 && strstr(text, "atomic_thread_fence"))
        cm_strengths_add(forms, "", "no fence", 0, 0, 0);
}
