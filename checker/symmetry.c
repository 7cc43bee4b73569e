/* Threads that may be exchanged. See symmetry.h. */
#include "checker/symmetry.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 64 }; /* of a load that orders threads */

typedef struct item { /* a register that is observed */
    int reg;
    uint8_t bits;
    int at; /* where its value is in a state */
} item;

typedef struct class
{
    int *threads;
    int count;
    item **items; /* by member; alike but for `at` */
    int item_count;
} class;

struct cm_symmetry {
    cm_job *job;
    class *classes;
    int count, capacity;
    uint64_t *found; /* states, while images are made */
    size_t found_count, found_capacity;
};

/* ---- threads that are alike ------------------------------------------ */

static bool is_code_address(uint64_t value)
{
    return value >= CM_CODE_BASE;
}

/* Equal, and without an address in the thread's own code. */
static bool same_expr(const cm_expr *a, const cm_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->op != b->op || a->bits != b->bits || a->reg != b->reg || a->imm != b->imm ||
        (a->op == CM_OP_CONST && is_code_address(a->imm)))
        return false;
    return same_expr(a->a, b->a) && same_expr(a->b, b->b) && same_expr(a->c, b->c);
}

static bool same_tags(const char *const *a, const char *const *b)
{
    for (; *a && *b; a++, b++)
        if (strcmp(*a, *b) != 0)
            return false;
    return *a == *b;
}

static bool same_step(const cm_step *a, const cm_step *b)
{
    return a->kind == b->kind && a->instruction == b->instruction && a->dst == b->dst &&
           a->width == b->width && a->exclusive == b->exclusive && a->joined == b->joined &&
           a->rmw == b->rmw && a->target == b->target && same_expr(a->guard, b->guard) &&
           same_expr(a->addr, b->addr) && same_expr(a->value, b->value) &&
           same_expr(a->quorum, b->quorum) && same_tags(a->tags, b->tags);
}

static bool same_register(const cm_register *a, const cm_register *b)
{
    return strcmp(a->name, b->name) == 0 && a->bits == b->bits && a->typed == b->typed &&
           a->is_signed == b->is_signed && same_expr(a->init, b->init);
}

static bool same_code(const cm_thread *a, const cm_thread *b)
{
    if (a->arch != b->arch || a->step_count != b->step_count ||
        a->register_count != b->register_count)
        return false;
    for (int i = 0; i < a->register_count; i++)
        if (!same_register(&a->registers[i], &b->registers[i]))
            return false;
    for (int i = 0; i < a->step_count; i++)
        if (!same_step(&a->steps[i], &b->steps[i]))
            return false;
    return true;
}

static int system_of(const cm_placement *p)
{
    return p->system < 0 ? 0 : p->system;
}

/* Which numbers of the two places are equal: all that models see of places. */
static unsigned nearness(const cm_placement *a, const cm_placement *b)
{
    unsigned systems = system_of(a) == system_of(b), gpus = a->gpu == b->gpu;
    unsigned ctas = a->cta == b->cta, clusters = a->cluster == b->cluster;
    return systems | gpus << 1 | ctas << 2 | clusters << 3;
}

/* Do all other threads see the two alike, and each the other as itself sees it? */
static bool same_place(const cm_test *test, int i, int k)
{
    const cm_placement *a = &test->threads[i].at, *b = &test->threads[k].at;
    if ((a->gpu < 0) != (b->gpu < 0) || (a->cta < 0) != (b->cta < 0) ||
        (a->cluster < 0) != (b->cluster < 0))
        return false;
    for (int t = 0; t < test->thread_count; t++)
        if (t != i && t != k &&
            nearness(a, &test->threads[t].at) != nearness(b, &test->threads[t].at))
            return false;
    return true;
}

/* ---- what is observed of a thread ------------------------------------ */

static int by_register(const void *left, const void *right)
{
    const item *a = left, *b = right;
    if (a->reg != b->reg)
        return a->reg < b->reg ? -1 : 1;
    return a->bits != b->bits ? a->bits - b->bits : a->at - b->at;
}

static item *observed_items(cm_job *job, int thread, int *count)
{
    const cm_test *test = job->test;
    item *items = CM_NEW_ARRAY(job->arena, (size_t)test->observed_count + 1, item);
    *count = 0;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        if (o->kind == CM_OBSERVE_REGISTER && o->thread == thread)
            items[(*count)++] = (item){o->reg, o->bits, cm_state_offset(test, i)};
    }
    qsort(items, (size_t)*count, sizeof *items, by_register);
    return items;
}

static bool same_items(const item *a, const item *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a[i].reg != b[i].reg || a[i].bits != b[i].bits)
            return false;
    return true;
}

static bool mentions(const cm_test *test, const cm_prop *prop, int thread)
{
    if (!prop)
        return false;
    const cm_operand *operands[2] = {&prop->left, &prop->right};
    bool compares = prop->kind == CM_PROP_EQUAL || prop->kind == CM_PROP_DIFFERENT;
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
    const cm_test *test = s->job->test;
    int first = c->threads[0], count;
    if (!same_code(&test->threads[first], &test->threads[thread]) ||
        !same_place(test, first, thread))
        return false;
    item *items = observed_items(s->job, thread, &count);
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
    *c = (class){.count = 1};
    c->threads = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, int);
    c->items = CM_NEW_ARRAY(s->job->arena, (size_t)test->thread_count, item *);
    c->threads[0] = thread;
    c->items[0] = observed_items(s->job, thread, &c->item_count);
}

