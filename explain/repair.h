/* What would forbid an outcome of a test, and what of the test its prohibition can do
 * without.
 *
 * Repairs: fences between accesses, stronger orders and wider scopes of accesses and
 * fences, in all minimal combinations, cheapest first. Weakenings: the same, of what there
 * is already, downwards. Each instruction set says in which forms an instruction comes
 * (litmus/isa/strength.h).
 *
 * A program is a choice of one form for each place. Where stronger choices never allow
 * more (the model is monotone on the test) the programs that forbid are those above the
 * minimal ones. These are found by implicit hitting sets (Davies, Bacchus, "Solving MAXSAT
 * by Solving a Sequence of Simpler SAT Instances", CP 2011, over chains of forms in place
 * of clauses): the cheapest program that is not below one known to allow is checked; if it
 * allows it is made as strong as it can be, else it is a proposal. The verdicts come from one
 * problem, in which the forms are literals that are assumed (repair_all.c); where that cannot be,
 * from a check of each program's text. Each proposal is checked by its text, from the beginning, or
 * in the problem of its explanation, which is made from that text, too, the cheapest by Z3 as well;
 * that nothing of it can be left out is asked, so that a model that is not monotone is noticed
 * there.
 *
 * Waits: where none of these forbids the outcome and an interleaving shows it, what would make a
 * thread wait for another or for its own asynchronous operations (litmus/isa/waits.h,
 * repair_waits.c). A wait is no stronger form of anything: such programs are tried one by one, and
 * not all of them.
 */
#ifndef CM_EXPLAIN_REPAIR_H
#define CM_EXPLAIN_REPAIR_H

#include "checker/check.h"
#include "litmus/isa/strength.h"
#include "report/document.h"

typedef enum cm_repaired {
    CM_REPAIRED,
    CM_REPAIR_NEEDLESS,   /* the outcome is forbidden as it is; of weakenings: nothing can go */
    CM_REPAIR_IMPOSSIBLE, /* no change forbids it, says `reason`; of weakenings: it is allowed */
    CM_REPAIR_UNKNOWN     /* `reason` */
} cm_repaired;

/* One instruction in another form, a new one, or a new word in a thread's head. */
typedef struct cm_change {
    int thread, instruction; /* indices; what is new stands before the instruction, or, where that
                                is one past the thread's own, at its end */
    bool inserted;
    bool head;             /* `to` is new in the thread's head, "after P0", or stands in place of
                              `from` there: a parameter; or in a structure: a member */
    const bool *declares;  /* by instruction of the thread: its scope is what is changed here, in a
                              declaration; NULL: it is none */
    const char *from, *to; /* texts; "": nothing */
    double cost;           /* of weakenings: what it saves, below 0 */
} cm_change;

typedef struct cm_proposal {
    const cm_change *changes;
    int count;
    double cost;                       /* their sum */
    const char *text;                  /* the test with them */
    const char **flags, **flag_places; /* that it leaves: those that some execution of the test with
                                          the changes raises ("data-race"), and the location of
                                          each, or NULL; ends with NULL; NULL: not asked */
    bool flags_known;                  /* it leaves no other flag */
    bool undefined;                    /* its behaviour is undefined */
    const char *why; /* what forbids the outcome then (text.h, cm_explain_brief); NULL: not asked,
                        or the time was over */
} cm_proposal;

typedef struct cm_repair {
    const cm_test *test;
    const cm_model *model;
    const char *outcome; /* as a proposition */
    bool of_flags;       /* no outcome is asked for: no execution is to raise a flag of the model */
    bool makes_atomic;   /* nothing else prevents the flags: plain accesses become atomic, too */
    bool weakened;       /* the proposals are weakenings */
    bool waits;          /* they make threads wait; no fence, order or scope forbids it */
    cm_repaired verdict;
    const char *reason;           /* or "" */
    const cm_proposal *proposals; /* cheapest first, of one cost those that leave no flag */
    int count;
    int confirmed;  /* so many of them, from the first on, by a check of their own; all but with
                       options.cheapest */
    bool complete;  /* there are no others */
    bool monotone;  /* no stronger program allowed more, as far as tried */
    int places;     /* at which there was a choice */
    size_t tried;   /* programs whose verdict was asked for */
    size_t checked; /* from the beginning; of the others one problem says it for all */
} cm_repair;

