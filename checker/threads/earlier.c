/* How many stores can come before a load. See earlier.h. */
#include "checker/threads/earlier.h"

enum { MOST_STORES = 64 /* of a group in a thread, whose guards are compared */ };

/* Any number of stores of each group. */
static const cm_passes any = UINT64_C(0x7f7f7f7f7f7f7f7f);

typedef struct cm_earlier {
    uint8_t **group; /* by thread and step: one more than the group of its stores; 0: no store of it
                        was seen */
    cm_spot places[CM_PASSES_GROUPS - 1]; /* of groups; the last group has all other stores */
    int place_count;
    cm_passes **before; /* by thread and access: stores of the thread that can come before it; at
                          the end: all that can happen */
} cm_earlier;

/* The stores of a group in one thread. At most one store of each part happens. */
typedef struct parts {
    int of[MOST_STORES]; /* by store: its part */
    const cm_access *stores[MOST_STORES];
    int store_count, count;
} parts;

static int group_at(cm_earlier *t, cm_spot spot)
{
    int g = 0;
    while (g < t->place_count &&
           (t->places[g].location != spot.location || t->places[g].offset != spot.offset))
        g++;
    if (g == t->place_count && t->place_count < CM_PASSES_GROUPS - 1)
        t->places[t->place_count++] = spot;
    return g;
}

/* Other stores write constants: no value has come to them. */
static bool is_counted(const cm_access *a)
{
    return a->step->kind == CM_STEP_STORE && a->data;
}

/* A store stays in its group when more addresses of it are found. */
static int group_of(const cm_memory *memory, const cm_access *store)
{
    cm_earlier *t = memory->earlier;
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
    memory->earlier->before[thread] = before;
}

static cm_earlier *new_earlier(const cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    size_t threads = (size_t)test->thread_count;
    cm_earlier *t = CM_NEW(memory->job->arena, cm_earlier);
    t->group = CM_NEW_ARRAY(memory->job->arena, threads, uint8_t *);
    t->before = CM_NEW_ARRAY(memory->job->arena, threads, cm_passes *);
    for (size_t i = 0; i < threads; i++)
        t->group[i] =
            CM_NEW_ARRAY(memory->job->arena, (size_t)test->threads[i].step_count + 1, uint8_t);
    return t;
}

void cm_earlier_count(cm_memory *memory)
{
    if (!memory->pruned && !memory->ordered)
        return;
    if (!memory->earlier)
        memory->earlier = new_earlier(memory);
    for (int t = 0; t < memory->job->test->thread_count; t++)
        count_thread(memory, t);
}

cm_passes cm_earlier_add(const cm_memory *memory, const cm_access *store, cm_passes before)
{
    bool counts = memory->earlier && is_counted(store);
    return counts ? cm_passes_add(before, group_of(memory, store), 1) : before;
}

cm_passes cm_earlier_most(const cm_memory *memory, const cm_access *load)
{
    if (!memory->earlier)
        return any;
    cm_passes most = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        bool until = t == load->thread && !cm_step_is_async(load->step);
        int end = until ? (int)(load - run->accesses) : run->access_count;
        cm_passes own = memory->earlier->before[t][end];
        for (int g = 0; g < CM_PASSES_GROUPS; g++)
            most = cm_passes_add(most, g, own >> 8 * g & 0xff);
    }
    return most;
}
