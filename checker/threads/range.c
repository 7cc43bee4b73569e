/* Ranges. See range.h. */
#include "checker/threads/range.h"

#include "litmus/expr.h"

#include <stdlib.h>

enum { MOST_SUMS = 4096, WIDEST = 16 /* bytes of an access */ };

typedef struct sums {
    int64_t *items;
    uint32_t count, capacity;
} sums;

/* Of numbers with a sign, as wide as the accesses. */
struct cm_range {
    bool refused;          /* nothing is known */
    cm_spot spot;          /* that all accesses go to which touch one of its bytes, */
    unsigned width;        /* each of them so wide */
    int64_t low, high;     /* of initial memory, and of constants that are stored */
    int64_t less, greater; /* what stores add up to, of those that add less, or more, than 0 */
    sums bases, adds;      /* the constants; what each store adds */
    bool listed;           /* once all is known, `bases` are all values that there may be */
};

static int64_t with_sign(uint64_t value, unsigned width)
{
    return (int64_t)cm_op_apply(CM_OP_SEXT, 64, 8 * width, value, 0, 0, false);
}

static void note(const cm_memory *memory, sums *list, int64_t value)
{
    CM_PUSH(memory->job->arena, list->items, list->count, list->capacity, value);
}

/* Do all reads that the value depends on read just this place? */
static bool is_of_itself(const cm_memory *memory, const cm_access *store, cm_spot spot)
{
    const cm_thread_run *run = &memory->runs[store->thread];
    for (uint32_t i = 0; store->data && i < store->data->count; i++) {
        const cm_access *load = &run->accesses[store->data->items[i].access];
        cm_spot from;
        if (!load->address || load->address->count != 1 ||
            load->step->width != store->step->width ||
            !cm_memory_find(memory, load->address->choices[0].value, load->step->width, &from) ||
            from.location != spot.location || from.offset != spot.offset)
            return false;
    }
    return true;
}

/* Does the register hold what the store's own instruction has read? */
static bool is_own_read(const cm_thread *t, const cm_step *s, int reg)
{
    int setter = (int)(s - t->steps) - 1;
    while (setter >= 0 && t->steps[setter].dst != reg)
        setter--;
    return setter >= 0 && setter == s->rmw;
}

/* `read | c`, `read & c`, `read ^ c`: how far that is from what was read. */
static bool changes_bits(const cm_thread *t, const cm_step *s, int64_t *least, int64_t *most)
{
    const cm_expr *e = s->value;
    uint64_t mask;
    if (!e || !e->b || e->a->op != CM_OP_REG || !is_own_read(t, s, e->a->reg) ||
        !cm_step_fixes(t, s, e->b, &mask))
        return false;
    int64_t bits = with_sign(mask, s->width);
    if (e->op == CM_OP_AND)
        bits = ~bits; /* that are cleared */
    *least = e->op == CM_OP_OR ? 0 : -bits;
    *most = e->op == CM_OP_AND ? 0 : bits;
    return bits >= 0 && (e->op == CM_OP_OR || e->op == CM_OP_AND || e->op == CM_OP_XOR);
}

static void look_at_store(const cm_memory *memory, cm_range *range, const cm_access *store,
                          cm_spot spot)
{
    const cm_val *v = store->value;
    unsigned width = store->step->width;
    int64_t least = 0, most = 0;
    if (!store->data || store->data->count == 0) {
        for (uint32_t i = 0; i < v->count; i++) {
            int64_t value = with_sign(v->choices[i].value, width);
            range->low = value < range->low ? value : range->low;
            range->high = value > range->high ? value : range->high;
            note(memory, &range->bases, value);
        }
        return;
    }
    if (v->base && v->base_bits >= 8 * width)
        least = most = with_sign(v->plus, width);
    else if (!changes_bits(&memory->job->test->threads[store->thread], store->step, &least, &most))
        range->refused = true;
    range->refused |= store->opaque != CM_FALSE || !is_of_itself(memory, store, spot);
    range->listed &= least == most;
    note(memory, &range->adds, least);
    range->refused |= (least < 0 && __builtin_add_overflow(range->less, least, &range->less)) ||
                      (most > 0 && __builtin_add_overflow(range->greater, most, &range->greater));
}

