/* What makes threads wait, where no fence, order or scope forbids the outcome. See repair.h.
 *
 * One after the other, until one kind forbids it: a wait for an asynchronous operation or for the
 * grid that a thread is the dependent of, as late in its thread as it helps; a barrier that all
 * threads of a CTA meet at; both; a thread that begins after another one has ended.
 */
#include "explain/repair_parts.h"

#include "litmus/isa/isa.h"
#include "litmus/isa/waits.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 300, MOST_CHANGES = 64, AFTER_COST = 200 };

typedef struct waiting {
    cm_repairing *r;
    cm_change changes[MOST_CHANGES]; /* of the program that is tried */
    int change_count;
    int programs;
    cm_proposal *found;
    int found_count, found_capacity;
    bool with_barriers; /* each wait is tried with one */
} waiting;

/* ---- programs ---------------------------------------------------------------------- */

static void add_change(waiting *w, cm_change change)
{
    change.from = change.from ? change.from : "";
    if (w->change_count < MOST_CHANGES)
        w->changes[w->change_count++] = change;
}

/* Tries the changes, and keeps them if they forbid. */
static bool attempt(waiting *w)
{
    if (w->r->limit || w->change_count == MOST_CHANGES || w->programs >= MOST_PROGRAMS)
        return false;
    w->programs++;
    const char *text = cm_repair_write_changes(w->r, w->r->arena, w->changes, w->change_count);
    if (!cm_repair_text_forbids(w->r, text))
        return false;
    cm_arena *arena = w->r->arena;
    cm_change *changes = CM_NEW_ARRAY(arena, (size_t)w->change_count + 1, cm_change);
    cm_proposal p = {.changes = changes, .count = w->change_count, .text = text};
    for (int c = 0; c < p.count; c++) {
        changes[c] = w->changes[c];
        p.cost += changes[c].cost;
    }
    CM_PUSH(arena, w->found, w->found_count, w->found_capacity, p);
    return true;
}

/* ---- barriers ------------------------------------------------------------------------ */

static bool same_cta(const cm_thread *a, const cm_thread *b)
{
    return cm_arch_is_gpu(a->arch) && cm_arch_is_gpu(b->arch) && a->at.cta >= 0 &&
           a->at.cta == b->at.cta && a->at.gpu == b->at.gpu;
}

static bool has_jumps(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH)
            return true;
    return false;
}

/* Places of one barrier in the threads of a CTA. */
typedef struct meeting {
    int threads[MOST_CHANGES], count;
    const char *text;
    double cost;
} meeting;

/* Threads with jumps might come by never, or several times. */
static bool find_meeting(waiting *w, int first, meeting *m)
{
    const cm_test *test = w->r->test;
    *m = (meeting){.count = 0};
    for (int t = 0; t < test->thread_count; t++) {
        if (!same_cta(&test->threads[first], &test->threads[t]))
            continue;
        if (t < first || has_jumps(&test->threads[t]) || !cm_repair_may_change(w->r, t) ||
            test->threads[t].own_instructions != test->threads[t].instruction_count ||
            m->count == MOST_CHANGES)
            return false;
        m->threads[m->count++] = t;
    }
    m->text = m->count > 1 ? cm_wait_barrier(w->r->arena, test, first, &m->cost) : NULL;
    return m->text != NULL;
}

/* Do the threads come to these places by one instruction of a kernel? Threads that share none have
 * places of their own. */
static bool is_one_place(const cm_test *test, const cm_change *a, const cm_change *b)
{
    const cm_change *at[] = {a, b};
    const char *origins[2];
    bool copies = false;
    for (int i = 0; i < 2; i++) {
        const cm_thread *thread = &test->threads[at[i]->thread];
        bool end = at[i]->instruction == thread->instruction_count;
        origins[i] = end ? "" : thread->instructions[at[i]->instruction].origin;
        for (int k = 0; k < thread->instruction_count; k++)
            copies |= thread->instructions[k].origin != NULL;
    }
    return !copies || (origins[0] && origins[1] && strcmp(origins[0], origins[1]) == 0);
}

/* In this thread and those after it: at the end first, where all has been done, then from the
 * beginning. */
static bool meet_from(waiting *w, const meeting *m, int index)
{
    if (index == m->count)
        return attempt(w);
    int t = m->threads[index], gaps = w->r->test->threads[t].instruction_count + 1;
    for (int k = 0; k < gaps && !w->r->limit; k++) {
        int mark = w->change_count;
        cm_change change = {.thread = t,
                            .instruction = k == 0 ? gaps - 1 : k - 1,
                            .inserted = true,
                            .to = m->text,
                            .cost = m->cost};
        if (index > 0 && !is_one_place(w->r->test, &w->changes[mark - 1], &change))
            continue;
        add_change(w, change);
        bool met = meet_from(w, m, index + 1);
        w->change_count = mark;
        if (met)
            return true;
    }
    return false;
}

/* Of each CTA one barrier, besides the changes there are. */
static bool try_barriers(waiting *w)
{
    bool any = false;
    for (int t = 0; t < w->r->test->thread_count; t++) {
        meeting m;
        if (find_meeting(w, t, &m))
            any |= meet_from(w, &m, 0);
    }
    return any;
}

