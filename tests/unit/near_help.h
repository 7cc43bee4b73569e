/* For tests of what is told to be missing: the facts of a miss are put into the program, each of
 * its alternatives in place of its fact, and the checker says whether the outcome is forbidden
 * then. Where one execution alone has the outcome, that is what the explanation says. Programs
 * with branches and tests with dependencies among the facts are left out. */
#ifndef CM_TESTS_NEAR_HELP_H
#define CM_TESTS_NEAR_HELP_H

#include "explain/explain.h"
#include "litmus/isa/isa.h"
#include "litmus/isa/weaken.h"

#include <string.h>

typedef struct near_counts {
    int misses, alternatives, weaker;
} near_counts;

static inline char near_kind(const cm_execution *x, const cm_fact *fact)
{
    return fact->kind == CM_FACT_FENCE ? 'F' : x->events[fact->event].kind;
}

static inline bool near_of_group(cm_arch arch, const char *tag, char kind, const char *group)
{
    const cm_tag_choice *choice = cm_tag_choice_of(arch, tag, kind);
    return choice && group && strcmp(choice->group, group) == 0;
}

static inline void near_put_tag(cm_arena *arena, cm_arch arch, cm_step *step, char kind,
                                const char *tag)
{
    const cm_tag_choice *choice = cm_tag_choice_of(arch, tag, kind);
    int count = 0, kept = 0;
    while (step->tags[count])
        count++;
    const char **tags = CM_NEW_ARRAY(arena, (size_t)count + 2, const char *);
    for (int i = 0; i < count; i++)
        if (!near_of_group(arch, step->tags[i], kind, choice ? choice->group : NULL))
            tags[kept++] = step->tags[i];
    tags[kept] = tag;
    step->tags = tags;
}

/* As an instruction of its own, behind that one. */
static inline void near_put_fence(cm_arena *arena, cm_thread *thread, int instruction,
                                  const cm_fact *fact)
{
    const char **tags = CM_NEW_ARRAY(arena, (size_t)fact->tag_count + 1, const char *);
    for (int i = 0; i < fact->tag_count; i++)
        tags[i] = fact->tags[i];
    int at = 0;
    while (at < thread->step_count && thread->steps[at].instruction <= instruction)
        at++;
    cm_step *steps = CM_NEW_ARRAY(arena, (size_t)thread->step_count + 1, cm_step);
    size_t instructions = (size_t)thread->instruction_count;
    thread->instructions = cm_arena_grow(arena, thread->instructions, instructions,
                                         instructions + 1, sizeof *thread->instructions);
    for (int i = thread->instruction_count++; i > instruction + 1; i--)
        thread->instructions[i] = thread->instructions[i - 1];
    thread->instructions[instruction + 1].text = "a fence";
    for (int i = 0, to = 0; i <= thread->step_count; i++) {
        if (i == at)
            steps[to++] = (cm_step){.kind = CM_STEP_FENCE,
                                    .instruction = instruction + 1,
                                    .dst = -1,
                                    .rmw = CM_RMW_NONE,
                                    .target = -1,
                                    .tags = tags};
        if (i < thread->step_count) {
            steps[to] = thread->steps[i];
            steps[to].instruction += i >= at;
            steps[to].rmw += steps[to].rmw >= at;
            to++;
        }
    }
    thread->steps = steps;
    thread->step_count++;
    thread->own_instructions++;
}

/* From the last instruction of a thread to its first. */
static inline int near_next_fence(const cm_execution *x, const cm_fact *const *facts, int count,
                                  const bool *done)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (!done[i] && facts[i]->kind == CM_FACT_FENCE &&
            (best < 0 ||
             x->events[facts[i]->event].instruction > x->events[facts[best]->event].instruction))
            best = i;
    return best;
}

/* Fences last: they move steps. */
static inline cm_test *near_with(cm_arena *arena, const cm_test *test, const cm_execution *x,
                                 const cm_fact *const *facts, int count)
{
    cm_test *made = cm_test_with_own_steps(arena, test);
    for (int i = 0; i < count; i++) {
        const cm_event *e = &x->events[facts[i]->event];
        for (int k = 0; facts[i]->kind == CM_FACT_TAG && k < facts[i]->tag_count; k++)
            near_put_tag(
                arena, test->threads[e->thread].arch,
                &made->threads[e->thread].steps[e->action->step - test->threads[e->thread].steps],
                e->kind, facts[i]->tags[k]);
    }
    bool *done = CM_NEW_ARRAY(arena, (size_t)count + 1, bool);
    for (int i; (i = near_next_fence(x, facts, count, done)) >= 0; done[i] = true) {
        const cm_event *e = &x->events[facts[i]->event];
        near_put_fence(arena, &made->threads[e->thread], e->instruction, facts[i]);
    }
    return made;
}

static inline bool near_is_plain(const cm_fact *fact)
{
    for (int i = 0; i < fact->tag_count; i++)
        if (strncmp(fact->tags[i], "PROXY", 5) == 0)
            return false;
    return fact->kind != CM_FACT_DEPENDENCY && fact->object == fact->event;
}

static inline bool near_goes_straight(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (test->threads[t].steps[i].kind == CM_STEP_BRANCH)
                return false;
    return true;
}

static inline bool near_same_place(const cm_execution *x, const cm_fact *a, const cm_fact *b)
{
    const cm_event *e = &x->events[a->event], *f = &x->events[b->event];
    return a == b || (a->kind == CM_FACT_TAG && b->kind == CM_FACT_TAG && e->thread == f->thread &&
                      e->instruction == f->instruction);
}

/* The facts with that one in place of those at the place of number `at`; -1: as they are. */
static inline int near_choose(const cm_execution *x, const cm_near_miss *miss, int at,
                              const cm_fact *other, const cm_fact **chosen)
{
    int count = 0;
    for (int i = 0; i < miss->fact_count; i++)
        if (at < 0 || !near_same_place(x, &miss->facts[i], &miss->facts[at]))
            chosen[count++] = &miss->facts[i];
    if (at >= 0)
        chosen[count++] = other;
    return count;
}

#endif
