/* Programs with less order. See weaken.h. */
#include "litmus/isa/weaken.h"

#include <string.h>

static bool applies(const cm_tag_weakening *w, const cm_step *step, const char *tag)
{
    if (strcmp(w->tag, tag) != 0 || cm_step_has_tag(step, w->without))
        return false;
    for (int i = 0; i < 2; i++)
        if (w->with[i] && !cm_step_has_tag(step, w->with[i]))
            return false;
    return true;
}

/* NULL: the step's tag is no order and no scope, or the weakest there is. */
static const cm_tag_weakening *weakening_of(const cm_thread *thread, const cm_step *step,
                                            const char *tag)
{
    const cm_tag_weakening *w = cm_isa_for(thread->arch)->family->table->weakenings;
    while (w->tag && !applies(w, step, tag))
        w++;
    return w->tag ? w : NULL;
}

const cm_tag_choice *cm_tag_choice_of(cm_arch arch, const char *tag, char kind)
{
    const cm_tag_choice *choice = cm_isa_for(arch)->family->table->choices;
    while (choice->tag && (strcmp(choice->tag, tag) != 0 || !strchr(choice->kinds, kind)))
        choice++;
    return choice->tag ? choice : NULL;
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
    CM_PUSH(l->arena, l->items, l->count, l->capacity, item);
}

static void add_step(listing *l, const cm_test *test, int thread, const cm_step *step)
{
    if (step->tells)
        return;
    if (cm_step_is_fence(step)) {
        const char *text = test->threads[thread].instructions[step->instruction].text;
        const char *what = strstr(text, "wait")     ? "wait"
                           : strstr(text, "commit") ? "commit"
                                                    : "fence";
        add(l, (cm_ordering){CM_ORDERING_FENCE, thread, step->instruction, NULL, NULL, what});
    }
    if (step->kind != CM_STEP_FENCE && step->kind != CM_STEP_LOAD && step->kind != CM_STEP_STORE)
        return;
    for (const char *const *tag = step->tags; *tag; tag++) {
        const cm_tag_weakening *w = weakening_of(&test->threads[thread], step, *tag);
        if (w && (w->is_scope || step->kind != CM_STEP_FENCE))
            add(l, (cm_ordering){w->is_scope ? CM_ORDERING_SCOPE : CM_ORDERING_ORDER, thread,
                                 step->instruction, w->tag, w->weaker, w->what});
    }
}

int cm_orderings_of(cm_arena *arena, const cm_test *test, cm_ordering **items)
{
    listing l = {.arena = arena};
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            add_step(&l, test, t, &test->threads[t].steps[i]);
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