static int by_spot(const void *left, const void *right)
{
    const cm_spot *a = &((const cm_range *)left)->spot, *b = &((const cm_range *)right)->spot;
    if (a->location != b->location)
        return a->location < b->location ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* The first range that begins at the place or behind it. */
static cm_range *first_from(const cm_memory *memory, cm_spot spot)
{
    cm_range *first = memory->ranges;
    for (uint32_t left = memory->range_count; left > 0;) {
        uint32_t half = left / 2;
        bool before = by_spot(&first[half], &(cm_range){.spot = spot}) < 0;
        first += before ? half + 1 : 0;
        left = before ? left - half - 1 : half;
    }
    return first;
}

/* What the access does to the ranges of which it touches a byte. */
static void look_at(cm_memory *memory, const cm_access *a, cm_spot spot)
{
    unsigned width = a->step->width;
    uint32_t before = spot.offset < WIDEST ? spot.offset : WIDEST;
    bool fits = a->address->count == 1 && !cm_step_is_async(a->step) && width <= 8 &&
                cm_memory_parts(memory, a).count == 1;
    for (cm_range *r = first_from(memory, (cm_spot){spot.location, spot.offset - before});
         r < memory->ranges + memory->range_count && r->spot.location == spot.location &&
         r->spot.offset < spot.offset + width;
         r++) {
        if (r->spot.offset + r->width <= spot.offset)
            continue;
        r->refused |= !fits || r->width != width || r->spot.offset != spot.offset;
        if (!r->refused && a->step->kind == CM_STEP_STORE)
            look_at_store(memory, r, a, spot);
    }
}

static void new_range(cm_memory *memory, const cm_access *a, cm_spot spot)
{
    unsigned width = a->step->width;
    int64_t first =
        width > 8 ? 0 : with_sign(cm_memory_initial(memory->job->test, spot, width), width);
    CM_RESERVE(memory->job->arena, memory->ranges, memory->range_count, memory->range_capacity);
    cm_range *made = &memory->ranges[memory->range_count++];
    *made = (cm_range){.spot = spot, .width = width, .low = first, .high = first, .listed = true};
    note(memory, &made->bases, first);
}

/* Calls the function for each place that an access of the last execution may go to. */
static void each_place(cm_memory *memory, bool alone,
                       void (*call)(cm_memory *, const cm_access *, cm_spot))
{
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            const cm_access *a = &memory->runs[t].accesses[i];
            bool accesses = a->step->kind == CM_STEP_LOAD || a->step->kind == CM_STEP_STORE;
            cm_spot spot;
            for (uint32_t k = 0; accesses && a->address && k < a->address->count; k++)
                if ((!alone || a->address->count == 1) &&
                    cm_memory_find(memory, a->address->choices[k].value, a->step->width, &spot))
                    call(memory, a, spot);
        }
}

static int by_number(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static void sort_once(sums *list)
{
    uint32_t kept = 0;
    qsort(list->items, list->count, sizeof *list->items, by_number);
    for (uint32_t i = 0; i < list->count; i++)
        if (kept == 0 || list->items[kept - 1] != list->items[i])
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* Lists each constant, plus what some stores add to it. No such sum overflows: cm_ranges_find has
 * looked at the least and the greatest one. */
static void list_sums(const cm_memory *memory, cm_range *range)
{
    sort_once(&range->bases);
    for (uint32_t i = 0; i < range->adds.count && range->listed; i++) {
        uint32_t before = range->bases.count;
        for (uint32_t k = 0; k < before; k++)
            note(memory, &range->bases, range->bases.items[k] + range->adds.items[i]);
        sort_once(&range->bases);
        range->listed = range->bases.count <= MOST_SUMS;
    }
}

void cm_ranges_find(cm_memory *memory)
{
    memory->range_count = 0;
    each_place(memory, true, new_range);
    /* Leaves one range of each place. */
    uint32_t kept = 0;
    if (memory->range_count > 0)
        qsort(memory->ranges, memory->range_count, sizeof *memory->ranges, by_spot);
    for (uint32_t i = 0; i < memory->range_count; i++)
        if (kept == 0 || by_spot(&memory->ranges[kept - 1], &memory->ranges[i]) != 0)
            memory->ranges[kept++] = memory->ranges[i];
    memory->range_count = kept;
    each_place(memory, false, look_at);
    for (cm_range *r = memory->ranges; r < memory->ranges + memory->range_count; r++) {
        int64_t end = r->width >= 8 ? INT64_MAX : INT64_C(1) << (8 * r->width - 1);
        r->refused |= __builtin_add_overflow(r->low, r->less, &r->low) ||
                      __builtin_add_overflow(r->high, r->greater, &r->high) || r->low < -end ||
                      r->high >= end;
        if (!r->refused)
            list_sums(memory, r);
    }
}

bool cm_range_has(cm_memory *memory, cm_spot spot, unsigned width, uint64_t value)
{
    const cm_range *range = first_from(memory, spot), *end = memory->ranges + memory->range_count;
    if (range == end || range->refused || range->width != width ||
        range->spot.location != spot.location || range->spot.offset != spot.offset)
        return true;
    int64_t number = with_sign(value, width);
    bool has = range->listed ? bsearch(&number, range->bases.items, range->bases.count,
                                       sizeof number, by_number) != NULL
                             : range->low <= number && number <= range->high;
    memory->ranged |= !has;
    return has;
}
