/* Suite `async`: what its tests must come to, by rules in plain C over the axes; where the rules
 * come from: docs/suites.md and docs/models/ptx.md, "Asynchronous operations". */
#include "suite_help.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

/* ---- rules ---------------------------------------------------------------- */

static bool is_one_of(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* Does the two-way fence cover the space where generic and asynchronous accesses meet? */
static bool covers(const char *fence, bool global)
{
    return strcmp(fence, "async") == 0 ||
           strcmp(fence, global ? "async.global" : "async.shared") == 0;
}

/* PTX ISA, "membar / fence": a two-way fence on the path, in the CTA of the asynchronous access
 * (the reading of docs/models/ptx.md); or a one-way pair, which is for shared memory. A fence on
 * the wrong side of the barrier is on no path. */
static bool fences_forbid(const item *t)
{
    const char *shape = axis(t, "shape"), *p = axis(t, "p"), *c = axis(t, "c");
    bool global = strncmp(shape, "load", 4) == 0;
    bool other_cta = is_one_of("store-cluster load-flag load-cluster war-cluster", shape);
    if (strcmp(shape, "store-late") == 0)
        return false;
    bool pair = strcmp(p, "release") == 0 && strcmp(c, "acquire") == 0;
    if (strcmp(shape, "war-cluster") == 0) /* .shared::cta is not the memory of another CTA */
        return strcmp(c, "async") == 0 || pair;
    return covers(c, global) || (covers(p, global) && !other_cta) || (pair && !global);
}

/* A release at p and an acquire at c that reach the other CTA of the cluster; restricted ones are
 * for the shared memory of the releasing CTA, where s is. */
static bool arrival_forbids(const item *t)
{
    return is_one_of("acq_rel.cluster release", axis(t, "p")) &&
           is_one_of("acq_rel.cluster acquire", axis(t, "c"));
}

/* The other shapes: what is at p or c and is enough. */
#define LOOPS " test_wait.loop try_wait.loop try_wait.cluster.loop"
static const struct {
    const char *shape, *axis, *enough;
} waits[] = {
    {"store-wait", "p", "wait_group"},
    {"store-wait-flag", "p", "wait_group"},
    {"store-reuse", "p", "wait_group wait_group.read"}, /* its source may be written again */
    {"reduce-wait", "p", "wait_group"},
    {"load-wait", "p", "test_wait try_wait try_wait.cluster" LOOPS},
    {"load-wait-bar", "c", "test_wait try_wait try_wait.cluster" LOOPS},
    {"copy", "p", "wait_group0 wait_all"},
    {"st.async", "c", "try_wait.cluster try_wait.cluster.loop"}, /* the signal is of cluster scope,
                                                                    from another CTA */
};

static bool forbids(const item *t)
{
    const char *shape = axis(t, "shape");
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (strcmp(waits[i].shape, shape) == 0)
            return is_one_of(waits[i].enough, axis(t, waits[i].axis));
    return strcmp(shape, "arrive") == 0      ? arrival_forbids(t)
           : strcmp(shape, "store-own") == 0 ? covers(axis(t, "p"), false)
                                             : fences_forbid(t);
}

/* ---- the model's answers ----------------------------------------------------- */

static cm_weak weak_of(cmcm_session *session, const cmcm_model *model, const item *t)
{
    cmcm_test *test = cmcm_test_parse(session, t->name, t->text, t->length);
    assert_non_null(test);
    cmcm_result *result = cmcm_check(session, model, test, NULL);
    assert_non_null(result);
    cm_weak weak = cmcm_result_satisfying(result) > 0 ? CM_WEAK_ALLOWED
                   : cmcm_result_complete(result)     ? CM_WEAK_FORBIDDEN
                                                      : CM_WEAK_UNKNOWN;
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_session_clear(session);
    return weak;
}

TEST(rules)
{
    enum { TESTS = 232, FORBIDDEN = 60 };
    size_t forbidden = 0;
    suite s = make((cm_enum_request){.name = "async"}, false);
    assert_int_equal(s.count, TESTS);
    cmcm_session *session = cmcm_session_new();
    cmcm_model *model = cmcm_model_load(session, "ptx");
    assert_non_null(model);
    for (size_t i = 0; i < s.count; i++) {
        const item *t = &s.items[i];
        cm_weak expected = forbids(t) ? CM_WEAK_FORBIDDEN : CM_WEAK_ALLOWED;
        if (weak_of(session, model, t) != expected)
            fail_msg("%s: expected %s", t->name, forbids(t) ? "forbidden" : "allowed");
        forbidden += forbids(t);
    }
    assert_int_equal(forbidden, FORBIDDEN);
    cmcm_model_free(model);
    cmcm_session_free(session);
    drop(&s);
}
