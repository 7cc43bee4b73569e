/* Which programs forbid the outcome: by a check of one, by one problem for all (choosing.h), by
 * what is known of others. See repair_parts.h. */
#include "explain/repair_parts.h"

#include "base/clock.h"

#include <string.h>

/* ---- limits ----------------------------------------------------------------------- */

void cm_repair_limit(cm_repairing *r, const char *reason)
{
    if (!r->limit)
        r->limit = cm_arena_printf(r->arena, "%s", reason);
}

/* Is the time over? Then not all is known. */
static bool is_late(cm_repairing *r)
{
    double timeout = r->options.check.timeout;
    bool late = timeout > 0 && cm_clock_seconds() - r->began > timeout;
    if (late)
        cm_repair_limit(r, "time limit reached");
    return late;
}

bool cm_repair_is_over(cm_repairing *r)
{
    if ((size_t)r->tried_count >= r->options.max_tries)
        cm_repair_limit(r, "too many programs to check");
    is_late(r);
    return r->limit != NULL;
}

cm_check_options cm_repair_left(const cm_repairing *r)
{
    cm_check_options options = r->options.check;
    options.spent = cm_clock_seconds() - r->began;
    return options;
}

/* ---- checks ----------------------------------------------------------------------- */

typedef struct program {
    cm_repairing *r;
    const cm_program_choice *choice; /* NULL: the test as it was read, */
    const char *text;                /* or this one, */
    bool waits;                      /* which may have no execution that ends */
    cm_answer answer;
    bool empty;         /* where it waits: it has none */
    const char *reason; /* UNKNOWN: in the scratch arena, or constant */
} program;

/* Does some execution raise a flag? */
static cm_answer any_flag(const cm_check_result *result)
{
    return result->flags[0] ? CM_YES : result->flags_known ? CM_NO : CM_UNKNOWN;
}

static void check_choice(void *argument)
{
    program *p = argument;
    cm_repairing *r = p->r;
    cm_work work = cm_work_new(r->scratch);
    cm_test *test;
    if (p->choice || p->text) {
        test =
            cm_repair_read(&work, p->choice ? cm_repair_write(r, r->scratch, p->choice) : p->text);
    } else {
        test = CM_NEW(r->scratch, cm_test);
        *test = *r->test;
    }
    if (!test) {
        p->reason = "a program with other instructions is not a test";
        return;
    }
    test->quantifier = r->negated ? CM_FORALL : CM_EXISTS;
    cm_check_options options = cm_repair_left(r);
    options.question = true;
    options.no_flags = !r->of_flags;
    options.one_side = !p->waits;
    cm_check_result *result = cm_check(&work, r->context, r->model, test, &options);
    p->answer = !result ? CM_UNKNOWN : r->of_flags ? any_flag(result) : cm_check_answer(result);
    p->empty = result && result->empty;
    p->reason = result ? result->reason : "the model does not judge a program of the search";
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

/* What is not known is a limit. */
static bool forbids_or_limit(cm_repairing *r, program p)
{
    bool forbidden = forbids(&p);
    if (p.answer == CM_UNKNOWN)
        cm_repair_limit(r, *p.reason ? p.reason : "a verdict is not known");
    return forbidden;
}

bool cm_repair_check_text(cm_repairing *r, const char *text)
{
    return forbids_or_limit(r, (program){.r = r, .text = text});
}

bool cm_repair_text_forbids(cm_repairing *r, const char *text)
{
    program p = {.r = r, .text = text, .waits = true};
    return !is_late(r) && forbids(&p) && !p.empty;
}

typedef struct flagged {
    cm_repairing *r;
    cm_proposal *proposal;
} flagged;

static void check_flags(void *argument)
{
    flagged *f = argument;
    cm_repairing *r = f->r;
    cm_work work = cm_work_new(r->scratch);
    cm_check_options options = cm_repair_left(r);
    options.question = options.flag_places = true;
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
    f->proposal->undefined = result && result->undefined;
    if (result && result->outcome == CM_LIMIT && !result->flags_known)
        cm_repair_limit(r, result->reason);
}

void cm_repair_find_flags(cm_repairing *r, cm_proposal *proposal)
{
    flagged f = {r, proposal};
    if (is_late(r))
        return;
    cm_arena_reset(r->scratch, r->options.check.memory_limit);
    if (!cm_arena_protect(r->scratch, check_flags, &f))
        cm_repair_limit(r, "memory limit reached");
}

cm_region cm_region_new(cm_repairing *r)
{
    cm_region region;
    for (int s = 0; s < r->site_count; s++)
        region.may[s] = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, bool);
    return region;
}

/* ---- all programs as one problem: forms as tags
 * ---------------------------------------------------------------- */

/* The steps of an instruction that make events: what else there is (the monitor of an exclusive
 * load) may depend on what stands around it. */
typedef struct span {
    cm_step **steps;
    int count;
} span;

static bool is_event(const cm_step *step)
{
    return step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE ||
           step->kind == CM_STEP_FENCE || step->kind == CM_STEP_BARRIER;
}

static span steps_of(cm_repairing *r, const cm_thread *thread, int instruction)
{
    span found = {CM_NEW_ARRAY(r->arena, (size_t)thread->step_count + 1, cm_step *), 0};
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].instruction == instruction && is_event(&thread->steps[i]))
            found.steps[found.count++] = &thread->steps[i];
    return found;
}

