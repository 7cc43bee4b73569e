/* Threads that may be exchanged. See symmetry.h. */
#include "checker/symmetry.h"

#include "litmus/state.h"

#include "checker/alike.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 64 }; /* of a load that orders threads */

typedef struct item { /* a register, or an element of a location, that is observed */
    int own;          /* rank among the thread's own places, -1: a register */
    int reg;          /* or the element */
    uint8_t bits;
    int at; /* where its value is in a state */
} item;

typedef struct class
{
    int *threads;
    int count;
    item **items; /* by member; alike but for `at` */
    int item_count;
    bool renames; /* the members have places of their own */
    int *from;    /* while images are made: by member, the one whose values it gets */
} class;

struct cm_symmetry {
    cm_job *job;
    class *classes;
    int count, capacity;
    cm_alike alike;
    uint64_t *found; /* states, while images are made */
    size_t found_count, found_capacity;
};

/* ---- what is observed of a thread ------------------------------------ */

/* The element as one of the thread's own places; false: it is in none. */
static bool find_own(const cm_symmetry *s, int thread, const cm_observed *o, int element, item *out)
{
    unsigned width = s->job->test->locations[o->location].width;
    int place = cm_alike_place(&s->alike, o->location, (uint64_t)element * width);
    out->own = cm_alike_own(&s->alike, thread, place);
    out->reg = element - (int)(s->alike.places[place].offset / width);
    return out->own >= 0;
}

static int by_register(const void *left, const void *right)
{
    const item *a = left, *b = right;
    if (a->own != b->own)
        return a->own < b->own ? -1 : 1;
    if (a->reg != b->reg)
        return a->reg < b->reg ? -1 : 1;
    return a->bits != b->bits ? a->bits - b->bits : a->at - b->at;
}

static item *observed_items(const cm_symmetry *s, int thread, int *count)
{
    const cm_test *test = s->job->test;
    size_t room = (size_t)cm_state_width(test) + 1;
    item *items = CM_NEW_ARRAY(s->job->arena, room, item);
    *count = 0;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        int at = cm_state_offset(test, i);
        if (o->kind == CM_OBSERVE_REGISTER && o->thread == thread)
            items[(*count)++] = (item){-1, o->reg, o->bits, at};
        if (o->kind != CM_OBSERVE_LOCATION)
            continue;
        int first = o->element < 0 ? 0 : o->element;
        int values = o->element < 0 ? (int)test->locations[o->location].count : 1;
        for (int k = 0; k < values; k++) {
            item one = {.at = at + k};
            if (find_own(s, thread, o, first + k, &one))
                items[(*count)++] = one;
        }
    }
    qsort(items, (size_t)*count, sizeof *items, by_register);
    return items;
}

static bool same_items(const item *a, const item *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i].own != b[i].own || a[i].reg != b[i].reg || a[i].bits != b[i].bits)
            return false;
    return true;
}

static bool mentions(const cm_test *test, const cm_prop *prop, int thread)
{
    if (!prop)
        return false;
    const cm_operand *operands[2] = {&prop->left, &prop->right};
    bool compares = cm_prop_compares(prop->kind);
    for (int i = 0; compares && i < 2; i++) {
        const cm_observed *o =
            operands[i]->observed < 0 ? NULL : &test->observed[operands[i]->observed];
        if (o && o->kind == CM_OBSERVE_REGISTER && o->thread == thread)
            return true;
    }
    return mentions(test, prop->a, thread) || mentions(test, prop->b, thread);
}

/* ---- classes --------------------------------------------------------- */

/* Adds the thread to the class if it is like the first one. */
static bool join_class(cm_symmetry *s, class *c, int thread)
{
    int first = c->threads[0], count;
    if (!cm_alike_threads(&s->alike, first, thread))
        return false;
    item *items = observed_items(s, thread, &count);
    if (count != c->item_count || !same_items(c->items[0], items, count))
        return false;
    c->items[c->count] = items;
    c->threads[c->count++] = thread;
    return true;
}

static void add_thread(cm_symmetry *s, int thread)
{
    const cm_test *test = s->job->test;
    for (int i = 0; i < s->count; i++)
        if (join_class(s, &s->classes[i], thread))
            return;
    CM_RESERVE(s->job->arena, s->classes, s->count, s->capacity);
    class *c = &s->classes[s->count++];
    *c = (class){.count = 1, .renames = s->alike.own_count[thread] > 0};
    c->from = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, int);
    c->threads = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, int);
    c->items = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, item *);
    c->threads[0] = thread;
    c->items[0] = observed_items(s, thread, &c->item_count);
}

static bool is_asked_of(const cm_job *job, int thread)
{
    return mentions(job->test, job->test->filter, thread) ||
           (job->options.question && mentions(job->test, job->test->condition, thread));
}

