/* Which choices of forms are known to forbid the outcome. See repair_parts.h. */
#include "explain/repair_parts.h"

#include "base/clock.h"

#include <string.h>

/* ---- verdicts --------------------------------------------------------------------- */

typedef struct program {
    cm_repairing *r;
    const cm_program_choice *choice; /* NULL: the test as it was read, */
    const char *text;                /* or this one, */
    bool waits;                      /* which may have no execution that ends */
    cm_answer answer;
    bool empty;         /* where it waits: it has none */
    const char *reason; /* UNKNOWN: in the scratch arena, or constant */
} program;

static cm_test *program_test(program *p, cm_work *work)
{
    cm_repairing *r = p->r;
    if (p->choice)
        return cm_repair_read(work, cm_repair_write(r, r->scratch, p->choice));
    if (p->text)
        return cm_repair_read(work, p->text);
    cm_test *copy = CM_NEW(r->scratch, cm_test);
    *copy = *r->test;
    return copy;
}

static void check_choice(void *argument)
{
    program *p = argument;
    cm_repairing *r = p->r;
    cm_work work;
    cm_work_init(&work, r->scratch);
    cm_test *test = program_test(p, &work);
    if (!test) {
        p->reason = "a program with other instructions is no test";
        return;
    }
    test->quantifier = r->negated ? CM_FORALL : CM_EXISTS;
    cm_check_options options = r->options.check;
    options.question = options.no_flags = true;
    options.one_side = !p->waits;
    options.spent = cm_clock_seconds() - r->began;
    cm_check_result *result = cm_check(&work, r->context, r->model, test, &options);
    p->answer = result ? cm_check_answer(result) : CM_UNKNOWN;
    p->empty = result && result->empty;
    p->reason = result ? result->reason : "the model does not judge a program of the search";
}

void cm_repair_limit(cm_repairing *r, const char *reason)
{
    if (!r->limit)
        r->limit = cm_arena_printf(r->arena, "%s", reason);
}

bool cm_repair_is_over(cm_repairing *r)
{
    double timeout = r->options.check.timeout;
    if ((size_t)r->tried_count >= r->options.max_tries)
        cm_repair_limit(r, "too many programs to check");
    if (timeout > 0 && cm_clock_seconds() - r->began > timeout)
        cm_repair_limit(r, "time limit reached");
    return r->limit != NULL;
}

/* Is the outcome forbidden? Not where that is not known. */
static bool forbids(program *p)
{
    cm_repairing *r = p->r;
    p->answer = CM_UNKNOWN;
    p->reason = "memory limit reached";
    r->result->checked++;
    cm_arena_reset(r->scratch, r->options.check.memory_limit);
    cm_arena_protect(r->scratch, check_choice, p);
    return p->answer == (r->negated ? CM_YES : CM_NO);
}

static bool forbids_or_limit(cm_repairing *r, program p)
{
    bool forbidden = forbids(&p);
    if (p.answer == CM_UNKNOWN)
        cm_repair_limit(r, *p.reason ? p.reason : "a verdict is not known");
    return forbidden;
}

static bool forbids_by_check(cm_repairing *r, const cm_program_choice *choice)
{
    return forbids_or_limit(r, (program){.r = r, .choice = choice});
}

bool cm_repair_check_text(cm_repairing *r, const char *text)
{
    return forbids_or_limit(r, (program){.r = r, .text = text});
}

bool cm_repair_text_forbids(cm_repairing *r, const char *text)
{
    program p = {.r = r, .text = text, .waits = true};
    double timeout = r->options.check.timeout;
    if (timeout > 0 && cm_clock_seconds() - r->began > timeout) {
        cm_repair_limit(r, "time limit reached");
        return false;
    }
    return forbids(&p) && !p.empty;
}

typedef struct flagged {
    cm_repairing *r;
    cm_proposal *proposal;
} flagged;

static void check_flags(void *argument)
{
    flagged *f = argument;
    cm_repairing *r = f->r;
    cm_work work;
    cm_work_init(&work, r->scratch);
    cm_check_options options = r->options.check;
    options.question = options.flag_places = true;
    options.spent = cm_clock_seconds() - r->began;
    cm_test *test = cm_repair_read(&work, f->proposal->text);
    const cm_check_result *result =
        test ? cm_check(&work, r->context, r->model, test, &options) : NULL;
    int count = 0;
    while (result && result->flags[count])
        count++;
    f->proposal->flags = CM_NEW_ARRAY(r->arena, (size_t)count + 1, const char *);
    f->proposal->flag_places = CM_NEW_ARRAY(r->arena, (size_t)count + 1, const char *);
    for (int i = 0; i < count; i++) {
        const char *place = result->flag_places[i];
        f->proposal->flags[i] = result->flags[i]; /* the model's */
        f->proposal->flag_places[i] = place ? cm_arena_text(r->arena, place, strlen(place)) : NULL;
    }
    f->proposal->flags_known = result && result->flags_known;
    if (result && result->outcome == CM_LIMIT && !result->flags_known)
        cm_repair_limit(r, result->reason);
}