/* Memory may hold addresses of one thread's code. */
static bool code_in_memory(const cm_test *test)
{
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t k = 0; k < test->locations[i].count; k++)
            if (is_code_address(test->locations[i].init[k]))
                return true;
    return false;
}

cm_symmetry *cm_symmetry_find(cm_job *job)
{
    const cm_test *test = job->test;
    if (job->options.plain || job->options.witnesses || code_in_memory(test))
        return NULL;
    cm_symmetry *s = CM_NEW(job->arena, cm_symmetry);
    s->job = job;
    for (int t = 0; t < test->thread_count; t++)
        if (!mentions(test, test->filter, t) &&
            !(job->options.question && mentions(test, test->condition, t)))
            add_thread(s, t);
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (s->classes[i].count > 1)
            s->classes[kept++] = s->classes[i];
    s->count = kept;
    return kept > 0 ? s : NULL;
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

static uint32_t event_of(const cm_encoder *e, const class *c, int member, int access)
{
    return e->graph->first_event[c->threads[member]][access];
}

/* A store to one place that tells threads apart: rather one of an atomic
 * instruction, which is what locks and queues start with. */
static int find_store(const cm_encoder *e, const class *c)
{
    const cm_thread_run *run = &e->graph->memory.runs[c->threads[0]];
    int best = -1;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        if (a->step->kind != CM_STEP_STORE || a->address->count != 1 ||
            event_of(e, c, 0, i) == e->graph->first_event[c->threads[0]][i + 1])
            continue;
        if (a->rmw)
            return i;
        if (best < 0)
            best = i;
    }
    return best;
}

static int find_load(const cm_encoder *e, const class *c)
{
    const cm_thread_run *run = &e->graph->memory.runs[c->threads[0]];
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

static void break_class(cm_encoder *e, const class *c)
{
    int co = cm_model_find(e->model, "co"), access = -1, load = -1;
    if (!same_accesses(e->graph, c))
        return;
    if (co >= 0 && e->model->nodes[co].op == CM_NODE_FREE)
        access = find_store(e, c);
    if (access < 0)
        load = find_load(e, c);
    for (int i = 0; i < c->count && (access >= 0 || load >= 0); i++)
        for (int k = i + 1; k < c->count; k++) {
            const cm_thread_run *runs = e->graph->memory.runs;
            cm_lit wrong = access >= 0 ? cm_encode_pair(e, co, event_of(e, c, k, access),
                                                        event_of(e, c, i, access), CM_UPPER)
                                       : finds_more(e, &runs[c->threads[i]].accesses[load],
                                                    &runs[c->threads[k]].accesses[load]);
            cm_lits_add(e->job->arena, &e->graph->asserts, -wrong);
        }
}

void cm_symmetry_break(cm_symmetry *s, cm_encoder *encoder)
{
    for (int i = 0; i < s->count; i++)
        break_class(encoder, &s->classes[i]);
}

/* ---- images ---------------------------------------------------------- */

static void add_image(cm_symmetry *s, const uint64_t *values)
{
    cm_job *job = s->job;
    size_t width = (size_t)cm_state_width(job->test);
    if (s->found_count >= job->options.max_states)
        cm_job_stop(job, "limit of %zu states reached", job->options.max_states);
    while ((s->found_count + 1) * width > s->found_capacity) {
        size_t more = s->found_capacity ? s->found_capacity * 2 : 16 * (width + 1);
        s->found = cm_arena_grow(job->arena, s->found, s->found_capacity, more, sizeof *s->found);
        s->found_capacity = more;
    }
    memcpy(s->found + s->found_count++ * width, values, width * sizeof *values);
    cm_job_poll(job);
}

/* What member `from` had, member `to` has. */
static void give(const class *c, const uint64_t *values, int from, uint64_t *image, int to)
{
    for (int i = 0; i < c->item_count; i++)
        image[c->items[to][i].at] = values[c->items[from][i].at];
}

static bool same_values(const class *c, const uint64_t *values, int a, int b)
{
    for (int i = 0; i < c->item_count; i++)
        if (values[c->items[a][i].at] != values[c->items[b][i].at])
            return false;
    return true;
}

/* The images of `image` under the classes from `number` on. */
static void add_images(cm_symmetry *s, int number, uint64_t *image);

/* Members from `to` on get what is left of what members had, in every different
 * way. */
static void deal(cm_symmetry *s, int number, const uint64_t *values, bool *taken, int to,
                 uint64_t *image)
{
    const class *c = &s->classes[number];
    if (to == c->count) {
        add_images(s, number + 1, image);
        return;
    }
    for (int from = 0; from < c->count; from++) {
        bool again = taken[from];
        for (int other = 0; other < from && !again; other++)
            again = !taken[other] && same_values(c, values, other, from);
        if (again)
            continue;
        taken[from] = true;
        give(c, values, from, image, to);
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