bool cm_symmetry_spoilt(cm_job *job)
{
    if (!job->test->filter && !job->options.question)
        return false;
    const cm_symmetry *s = cm_symmetry_find(job, false);
    for (int i = 0; s && i < s->count; i++)
        for (int m = 0; m < s->classes[i].count; m++)
            if (is_asked_of(job, s->classes[i].threads[m]))
                return true;
    return false;
}

/* Exchanges of one member and the next make up all others. */
static void note_exchanges(cm_symmetry *s)
{
    cm_job *job = s->job;
    cm_exchange *all = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, cm_exchange);
    job->exchange_count = 0;
    for (int i = 0; i < s->count; i++)
        for (int m = 0; s->classes[i].renames && m + 1 < s->classes[i].count; m++) {
            int a = s->classes[i].threads[m], b = s->classes[i].threads[m + 1];
            size_t places = (size_t)s->alike.own_count[a];
            cm_exchange x = {CM_NEW_ARRAY(job->arena, places, uint64_t),
                             CM_NEW_ARRAY(job->arena, places, uint64_t),
                             CM_NEW_ARRAY(job->arena, places, uint64_t), 0};
            for (; x.count < s->alike.own_count[a]; x.count++) {
                int place = s->alike.own[a][x.count];
                x.first[x.count] = cm_alike_address(&s->alike, place);
                x.second[x.count] = cm_alike_address(&s->alike, s->alike.own[b][x.count]);
                x.size[x.count] = cm_alike_is_whole(&s->alike, place) ? CM_ADDRESS_STRIDE
                                                                      : s->alike.places[place].size;
            }
            all[job->exchange_count++] = x;
        }
    job->exchanges = all;
}

/* At first sight: most small tests have no two threads of one length. */
static bool any_may_be_alike(const cm_test *test)
{
    for (int i = 0; i < test->thread_count; i++)
        for (int k = 0; k < i; k++)
            if (test->threads[i].step_count == test->threads[k].step_count &&
                test->threads[i].register_count == test->threads[k].register_count)
                return true;
    return false;
}

cm_symmetry *cm_symmetry_find(cm_job *job, bool asked)
{
    const cm_test *test = job->test;
    job->exchange_count = 0;
    if (!any_may_be_alike(test) || job->options.plain || job->options.witnesses ||
        cm_alike_code_in_memory(test))
        return NULL;
    cm_symmetry *s = CM_NEW(job->arena, cm_symmetry);
    s->job = job;
    cm_alike_init(&s->alike, job, asked);
    for (int t = 0; t < test->thread_count; t++)
        if (!asked || !is_asked_of(job, t))
            add_thread(s, t);
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->classes[i].count > 1)
            s->classes[kept++] = s->classes[i];
    s->count = kept;
    note_exchanges(s);
    return kept > 0 ? s : NULL;
}

/* May the access reach from a place that is exchanged into another one? */
static bool reaches_over(const cm_symmetry *s, const cm_ev *e)
{
    for (uint32_t i = 0; i < e->target_count; i++) {
        const cm_spot *spot = &e->targets[i].spot;
        int place = cm_alike_place(&s->alike, spot->location, spot->offset);
        const cm_own *own = &s->alike.places[place];
        if (!cm_alike_is_whole(&s->alike, place) &&
            (uint64_t)spot->offset + e->width > (uint64_t)own->offset + own->size)
            return true;
    }
    return false;
}

cm_symmetry *cm_symmetry_settle(cm_symmetry *s, const cm_graph *g, bool asked)
{
    for (uint32_t i = 0; i < g->count && s; i++)
        g->job->uneven |= reaches_over(s, &g->events[i]);
    return g->job->uneven ? cm_symmetry_find(g->job, asked) : s;
}

/* ---- one order ------------------------------------------------------- */

/* Are the accesses of all members made by the same steps in the same rounds? */
static bool same_accesses(const cm_graph *g, const class *c)
{
    const cm_thread_run *first = &g->memory.runs[c->threads[0]];
    for (int m = 1; m < c->count; m++) {
        const cm_thread_run *run = &g->memory.runs[c->threads[m]];
        if (run->access_count != first->access_count)
            return false;
        for (int i = 0; i < run->access_count; i++)
            if (run->accesses[i].visit != first->accesses[i].visit)
                return false;
    }
    return true;
}

static uint32_t event_of(const cm_graph *g, const class *c, int member, int access)
{
    return g->first_event[c->threads[member]][access];
}

/* Does the access go to one place, the same for all members? */
static bool goes_to_one_place(const cm_graph *g, const class *c, int access)
{
    const cm_val *first = NULL;
    for (int m = 0; m < c->count; m++) {
        const cm_val *address = g->memory.runs[c->threads[m]].accesses[access].address;
        if (address->count != 1 || (first && first->choices[0].value != address->choices[0].value))
            return false;
        first = address;
    }
    return true;
}

