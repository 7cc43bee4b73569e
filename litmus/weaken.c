/* Programs with less order. See weaken.h. */
#include "litmus/weaken.h"

#include <string.h>

/* What a tag may become; NULL: nothing. */
typedef struct weakening {
    const char *tag, *weaker;
    cm_ordering_kind kind; /* ORDER, SCOPE */
    const char *what;
    const char *with[2]; /* of steps that have these tags, too */
    const char *without; /* and not this one, or NULL */
} weakening;

/* Tags of accesses, and scopes of fences; a fence has its order as what it is, and goes as a whole.
 * Of CDNA atomic operations have no scope below the agent's, and accesses to LDS that of the
 * workgroup. (LLVM has no CTA: what was of cluster scope has none then.) */
static const weakening weakenings[] = {
    {"A", NULL, CM_ORDERING_ORDER, "acquire", {NULL}, NULL},
    {"Q", NULL, CM_ORDERING_ORDER, "acquire", {NULL}, NULL},
    {"L", NULL, CM_ORDERING_ORDER, "release", {NULL}, NULL},
    {"ACQ", "RLX", CM_ORDERING_ORDER, "acquire", {NULL}, NULL},
    {"REL", "RLX", CM_ORDERING_ORDER, "release", {NULL}, NULL},
    {"SC", "RLX", CM_ORDERING_ORDER, "order seq_cst", {NULL}, NULL},
    {"FAIL.ACQ", "FAIL.RLX", CM_ORDERING_ORDER, "acquire on failure", {NULL}, NULL},
    {"FAIL.SC", "FAIL.RLX", CM_ORDERING_ORDER, "order seq_cst on failure", {NULL}, NULL},
    {"Acq", NULL, CM_ORDERING_ORDER, "acquire", {NULL}, NULL},
    {"Rel", NULL, CM_ORDERING_ORDER, "release", {NULL}, NULL},
    {"SYS", "CTA", CM_ORDERING_SCOPE, "scope sys", {NULL}, NULL},
    {"GPU", "CTA", CM_ORDERING_SCOPE, "scope gpu", {NULL}, NULL},
    {"CLUSTER", "CTA", CM_ORDERING_SCOPE, "scope cluster", {NULL}, NULL},
    {"SYSTEM", "AGENT", CM_ORDERING_SCOPE, "scope system", {"ATOM", "VMEM"}, NULL},
    {"SYSTEM", "WAVEFRONT", CM_ORDERING_SCOPE, "scope system", {NULL}, "VMEM"},
    {"SYSTEM", "WAVEFRONT", CM_ORDERING_SCOPE, "scope system", {NULL}, "ATOM"},
    {"AGENT", "WAVEFRONT", CM_ORDERING_SCOPE, "scope agent", {NULL}, "VMEM"},
    {"AGENT", "WAVEFRONT", CM_ORDERING_SCOPE, "scope agent", {NULL}, "ATOM"},
    {"WORKGROUP", "WAVEFRONT", CM_ORDERING_SCOPE, "scope workgroup", {NULL}, "DS"},
    {"SCOPE.SYSTEM", "SCOPE.WAVE", CM_ORDERING_SCOPE, "scope system", {NULL}, NULL},
    {"SCOPE.DEVICE", "SCOPE.WAVE", CM_ORDERING_SCOPE, "scope device", {NULL}, NULL},
    {"SCOPE.WORKGROUP", "SCOPE.WAVE", CM_ORDERING_SCOPE, "scope workgroup", {NULL}, NULL},
};

static bool applies(const weakening *w, const cm_step *step, const char *tag)
{
    if (strcmp(w->tag, tag) != 0 || cm_step_has_tag(step, w->without))
        return false;
    for (int i = 0; i < 2; i++)
        if (w->with[i] && !cm_step_has_tag(step, w->with[i]))
            return false;
    return true;
}

/* NULL: the step's tag is no order and no scope, or the weakest there is. */
static const weakening *weakening_of(const cm_step *step, const char *tag)
{
    for (size_t i = 0; i < sizeof weakenings / sizeof *weakenings; i++)
        if (applies(&weakenings[i], step, tag))
            return &weakenings[i];
    return NULL;
}

