/* Which axioms the states of a test need. See needs.h. */
#include "compare/needs.h"

bool cm_needs_any(const cm_needs *n)
{
    for (size_t axiom = 0; axiom < n->axioms; axiom++)
        for (size_t i = 0; i < n->without[axiom].count; i++)
            if (!cm_listed_has(&n->with, n->without[axiom].states[i]))
                return true;
    return false;
}

static bool is_others(const cm_needs *n, size_t axiom, const char *state)
{
    for (size_t i = 0; i < n->axioms; i++)
        if (i != axiom && cm_listed_has(&n->without[i], state))
            return true;
    return false;
}

const char *cm_needs_state(const cm_needs *n, size_t axiom, bool *alone)
{
    const char *found = NULL;
    *alone = false;
    if (axiom >= n->axioms || !n->with.complete)
        return NULL;
    const cm_listed *without = &n->without[axiom];
    for (size_t i = 0; i < without->count && !*alone; i++) {
        const char *state = without->states[i];
        if (cm_listed_has(&n->with, state))
            continue;
        bool here = !is_others(n, axiom, state);
        found = !found || here ? state : found;
        *alone = here && n->known;
    }
    return found;
}

const char *cm_needs_reason(const cm_needs *n)
{
    if (n->known || !n->with.complete)
        return n->known ? "" : cm_listed_reason(&n->with);
    for (size_t i = 0; i < n->axioms; i++)
        if (n->without[i].report && !n->without[i].complete)
            return cm_listed_reason(&n->without[i]);
    return "";
}
