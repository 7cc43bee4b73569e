/* Verdicts of all programs by one problem (choosing.h). */
#include "base/clock.h"
#include "explain/choosing.h"
#include "explain/repair_parts.h"

/* ---- forms as tags ---------------------------------------------------------------- */

cm_all_forms cm_repair_read_all(cm_repairing *r)
{
    cm_all_forms all = {.at = CM_NEW_ARRAY(r->arena, (size_t)r->site_count + 1, int *)};
    for (int s = 0; s < r->site_count; s++)
        all.at[s] = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, int);
    cm_work work;
    cm_work_init(&work, r->arena);
    all.test = cm_repair_read(&work, cm_repair_write_at(r, r->arena, NULL, all.at));
    return all;
}

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

/* The tags of a step of a site in each of its forms; NULL: the forms differ in more. */
static const cm_step_forms *forms_of(cm_repairing *r, int s, span own, int step)
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
        span other = steps_of(r, &r->all.test->threads[site->thread], r->all.at[s][f]);
        if (other.count != own.count || !same_but_tags(own.steps[step], other.steps[step]))
            return NULL;
        tags[f] = other.steps[step]->tags;
    }
    *forms = (cm_step_forms){s, tags, NULL};
    return forms;
}

static bool put_forms(cm_repairing *r, cm_test *test, int s, int instruction)
{
    span own = steps_of(r, &test->threads[r->sites[s].thread], instruction);
    for (int i = 0; i < own.count; i++) {
        own.steps[i]->forms = forms_of(r, s, own, i);
        if (!own.steps[i]->forms)
            return false;
    }
    return own.count > 0;
}

/* The test whose forms are to be chosen; NULL: forms are not a matter of tags. */
static cm_test *choosing_test(cm_repairing *r)
{
    cm_program_choice start = cm_repair_strongest(r);
    int **at = CM_NEW_ARRAY(r->arena, (size_t)r->site_count + 1, int *);
    for (int s = 0; s < r->site_count; s++)
        at[s] = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, int);
    cm_work work;
    cm_work_init(&work, r->arena);
    cm_test *test = cm_repair_read(&work, cm_repair_write_at(r, r->arena, &start, at));
    int *counts = CM_NEW_ARRAY(r->arena, (size_t)r->site_count + 1, int);
    for (int s = 0; test && s < r->site_count; s++) {
        counts[s] = r->sites[s].count;
        if (!put_forms(r, test, s, at[s][(int)start.at[s]]))
            return NULL;
    }
    if (test) {
        test->form_counts = counts;
        test->form_places = r->site_count;
    }
    return test;
}

/* ---- the problem ------------------------------------------------------------------ */

void cm_repair_open_every(cm_repairing *r)
{
    cm_test *test = r->all.test ? choosing_test(r) : NULL;
    if (!test)
        return;
    cm_check_options *options = CM_NEW(r->arena, cm_check_options);
    *options = r->options.check;
    options->spent = cm_clock_seconds() - r->began;
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

bool cm_repair_interleaves(cm_repairing *r, const cm_program_choice *choice)
{
    const bool *forms[CM_MOST_SITES];
    for (int s = 0; s < r->site_count; s++) {
        bool *may = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, bool);
        may[(int)choice->at[s]] = true;
        forms[s] = may;
    }
    return cm_choosing_interleaves(r->every, forms);
}