/* Do they differ by their tags alone? What they compute is the same by strength.h. Where the
 * strongest form is undefined (a release that is not aligned) all are taken to be. */
static bool same_but_tags(const cm_step *a, const cm_step *b)
{
    return a->kind == b->kind && !a->guard == !b->guard && (a->undefined || !b->undefined) &&
           a->width == b->width && a->exclusive == b->exclusive && a->joined == b->joined &&
           a->ordered == b->ordered && a->reach == b->reach && a->in_shared == b->in_shared &&
           !a->paired == !b->paired && a->arrives == b->arrives && a->async.role == b->async.role &&
           a->proxy == b->proxy && (a->rmw < 0) == (b->rmw < 0) &&
           (a->rmw >= 0 || a->rmw == b->rmw);
}

static bool are_fences(span own)
{
    for (int i = 0; i < own.count; i++)
        if (own.steps[i]->kind != CM_STEP_FENCE)
            return false;
    return own.count > 0;
}

/* The tags of a step of a site's copy in each of its forms; NULL: the forms differ in more. */
static const cm_step_forms *forms_of(cm_repairing *r, int s, int copy, span own, int step)
{
    const cm_site *site = &r->sites[s];
    cm_step_forms *forms = CM_NEW(r->arena, cm_step_forms);
    const char *const **tags = CM_NEW_ARRAY(r->arena, (size_t)site->count, const char *const *);
    for (int f = 0; f < site->count; f++) {
        if (!site->forms[f].text[0]) {
            if (!are_fences(own))
                return NULL;
            continue;
        }
        span other = steps_of(r, &r->all_forms->threads[site->copies[copy].thread],
                              r->form_at[s][cm_form_at(site, copy, f)]);
        if (other.count != own.count || !same_but_tags(own.steps[step], other.steps[step]))
            return NULL;
        tags[f] = other.steps[step]->tags;
    }
    *forms = (cm_step_forms){s, tags, NULL};
    return forms;
}

static bool put_forms(cm_repairing *r, cm_test *test, int s, int copy, int instruction)
{
    span own = steps_of(r, &test->threads[r->sites[s].copies[copy].thread], instruction);
    for (int i = 0; i < own.count; i++)
        if (!(own.steps[i]->forms = forms_of(r, s, copy, own, i)))
            return false;
    return own.count > 0;
}

/* The test whose forms are to be chosen; NULL: forms are not a matter of tags. */
static cm_test *choosing_test(cm_repairing *r)
{
    cm_program_choice start = cm_repair_strongest(r);
    int **at = cm_repair_new_places(r);
    cm_work work = cm_work_new(r->arena);
    cm_test *test = cm_repair_read(&work, cm_repair_write_at(r, r->arena, &start, at));
    int *counts = CM_NEW_ARRAY(r->arena, (size_t)r->site_count + 1, int);
    for (int s = 0; test && s < r->site_count; s++) {
        const cm_site *site = &r->sites[s];
        counts[s] = site->count;
        for (int c = 0; c < site->copy_count; c++)
            if (site->copies[c].declares ||
                !put_forms(r, test, s, c, at[s][cm_form_at(site, c, start.at[s])]))
                return NULL;
    }
    if (test) {
        test->form_counts = counts;
        test->form_places = r->site_count;
    }
    return test;
}

void cm_repair_open_every(cm_repairing *r)
{
    cm_test *test = r->all_forms && !r->of_flags ? choosing_test(r) : NULL;
    if (!test)
        return;
    cm_check_options *options = CM_NEW(r->arena, cm_check_options);
    *options = cm_repair_left(r);
    r->every = cm_choosing_open(r->arena, r->scratch, r->context, r->model, test, options,
                                test->condition, r->negated);
}

void cm_repair_close_every(cm_repairing *r)
{
    cm_choosing_close(r->every);
    r->every = NULL;
}

bool cm_repair_find_allowing(cm_repairing *r, const cm_region *region, cm_program_choice *found)
{
    int forms[CM_MOST_SITES];
    const char *limit = NULL;
    bool allows = cm_choosing_find(r->every, (const bool *const *)region->may, forms, &limit);
    for (int s = 0; allows && s < r->site_count; s++)
        found->at[s] = (int8_t)forms[s];
    if (limit)
        r->limit = limit;
    return allows;
}

bool cm_repair_allows_again(cm_repairing *r, const cm_program_choice *choice)
{
    int forms[CM_MOST_SITES];
    for (int s = 0; s < r->site_count; s++)
        forms[s] = (unsigned char)choice->at[s];
    return r->every && cm_choosing_allows_again(r->every, forms);
}

bool cm_repair_interleaves(cm_repairing *r)
{
    cm_region strongest = cm_region_new(r);
    for (int s = 0; s < r->site_count; s++)
        strongest.may[s][r->sites[s].strongest] = true;
    return cm_choosing_interleaves(r->every, (const bool *const *)strongest.may);
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

static bool forbids_choice(cm_repairing *r, const cm_program_choice *choice)
{
    if (!r->every)
        return forbids_or_limit(r, (program){.r = r, .choice = choice});
    cm_region alone = cm_region_new(r);
    cm_program_choice found;
    for (int s = 0; s < r->site_count; s++)
        alone.may[s][(int)choice->at[s]] = true;
    return !cm_repair_find_allowing(r, &alone, &found);
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
    bool forbidden = !r->options.allowed && forbids_or_limit(r, (program){.r = r});
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