static const cm_tag_choice choices[] = {
    {"A", "R", "order", 2, "an acquire (A)", false},
    {"Q", "R", "order", 1, "an acquire (Q)", false},
    {"L", "W", "order", 1, "a release (L)", false},
    {"Acq", "R", "acquire", 0, "an acquire (.aq)", false},
    {"Rel", "W", "release", 0, "a release (.rl)", false},
    {"PLAIN", "RW", "order", 0, "plain", false},
    {"WEAK", "RW", "order", 0, "weak", false},
    {"RLX", "RW", "order", 1, "relaxed", false},
    {"ACQ", "R", "order", 2, "acquire", false},
    {"REL", "W", "order", 2, "release", false},
    {"SCOPE.WAVE", "RWF", "scope", 0, "scope wave", false},
    {"SCOPE.WORKGROUP", "RWF", "scope", 1, "scope workgroup", false},
    {"SCOPE.DEVICE", "RWF", "scope", 2, "scope device", false},
    {"SCOPE.SYSTEM", "RWF", "scope", 3, "scope system", false},
    {"CTA", "RWFf", "scope", 0, "scope cta", false},
    {"CLUSTER", "RWFf", "scope", 1, "scope cluster", false},
    {"GPU", "RWFf", "scope", 2, "scope gpu", false},
    {"SYS", "RWFf", "scope", 3, "scope sys", false},
    {"WAVEFRONT", "RWF", "scope", 0, "scope wavefront", false},
    {"WORKGROUP", "RWF", "scope", 1, "scope workgroup", false},
    {"AGENT", "RWF", "scope", 2, "scope agent", false},
    {"SYSTEM", "RWF", "scope", 3, "scope system", false},
    {"DMB.LD", "F", "fence", 0, "DMB LD", false},
    {"DMB.ST", "F", "fence", 0, "DMB ST", false},
    {"DMB.SY", "F", "fence", 1, "DMB SY", false},
    {"ISB", "F", "fence", 0, "ISB", false},
    {"MFENCE", "F", "fence", 0, "MFENCE", false},
    {"Fence.r.r", "F", "fence", 0, "fence r,r", false},
    {"Fence.r.w", "F", "fence", 0, "fence r,w", false},
    {"Fence.w.r", "F", "fence", 0, "fence w,r", false},
    {"Fence.w.w", "F", "fence", 0, "fence w,w", false},
    {"Fence.rw.rw", "F", "fence", 1, "fence rw,rw", false},
    {"ACQ", "F", "fence", 0, "fence.acquire", true},
    {"REL", "F", "fence", 0, "fence.release", true},
    {"ACQ_REL", "F", "fence", 1, "fence.acq_rel", true},
    {"SC", "F", "fence", 2, "fence.sc", true},
    {"PROXY.ALIAS", "F", "fence", 0, "fence.proxy.alias", false},
    {"PROXY.TEX", "F", "fence", 0, "fence.proxy.texture", false},
    {"PROXY.SUR", "F", "fence", 0, "fence.proxy.surface", false},
    {"PROXY.CON", "F", "fence", 0, "fence.proxy.constant", false},
    {"PROXY.ASYNC", "F", "fence", 0, "fence.proxy.async", false},
    {"PROXY.TMAP", "Ff", "fence", 0, "fence.proxy.tensormap::generic", true},
    {"PROXY.REL", "F", "way", 0, "release", false},
    {"PROXY.ACQ", "f", "way", 0, "acquire", false},
};

const cm_tag_choice *cm_tag_choice_of(const char *tag, char kind)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(choices[i].tag, tag) == 0 && strchr(choices[i].kinds, kind))
            return &choices[i];
    return NULL;
}

/* ---- what there is ------------------------------------------------------- */

typedef struct listing {
    cm_arena *arena;
    cm_ordering *items;
    int count, capacity;
} listing;

static void add(listing *l, cm_ordering item)
{
    for (int i = 0; i < l->count; i++) {
        const cm_ordering *old = &l->items[i];
        if (old->kind == item.kind && old->thread == item.thread &&
            old->instruction == item.instruction && old->tag == item.tag)
            return;
    }
    CM_RESERVE(l->arena, l->items, l->count, l->capacity);
    l->items[l->count++] = item;
}

