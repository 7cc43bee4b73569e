/* What makes a thread wait: for its own asynchronous operations, for those of a thread that it is
 * the dependent of, for the other threads of its CTA. Each instruction set lists what there is;
 * repairs (explain/repair.h) try it.
 */
#ifndef CM_LITMUS_ISA_WAITS_H
#define CM_LITMUS_ISA_WAITS_H

#include "litmus/test.h"

enum { CM_MOST_WAIT_TEXTS = 4 };

typedef struct cm_wait_form {
    const char *texts[CM_MOST_WAIT_TEXTS]; /* instructions and labels, one after the other */
    int count;
    bool in_place; /* stands where the instruction is that it was asked for; else anywhere behind
                      it */
    bool for_all;  /* any thread of the same CTA may wait so; else the instruction's own only */
    double cost;
} cm_wait_form;

typedef struct cm_waits {
    cm_arena *arena;
    cm_wait_form *items;
    int count, capacity;
} cm_waits;

/* Waits for what the instruction begins; or, where it is a wait itself, those that wait for more.
 * thread: index. */
cm_waits cm_waits_for(cm_arena *arena, const cm_test *test, int thread, int instruction);
/* Waits for all that the thread is the dependent of (`dependent P0` in its head). */
cm_waits cm_waits_for_launch(cm_arena *arena, const cm_test *test, int thread);
/* All threads of a CTA meet, at a barrier that no instruction of theirs names; NULL: there is no
 * such instruction, or no such barrier. */
const char *cm_wait_barrier(cm_arena *arena, const cm_test *test, int thread, double *cost);

/* ---- for those who describe ---------------------------------------------------- */

typedef struct cm_isa_waits {
    /* Adds to the list. */
    void (*begun)(cm_waits *waits, const cm_test *test, const cm_instruction *instruction);
    void (*launch)(cm_waits *waits);
    /* Of the barrier with that number; NULL: there is none. */
    const char *(*barrier)(cm_arena *arena, int number);
    double barrier_cost;
} cm_isa_waits;

void cm_waits_add(cm_waits *waits, cm_wait_form wait);

#endif
