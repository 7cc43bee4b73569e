/* Which items of the program the verdict needs. See explain_parts.h.
 *
 * Programs without some of them are one problem (choosing.h), each set of items that is told is
 * checked from the beginning as well; where they cannot be one, each is checked. */
#include "base/clock.h"
#include "explain/explain_parts.h"

#include <string.h>

enum {
    MOST_ITEMS = 24,
    MOST_TO_DROP = 64, /* of which one set is looked for */
    /* of the processor for one program: with less order some have many more values */
    MOST_SECONDS = 3
};

typedef struct subset {
    uint32_t items; /* that stay */
    bool forbidden;
} subset;

typedef struct trying {
    cm_explaining *e;
    const cm_ordering *items;
    int count;
    subset *tried;
    int tried_count, tried_capacity;
    bool limited; /* not all could be decided */
    bool slow;    /* for lack of time: no more are tried */
    cm_ordering_choice *at;
    const cm_test *all; /* the test with the choice of all items */
    bool **may;         /* by place and form of it: of a question */
} trying;

/* ---- what there is -------------------------------------------------------------------- */

/* Fences, orders and scopes; and the dependencies of all the ways that the threads may go, not of
 * the executions that are shown alone. */
static void list_items(cm_explaining *e)
{
    static const struct {
        unsigned bit;
        cm_ordering_kind kind;
    } kinds[] = {{CM_FORGETS_ADDR, CM_ORDERING_ADDR},
                 {CM_FORGETS_DATA, CM_ORDERING_DATA},
                 {CM_FORGETS_CTRL, CM_ORDERING_CTRL}};
    cm_ordering *items;
    int count = cm_orderings_of(e->arena, e->test, &items), capacity = count;
    for (int t = 0; t < e->test->thread_count; t++) {
        const uint8_t *depends = cm_candidates_dependencies(e->candidates, t);
        for (int i = 0; i < e->test->threads[t].instruction_count; i++)
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
                if (depends[i] & kinds[k].bit)
                    CM_PUSH(e->arena, items, count, capacity,
                            cm_ordering_dependency(kinds[k].kind, t, i));
    }
    e->result->items = items;
    e->result->item_count = count;
}

/* ---- trying -------------------------------------------------------------------------- */

typedef struct program {
    const trying *t;
    const bool *removed;
    const cm_meeting *meeting; /* that is removed, and no item; or NULL */
    const cm_model *model;     /* in place of the model, of the whole test; or NULL */
    bool any;                  /* not the outcome is asked for, but any */
    cm_answer answer;
    const char *reason; /* UNKNOWN: in the scratch arena, or constant */
    bool done;          /* false: memory ran out */
    bool slow;          /* it took too long */
} program;

static void check_program(void *argument)
{
    program *p = argument;
    const cm_explaining *e = p->t->e;
    cm_work work = cm_work_new(e->scratch);
    cm_test *test =
        p->model     ? cm_test_with_own_steps(e->scratch, e->test)
        : p->meeting ? cm_test_without_meeting(e->scratch, e->test, p->meeting)
                     : cm_test_without(e->scratch, e->test, p->t->items, p->removed, p->t->count);
    static const cm_prop whatever = {.kind = CM_PROP_TRUE};
    test->condition = p->any ? &whatever : e->outcome;
    test->quantifier = e->negated && !p->any ? CM_FORALL : CM_EXISTS;
    cm_check_options options = cm_explain_left(e); /* the timeout is that of everything */
    options.question = options.one_side = options.no_flags = true;
    options.cpu_time = MOST_SECONDS;
    const cm_model *model = p->model ? p->model : e->model;
    cm_check_result *r = cm_check(&work, e->context, model, test, &options);
    p->answer = r ? cm_check_answer(r) : CM_UNKNOWN;
    p->reason = r ? r->reason : "the model does not judge it";
    p->done = r && !(r->outcome == CM_LIMIT && strstr(r->reason, "memory"));
    p->slow = r && r->outcome == CM_LIMIT && strstr(r->reason, "processor");
}

