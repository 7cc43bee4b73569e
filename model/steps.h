/* What a model's terms may be on a test, by its steps alone: no values, no execution.
 *
 * Events of one step are one place of a matrix, all initial writes are place 0. A relation may hold
 * of some events of two steps only where its matrix has them; a set is a row of bits. What is said
 * of a set is exact for tags and kinds of events, so that differences of sets are, too.
 *
 *      [RED];po;[ACQ & F]     empty where no thread has a red before such a fence
 */
#ifndef CM_MODEL_STEPS_H
#define CM_MODEL_STEPS_H

#include "litmus/test.h"
#include "model/model.h"

enum { CM_STEPS_MOST = 64 };

/* A set of steps: bit i is step i. A relation: a row for each step. */
typedef uint64_t cm_steps_set;

typedef struct cm_steps {
    const cm_test *test;
    int count;
    struct cm_steps_one {
        const cm_step *step; /* NULL: the initial writes */
        int thread;          /* or -1 */
        bool loops;          /* its thread has a loop: it may come before itself */
        bool placed;         /* its address is known, and of no other name */
        uint64_t address;
    } items[CM_STEPS_MOST];
} cm_steps;

/* What is known of the terms of a model so far. */
typedef struct cm_steps_terms {
    cm_arena *arena;
    const cm_steps *steps;
    const cm_model *model;
    cm_steps_set **may; /* by node; NULL: it was not asked for */
    cm_steps_set *must; /* of sets that were */
} cm_steps_terms;

/* False: there are too many steps, or some whose events are not known. */
bool cm_steps_find(const cm_test *test, cm_steps *steps);
/* In the arena, through which all of these may escape. The model has no events of registers. */
cm_steps_terms cm_steps_open(cm_arena *arena, const cm_steps *steps, const cm_model *model);
/* What the node may hold: steps->count rows, of a set one. The recursion is as deep as terms are.
 */
const cm_steps_set *cm_steps_may(cm_steps_terms *terms, int node);
/* Of a set, the steps whose events are all in it. */
cm_steps_set cm_steps_must(cm_steps_terms *terms, int node);

/* ---- matrices of steps->count rows ---- */

/* Adds a;b to `to`, which is neither. */
void cm_steps_seq(int count, cm_steps_set *to, const cm_steps_set *a, const cm_steps_set *b);
void cm_steps_plus(int count, cm_steps_set *rows);
void cm_steps_inverse(int count, cm_steps_set *to, const cm_steps_set *rows);
cm_steps_set cm_steps_domain(int count, const cm_steps_set *rows);
cm_steps_set cm_steps_range(int count, const cm_steps_set *rows);
bool cm_steps_any(int count, const cm_steps_set *rows);

#endif
