/* Which axioms the states of a test need: the public face of compare/models.h. */
#include "api/internal.h"
#include "compare/models.h"

#include <stdlib.h>

struct cmcm_needs {
    cmcm_result *with, **without; /* by axiom; NULL: nothing is forbidden at all */
    cm_needs found;
};

/* The model without that axiom, which is freed again: results keep no more than its name. */
static cmcm_result *check_without(cmcm_session *session, const cmcm_model *model, const char *axiom,
                                  const cmcm_test *test, const cmcm_options *options)
{
    cmcm_model *less = cmcm_model_without(session, model, axiom);
    cmcm_result *result = less ? cmcm_check(session, less, test, options) : NULL;
    cmcm_model_free(less);
    return result;
}

/* Of the axioms that are wanted, or of the others. */
static bool check_each(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                       const cmcm_options *options, const bool *wanted, cmcm_needs *n)
{
    for (size_t i = 0; i < n->found.axioms; i++) {
        if (n->without[i] || (wanted && !wanted[i]))
            continue;
        n->without[i] = check_without(session, model, cmcm_model_axiom(model, i), test, options);
        if (!n->without[i])
            return false;
        n->found.without[i] = cm_result_listed(n->without[i]);
        n->found.known = n->found.known && n->found.without[i].complete;
    }
    return true;
}

static bool find_needs(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                       const cmcm_options *options, const bool *wanted, cmcm_needs *n)
{
    cm_needs *found = &n->found;
    while (cmcm_model_axiom(model, found->axioms))
        found->axioms++;
    n->without = calloc(found->axioms + 1, sizeof *n->without);
    found->without = calloc(found->axioms + 1, sizeof *found->without);
    if (!n->without || !found->without) {
        cm_session_error(session, "out of memory");
        return false;
    }
    n->with = cmcm_check(session, model, test, options);
    if (!n->with)
        return false;
    found->with = cm_result_listed(n->with);
    found->known = found->with.complete;
    /* Does the model forbid anything of the test? */
    cmcm_result *all = check_without(session, model, NULL, test, options);
    if (!all)
        return false;
    bool forbids = !cmcm_result_complete(all) || !found->with.complete ||
                   cmcm_result_state_count(all) != found->with.count;
    cmcm_result_free(all);
    if (!forbids)
        return true;
    return check_each(session, model, test, options, wanted, n) &&
           (!cm_needs_any(found) || check_each(session, model, test, options, NULL, n));
}

cmcm_needs *cmcm_needs_find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                            const cmcm_options *options, const bool *wanted)
{
    cmcm_options how = options ? *options : (cmcm_options){0};
    how.question = how.witnesses = false;
    cmcm_needs *n = calloc(1, sizeof *n);
    if (!n)
        cm_session_error(session, "out of memory");
    if (n && find_needs(session, model, test, &how, wanted, n))
        return n;
    cmcm_needs_free(n);
    return NULL;
}

void cmcm_needs_free(cmcm_needs *n)
{
    if (!n)
        return;
    for (size_t i = 0; n->without && i < n->found.axioms; i++)
        cmcm_result_free(n->without[i]);
    cmcm_result_free(n->with);
    free(n->without);
    free(n->found.without);
    free(n);
}

const char *cmcm_needs_state(const cmcm_needs *n, size_t axiom, bool *alone)
{
    return cm_needs_state(&n->found, axiom, alone);
}

bool cmcm_needs_known(const cmcm_needs *n)
{
    return n->found.known;
}

const char *cmcm_needs_reason(const cmcm_needs *n)
{
    return cm_needs_reason(&n->found);
}
