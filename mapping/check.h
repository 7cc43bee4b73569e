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
    CM_MAPPED_WEAK,      /* the target has `why`, the source has not: a state, an assertion that
                          * fails, or the flag that is a defect; or it has no final state */
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
    bool fails;              /* an assertion may, in the source */
    const bool *used;        /* by rule */
    bool of_rule;            /* made for a rule of the mapping */
} cm_map_case;

/* What is left of the mapping without one instruction of a sequence, be it an access or not. */
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
    bool tells_needs; /* of what may go (cm_map_may_go), one by one */
    bool exercises;   /* needs has all instructions: is each rule exercised? */
    bool of_rules;    /* what is checked now is made for the rules */
    bool *alone;      /* by rule: no test of several threads could be made; NULL: not asked */
} cm_map_run;

/* Has the source the target's state of that number? Of values those bits are compared. Both have as
 * many values. */
bool cm_map_has_state(const cm_states *source, const cm_states *target, size_t state,
                      uint64_t bits);

/* The target's states without the registers that tell of assertions (cm_map_assertions), each once;
 * *fails: does one fail in some? The source's flag that says so. */
const cm_states *cm_map_shared(cm_arena *arena, const cm_states *target, bool *fails);
extern const char cm_map_assertion[];

/* Are all values in them such as an `int` has? Where not, what is compared says too little, and
 * that is why. */
bool cm_map_has_ints(const cm_states *states);
extern const char cm_map_too_wide[];

/* Adds a case; its index. The test must outlive the run. Under protect of run->arena; NULL or
 * errors in diags: an error of the program or the models, said there. */
const cm_map_case *cm_map_check(cm_map_run *run, cm_work *work, cm_solver_context *solver,
                                const cm_test *test);
/* The same test by another mapping of the same instruction sets: the source is not asked again. */
const cm_map_case *cm_map_check_again(cm_map_run *run, cm_solver_context *solver,
                                      const cm_map_case *known);
/* For each instruction of each sequence that may go (cm_map_may_go): is it needed? Of the
 * cases checked so far. */
void cm_map_find_needs(cm_map_run *run, cm_solver_context *solver);

/* The same for all instructions: a rule is exercised if some test is right with it, and for each of
 * its instructions, unless that has a reason, one is not right without; and if the target reads all
 * that was made for it. Rules that refuse are not counted. */
void cm_map_exercise(cm_map_run *run, cm_solver_context *solver);
/* Of how many rules; and how many are exercised. */
int cm_map_exercised(const cm_map_run *run, int *of);
/* NULL: it is. Else why it is not. In the run's arena. */
const char *cm_map_slack(const cm_map_run *run, int rule);

/* The whole as text. Verbose: every test. */
void cm_map_text(cm_text *out, const cm_map_run *run, bool verbose);

#endif