/* Is the outcome allowed? */
static cm_answer answer_of(program *p)
{
    cm_explaining *e = p->t->e;
    p->answer = CM_UNKNOWN;
    p->reason = "memory limit reached";
    cm_arena_reset(e->scratch, e->options.check.memory_limit);
    cm_arena_protect(e->scratch, check_program, p);
    if (p->answer == CM_UNKNOWN || !e->negated || p->any)
        return p->answer;
    return p->answer == CM_YES ? CM_NO : CM_YES;
}

/* Is the outcome forbidden in the program with these items only? By a check. */
static bool forbids_alone(trying *t, uint32_t items)
{
    bool removed[MOST_ITEMS] = {false};
    for (int i = 0; i < t->count; i++)
        removed[i] = !(items >> i & 1);
    program p = {.t = t, .removed = removed};
    cm_answer allowed = answer_of(&p);
    if (!p.done)
        cm_arena_escape(t->e->arena);
    t->limited |= allowed == CM_UNKNOWN;
    t->slow |= p.slow;
    return allowed == CM_NO;
}

/* ---- all programs at once -------------------------------------------------------------- */

static void open_all(trying *t)
{
    cm_explaining *e = t->e;
    t->at = CM_NEW_ARRAY(e->arena, (size_t)t->count + 1, cm_ordering_choice);
    const cm_test *test = t->all = cm_test_choosing(e->arena, e->test, t->items, t->count, t->at);
    if (!test || test->form_places == 0)
        return;
    cm_check_options options = cm_explain_left(e);
    options.cpu_time = MOST_SECONDS;
    t->may = CM_NEW_ARRAY(e->arena, (size_t)test->form_places, bool *);
    for (int p = 0; p < test->form_places; p++)
        t->may[p] = CM_NEW_ARRAY(e->arena, (size_t)test->form_counts[p], bool);
    e->every = cm_choosing_open(e->arena, NULL, e->context, e->model, test, &options, e->outcome,
                                e->negated);
}

/* By place: which items the program with these has lost there. */
static unsigned lost_at(const trying *t, int place, uint32_t items)
{
    unsigned lost = 0;
    for (int i = 0; i < t->count; i++)
        if (t->at[i].place == place && !(items >> i & 1))
            lost |= t->at[i].bit;
    return lost;
}

/* Does a program with at least the items `least` and at most `most` allow the outcome? Which. */
static bool find_allowing(trying *t, uint32_t least, uint32_t most, uint32_t *items)
{
    int found[MOST_ITEMS];
    const char *limit = NULL;
    for (int p = 0; p < t->all->form_places; p++)
        for (int f = 0; f < t->all->form_counts[p]; f++)
            t->may[p][f] =
                !((unsigned)f & ~lost_at(t, p, least)) && !(lost_at(t, p, most) & ~(unsigned)f);
    bool allows = cm_choosing_find(t->e->every, (const bool *const *)t->may, found, &limit);
    if (limit && strstr(limit, "memory"))
        cm_arena_escape(t->e->arena);
    t->limited |= limit != NULL;
    *items = 0;
    for (int i = 0; allows && i < t->count; i++)
        *items |= (uint32_t) !((unsigned)found[t->at[i].place] & t->at[i].bit) << i;
    return allows;
}

/* ---- what was tried ---------------------------------------------------------------------- */

static const subset *tried_before(const trying *t, uint32_t items)
{
    for (int i = 0; i < t->tried_count; i++)
        if (t->tried[i].items == items)
            return &t->tried[i];
    return NULL;
}

static bool remember(trying *t, uint32_t items, bool forbidden)
{
    CM_PUSH(t->e->arena, t->tried, t->tried_count, t->tried_capacity, (subset){items, forbidden});
    return forbidden;
}

/* Is the outcome forbidden in the program with these items only? */
static bool forbids(trying *t, uint32_t items)
{
    uint32_t found;
    const subset *before = tried_before(t, items);
    if (before)
        return before->forbidden;
    if (!t->e->every)
        return remember(t, items, forbids_alone(t, items));
    bool allows = find_allowing(t, items, items, &found);
    return remember(t, items, !allows && !t->limited);
}

