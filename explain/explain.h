/* Why a model allows an outcome of a test, or forbids it.
 *
 * Forbidden: over all candidate executions of the outcome (checker/candidates.h), which
 * axioms each violates, on which cycle; which axioms suffice; which of the program's fences,
 * orders, scopes and dependencies are needed. Allowed: the simplest execution that shows it,
 * and what is missing for the nearest axioms to forbid it. Flags: an execution that raises
 * each, and the pair that does.
 *
 * All of it is data; explain/text.h puts it into words. It lives in one
 * arena, and refers to the test and the model.
 */
#ifndef CM_EXPLAIN_EXPLAIN_H
#define CM_EXPLAIN_EXPLAIN_H

#include "checker/candidates.h"
#include "explain/turns.h"
#include "explain/why.h"
#include "litmus/isa/weaken.h"
#include "litmus/meeting.h"

typedef enum cm_explained {
    CM_EXPLAINED_ALLOWED,
    CM_EXPLAINED_FORBIDDEN,
    CM_EXPLAINED_IMPOSSIBLE, /* forbidden: no candidate has the outcome */
    CM_EXPLAINED_UNKNOWN,    /* a limit was reached, or candidates are hidden: `reason` */
    CM_EXPLAINED_FLAGS       /* the test asks for no outcome: of any that raises a flag */
} cm_explained;

/* Candidates that violate the same axioms on cycles of the same shape. A class of candidates is
 * one choice of rf and co (co where the model chooses it); of the other relations that the
 * model chooses, those choices count that violate least. */
typedef struct cm_group {
    size_t classes;                 /* how many classes have such candidates */
    const cm_execution *execution;  /* one, the cheapest to tell */
    const cm_violation *violations; /* of each axiom violated, cheapest first */
    int violation_count;
} cm_group;

/* What the nearest axiom lacks on the allowed execution. Each fact was tried: with all of
 * them the axiom fails. */
typedef struct cm_near_miss {
    int *constraints; /* that would fail, of one cost, cheapest first */
    int constraint_count;
    cm_violation violation; /* of the first, with facts missing */
    struct cm_fact *facts;
    int fact_count;
    bool repairs;   /* all of what some proposal of `missing` changes is among the places of the
                       facts: by itself it forbids the outcome, whatever the execution */
    double cost;    /* of that proposal; else 0 */
    bool dependent; /* a dependency is among them, for which there is nothing to put in */
} cm_near_miss;

typedef enum cm_fact_kind {
    CM_FACT_TAG,       /* `event` has not `tags`, but others of their groups, or none */
    CM_FACT_FENCE,     /* there is no fence with `tags` (of `object`) between `event` and `next` */
    CM_FACT_DEPENDENCY /* `next` has no dependency tags[0] on `event` */
} cm_fact_kind;

typedef struct cm_fact {
    cm_fact_kind kind;
    uint32_t event, next;
    uint32_t object; /* FENCE that names what it is for: an access to that; else `event` */
    uint32_t other;  /* TAG: the other event of the innermost pair that lacks the fact */
    const char **tags;
    int tag_count;
    const struct cm_fact *instead; /* facts of the same thread that would do in its place */
    int instead_count;
    const cm_model_name *const *within; /* definitions that lack the fact, innermost first */
    int within_count;
} cm_fact;

typedef struct cm_flagged {
    int constraint;
    const cm_execution *execution;
    cm_violation violation;
    bool of_outcome;                      /* the execution has the outcome */
    bool of_order;                        /* that a pair is in no order is what raises it */
    const struct cm_explanation *allowed; /* what the execution lacks, as if it were an outcome's;
                                             NULL: not looked for */
} cm_flagged;

/* Items that suffice: without all others the outcome is forbidden, and without any one of
 * these besides it is not. Both were tried. */
typedef struct cm_ordering_set {
    const int *items;
    int count;
} cm_ordering_set;

/* A barrier, or the order of kernels: without that alone, does the model allow the outcome? */
typedef struct cm_tried_meeting {
    cm_meeting meeting;
    cm_answer allowed;
    const char *reason; /* UNKNOWN: why */
} cm_tried_meeting;