/* The stores of one instruction, in all rounds, to one place: rather of an atomic instruction,
 * which is what locks and queues start with. Their number. */
static int find_stores(const cm_graph *g, const class *c, int *accesses)
{
    const cm_thread_run *run = &g->memory.runs[c->threads[0]];
    int co = cm_model_find(g->job->model, "co"), count = 0;
    const cm_step *step = NULL;
    bool fits = co >= 0 && g->job->model->nodes[co].op == CM_NODE_FREE && same_accesses(g, c);
    for (int i = 0; i < run->access_count && fits; i++) {
        const cm_access *a = &run->accesses[i];
        if (a->step->kind != CM_STEP_STORE || !goes_to_one_place(g, c, i) ||
            event_of(g, c, 0, i) == g->first_event[c->threads[0]][i + 1])
            continue;
        if (!step || (a->rmw && !step->rmw)) {
            step = a->step;
            count = 0;
        }
        if (a->step == step)
            accesses[count++] = i;
    }
    return count;
}

/* Values have an order only if none of them is exchanged. */
static int find_load(const cm_encoder *e, const class *c)
{
    const cm_thread_run *run = &e->graph->memory.runs[c->threads[0]];
    if (c->renames)
        return -1;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        if (a->step->kind == CM_STEP_LOAD && a->value->count > 1 && a->value->count <= MAX_VALUES)
            return i;
    }
    return -1;
}

/* Both loads execute, and the first finds more. */
static cm_lit finds_more(cm_encoder *e, const cm_access *a, const cm_access *b)
{
    cm_lits any = {0};
    for (uint32_t i = 0; i < a->value->count; i++)
        for (uint32_t k = 0; k < b->value->count; k++)
            if (a->value->choices[i].value > b->value->choices[k].value)
                cm_lits_add(
                    e->job->arena, &any,
                    cm_form_and(e->form, a->value->choices[i].when, b->value->choices[k].when));
    cm_lit parts[3] = {a->guard, b->guard, cm_form_or_all(e->form, any.items, any.count)};
    return cm_form_and_all(e->form, parts, 3);
}

/* Is this one the first of the member's stores that it makes? */
static cm_lit is_first(cm_encoder *e, const class *c, int member, const int *accesses, int number)
{
    const cm_access *all = e->graph->memory.runs[c->threads[member]].accesses;
    cm_lit first = CM_TRUE;
    for (int i = 0; i < number; i++)
        first = cm_form_and(e->form, first, -all[accesses[i]].guard);
    return first;
}

/* The later member's store comes before the earlier one's. */
static cm_lit is_wrong(cm_encoder *e, const class *c, int earlier, int later, const int *accesses,
                       int count)
{
    int co = cm_model_find(e->model, "co");
    cm_lits any = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            cm_lit parts[3] = {
                cm_encode_pair(e, co, event_of(e->graph, c, later, accesses[k]),
                               event_of(e->graph, c, earlier, accesses[i]), CM_UPPER),
                is_first(e, c, earlier, accesses, i), is_first(e, c, later, accesses, k)};
            cm_lits_add(e->job->arena, &any, cm_form_and_all(e->form, parts, 3));
        }
    return cm_form_or_all(e->form, any.items, any.count);
}

static void break_class(cm_encoder *e, const class *c, cm_lit under)
{
    const cm_thread_run *runs = e->graph->memory.runs;
    int *accesses = CM_NEW_ARRAY(e->job->arena, (size_t)runs[c->threads[0]].access_count, int);
    int count = find_stores(e->graph, c, accesses), load = -1;
    if (count == 0 && same_accesses(e->graph, c))
        load = find_load(e, c);
    for (int i = 0; i < c->count && (count > 0 || load >= 0); i++)
        for (int k = i + 1; k < c->count; k++) {
            cm_lit wrong = count > 0 ? is_wrong(e, c, i, k, accesses, count)
                                     : finds_more(e, &runs[c->threads[i]].accesses[load],
                                                  &runs[c->threads[k]].accesses[load]);
            cm_graph_assert(e->graph, cm_form_or(e->form, -under, -wrong));
        }
}

void cm_symmetry_break(cm_symmetry *s, cm_encoder *encoder, cm_lit under)
{
    for (int i = 0; i < s->count; i++)
        break_class(encoder, &s->classes[i], under);
}

size_t cm_symmetry_turns(const cm_symmetry *s, const cm_graph *g, cm_turn **out)
{
    size_t count = 0;
    *out = CM_NEW_ARRAY(s->job->arena, g->count, cm_turn);
    for (int i = 0; i < s->count; i++) {
        const class *c = &s->classes[i];
        size_t most = (size_t)g->memory.runs[c->threads[0]].access_count;
        int *accesses = CM_NEW_ARRAY(s->job->arena, most, int);
        int stores = find_stores(g, c, accesses);
        for (int m = 0; m < c->count; m++)
            for (int k = 0; k < stores; k++)
                (*out)[count++] = (cm_turn){event_of(g, c, m, accesses[k]), i, m};
    }
    return count;
}