static bool exhausted(trying *t)
{
    const cm_explain_options *options = &t->e->options;
    double left = options->check.timeout - (cm_clock_seconds() - t->e->started);
    if (!t->slow && (size_t)t->tried_count < options->max_tries &&
        (options->check.timeout <= 0 || left > 0))
        return false;
    t->limited = true;
    return true;
}

/* Adds back what may be there with the outcome still allowed. */
static uint32_t grow(trying *t, uint32_t items)
{
    uint32_t all = (UINT32_C(1) << t->count) - 1, found;
    for (int i = 0; t->e->every && i < t->count && !exhausted(t); i++)
        if (!(items >> i & 1) && find_allowing(t, items | UINT32_C(1) << i, all, &found)) {
            items = found;
            if (!tried_before(t, items))
                remember(t, items, false);
        }
    for (int i = 0; !t->e->every && i < t->count && !exhausted(t); i++)
        if (!(items >> i & 1) && !forbids(t, items | UINT32_C(1) << i))
            items |= UINT32_C(1) << i;
    return items;
}

/* A set of items that no set found before decides: not above a needed set, not below one that
 * allows; as large as possible. MOST_ITEMS bits are few enough to try removals from all down,
 * one of each needed set (a hitting set), depth first. False: there is none. */
static bool undecided(const trying *t, const uint32_t *needed, int needed_count,
                      const uint32_t *allowing, int allowing_count, uint32_t items, uint32_t *out)
{
    for (int i = 0; i < allowing_count; i++)
        if ((items & ~allowing[i]) == 0)
            return false;
    for (int i = 0; i < needed_count; i++) {
        if (needed[i] & ~items)
            continue;
        for (int k = 0; k < t->count; k++)
            if (needed[i] >> k & 1 && undecided(t, needed, needed_count, allowing, allowing_count,
                                                items & ~(UINT32_C(1) << k), out))
                return true;
        return false;
    }
    *out = items;
    return true;
}

/* All minimal sets of items that forbid the outcome (Liffiton, Previti, Malik, Marques-Silva,
 * "Fast, flexible MUS enumeration", Constraints 21, 2016). */
static void enumerate(trying *t)
{
    enum { MOST_SETS = 64 };
    cm_explanation *x = t->e->result;
    uint32_t needed[MOST_SETS], *allowing = NULL, all = (UINT32_C(1) << t->count) - 1, seed;
    int allowing_count = 0, allowing_capacity = 0;
    x->needed = CM_NEW_ARRAY(t->e->arena, MOST_SETS, cm_ordering_set);
    while (undecided(t, needed, x->needed_count, allowing, allowing_count, all, &seed)) {
        if (exhausted(t) || x->needed_count == MOST_SETS) {
            t->limited = true;
            return;
        }
        if (forbids(t, seed)) {
            /* Takes away what can go with the outcome still forbidden. */
            uint32_t items = seed;
            for (int i = 0; i < t->count && !exhausted(t); i++)
                if (items >> i & 1 && forbids(t, items & ~(UINT32_C(1) << i)))
                    items &= ~(UINT32_C(1) << i);
            uint32_t least = items;
            if (exhausted(t))
                return;
            cm_ordering_set *set = &x->needed[x->needed_count];
            int *list = CM_NEW_ARRAY(t->e->arena, (size_t)t->count + 1, int);
            *set = (cm_ordering_set){.items = list};
            for (int i = 0; i < t->count; i++)
                if (least >> i & 1)
                    list[set->count++] = i;
            needed[x->needed_count++] = least;
            continue;
        }
        CM_RESERVE(t->e->arena, allowing, allowing_count, allowing_capacity);
        allowing[allowing_count++] = x->needed_count ? grow(t, seed) : seed;
    }
}

/* What the problem of all programs says forbids must do so by itself. */
static void confirm(trying *t)
{
    cm_explanation *x = t->e->result;
    for (int i = 0; i < x->needed_count && !t->limited; i++) {
        uint32_t items = 0;
        for (int k = 0; k < x->needed[i].count; k++)
            items |= UINT32_C(1) << x->needed[i].items[k];
        if (forbids_alone(t, items) || t->limited)
            continue;
        t->e->broken = "internal error: what is needed does not forbid the outcome";
        cm_arena_escape(t->e->arena);
    }
}

