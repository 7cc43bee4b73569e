/* The verdict about one test: states that were seen against those allowed. */
#include "campaign/conform.h"

#include <string.h>

/* ---- states as texts ------------------------------------------------- */

typedef struct span {
    const char *text;
    size_t length;
} span;

/* The next "NAME=VALUE" of a state. */
static bool next_part(const char **rest, span *part)
{
    const char *start = *rest + strspn(*rest, " ;");
    size_t length = strcspn(start, ";");
    *rest = start + length;
    while (length > 0 && start[length - 1] == ' ')
        length--;
    *part = (span){start, length};
    return length > 0;
}

/* The next byte, or -1; the ']' of a bracket that was left out is left out too. */
static int take(span *part, bool *bracket)
{
    if (*bracket && part->length && *part->text == ']') {
        part->text++;
        part->length--;
        *bracket = false;
    }
    if (!part->length)
        return -1;
    part->length--;
    return (unsigned char)*part->text++;
}

static bool skip_bracket(span *part)
{
    bool bracket = part->length && *part->text == '[';
    if (bracket)
        *part = (span){part->text + 1, part->length - 1};
    return bracket;
}

/* Old logs write "x=1" where new ones write "[x]=1". */
static bool same_part(span a, span b)
{
    bool bracket_a = skip_bracket(&a), bracket_b = skip_bracket(&b);
    for (;;) {
        int next = take(&a, &bracket_a);
        if (next != take(&b, &bracket_b))
            return false;
        if (next < 0)
            return true;
    }
}

static bool has_part(const char *state, span wanted)
{
    span part;
    while (next_part(&state, &part))
        if (same_part(part, wanted))
            return true;
    return false;
}

static size_t part_count(const char *state)
{
    span part;
    size_t count = 0;
    while (next_part(&state, &part))
        count++;
    return count;
}

bool cm_conform_same_state(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    if (part_count(a) != part_count(b))
        return false;
    span part;
    for (const char *rest = a; next_part(&rest, &part);)
        if (!has_part(b, part))
            return false;
    return true;
}

static const cm_record_state *find_allowed(const cm_conform_allowed *allowed, const char *text)
{
    for (size_t i = 0; i < allowed->count; i++)
        if (cm_conform_same_state(allowed->states[i].text, text))
            return &allowed->states[i];
    return NULL;
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

cm_verdict_kind cm_conform_verdict(const cm_conform_allowed *allowed, const cm_record_state *states,
                                   size_t count, cm_quantifier quantifier)
{
    bool any = false, other = false, asked = false;
    for (size_t i = 0; i < count; i++) {
        if (!states[i].count)
            continue;
        any = true;
        const cm_record_state *known = find_allowed(allowed, states[i].text);
        if (!known)
            other = true;
        else if (cm_conform_asks(quantifier, known->satisfies))
            asked = true;
    }
    if (!any) /* nothing was seen: that supports no verdict */
        return CM_VERDICT_UNJUDGED;
    if (other)
        return allowed->complete ? CM_VERDICT_FORBIDDEN_SEEN : CM_VERDICT_UNJUDGED;
    if (asked)
        return CM_VERDICT_OK;
    if (cm_conform_asks_about_allowed(allowed, quantifier))
        return CM_VERDICT_ALLOWED_NOT_SEEN;
    return allowed->complete ? CM_VERDICT_OK : CM_VERDICT_UNJUDGED;
}
