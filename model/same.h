/* Do two models say the same of a test, whatever the solver? Where the test has no event of some
 * kind (of a tag, of a read-modify-write), terms about it are empty; what is left of both models
 * may be the same terms, after the laws of terms.h. Or the terms differ in pairs of steps alone
 * that the test has not: of other threads, in another order, of other locations. Found without
 * going through executions: `false` says nothing. */
#ifndef CM_MODEL_SAME_H
#define CM_MODEL_SAME_H

#include "litmus/test.h"
#include "model/model.h"

/* Do both allow the same executions, and so the same states? Flags are not looked at. Allocates in
 * the arena, through which it may escape. */
bool cm_models_same(cm_arena *arena, const cm_model *a, const cm_model *b, const cm_test *test);

/* What the checker asks of a model by name, of that test. */
typedef struct cm_same_names {
    const char *const *items;
    int count;
} cm_same_names;

/* same_steps.c: the second way of these two, by itself. */
bool cm_models_same_by_steps(cm_arena *arena, const cm_model *a, const cm_model *b,
                             const cm_test *test, const cm_same_names *names);

#endif