/* ---- barriers, and the order of kernels ---------------------------------------------------- */

/* They order more than tags say, and are tried one by one, all else in place. */
static void try_meetings(cm_explaining *e)
{
    enum { MOST_MEETINGS = 16 };
    cm_explanation *x = e->result;
    trying t = {.e = e};
    cm_meeting *found;
    x->meeting_count = cm_meetings_of(e->arena, e->test, &found, &x->all_meetings);
    x->meetings = CM_NEW_ARRAY(e->arena, (size_t)x->meeting_count + 1, cm_tried_meeting);
    for (int i = 0; i < x->meeting_count; i++) {
        x->meetings[i] = (cm_tried_meeting){found[i], CM_UNKNOWN, "it was not tried"};
        if (i >= MOST_MEETINGS || exhausted(&t))
            continue;
        program p = {.t = &t, .meeting = &found[i]};
        x->meetings[i].allowed = answer_of(&p);
        x->meetings[i].reason = cm_arena_text(e->arena, p.reason, strlen(p.reason));
    }
}

/* ---- which orders there are to choose from -------------------------------------------------- */

/* They forbid nothing by themselves, but without one of them there may be a choice that no axiom
 * forbids. */
static void try_premises(cm_explaining *e)
{
    cm_explanation *x = e->result;
    const cm_model *m = e->model;
    trying t = {.e = e};
    x->premises = CM_NEW_ARRAY(e->arena, (size_t)m->constraint_count + 1, int);
    x->premises_known = true;
    bool *kept = CM_NEW_ARRAY(e->arena, (size_t)m->constraint_count + 1, bool);
    for (int i = 0; i < m->constraint_count; i++)
        kept[i] = true;
    for (int i = 0; i < m->constraint_count; i++) {
        if (m->constraints[i].is_flag || e->all[i])
            continue;
        kept[i] = false;
        program p = {.t = &t, .model = cm_model_part(e->arena, m, kept)};
        kept[i] = true;
        cm_answer allowed = exhausted(&t) ? CM_UNKNOWN : answer_of(&p);
        if (allowed == CM_YES)
            x->premises[x->premise_count++] = i;
        x->premises_known &= allowed != CM_UNKNOWN;
    }
}

/* ---- of many items one set ------------------------------------------------------------------ */

/* Is the outcome forbidden without what is removed? */
static bool forbids_without(trying *t, const bool *removed)
{
    program p = {.t = t, .removed = removed};
    cm_answer allowed = answer_of(&p);
    t->tried_count++;
    t->limited |= allowed == CM_UNKNOWN || !p.done;
    t->slow |= p.slow;
    return allowed == CM_NO;
}

/* Removes the items from `at` to before `end` for good if the outcome is forbidden without them. */
static bool drop(trying *t, bool *removed, int at, int end)
{
    bool before[MOST_TO_DROP], left = false;
    for (int i = at; i < end; i++) {
        before[i] = removed[i];
        left |= !removed[i];
        removed[i] = true;
    }
    bool can = !left || (!t->limited && !exhausted(t) && forbids_without(t, removed));
    for (int i = at; i < end && !can; i++)
        removed[i] = before[i];
    return can;
}

/* Does the item lie on one of the cycles that are told: of an instruction of theirs, or between two
 * of one thread? */
static bool is_told(const cm_explaining *e, const cm_ordering *item)
{
    for (int g = 0; g < e->result->group_count; g++) {
        const cm_execution *x = e->result->groups[g].execution;
        const cm_sc_step *cycle;
        int count = cm_turns_cycle(e->arena, x, &cycle);
        for (int i = 0; i < count; i++) {
            const cm_event *from = &x->events[cycle[i].from], *to = &x->events[cycle[i].to];
            bool between = from->thread == item->thread && to->thread == item->thread &&
                           from->instruction <= item->instruction &&
                           item->instruction <= to->instruction;
            if (between || (to->thread == item->thread && to->instruction == item->instruction))
                return true;
        }
    }
    return false;
}