static void add_step(listing *l, int thread, const cm_step *step)
{
    if (step->tells)
        return;
    if (step->kind == CM_STEP_FENCE)
        add(l, (cm_ordering){CM_ORDERING_FENCE, thread, step->instruction, NULL, NULL, "fence"});
    if (step->kind != CM_STEP_FENCE && step->kind != CM_STEP_LOAD && step->kind != CM_STEP_STORE)
        return;
    for (const char *const *tag = step->tags; *tag; tag++) {
        const weakening *w = weakening_of(step, *tag);
        if (w && (w->kind == CM_ORDERING_SCOPE || step->kind != CM_STEP_FENCE))
            add(l, (cm_ordering){w->kind, thread, step->instruction, w->tag, w->weaker, w->what});
    }
}

int cm_orderings_of(cm_arena *arena, const cm_test *test, cm_ordering **items)
{
    listing l = {.arena = arena};
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            add_step(&l, t, &test->threads[t].steps[i]);
    *items = l.items;
    return l.count;
}

cm_ordering cm_ordering_dependency(cm_ordering_kind kind, int thread, int instruction)
{
    static const char *const words[] = {[CM_ORDERING_ADDR] = "address dependency",
                                        [CM_ORDERING_DATA] = "data dependency",
                                        [CM_ORDERING_CTRL] = "control dependency"};
    return (cm_ordering){kind, thread, instruction, NULL, NULL, words[kind]};
}

/* ---- without some of it ----------------------------------------------------- */

cm_step cm_step_of_nothing(const cm_step *step)
{
    static const cm_expr zero = {.op = CM_OP_CONST, .bits = 64};
    return (cm_step){.kind = CM_STEP_ASSIGN,
                     .instruction = step->instruction,
                     .dst = -1,
                     .value = &zero,
                     .rmw = CM_RMW_NONE,
                     .tags = step->tags};
}

static void replace_tag(cm_arena *arena, cm_step *step, const cm_ordering *item)
{
    int count = 0, kept = 0;
    while (step->tags[count])
        count++;
    const char **tags = CM_NEW_ARRAY(arena, (size_t)count + 1, const char *);
    for (int i = 0; i < count; i++) {
        const char *tag = strcmp(step->tags[i], item->tag) == 0 ? item->weaker : step->tags[i];
        if (tag)
            tags[kept++] = tag;
    }
    step->tags = tags;
}

static void weaken(cm_arena *arena, cm_step *step, const cm_ordering *item)
{
    bool access = step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
    switch (item->kind) {
    case CM_ORDERING_FENCE:
        if (step->kind == CM_STEP_FENCE && !step->tells)
            *step = cm_step_of_nothing(step);
        break;
    case CM_ORDERING_ORDER:
    case CM_ORDERING_SCOPE:
        if (access || (step->kind == CM_STEP_FENCE && item->kind == CM_ORDERING_SCOPE))
            replace_tag(arena, step, item);
        break;
    default:
        if (access || step->kind == CM_STEP_FENCE || step->kind == CM_STEP_BRANCH)
            step->forgets |= item->kind == CM_ORDERING_ADDR   ? CM_FORGETS_ADDR
                             : item->kind == CM_ORDERING_DATA ? CM_FORGETS_DATA
                                                              : CM_FORGETS_CTRL;
        break;
    }
}

cm_test *cm_test_with_own_steps(cm_arena *arena, const cm_test *test)
{
    cm_test *made = CM_NEW(arena, cm_test);
    *made = *test;
    size_t threads = (size_t)test->thread_count;
    made->threads = cm_arena_grow(arena, test->threads, threads, threads, sizeof *made->threads);
    for (size_t t = 0; t < threads; t++) {
        cm_thread *thread = &made->threads[t];
        size_t steps = (size_t)thread->step_count;
        thread->steps = cm_arena_grow(arena, thread->steps, steps, steps, sizeof *thread->steps);
    }
    return made;
}

