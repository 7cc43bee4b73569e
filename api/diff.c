/* What two models say of one test: the public face of compare/models.h. */
#include "api/internal.h"
#include "compare/models.h"
#include "model/same.h"

struct cmcm_difference {
    cm_work work;
    cmcm_result *results[2];
    cm_difference difference;
    cm_text told;
};

static void compare_results(void *argument)
{
    cmcm_difference *d = argument;
    const cm_listed first = cm_result_listed(d->results[0]),
                    second = cm_result_listed(d->results[1]);
    d->difference = cm_difference_of(d->work.arena, &first, &second);
}

static cmcm_difference *find_difference(cmcm_session *session, const cmcm_model *const *models,
                                        const cmcm_test *test, const cmcm_options *how)
{
    cmcm_difference *d = cm_object_new(session, sizeof *d, 0);
    bool checked = d;
    for (int side = 0; checked && side < 2; side++) {
        d->results[side] = cmcm_check(session, models[side], test, how);
        checked = d->results[side];
    }
    if (checked && cm_arena_protect(d->work.arena, compare_results, d))
        return d;
    if (checked)
        cm_session_error(session, "out of memory");
    cmcm_difference_free(d);
    return NULL;
}

/* Executions are asked for where there is something to show. */
cmcm_difference *cmcm_diff(cmcm_session *session, const cmcm_model *first, const cmcm_model *second,
                           const cmcm_test *test, const cmcm_options *options)
{
    const cmcm_model *models[2] = {first, second};
    cmcm_options how = options ? *options : (cmcm_options){0};
    how.witnesses = how.question = false;
    cmcm_difference *d = find_difference(session, models, test, &how);
    if (!d || d->difference.agreement != CM_DISAGREE)
        return d;
    cmcm_difference_free(d);
    how.witnesses = true;
    return find_difference(session, models, test, &how);
}

typedef struct sameness {
    cm_arena *arena;
    const cm_model *models[2];
    const cm_test *test;
    bool same;
} sameness;

static void look_at_models(void *argument)
{
    sameness *s = argument;
    s->same = cm_models_same(s->arena, s->models[0], s->models[1], s->test);
}

bool cmcm_models_same(const cmcm_model *first, const cmcm_model *second, const cmcm_test *test)
{
    sameness s = {cm_arena_new(0), {first->model, second->model}, test->test, false};
    bool done = s.arena && cm_arena_protect(s.arena, look_at_models, &s);
    cm_arena_free(s.arena);
    return done && s.same;
}

void cmcm_difference_free(cmcm_difference *d)
{
    if (!d)
        return;
    cmcm_result_free(d->results[0]);
    cmcm_result_free(d->results[1]);
    cm_object_free(d);
}

cmcm_verdict_of_two cmcm_difference_verdict(const cmcm_difference *d)
{
    static const cmcm_verdict_of_two verdicts[] = {[CM_AGREE] = CMCM_AGREE,
                                                   [CM_DISAGREE] = CMCM_DIFFER,
                                                   [CM_NOT_COMPARED] = CMCM_NOT_COMPARED};
    return verdicts[d->difference.agreement];
}

const char *cmcm_difference_state(const cmcm_difference *d, int side, size_t index)
{
    const cm_listed *found = &d->difference.sides[side];
    for (size_t i = 0; i < found->count; i++)
        if (d->difference.only[side][i] && index-- == 0)
            return found->states[i];
    return NULL;
}

static void tell_text(void *argument)
{
    cmcm_difference *d = argument;
    d->told = cm_text_new(d->work.arena);
    cm_difference_text(&d->told, &d->difference);
}

const char *cmcm_difference_text(cmcm_difference *d)
{
    return cm_arena_protect(d->work.arena, tell_text, d) ? d->told.data : NULL;
}

static void tell_json(void *argument)
{
    cmcm_difference *d = argument;
    d->told = cm_text_new(d->work.arena);
    cm_difference_json(&d->told, &d->difference);
}

const char *cmcm_difference_json(cmcm_difference *d)
{
    return cm_arena_protect(d->work.arena, tell_json, d) ? d->told.data : NULL;
}
