/* What the model says of the states that a run has seen. A build without the
 * checker has no judge: hw_judge_new then gives NULL and no complaint.
 */
#ifndef CM_CLI_HW_JUDGE_H
#define CM_CLI_HW_JUDGE_H

#include "base/stop.h"
#include "cli/verbs.h"
#include "hwrun/record/record.h"
#include "litmus/test.h"

typedef struct hw_judge hw_judge;

typedef struct hw_judgement {
    cm_verdict_kind verdict;
    const char *model;     /* "" when unjudged */
    const char *warnings;  /* of the test and of the model for it, as text for people */
    const char *why;       /* unjudged: why; "" else */
    const bool *forbidden; /* of each state that was seen; NULL: unjudged */
} hw_judgement;

/* NULL: there is none; *complaint is then "" or what is wrong with the model, in
 * the arena. stop: ends a check; or NULL. */
hw_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint);
void hw_judge_free(hw_judge *judge); /* NULL is allowed */

/* Judges what was seen of a test. judge may be NULL. May escape through the arena. stop: ends a
 * check; or NULL. */
hw_judgement hw_judge_test(hw_judge *judge, cm_arena *arena, const cm_test *test,
                           const cm_record_state *states, size_t count);

#endif
