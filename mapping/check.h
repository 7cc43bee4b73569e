/* Is a mapping right? Tests of the source are translated; what the source's model forbids,
 * the target's must forbid. Outcomes are compared as wholes: every final state of the
 * translated test is one of the test.
 */
#ifndef CM_MAPPING_CHECK_H
#define CM_MAPPING_CHECK_H

#include "base/text.h"
#include "checker/check.h"
#include "mapping/mapping.h"

typedef enum cm_mapped {
    CM_MAPPED_SOUND,
    CM_MAPPED_WEAK,      /* the target allows `why`, the source does not */
    CM_MAPPED_UNDEFINED, /* the source's model raises the mapping's flag: nothing is promised */
    CM_MAPPED_UNKNOWN,   /* a limit was reached: `why` */
    CM_MAPPED_REFUSED    /* it cannot be translated: `why` */
} cm_mapped;
enum { CM_MAPPED_KINDS = CM_MAPPED_REFUSED + 1 };

typedef struct cm_map_case {
    const char *name, *why; /* why: "" where the verdict says all */
    cm_mapped verdict;
    size_t forbade; /* states that the target lacks and the source allows */
    const cm_test *test;
    const cm_states *states; /* of the source; NULL: not known */
    const bool *used;        /* by rule */
    bool defect;             /* translated, it raises the mapping's flag of that name */
} cm_map_case;

/* What is left of the mapping without one instruction of a sequence. */
typedef struct cm_map_need {
    int rule, instruction;
    size_t tests;           /* that use the rule, are right with it, and were tried without */
    const char *test, *why; /* one that is too weak without, and its state or flag; NULL: none is */
    bool unknown;           /* of some it is not known */
} cm_map_need;

typedef struct cm_map_run {
    cm_arena *arena; /* for cases; the caller's */
    const cm_mapping *mapping;
    const cm_model *from, *to;
    cm_check_options options;
    cm_map_case *cases;
    size_t count, capacity;
    cm_map_need *needs;
    size_t need_count, need_capacity;
} cm_map_run;

/* Adds a case; its index. The test must outlive the run. Under protect of run->arena; NULL or
 * errors in diags: an error of the program or the models, said there. */
const cm_map_case *cm_map_check(cm_map_run *run, cm_work *work, cm_solver_context *solver,
                                const cm_test *test);
/* For each instruction of each sequence that may go (cm_map_may_go): is it needed? Of the
 * cases checked so far. */
void cm_map_find_needs(cm_map_run *run, cm_work *work, cm_solver_context *solver);

/* The whole as text. Verbose: every test. */
void cm_map_text(cm_text *out, const cm_map_run *run, bool verbose);

#endif
