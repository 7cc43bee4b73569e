/* The verdict about one test: states that were seen against those allowed. */
#include "campaign/conform.h"

#include <string.h>

/* ---- states ---------------------------------------------------------- */

const cm_state *cm_conform_read_state(cm_arena *arena, const char *text, bool *good)
{
    const char *why;
    const cm_state *state = cm_state_read(arena, text, strlen(text), &why);
    *good = state != NULL;
    if (state)
        return state;
    cm_state_item *item = CM_NEW(arena, cm_state_item);
    *item = (cm_state_item){.kind = CM_ITEM_FAULT, .name = text};
    return cm_state_make(arena, item, 1);
}

cm_conform_class cm_conform_class_of_other(const cm_conform_allowed *allowed, bool good)
{
    return allowed->complete && good ? CM_CONFORM_FORBIDDEN : CM_CONFORM_UNDECIDED;
}

const cm_conform_seen *cm_conform_look_up(cm_arena *arena, const cm_conform_allowed *allowed,
                                          cm_quantifier quantifier, const cm_record_state *states,
                                          size_t count)
{
    bool good;
    cm_state_set set = {0};
    bool *asked = CM_NEW_ARRAY(arena, allowed->count, bool);
    for (size_t i = 0; i < allowed->count; i++) {
        const cm_state *state = cm_conform_read_state(arena, allowed->states[i].text, &good);
        asked[cm_state_set_add(arena, &set, state)] |=
            cm_conform_asks(quantifier, allowed->states[i].satisfies);
    }
    cm_conform_seen *seen = CM_NEW_ARRAY(arena, count, cm_conform_seen);
    for (size_t i = 0; i < count; i++) {
        const cm_state *state = cm_conform_read_state(arena, states[i].text, &good);
        size_t at = cm_state_set_find(&set, state);
        seen[i].count = states[i].count;
        seen[i].asked = at != CM_INDEX_NONE && asked[at];
        seen[i].class =
            at != CM_INDEX_NONE ? CM_CONFORM_ALLOWED : cm_conform_class_of_other(allowed, good);
    }
    return seen;
}

/* ---- the verdict ----------------------------------------------------- */

bool cm_conform_asks(cm_quantifier quantifier, bool satisfies)
{
    return quantifier == CM_FORALL ? !satisfies : satisfies;
}

bool cm_conform_asks_about_allowed(const cm_conform_allowed *allowed, cm_quantifier quantifier)
{
    for (size_t i = 0; i < allowed->count; i++)
        if (cm_conform_asks(quantifier, allowed->states[i].satisfies))
            return true;
    return false;
}

cm_verdict_kind cm_conform_verdict(const cm_conform_allowed *allowed, cm_quantifier quantifier,
                                   const cm_conform_seen *seen, size_t count)
{
    bool any = false, asked = false, classes[] = {false, false, false};
    for (size_t i = 0; i < count; i++) {
        if (!seen[i].count)
            continue;
        any = classes[seen[i].class] = true;
        asked |= seen[i].class == CM_CONFORM_ALLOWED && seen[i].asked;
    }
    if (!any) /* nothing was seen: that supports no verdict */
        return CM_VERDICT_UNJUDGED;
    if (classes[CM_CONFORM_FORBIDDEN])
        return CM_VERDICT_FORBIDDEN_SEEN;
    if (classes[CM_CONFORM_UNDECIDED])
        return CM_VERDICT_UNJUDGED;
    if (asked)
        return CM_VERDICT_OK;
    if (cm_conform_asks_about_allowed(allowed, quantifier))
        return CM_VERDICT_ALLOWED_NOT_SEEN;
    return allowed->complete ? CM_VERDICT_OK : CM_VERDICT_UNJUDGED;
}
