/* A thread run step by step on concrete values.
 *
 * Whoever runs it supplies what a thread cannot know: the value of each load and
 * the outcome of each free choice. The meaning of steps is litmus/test.h's, that
 * of dependencies the Arm ARM's (B2.3.2: a select's or a guard's condition is a
 * "pick" dependency); nothing is shared with checker/threads/execute.c, which does the
 * same for all paths at once.
 */
#ifndef CM_EXECUTION_THREAD_H
#define CM_EXECUTION_THREAD_H

#include "execution/execution.h"

typedef enum cm_need {
    CM_NEED_NOTHING, /* a step was done, or the thread has ended: pc says */
    CM_NEED_VALUE,   /* the last action is a load: cm_thread_read */
    CM_NEED_CHOICE,  /* cm_thread_choose */
    CM_NEED_END      /* `stray` says why it cannot go on */
} cm_need;

typedef struct cm_thread_run_state {
    const cm_test *test;
    int index; /* of the thread in the test */
    const cm_thread *thread;
    cm_arena *arena;
    uint32_t words; /* of a set of actions */
    cm_word *registers;
    uint64_t *deps;            /* by register: its data dependencies, then its pick ones */
    const uint64_t *none;      /* no dependencies */
    uint64_t *ctrl;            /* of the branches so far: data, then pick */
    const uint64_t *exclusive; /* latest load-exclusive, or NULL */
    cm_action *actions;
    uint32_t action_count, action_limit;
    uint64_t instance;
    int last_instruction;
    int pc;            /* step to do next; step_count: the thread has ended */
    bool taken;        /* the last step was a branch, and taken */
    const char *stray; /* what the thread may do that the test does not describe */
    bool nowhere;      /* what it has done is in no execution; `stray` says so, too */
} cm_thread_run_state;

/* At the thread's first step; it may perform action_limit actions. */
void cm_thread_start(cm_thread_run_state *t, cm_arena *arena, const cm_test *test, int index,
                     uint32_t action_limit);
/* Does the step at pc (there must be one), or says what it needs for it. */
cm_need cm_thread_step(cm_thread_run_state *t);
/* The value of the load, and of the choice, that it stands at; goes on after it. */
void cm_thread_read(cm_thread_run_state *t, cm_word value);
void cm_thread_choose(cm_thread_run_state *t, bool value);

#endif