void cm_repair_find_flags(cm_repairing *r, cm_proposal *proposal)
{
    flagged f = {r, proposal};
    double timeout = r->options.check.timeout;
    if (timeout > 0 && cm_clock_seconds() - r->began > timeout)
        return;
    cm_arena_reset(r->scratch, r->options.check.memory_limit);
    if (!cm_arena_protect(r->scratch, check_flags, &f))
        cm_repair_limit(r, "memory limit reached");
}

/* ---- what is known ---------------------------------------------------------------------- */

void cm_repair_remember(cm_repairing *r, const cm_program_choice *choice, bool forbids)
{
    cm_included included = cm_program_included(r, choice);
    for (int i = 0; i < r->tried_count; i++) {
        const cm_tried *t = &r->tried[i];
        if (t->forbids != forbids && cm_included_below(forbids ? &included : &t->included,
                                                       forbids ? &t->included : &included))
            r->result->monotone = false;
    }
    CM_RESERVE(r->arena, r->tried, r->tried_count, r->tried_capacity);
    cm_choice_table_add(r, &r->tried_at, choice);
    r->tried[r->tried_count++] = (cm_tried){*choice, included, forbids};
}

const cm_tried *cm_repair_tried(const cm_repairing *r, const cm_program_choice *choice)
{
    int i = cm_choice_table_find(r, &r->tried_at, choice);
    return i < 0 ? NULL : &r->tried[i];
}

/* ---- all programs at once -------------------------------------------------------------- */

cm_region cm_region_new(cm_repairing *r)
{
    cm_region region;
    for (int s = 0; s < r->site_count; s++)
        region.may[s] = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, bool);
    return region;
}

/* By the problem of all programs: of this one alone. */
static bool allows_every(cm_repairing *r, const cm_program_choice *choice)
{
    cm_region region = cm_region_new(r);
    cm_program_choice found;
    for (int s = 0; s < r->site_count; s++)
        region.may[s][(int)choice->at[s]] = true;
    return cm_repair_find_allowing(r, &region, &found);
}

static bool forbids_choice(cm_repairing *r, const cm_program_choice *choice)
{
    return r->every ? !allows_every(r, choice) : forbids_by_check(r, choice);
}

bool cm_repair_forbids(cm_repairing *r, const cm_program_choice *choice)
{
    const cm_tried *before = cm_repair_tried(r, choice);
    if (before)
        return before->forbids;
    if (cm_repair_is_over(r))
        return false;
    bool forbids = forbids_choice(r, choice);
    if (r->limit)
        return false;
    cm_repair_remember(r, choice, forbids);
    return forbids;
}

bool cm_repair_is_forbidden(cm_repairing *r)
{
    cm_program_choice own = cm_repair_own(r);
    bool forbidden = !r->options.allowed && forbids_by_check(r, NULL);
    if (!r->limit)
        cm_repair_remember(r, &own, forbidden);
    return forbidden;
}

void cm_repair_compare_own(cm_repairing *r)
{
    cm_program_choice own = cm_repair_own(r);
    if (!cm_repair_is_over(r) && forbids_choice(r, &own) != cm_repair_tried(r, &own)->forbids &&
        !r->limit)
        cm_repair_limit(r, "internal error: the test as it is written is another one");
}

/* A program tried before that is stronger and allows, or weaker and forbids. */
const cm_tried *cm_repair_decided(const cm_repairing *r, const cm_program_choice *choice)
{
    cm_included included = cm_program_included(r, choice);
    for (int i = 0; i < r->tried_count; i++) {
        const cm_tried *t = &r->tried[i];
        if (t->forbids ? cm_included_below(&t->included, &included)
                       : cm_included_below(&included, &t->included))
            return t;
    }
    return NULL;
}

/* As above, or by such a one. */
bool cm_repair_must_forbid(cm_repairing *r, const cm_program_choice *choice)
{
    const cm_tried *before = cm_repair_decided(r, choice);
    return before ? before->forbids : cm_repair_forbids(r, choice);
}
