/* Between the sources of a repair (repair.h).
 *
 *   repair.c           the whole
 *   repair_sites.c     what may be changed, and what it costs
 *   repair_choices.c   choices of forms: what includes what, tables of them, programs as texts
 *   repair_verdicts.c  which of them forbid the outcome
 *   repair_search.c    minimal programs that forbid it, strongest ones that allow it
 *   repair_waits.c     what makes threads wait, where none of these does
 */
#ifndef CM_EXPLAIN_REPAIR_PARTS_H
#define CM_EXPLAIN_REPAIR_PARTS_H

#include "explain/choosing.h"
#include "explain/repair.h"

enum { CM_MOST_SITES = 64 };

/* An instruction of the test, and how each form of its site is written there. One that declares
 * what others access, such as a `cuda::atomic_ref` with a scope, may be a parameter of its thread
 * or a member of a structure: -1 is the first of cm_declaration_of. */
typedef struct cm_copy {
    int thread, instruction;
    const char **texts;   /* by form; "": nothing */
    const bool *declares; /* by instruction of the thread: it has other tags then; or NULL */
} cm_copy;

/* A place with a choice of forms, the weakest and cheapest first: all others include it. Of a
 * kernel it is an instruction there, which may stand in the test several times
 * (cm_instruction.origin): all copies have the same form. */
typedef struct cm_site {
    cm_copy *copies;
    int copy_count, copy_capacity;
    bool inserted;
    bool names;               /* its forms name what the instruction works on */
    const cm_strength *forms; /* by cost; the texts are those of the first copy */
    int count;
    int self;    /* the form that the test has */
    bool *below; /* [weak * count + strong]: the second includes the first */
    /* set by cm_repair_number_forms */
    uint64_t **included; /* by form: see cm_included */
    int strongest;       /* it includes all others, in every set of forms there is; of those that do
                            not, one that no other includes */
} cm_site;

/* By site: the number of a form. */
typedef struct cm_program_choice {
    int8_t at[CM_MOST_SITES];
} cm_program_choice;

/* By form of every site, one bit each: those that the choice includes. */
typedef struct cm_included {
    const uint64_t *words;
    int count;
} cm_included;

/* The forms that each site may have: a set of programs. */
typedef struct cm_region {
    bool *may[CM_MOST_SITES];
} cm_region;

/* Choices, each once, in the order in which they were added; where they are by their hash. */
typedef struct cm_choice_table {
    cm_program_choice *items;
    int count, capacity;
    int *slots;        /* an item's number from 1 on, or 0 */
    size_t slot_count; /* a power of two, or 0 */
} cm_choice_table;

typedef struct cm_tried {
    cm_program_choice choice;
    cm_included included;
    bool forbids;
} cm_tried;

typedef struct cm_repairing {
    cm_work *work;
    cm_arena *arena, *scratch;
    cm_solver_context *context;
    const cm_model *model;
    const cm_test *test;
    cm_repair_options options;
    bool negated;     /* the outcome is that the condition does not hold */
    bool of_flags;    /* no outcome is asked for: no execution is to raise a flag */
    bool keeps_plain; /* no plain access becomes atomic, which would only end its race */
    double began;
    cm_site *sites;
    int site_count;
    bool too_many;      /* sites: some were left out */
    int included_words; /* of cm_included */
    bool all_assemble;  /* forms need not be looked at one by one */
    cm_test *all_forms; /* the test with all forms of every instruction, one after the other; NULL:
                           it is none */
    int **form_at;      /* by site, by copy and form (cm_form_at): its instruction there, of the
                           thread */
    cm_choosing *every; /* NULL: programs are checked one by one */
    bool unconfirmed;   /* what was found is the word of that problem: no check has said so yet */
    enum { CM_TURNS_NOT_ASKED, CM_TURNS_SHOW_IT, CM_NO_TURNS } turns; /* of what nothing forbids */
    cm_tried *tried;
    int tried_count, tried_capacity;
    cm_choice_table tried_at; /* the same, in the same order */
    const char *limit;        /* why not all is known, or NULL */
    cm_repair *result;
} cm_repairing;

/* ---- repair_sites.c ---- */

void cm_repair_find_sites(cm_repairing *r);
bool cm_repair_may_change(const cm_repairing *r, int thread);

/* ---- repair_choices.c ---- */

