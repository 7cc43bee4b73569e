/* Making tests small: the public face of explain/shrink.h. */
#include "explain/shrink.h"
#include "api/internal.h"
#include "checker/candidates.h"

#include <stdlib.h>
#include <string.h>

struct cmcm_shrunk {
    cm_arena *arena;
    cm_work work;
    const cm_shrunk *shrunk;
};

typedef struct keeping {
    cmcm_session *session, *inner; /* inner: for tests on the way, whose messages are nobody's */
    const cmcm_shrink_options *how;
    const cm_test *test;
    cmcm_shrunk *result;
} keeping;

static bool differ(const keeping *k, const cmcm_test *test)
{
    const cmcm_options how = {.unroll = k->how->unroll, .timeout = k->how->timeout};
    cmcm_difference *d = cmcm_diff(k->inner, k->how->models[0], k->how->models[1], test, &how);
    bool is = d && cmcm_difference_verdict(d) == CMCM_DIFFER;
    cmcm_difference_free(d);
    return is;
}

typedef struct possible {
    cm_work work;
    cm_solver_context *solver;
    const cm_model *model;
    const cm_test *test;
    cm_check_options check;
    bool found;
} possible;

static void find_candidate(void *argument)
{
    possible *p = argument;
    const cm_wanted any = {0};
    cm_candidates *c = cm_candidates_open(&p->work, p->solver, p->model, p->test, &p->check,
                                          p->test->condition, p->test->quantifier == CM_FORALL);
    p->found = cm_candidates_find(c, &any);
}

/* Has some candidate execution the outcome? Else it is no model that forbids it. */
static bool is_possible(const keeping *k, const cmcm_test *test)
{
    cm_arena *arena = cm_arena_new(0);
    possible p = {.solver = cm_session_solver(k->inner),
                  .model = k->how->models[0]->model,
                  .test = test->test,
                  .check = {.unroll = k->how->unroll, .timeout = k->how->timeout}};
    if (!arena || !p.solver) {
        cm_arena_free(arena);
        return false;
    }
    cm_work_init(&p.work, arena);
    bool done = cm_arena_protect(arena, find_candidate, &p);
    cm_candidates_close(p.solver);
    cm_arena_free(arena);
    return done && p.found;
}

static bool is_verdict(const keeping *k, const cmcm_test *test, bool allowed)
{
    const cmcm_options how = {
        .unroll = k->how->unroll, .timeout = k->how->timeout, .question = true};
    cmcm_result *r = cmcm_check(k->inner, k->how->models[0], test, &how);
    cmcm_answer answer = r ? cmcm_result_answer(r) : CMCM_UNKNOWN;
    bool positive = test->test->quantifier == CM_EXISTS;
    cmcm_answer expected = allowed == positive ? CMCM_YES : CMCM_NO;
    cmcm_result_free(r);
    return answer == expected && (allowed || is_possible(k, test));
}

static bool keeps(void *context, const char *text)
{
    keeping *k = context;
    if (k->how->keep == CMCM_KEEP_ASKED)
        return k->how->ask(k->how->context, text);
    cmcm_test *test = cmcm_test_parse(k->inner, "shrunk test", text, strlen(text));
    bool is = test && (k->how->keep == CMCM_KEEP_DIFFERENCE
                           ? differ(k, test)
                           : is_verdict(k, test, k->how->keep == CMCM_KEEP_ALLOWED));
    cmcm_test_free(test);
    cmcm_session_clear(k->inner);
    return is;
}

static void shrink(void *argument)
{
    keeping *k = argument;
    bool verdict = k->how->keep == CMCM_KEEP_ALLOWED || k->how->keep == CMCM_KEEP_FORBIDDEN;
    k->result->shrunk = cm_shrink(&k->result->work, k->test, verdict, keeps, k);
    if (!k->result->shrunk)
        cm_fail(&k->result->work, (cm_place){.source = k->test->source},
                "what is to be kept is not true of the test, expected one of which it is");
}

cmcm_shrunk *cmcm_shrink(cmcm_session *session, const cmcm_test *test,
                         const cmcm_shrink_options *options)
{
    cmcm_shrunk *s = calloc(1, sizeof *s);
    cmcm_session *inner = cmcm_session_new();
    keeping k = {session, inner, options, test->test, s};
    if (s)
        s->arena = cm_arena_new(0);
    bool done = false, sound = true;
    if (s && s->arena && inner) {
        cm_work_init(&s->work, s->arena);
        done = cm_arena_protect(s->arena, shrink, &k) && s->shrunk;
        sound = cm_session_take(session, &s->work.diags);
    }
    cmcm_session_free(inner);
    if (done)
        return s;
    if (sound)
        cm_session_error(session, "out of memory");
    cmcm_shrunk_free(s);
    return NULL;
}

void cmcm_shrunk_free(cmcm_shrunk *shrunk)
{
    if (!shrunk)
        return;
    cm_arena_free(shrunk->arena);
    free(shrunk);
}

const char *cmcm_shrunk_text(const cmcm_shrunk *shrunk)
{
    return shrunk->shrunk->text;
}

size_t cmcm_shrunk_steps(const cmcm_shrunk *shrunk, size_t *tried)
{
    if (tried)
        *tried = shrunk->shrunk->tried;
    return shrunk->shrunk->steps;
}
