/* How many stores can come before a load. See passings.h. */
#include "checker/threads/passings.h"

#include <string.h>

enum { MOST_STORES = 64 /* of a group in a thread, whose guards are compared */ };

/* Where all that is known is that there may be any number. */
static const cm_passes any = UINT64_C(0x7f7f7f7f7f7f7f7f);

typedef struct cm_passings {
    uint8_t **group; /* by thread and step: the group of its stores, and 1; 0: none was seen */
    cm_spot places[CM_PASSES_GROUPS - 1]; /* of groups; the last group has all other stores */
    int place_count;
    cm_passes **before; /* by thread and access: stores of the thread that can come before it; at
                          the end: all that can happen */
} cm_passings;

/* Stores of a group and a thread: of each part one at most happens. */
typedef struct parts {
    int of[MOST_STORES]; /* by store: its part */
    const cm_access *stores[MOST_STORES];
    int store_count, count;
} parts;

static int group_at(cm_passings *t, cm_spot spot)
{
    int g = 0;
    while (g < t->place_count &&
           (t->places[g].location != spot.location || t->places[g].offset != spot.offset))
        g++;
    if (g == t->place_count && t->place_count < CM_PASSES_GROUPS - 1)
        t->places[t->place_count++] = spot;
    return g;
}

/* What other stores write was computed upon by none. */
static bool is_counted(const cm_access *a)
{
    return a->step->kind == CM_STEP_STORE && a->data;
}

/* Groups stay what they are when more addresses are found. */
static int group_of(const cm_memory *memory, const cm_access *store)
{
    cm_passings *t = memory->passings;
    const cm_thread *thread = &memory->job->test->threads[store->thread];
    uint8_t *group = &t->group[store->thread][store->step - thread->steps];
    cm_spot spot;
    if (*group == 0) {
        bool one =
            store->address->count == 1 &&
            cm_memory_find(memory, store->address->choices[0].value, store->step->width, &spot);
        *group = (uint8_t)(1 + (one ? group_at(t, spot) : CM_PASSES_GROUPS - 1));
    }
    return *group - 1;
}

static bool excludes(cm_form *form, const parts *p, int part, const cm_access *store)
{
    for (int i = 0; i < p->store_count; i++)
        if (p->of[i] == part && (p->stores[i]->step != store->step ||
                                 cm_form_and(form, p->stores[i]->guard, store->guard) != CM_FALSE))
            return false;
    return true;
}

/* True when it is a part of its own. */
static bool add_store(cm_form *form, parts *p, const cm_access *store)
{
    if (p->store_count == MOST_STORES)
        return true;
    int part = 0;
    while (part < p->count && !excludes(form, p, part, store))
        part++;
    bool own = part == p->count;
    p->of[p->store_count] = part;
    p->stores[p->store_count++] = store;
    p->count += own;
    return own;
}

static void count_thread(cm_memory *memory, int thread)
{
    const cm_thread_run *run = &memory->runs[thread];
    cm_arena *arena = memory->job->arena;
    cm_passes *before = CM_NEW_ARRAY(arena, (size_t)run->access_count + 1, cm_passes);
    parts *groups = CM_NEW_ARRAY(arena, CM_PASSES_GROUPS, parts);
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        before[i + 1] = before[i];
        if (!is_counted(a))
            continue;
        int group = group_of(memory, a);
        if (add_store(&memory->job->form, &groups[group], a))
            before[i + 1] = cm_passes_add(before[i], group, 1);
    }
    memory->passings->before[thread] = before;
}

static cm_passings *new_passings(const cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    size_t threads = (size_t)test->thread_count;
    cm_passings *t = CM_NEW(memory->job->arena, cm_passings);
    t->group = CM_NEW_ARRAY(memory->job->arena, threads, uint8_t *);
    t->before = CM_NEW_ARRAY(memory->job->arena, threads, cm_passes *);
    for (size_t i = 0; i < threads; i++)
        t->group[i] =
            CM_NEW_ARRAY(memory->job->arena, (size_t)test->threads[i].step_count + 1, uint8_t);
    return t;
}

void cm_passings_count(cm_memory *memory)
{
    if (!memory->pruned && !memory->ordered)
        return;
    if (!memory->passings)
        memory->passings = new_passings(memory);
    for (int t = 0; t < memory->job->test->thread_count; t++)
        count_thread(memory, t);
}

cm_passes cm_passings_through(const cm_memory *memory, const cm_access *store, cm_passes before)
{
    bool counts = memory->passings && is_counted(store);
    return counts ? cm_passes_add(before, group_of(memory, store), 1) : before;
}

cm_passes cm_passings_before(const cm_memory *memory, const cm_access *load)
{
    if (!memory->passings)
        return any;
    cm_passes most = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        bool until = t == load->thread && !cm_step_is_async(load->step);
        int end = until ? (int)(load - run->accesses) : run->access_count;
        cm_passes own = memory->passings->before[t][end];
        for (int g = 0; g < CM_PASSES_GROUPS; g++)
            most = cm_passes_add(most, g, own >> 8 * g & 0xff);
    }
    return most;
}