/* Where all sets are too many to look for: one, from which nothing can go. What lies on no cycle
 * goes first, then dependencies, for they are seldom meant, then all items of an instruction, then
 * each. Large programs are left alone, since each check takes long. */
static void find_one(cm_explaining *e)
{
    enum { MOST_EVENTS = 48 };
    cm_explanation *x = e->result;
    const cm_execution *told = x->group_count > 0 ? x->groups[0].execution : NULL;
    if (!told || told->event_count > MOST_EVENTS || x->item_count > MOST_TO_DROP)
        return;
    trying t = {.e = e, .items = x->items, .count = x->item_count};
    bool *removed = CM_NEW_ARRAY(e->arena, (size_t)t.count + 1, bool);
    /* Removes at once what lies on no cycle that is told, if the outcome is forbidden without that.
     */
    for (int i = 0; i < t.count; i++)
        removed[i] = !is_told(t.e, &t.items[i]);
    bool can = forbids_without(&t, removed);
    for (int i = 0; i < t.count && !can; i++)
        removed[i] = false;
    int written = 0;
    while (written < t.count && t.items[written].kind <= CM_ORDERING_SCOPE)
        written++;
    if (!drop(&t, removed, written, t.count))
        for (int i = written; i < t.count; i++)
            drop(&t, removed, i, i + 1);
    for (int i = 0, end; i < written; i = end) {
        for (end = i + 1; end < written && t.items[end].thread == t.items[i].thread &&
                          t.items[end].instruction == t.items[i].instruction;)
            end++;
        if (!drop(&t, removed, i, end) && end > i + 1)
            for (int k = i; k < end; k++)
                drop(&t, removed, k, k + 1);
    }
    bool least =
        true; /* order may forbid less: is each that stays needed with the last ones, too? */
    for (int i = 0; i < t.count && least; i++)
        least = removed[i] || !drop(&t, removed, i, i + 1);
    x->tried = (size_t)t.tried_count;
    x->monotone = true;
    if (t.limited || !least)
        return;
    int *list = CM_NEW_ARRAY(e->arena, (size_t)t.count + 1, int);
    x->needed = CM_NEW(e->arena, cm_ordering_set);
    for (int i = 0; i < t.count; i++)
        if (!removed[i])
            list[x->needed->count++] = i;
    x->needed->items = list;
    x->needed_count = 1;
}

static void try_items(cm_explaining *e)
{
    cm_explanation *x = e->result;
    list_items(e);
    if (x->item_count > MOST_ITEMS) {
        find_one(e);
        return;
    }
    trying t = {.e = e, .items = x->items, .count = x->item_count};
    remember(&t, (UINT32_C(1) << t.count) - 1, true); /* as it is */
    open_all(&t);
    enumerate(&t);
    bool at_once = e->every != NULL;
    cm_choosing_close(e->every);
    e->every = NULL;
    if (at_once)
        confirm(&t);
    x->monotone = true;
    for (int i = 0; i < t.tried_count; i++)
        for (int k = 0; k < t.tried_count; k++)
            if (t.tried[i].forbidden && !t.tried[k].forbidden &&
                (t.tried[i].items & ~t.tried[k].items) == 0)
                x->monotone = false;
    x->needed_known = !t.limited && x->monotone;
    x->tried = (size_t)t.tried_count;
}

void cm_explain_needed(cm_explaining *e)
{
    try_items(e);
    try_meetings(e);
    const cm_explanation *x = e->result;
    if (x->item_count == 0 ||
        (x->needed_known && x->needed_count == 1 && x->needed[0].count == 0)) {
        /* Where nothing is needed, the model may allow no execution at all. */
        trying t = {.e = e};
        program p = {.t = &t, .model = e->model, .any = true};
        e->result->allows_none = !exhausted(&t) && answer_of(&p) == CM_NO;
    }
    if (!e->options.plain)
        try_premises(e);
}