/* ---- waits ----------------------------------------------------------------------------- */

/* At that place; an instruction of a kernel changes in all its copies. */
static void add_wait(waiting *w, const cm_wait_form *wait, int t, int place, bool first)
{
    const cm_thread *thread = &w->r->test->threads[t];
    for (int i = 0; i < wait->count; i++)
        add_change(w, (cm_change){.thread = t,
                                  .instruction = place,
                                  .inserted = !wait->in_place,
                                  .from = wait->in_place ? thread->instructions[place].text : NULL,
                                  .to = wait->texts[i],
                                  .cost = i == 0 && first ? wait->cost : 0});
}

static void add_copies(waiting *w, const cm_wait_form *wait, const cm_instruction *of)
{
    const cm_test *test = w->r->test;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].own_instructions; i++) {
            const cm_instruction *other = &test->threads[t].instructions[i];
            if (other != of && other->origin && strcmp(other->origin, of->origin) == 0 &&
                strcmp(other->text, of->text) == 0 && cm_repair_may_change(w->r, t))
                add_wait(w, wait, t, i, false);
        }
}

static bool try_at(waiting *w, const cm_wait_form *wait, int t, int place)
{
    int mark = w->change_count;
    add_wait(w, wait, t, place, true);
    if (wait->in_place && w->r->test->threads[t].instructions[place].origin)
        add_copies(w, wait, &w->r->test->threads[t].instructions[place]);
    bool done = w->with_barriers ? try_barriers(w) : attempt(w);
    w->change_count = mark;
    return done;
}

/* As late as it helps, down to that place. */
static bool try_behind(waiting *w, const cm_wait_form *wait, int t, int place)
{
    for (int at = w->r->test->threads[t].own_instructions; at >= place; at--)
        if (try_at(w, wait, t, at))
            return true;
    return false;
}

/* The instruction's own thread waits, else another one of its CTA. */
static bool try_wait(waiting *w, const cm_wait_form *wait, int t, int instruction)
{
    const cm_test *test = w->r->test;
    if (wait->in_place)
        return cm_repair_may_change(w->r, t) && try_at(w, wait, t, instruction);
    bool done = cm_repair_may_change(w->r, t) && try_behind(w, wait, t, instruction + 1);
    for (int other = 0; wait->for_all && other < test->thread_count && !done; other++)
        done = other != t && cm_repair_may_change(w->r, other) &&
               same_cta(&test->threads[t], &test->threads[other]) && try_behind(w, wait, other, 0);
    return done;
}

static void try_waits(waiting *w)
{
    for (int t = 0; t < w->r->test->thread_count; t++) {
        const cm_test *test = w->r->test;
        for (int i = 0; i < test->threads[t].own_instructions; i++) {
            cm_waits waits = cm_waits_for(w->r->arena, test, t, i);
            bool done = false;
            for (int k = 0; k < waits.count && !done; k++)
                done = try_wait(w, &waits.items[k], t, i);
        }
        cm_waits waits = cm_waits_for_launch(w->r->arena, test, t);
        for (int k = 0; k < waits.count && cm_repair_may_change(w->r, t); k++)
            try_behind(w, &waits.items[k], t, 0);
    }
}

/* ---- kernels ------------------------------------------------------------------------- */

/* What runs on a GPU may begin after what is not of its kernel, and the other way round (docs/
 * litmus.md): a kernel is at most what is in one cluster, else in one CTA. */
static bool may_follow(const cm_test *test, int a, int b)
{
    const cm_thread *x = &test->threads[a], *y = &test->threads[b];
    bool gpus = cm_arch_is_gpu(x->arch) || cm_arch_is_gpu(y->arch);
    bool one = same_cta(x, y) ||
               (x->at.cluster >= 0 && x->at.cluster == y->at.cluster && x->at.gpu == y->at.gpu);
    return a != b && gpus && !one && !cm_threads_one_launch(test, a, b) &&
           cm_thread_begins(test, a, b) == CM_BEGINS_FREELY &&
           cm_thread_begins(test, b, a) == CM_BEGINS_FREELY;
}

static void try_after(waiting *w)
{
    const cm_test *test = w->r->test;
    for (int b = 0; b < test->thread_count; b++)
        for (int a = 0; a < test->thread_count; a++) {
            if (!cm_repair_may_change(w->r, b) || !may_follow(test, a, b))
                continue;
            const char *head = cm_arena_printf(w->r->arena, "after P%d", test->threads[a].id);
            add_change(
                w,
                (cm_change){
                    .thread = b, .inserted = true, .head = true, .to = head, .cost = AFTER_COST});
            attempt(w);
            w->change_count = 0;
        }
}

/* ---- the whole -------------------------------------------------------------------------- */

int cm_repair_find_waits(cm_repairing *r, cm_proposal **found)
{
    waiting w = {.r = r};
    try_waits(&w);
    if (w.found_count == 0)
        try_barriers(&w);
    w.with_barriers = true;
    if (w.found_count == 0)
        try_waits(&w);
    if (w.found_count == 0 && !r->of_flags) /* blocks of one launch may not be told apart */
        try_after(&w);
    *found = w.found;
    return w.found_count;
}