typedef struct cm_explanation {
    const cm_test *test;
    const cm_model *model;
    const char *outcome; /* as a proposition: "1:X0=1 /\ 1:X2=0" */
    cm_explained verdict;
    const char *reason; /* UNKNOWN: why; else why there is no more than the verdict; or "" */

    /* FORBIDDEN */
    bool bounded;     /* none past the loop bound were looked at: the model allows none there */
    size_t classes;   /* how many were looked at */
    bool classes_cut; /* there are more: groups are of those looked at. Axiom sets are exact where
                         they are known. */
    cm_group *groups; /* those whose first violation is between threads first, those about the order
                         of one thread's writes last; of these, most classes first */
    int group_count;
    const bool **sufficient; /* by constraint: minimal sets of axioms that forbid the outcome */
    int sufficient_count;
    bool sufficient_known; /* they are all; else there were too many */
    int *premises; /* constraints that say which orders there are to choose from, and without which
                      the outcome is allowed */
    int premise_count;
    bool premises_known; /* they are all */
    cm_ordering *items;  /* of the program */
    int item_count;
    bool allows_none;        /* nothing is needed: the model allows no execution of the program */
    cm_ordering_set *needed; /* all minimal sets, or those found: */
    int needed_count;
    bool needed_known; /* all sets of items were decided */
    bool monotone;     /* taking more away never forbade the outcome again, as far as tried */
    size_t tried;      /* programs checked */
    cm_tried_meeting *meetings; /* each tried with all else in place */
    int meeting_count;
    bool all_meetings; /* else there are barriers that no program can be without */

    /* ALLOWED */
    const cm_execution *execution;
    int surprises;                /* cm_turns */
    const uint32_t *interleaving; /* surprises 0: cm_turns.order */
    const cm_sc_step *cycle;      /* else: a shortest such cycle; none: */
    int cycle_count;
    const cm_event_pair *unordered; /* writes that overlap, which co leaves in no order */
    int unordered_count;
    bool turns_unknown;     /* not all orders were tried */
    size_t allowed_classes; /* among which it is the simplest */
    bool allowed_cut;       /* there are more */
    /* What forbids it: proposals for the test as it asks for the outcome, cheapest first, each
     * checked from the beginning. NULL: not asked, or not known. */
    const struct cm_repair *missing;
    int cheapest; /* the proposal of `missing` that is told: of those that cost least one that mends
                     what is told first, if there is one */
    const char *missing_why; /* what forbids it with the first of them, where no axiom is near
                                (cm_explain_brief); or NULL */
    cm_near_miss *misses; /* those that repair, else all; without dependencies, if there are such;
                             fewest facts first */
    int miss_count;

    cm_flagged *flags;
    int flag_count;
} cm_explanation;

/* Is the behaviour undefined, whatever the model says of the outcome? */
bool cm_explained_undefined(const cm_explanation *x);

typedef struct cm_explain_options {
    cm_check_options check;   /* unroll, timeout, memory_limit */
    size_t max_classes;       /* 0: 500, of large executions fewer */
    size_t max_tries;         /* programs checked for `needed`; 0: 300 */
    bool verdict_only;        /* of the outcome: neither flags nor what of the program is needed,
                                 nor axiom sets where classes are cut */
    bool plain;               /* what only texts with axioms tell is not looked for: premises */
    bool by_z3;               /* Z3 is asked, too, whether it is forbidden */
    const char *const *shows; /* names (of the model; "a,b": several) that executions show besides
                                 those that the model shows */
    int show_count;
} cm_explain_options;

/* Fails (cm_fail): that nothing else can happen says nothing. */
_Noreturn void cm_explain_asks_nothing(cm_work *work, const cm_test *test);

/* outcome: a proposition over the test's observed items (NULL: the test's own; of `forall` its
 * negation; where it asks for none, the model's flags alone are explained, if it has some). NULL:
 * the test cannot be explained with this model; work->diags says why. Protects itself. */
cm_explanation *cm_explain(cm_work *work, cm_solver_context *context, const cm_model *model,
                           const cm_test *test, const cm_prop *outcome,
                           const cm_explain_options *options);

/* Of a forbidden outcome, in a line without an end: "causality, as P0 `st...` -rf-> ...", of the
 * kind of candidates that most are like, and how many other kinds there are. */
const char *cm_explain_brief(cm_arena *arena, const cm_explanation *x);
/* What an outcome that no candidate has is told by, with a full stop: that no model has it, unless
 * it may be a value that threads only hand to each other, which no candidate has. */
const char *cm_explain_impossible(cm_arena *arena, const cm_explanation *x);

#endif
