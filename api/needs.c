/* Which axioms the states of a test need: checks with the model, and with the model without each
 * axiom. */
#include "api/internal.h"

#include <stdlib.h>

struct cmcm_needs {
    size_t axioms;
    cmcm_result **without; /* by axiom; NULL: nothing is forbidden at all */
    cmcm_result *with;
    bool known;
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

/* Does the model forbid anything of the test? */
static bool forbids_any(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                        const cmcm_options *options, const cmcm_result *with, bool *failed)
{
    cmcm_result *all = check_without(session, model, NULL, test, options);
    *failed = !all;
    bool same = all && cmcm_result_complete(all) && cmcm_result_complete(with) &&
                cmcm_result_state_count(all) == cmcm_result_state_count(with);
    cmcm_result_free(all);
    return !same;
}

/* Of the axioms that are wanted, or of the others. */
static bool check_each(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                       const cmcm_options *options, const bool *wanted, cmcm_needs *n)
{
    for (size_t i = 0; i < n->axioms; i++) {
        if (n->without[i] || (wanted && !wanted[i]))
            continue;
        n->without[i] = check_without(session, model, cmcm_model_axiom(model, i), test, options);
        if (!n->without[i])
            return false;
        n->known = n->known && cmcm_result_complete(n->without[i]);
    }
    return true;
}

static bool allows_more(const cmcm_needs *n, size_t axiom)
{
    const cmcm_result *without = n->without[axiom];
    for (size_t i = 0; without && i < cmcm_result_state_count(without); i++)
        if (!cm_result_has_state(n->with, cmcm_result_state(without, i)))
            return true;
    return false;
}

static bool allow_more(const cmcm_needs *n)
{
    for (size_t i = 0; i < n->axioms; i++)
        if (allows_more(n, i))
            return true;
    return false;
}

static bool find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                 const cmcm_options *options, const bool *wanted, cmcm_needs *n)
{
    while (cmcm_model_axiom(model, n->axioms))
        n->axioms++;
    n->without = calloc(n->axioms + 1, sizeof *n->without);
    if (!n->without) {
        cm_session_error(session, "out of memory");
        return false;
    }
    n->with = cmcm_check(session, model, test, options);
    if (!n->with)
        return false;
    n->known = cmcm_result_complete(n->with);
    bool failed = false;
    if (!forbids_any(session, model, test, options, n->with, &failed))
        return true;
    if (failed || !check_each(session, model, test, options, wanted, n))
        return false;
    return !allow_more(n) || check_each(session, model, test, options, NULL, n);
}

cmcm_needs *cmcm_needs_find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                            const cmcm_options *options, const bool *wanted)
{
    cmcm_options how = options ? *options : (cmcm_options){0};
    how.question = how.witnesses = false;
    cmcm_needs *n = calloc(1, sizeof *n);
    if (!n)
        cm_session_error(session, "out of memory");
    if (n && find(session, model, test, &how, wanted, n))
        return n;
    cmcm_needs_free(n);
    return NULL;
}

void cmcm_needs_free(cmcm_needs *n)
{
    if (!n)
        return;
    for (size_t i = 0; n->without && i < n->axioms; i++)
        cmcm_result_free(n->without[i]);
    cmcm_result_free(n->with);
    free(n->without);
    free(n);
}

static bool others_need(const cmcm_needs *n, size_t axiom, const char *state)
{
    for (size_t i = 0; i < n->axioms; i++)
        if (i != axiom && n->without[i] && cm_result_has_state(n->without[i], state))
            return true;
    return false;
}

const char *cmcm_needs_state(const cmcm_needs *n, size_t axiom, bool *alone)
{
    const cmcm_result *without = axiom < n->axioms ? n->without[axiom] : NULL;
    const char *found = NULL;
    *alone = false;
    if (!without || !cmcm_result_complete(n->with))
        return NULL;
    for (size_t i = 0; i < cmcm_result_state_count(without) && !*alone; i++) {
        const char *state = cmcm_result_state(without, i);
        if (cm_result_has_state(n->with, state))
            continue;
        bool here = !others_need(n, axiom, state);
        found = !found || here ? state : found;
        *alone = here && n->known;
    }
    return found;
}

bool cmcm_needs_known(const cmcm_needs *n)
{
    return n->known;
}

const char *cmcm_needs_reason(const cmcm_needs *n)
{
    if (n->known || !cmcm_result_complete(n->with))
        return n->known ? "" : cmcm_result_reason(n->with);
    for (size_t i = 0; i < n->axioms; i++)
        if (n->without[i] && !cmcm_result_complete(n->without[i]))
            return cmcm_result_reason(n->without[i]);
    return "";
}
