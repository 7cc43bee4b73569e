/* Between the sources of a repair (repair.h).
 *
 *   repair.c         the whole
 *   repair_sites.c   what may be changed, and what it costs
 *   repair_write.c   a program as a test's text
 *   repair_search.c  minimal programs that forbid the outcome
 *   repair_all.c     verdicts of all programs by one problem
 *   repair_waits.c   what makes threads wait, where none of these does
 */
#ifndef CM_EXPLAIN_REPAIR_PARTS_H
#define CM_EXPLAIN_REPAIR_PARTS_H

#include "explain/repair.h"

enum { CM_MOST_SITES = 64 };

/* A place with a choice of forms, the weakest and cheapest first: all others include it. */
typedef struct cm_site {
    int thread, instruction;
    bool inserted;
    const cm_strength *forms; /* by cost */
    int count;
    int self;    /* the form that the test has */
    bool *below; /* [weak * count + strong]: the second includes the first */
} cm_site;

/* By site: the number of a form. */
typedef struct cm_program_choice {
    int8_t at[CM_MOST_SITES];
} cm_program_choice;

typedef struct cm_tried {
    cm_program_choice choice;
    bool forbids;
} cm_tried;

/* The test with all forms of every instruction, one after the other. */
typedef struct cm_all_forms {
    cm_test *test; /* NULL: it is none */
    int **at;      /* by site, by form: its instruction, of the thread */
} cm_all_forms;

typedef struct cm_repairing {
    cm_work *work;
    cm_arena *arena, *scratch;
    cm_solver_context *context;
    const cm_model *model;
    const cm_test *test;
    cm_repair_options options;
    bool negated; /* the outcome is that the condition does not hold */
    double began;
    cm_site *sites;
    int site_count;
    bool too_many;     /* sites: some were left out */
    bool all_assemble; /* forms need not be looked at one by one */
    cm_all_forms all;
    struct cm_choosing *every; /* NULL: programs are checked one by one */
    enum { CM_TURNS_NOT_ASKED, CM_TURNS_SHOW_IT, CM_NO_TURNS } turns; /* of what nothing forbids */
    cm_tried *tried;
    int tried_count, tried_capacity;
    const char *limit; /* why not all is known, or NULL */
    cm_repair *result;
} cm_repairing;

void cm_repair_find_sites(cm_repairing *r);
cm_all_forms cm_repair_read_all(cm_repairing *r);
/* The test with those forms, in the arena. choice NULL: with all of them. at: see cm_all_forms. */
const char *cm_repair_write_at(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice,
                               int **at);
const char *cm_repair_write(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice);
/* The test with these changes, whose choices they are not. */
const char *cm_repair_write_changes(cm_repairing *r, cm_arena *arena, const cm_change *changes,
                                    int count);
/* NULL: the text is no test. */
cm_test *cm_repair_read(cm_work *work, const char *text);

/* Is it forbidden in the test as it is? By a check. */
bool cm_repair_is_forbidden(cm_repairing *r);
/* Is the outcome forbidden? Checks the program, unless it was checked before. */
bool cm_repair_forbids(cm_repairing *r, const cm_program_choice *choice);
/* Is it forbidden in that test, by a check, and has the test an execution that ends? What is not
 * known is not forbidden. The text is not in the scratch arena. */
bool cm_repair_text_forbids(cm_repairing *r, const char *text);
/* The strongest, the weakest choice, and the test's own. */
cm_program_choice cm_repair_strongest(const cm_repairing *r);
cm_program_choice cm_repair_weakest(const cm_repairing *r);
cm_program_choice cm_repair_own(const cm_repairing *r);
bool cm_program_below(const cm_repairing *r, const cm_program_choice *weak,
                      const cm_program_choice *strong);

/* The forms that each site may have: a set of programs. */
typedef struct cm_region {
    bool *may[CM_MOST_SITES];
} cm_region;

/* Puts all programs into one problem, and takes it away. Without it, where the forms of an
 * instruction differ by more than tags, or candidates are hidden, r->every is NULL. */
void cm_repair_open_every(cm_repairing *r);
void cm_repair_close_every(cm_repairing *r);
/* Does a program of the region allow the outcome? Which. Under a limit: no. */
bool cm_repair_find_allowing(cm_repairing *r, const cm_region *region, cm_program_choice *found);
/* Does an interleaving of the threads show it with these forms? The last question. */
bool cm_repair_interleaves(cm_repairing *r, const cm_program_choice *choice);

/* Changes that make threads wait and so forbid the outcome, each checked; their number. */
int cm_repair_find_waits(cm_repairing *r, cm_proposal **found);

/* All minimal choices that forbid, cheapest first; their number. */
int cm_repair_search(cm_repairing *r, cm_program_choice **found);

#endif