/* Which changes there are to choose from. */
enum {
    CM_REPAIR_FENCES = 1,
    CM_REPAIR_ORDERS = 2,
    CM_REPAIR_SCOPES = 4,
    CM_REPAIR_FORMS = CM_REPAIR_FENCES | CM_REPAIR_ORDERS | CM_REPAIR_SCOPES,
    CM_REPAIR_WAITS = 8,
    CM_REPAIR_ALL = CM_REPAIR_FORMS | CM_REPAIR_WAITS
};

/* What a form costs, by name. */
typedef struct cm_cost {
    const char *name;
    double cost;
} cm_cost;

typedef struct cm_costs {
    cm_cost *items;
    int count, capacity;
} cm_costs;

/* Reads a table: a form's name and its cost a line; `#` begins a comment. Fails (cm_fail)
 * at what is none. */
void cm_costs_read(cm_work *work, const cm_source *source, cm_costs *costs);

typedef struct cm_repair_options {
    cm_check_options check; /* unroll, timeout (of all), memory_limit */
    unsigned only;          /* CM_REPAIR_...; 0: FORMS */
    const int *threads;     /* numbers of those that may change; */
    int thread_count;       /* 0: all */
    const cm_costs *costs;  /* or NULL */
    bool weaken;
    bool allowed;     /* an execution is known that has the outcome */
    bool explains;    /* each proposal's why */
    bool cheapest;    /* the first proposal is what is wanted: the others are not confirmed, and
                         whether the model is monotone is not looked at */
    int most;         /* proposals; 0: 100 */
    size_t max_tries; /* programs; 0: 5000 */
} cm_repair_options;

/* Of the outcome that the test's condition asks about (of `forall`, its negation). NULL:
 * work->diags says why. Protects itself. */
cm_repair *cm_repair_test(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_repair_options *options);

/* Does a check of its own say that the proposal forbids the outcome? It is made unless it was made
 * before. options: unroll, timeout, memory_limit; scratch: for the check, emptied. */
bool cm_repair_confirm(cm_work *work, cm_solver_context *context, const cm_repair *repair,
                       int proposal, const cm_check_options *options, cm_arena *scratch);

/* What forbids the outcome with the proposal, as cm_proposal.why; NULL: it is not known. */
const char *cm_repair_why(cm_work *work, cm_solver_context *context, const cm_repair *repair,
                          int proposal, const cm_check_options *options, cm_arena *scratch);

/* What is said where plain accesses become atomic. */
extern const char cm_repair_made_atomic[];
/* The changes in CUDA C++ at lines of the source, "`__threadfence()` before flag.cu:8"; NULL: not
 * all instructions have such lines, or not all changes have words. */
const char *cm_repair_in_source(cm_arena *arena, const cm_repair *repair,
                                const cm_proposal *proposal);
/* "data-race on x, mbarrier-phase"; "" where it leaves no flag, or that was not asked. */
const char *cm_repair_leaves(cm_arena *arena, const cm_proposal *proposal);
/* Is it new behind the thread's last instruction? */
bool cm_repair_at_end(const cm_repair *repair, const cm_change *change);
/* What the proposal changes, as a list under "changes". */
void cm_repair_add_changes(cm_doc *in, const cm_repair *x, const cm_proposal *p);
/* A proposal in one line; all for people, formal: with the axiom and the cycle that forbid the
 * outcome then, and how much was tried; all as one JSON object. May escape through the arena of
 * `out`. */
void cm_repair_line(cm_text *out, const cm_repair *repair, const cm_proposal *proposal);
void cm_repair_text(cm_text *out, const cm_repair *repair, bool formal);
void cm_repair_json(cm_text *out, const cm_repair *x);

#endif