/* Where a site's table has what is of that copy and form. */
static inline int cm_form_at(const cm_site *site, int copy, int form)
{
    return copy * site->count + form;
}
/* Does the second form include the first? Is there none between the two? */
static inline bool cm_form_below(const cm_site *site, int weak, int strong)
{
    return site->below[weak * site->count + strong];
}
bool cm_form_is_step(const cm_site *site, int weak, int strong);
/* The strongest, the weakest choice, and the test's own. */
cm_program_choice cm_repair_strongest(const cm_repairing *r);
static const cm_program_choice cm_repair_weakest = {{0}};
cm_program_choice cm_repair_own(const cm_repairing *r);
bool cm_program_same(const cm_repairing *r, const cm_program_choice *a, const cm_program_choice *b);
bool cm_program_below(const cm_repairing *r, const cm_program_choice *weak,
                      const cm_program_choice *strong);
/* The same, of choices that are compared often: once all sites are found, what they include. */
void cm_repair_number_forms(cm_repairing *r);
cm_included cm_program_included(const cm_repairing *r, const cm_program_choice *choice);
/* What all programs of the region include. A site without a form includes everything. */
cm_included cm_region_included(const cm_repairing *r, const cm_region *region);
bool cm_included_below(const cm_included *weak, const cm_included *strong);
/* The choice's number in the table; -1: it is not there. */
int cm_choice_table_find(const cm_repairing *r, const cm_choice_table *table,
                         const cm_program_choice *choice);
/* False: it was there before. */
bool cm_choice_table_add(const cm_repairing *r, cm_choice_table *table,
                         const cm_program_choice *choice);

/* The test with those forms, in the arena. choice NULL: with all of them. at: as form_at, or NULL.
 */
const char *cm_repair_write_at(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice,
                               int **at);
int **cm_repair_new_places(const cm_repairing *r);
const char *cm_repair_write(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice);
/* The test with these changes, whose choices they are not. */
const char *cm_repair_write_changes(cm_repairing *r, cm_arena *arena, const cm_change *changes,
                                    int count);
/* NULL: the text is no test. */
cm_test *cm_repair_read(cm_work *work, const char *text);

/* ---- repair_verdicts.c ---- */

/* From here on not all is known; the first reason is kept. */
void cm_repair_limit(cm_repairing *r, const char *reason);
/* Is there such a reason, or does the time or the number of programs give one? */
bool cm_repair_is_over(cm_repairing *r);
/* For a check that has what is left of the time of all. */
cm_check_options cm_repair_left(const cm_repairing *r);

/* Is it forbidden in the test as it is? By a check. */
bool cm_repair_is_forbidden(cm_repairing *r);
/* Is the outcome forbidden? Checks the program, unless it was checked before. */
bool cm_repair_forbids(cm_repairing *r, const cm_program_choice *choice);
/* As cm_repair_forbids, or by one that is weaker and forbids, or stronger and allows. */
bool cm_repair_must_forbid(cm_repairing *r, const cm_program_choice *choice);
/* What is known that decides it, that one or such a one; NULL: nothing is. */
const cm_tried *cm_repair_decided(const cm_repairing *r, const cm_program_choice *choice);
/* What is known of this very choice; NULL: nothing is. */
const cm_tried *cm_repair_tried(const cm_repairing *r, const cm_program_choice *choice);
void cm_repair_remember(cm_repairing *r, const cm_program_choice *choice, bool forbids);
/* Does a check of that text say that it is forbidden? What is not known is a limit. */
bool cm_repair_check_text(cm_repairing *r, const char *text);
/* Is it forbidden in that test, by a check, and has the test an execution that ends? What is not
 * known is not forbidden. The text is not in the scratch arena. */
bool cm_repair_text_forbids(cm_repairing *r, const char *text);
/* Which flags the test with that text raises, by a check. */
void cm_repair_find_flags(cm_repairing *r, cm_proposal *proposal);
/* The test as it is written must be the one that was read; else a limit is set. */
void cm_repair_compare_own(cm_repairing *r);

/* Of no program. */
cm_region cm_region_new(cm_repairing *r);
/* Puts all programs into one problem, and takes it away. Without it, where the forms of an
 * instruction differ by more than tags, or candidates are hidden, r->every is NULL. */
void cm_repair_open_every(cm_repairing *r);
void cm_repair_close_every(cm_repairing *r);
/* Does a program of the region allow the outcome? Which. Under a limit: no. */
bool cm_repair_find_allowing(cm_repairing *r, const cm_region *region, cm_program_choice *found);
/* Is the execution found last allowed with these forms, too? No says nothing. */
bool cm_repair_allows_again(cm_repairing *r, const cm_program_choice *choice);
/* Does an interleaving of the threads show it with the strongest forms? The last question. */
bool cm_repair_interleaves(cm_repairing *r);

/* ---- the others ---- */

/* Changes that make threads wait and so forbid the outcome, each checked; their number. */
int cm_repair_find_waits(cm_repairing *r, cm_proposal **found);
/* All minimal choices that forbid, cheapest first; their number. */
int cm_repair_search(cm_repairing *r, cm_program_choice **found);

#endif