/* ---- images ---------------------------------------------------------- */

static void add_image(cm_symmetry *s, const uint64_t *values)
{
    cm_job *job = s->job;
    size_t width = (size_t)cm_state_width(job->test);
    if (s->found_count >= job->options.max_states)
        cm_job_stop(job, "limit of %zu states reached", job->options.max_states);
    while ((s->found_count + 1) * width >=
           s->found_capacity) { /* never NULL, with no width either */
        size_t more = s->found_capacity ? s->found_capacity * 2 : 16 * (width + 1);
        s->found = cm_arena_grow(job->arena, s->found, s->found_capacity, more, sizeof *s->found);
        s->found_capacity = more;
    }
    memcpy(s->found + s->found_count++ * width, values, width * sizeof *values);
    cm_job_poll(job);
}

/* Does some value lie in a place of the member's own? */
static bool appears(const cm_symmetry *s, const class *c, const uint64_t *values, int member)
{
    uint64_t offset;
    for (int i = 0; c->renames && i < cm_state_width(s->job->test); i++) {
        int place = cm_alike_locate(&s->alike, values[i], &offset);
        if (place >= 0 && s->alike.places[place].owner == c->threads[member])
            return true;
    }
    return false;
}

static bool same_values(const cm_symmetry *s, const class *c, const uint64_t *values, int a, int b)
{
    if (appears(s, c, values, a) || appears(s, c, values, b))
        return false;
    for (int i = 0; i < c->item_count; i++)
        if (values[c->items[a][i].at] != values[c->items[b][i].at])
            return false;
    return true;
}

/* The images of `image` under the classes from `number` on. */
static void add_images(cm_symmetry *s, int number, uint64_t *image);

/* The address that it is once members have got what others had. */
static uint64_t renamed_value(const cm_symmetry *s, const class *c, uint64_t value)
{
    uint64_t offset;
    int place = cm_alike_locate(&s->alike, value, &offset);
    for (int to = 0; place >= 0 && to < c->count; to++) {
        int rank = cm_alike_own(&s->alike, c->threads[c->from[to]], place);
        if (rank >= 0)
            return cm_alike_address(&s->alike, s->alike.own[c->threads[to]][rank]) + offset;
    }
    return value;
}

static uint64_t *renamed(const cm_symmetry *s, const class *c, const uint64_t *image)
{
    size_t width = (size_t)cm_state_width(s->job->test);
    uint64_t *made = CM_NEW_ARRAY(s->job->arena, width + 1, uint64_t);
    for (size_t i = 0; i < width; i++)
        made[i] = renamed_value(s, c, image[i]);
    return made;
}

/* Members from `to` on get what is left of what members had, in every different
 * way. */
static void deal(cm_symmetry *s, int number, const uint64_t *values, bool *taken, int to,
                 uint64_t *image)
{
    const class *c = &s->classes[number];
    if (to == c->count) {
        add_images(s, number + 1, c->renames ? renamed(s, c, image) : image);
        return;
    }
    for (int from = 0; from < c->count; from++) {
        bool again = taken[from];
        for (int other = 0; other < from && !again; other++)
            again = !taken[other] && same_values(s, c, values, other, from);
        if (again)
            continue;
        taken[from] = true;
        c->from[to] = from;
        /* What member `from` had, member `to` has. */
        for (int i = 0; i < c->item_count; i++)
            image[c->items[to][i].at] = values[c->items[from][i].at];
        deal(s, number, values, taken, to + 1, image);
        taken[from] = false;
    }
}

static void add_images(cm_symmetry *s, int number, uint64_t *image)
{
    if (number == s->count) {
        add_image(s, image);
        return;
    }
    cm_arena *arena = s->job->arena;
    size_t width = (size_t)cm_state_width(s->job->test);
    uint64_t *values = CM_NEW_ARRAY(arena, width + 1, uint64_t);
    memcpy(values, image, width * sizeof *values);
    bool *taken = CM_NEW_ARRAY(arena, (size_t)s->classes[number].count, bool);
    deal(s, number, values, taken, 0, image);
}

size_t cm_symmetry_images(cm_symmetry *s, const uint64_t *values, uint64_t **out)
{
    size_t width = (size_t)cm_state_width(s->job->test);
    uint64_t *image = CM_NEW_ARRAY(s->job->arena, width + 1, uint64_t);
    memcpy(image, values, width * sizeof *image);
    s->found_count = 0;
    add_images(s, 0, image);
    *out = s->found;
    return s->found_count;
}
