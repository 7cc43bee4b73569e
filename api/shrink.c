/* Making tests small: the public face of compare/shrink.h. */
#include "compare/shrink.h"
#include "api/internal.h"
#include "checker/candidates.h"
#include "report/document.h"

#include <string.h>

struct cmcm_shrunk {
    cm_work work;
    const cm_shrunk *shrunk;
    const char *name;
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
    cm_candidates *c;
    cm_candidates_open(&c, &p->work, p->solver, p->model, p->test, &p->check, p->test->condition,
                       p->test->quantifier == CM_FORALL);
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
    p.work = cm_work_new(arena);
    bool done = cm_arena_protect(arena, find_candidate, &p);
    cm_candidates_close(p.solver);
    cm_arena_free(arena);
    return done && p.found;
}

/* A test without a final state, or none that the filter lets through, forbids nothing. */
static bool is_verdict(const keeping *k, const cmcm_test *test, bool allowed)
{
    const cmcm_options how = {
        .unroll = k->how->unroll, .timeout = k->how->timeout, .question = true};
    cmcm_result *r = cmcm_check(k->inner, k->how->models[0], test, &how);
    cmcm_answer answer = r ? cmcm_result_answer(r) : CMCM_UNKNOWN;
    bool positive = test->test->quantifier == CM_EXISTS;
    cmcm_answer expected = allowed == positive ? CMCM_YES : CMCM_NO;
    bool ends = r && cmcm_result_state_count(r) > 0, undefined = r && cmcm_result_undefined(r);
    cmcm_result_free(r);
    bool forbidden = !undefined && is_possible(k, test); /* else everything is allowed */
    return ends && answer == expected && (allowed || forbidden);
}

/* Does a run on this machine end in a state that the model forbids? */
static bool is_seen(const keeping *k, const cmcm_test *test)
{
    const cmcm_options how = {.unroll = k->how->unroll, .timeout = k->how->timeout};
    const cmcm_run_options running = {.seconds = k->how->seconds > 0 ? k->how->seconds : 1};
    cmcm_result *allowed = cmcm_check(k->inner, k->how->models[0], test, &how);
    cmcm_seen *seen =
        allowed && cmcm_result_complete(allowed) ? cmcm_run(k->inner, test, &running) : NULL;
    bool is = seen && cmcm_seen_judge(seen, allowed, NULL) == CMCM_VIOLATES;
    cmcm_seen_free(seen);
    cmcm_result_free(allowed);
    return is;
}

static bool is_kept(const keeping *k, const cmcm_test *test)
{
    switch (k->how->keep) {
    case CMCM_KEEP_DIFFERENCE:
        return differ(k, test);
    case CMCM_KEEP_SEEN:
        return is_seen(k, test);
    default:
        return is_verdict(k, test, k->how->keep == CMCM_KEEP_ALLOWED);
    }
}

static bool keeps(void *context, const char *text)
{
    keeping *k = context;
    if (k->how->keep == CMCM_KEEP_ASKED)
        return k->how->ask(k->how->context, text);
    cmcm_test *test = cmcm_test_parse(k->inner, "shrunk test", text, strlen(text));
    bool is = test && is_kept(k, test);
    cmcm_test_free(test);
    cmcm_session_clear(k->inner);
    return is;
}

static void shrink(void *argument)
{
    keeping *k = argument;
    cm_shrink_condition may = k->how->keep == CMCM_KEEP_ALLOWED     ? CM_SHRINK_NO_PART
                              : k->how->keep == CMCM_KEEP_FORBIDDEN ? CM_SHRINK_CONJUNCTS
                                                                    : CM_SHRINK_ANY_PART;
    k->result->name = k->test->name;
    k->result->shrunk = cm_shrink(&k->result->work, k->test, may, keeps, k);
    if (!k->result->shrunk)
        cm_fail(&k->result->work, (cm_place){.source = k->test->source},
                "the property to be kept does not hold for the test, expected a test for which it "
                "does");
}

cmcm_shrunk *cmcm_shrink(cmcm_session *session, const cmcm_test *test,
                         const cmcm_shrink_options *options)
{
    cmcm_shrunk *s = cm_object_new(session, sizeof *s, 0);
    if (!s)
        return NULL;
    keeping k = {session, cmcm_session_new(), options, test->test, s};
    bool done = k.inner && cm_arena_protect(s->work.arena, shrink, &k) && s->shrunk;
    cmcm_session_free(k.inner);
    bool sound = cm_session_take(session, &s->work.diags);
    if (done)
        return s;
    if (sound)
        cm_session_error(session, "out of memory");
    cm_object_free(s);
    return NULL;
}

void cmcm_shrunk_free(cmcm_shrunk *shrunk)
{
    cm_object_free(shrunk);
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

typedef struct telling {
    cmcm_shrunk *shrunk;
    cm_text out;
} telling;

static void tell_diff(void *argument)
{
    telling *t = argument;
    t->out = cm_text_new(t->shrunk->work.arena);
    cm_shrink_diff(&t->out, t->shrunk->shrunk->before, t->shrunk->shrunk->text);
}

const char *cmcm_shrunk_diff(cmcm_shrunk *shrunk)
{
    telling t = {.shrunk = shrunk};
    return cm_arena_protect(shrunk->work.arena, tell_diff, &t) ? t.out.data : NULL;
}

static void tell_json(void *argument)
{
    telling *t = argument;
    const cm_shrunk *s = t->shrunk->shrunk;
    cm_doc *root = cm_doc_new(t->shrunk->work.arena, CM_DOC_OBJECT, NULL);
    tell_diff(t);
    cm_doc_text(root, "name", t->shrunk->name);
    cm_doc_number(root, "steps", s->steps);
    cm_doc_number(root, "tried", s->tried);
    cm_doc_text(root, "test", s->text);
    cm_doc_text(root, "diff", t->out.data);
    t->out = cm_text_new(t->shrunk->work.arena);
    cm_doc_write_json(&t->out, root, CM_JSON_COMPACT);
}

const char *cmcm_shrunk_json(cmcm_shrunk *shrunk)
{
    telling t = {.shrunk = shrunk};
    return cm_arena_protect(shrunk->work.arena, tell_json, &t) ? t.out.data : NULL;
}