static void remove_item(cm_arena *arena, cm_thread *thread, const cm_ordering *item)
{
    for (int s = 0; s < thread->step_count; s++)
        if (thread->steps[s].instruction == item->instruction)
            weaken(arena, &thread->steps[s], item);
}

cm_test *cm_test_without(cm_arena *arena, const cm_test *test, const cm_ordering *items,
                         const bool *removed, int count)
{
    cm_test *made = cm_test_with_own_steps(arena, test);
    for (int i = 0; i < count; i++)
        if (removed[i])
            remove_item(arena, &made->threads[items[i].thread], &items[i]);
    return made;
}

/* ---- with a choice ---------------------------------------------------------- */

enum { MOST_OF_ONE = 6 }; /* items of an instruction */

static bool same_instruction(const cm_ordering *a, const cm_ordering *b)
{
    return a->thread == b->thread && a->instruction == b->instruction;
}

/* Gives a place to each instruction with items, and a bit to each item; how many places. -1: too
 * many items. */
static int deal_places(const cm_ordering *items, int count, cm_ordering_choice *at)
{
    int places = 0;
    for (int i = 0; i < count; i++) {
        int before = i - 1;
        while (before >= 0 && !same_instruction(&items[before], &items[i]))
            before--;
        at[i] = before < 0 ? (cm_ordering_choice){places++, 1}
                           : (cm_ordering_choice){at[before].place, at[before].bit << 1};
        if (at[i].bit >> MOST_OF_ONE)
            return -1;
    }
    return places;
}

typedef struct choosing {
    cm_arena *arena;
    const cm_ordering *items;
    const cm_ordering_choice *at;
    int count;
} choosing;

/* A branch has none, but what it reads may (trace.h). */
static bool has_forms(const cm_step *step)
{
    return step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE ||
           step->kind == CM_STEP_FENCE || step->kind == CM_STEP_BRANCH;
}

static const cm_step_forms *forms_of(const choosing *c, const cm_step *step, int place, int forms)
{
    const char *const **tags = CM_NEW_ARRAY(c->arena, (size_t)forms, const char *const *);
    uint8_t *forgets = CM_NEW_ARRAY(c->arena, (size_t)forms, uint8_t);
    for (int f = 0; f < forms; f++) {
        cm_step made = *step;
        for (int i = 0; i < c->count; i++)
            if (c->at[i].place == place && (unsigned)f & c->at[i].bit)
                weaken(c->arena, &made, &c->items[i]);
        tags[f] = made.kind == step->kind ? made.tags : NULL;
        forgets[f] = made.forgets;
    }
    cm_step_forms *all = CM_NEW(c->arena, cm_step_forms);
    *all = (cm_step_forms){place, tags, forgets};
    return all;
}

static bool put_forms(const choosing *c, cm_test *test, int item)
{
    cm_thread *thread = &test->threads[c->items[item].thread];
    int place = c->at[item].place;
    for (int s = 0; s < thread->step_count; s++) {
        cm_step *step = &thread->steps[s];
        if (step->instruction != c->items[item].instruction || !has_forms(step) || step->forms)
            continue;
        if (step->kind == CM_STEP_FENCE && step->async.role != CM_ASYNC_NONE)
            return false;
        step->forms = forms_of(c, step, place, test->form_counts[place]);
    }
    return true;
}

cm_test *cm_test_choosing(cm_arena *arena, const cm_test *test, const cm_ordering *items, int count,
                          cm_ordering_choice *at)
{
    const choosing c = {arena, items, at, count};
    int places = deal_places(items, count, at);
    if (places < 0)
        return NULL;
    const bool *none = CM_NEW_ARRAY(arena, (size_t)count + 1, bool);
    cm_test *made = cm_test_without(arena, test, items, none, count);
    int *counts = CM_NEW_ARRAY(arena, (size_t)places + 1, int);
    for (int i = 0; i < count; i++)
        counts[at[i].place] = (int)(at[i].bit << 1);
    made->form_counts = counts;
    made->form_places = places;
    for (int i = 0; i < count; i++)
        if (!put_forms(&c, made, i))
            return NULL;
    return made;
}
