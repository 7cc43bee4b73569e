/* Outcomes as sets of printed states. */
#include "tests/gen/outcomes.h"

#include "litmus/text/text.h"
#include "tests/oracle/oracle.h"

#include <string.h>

cm_test *gen_parse(cm_work *work, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){.name = "generated", .text = text, .length = strlen(text)};
    return cm_litmus_parse(work, source);
}

static gen_outcomes printed(cm_arena *arena, const cm_states *states)
{
    gen_outcomes out = {.known = true, .count = states->count};
    out.states = CM_NEW_ARRAY(arena, states->count, const char *);
    for (size_t i = 0; i < states->count; i++)
        out.states[i] =
            cm_state_print(arena, states->test, states->values + i * (size_t)states->value_count);
    return out;
}

gen_outcomes gen_by_oracle(cm_work *work, const cm_model *model, const cm_test *test,
                           size_t candidates)
{
    oracle_limits limits = {.unroll = 2, .candidates = candidates};
    oracle_result result = {0};
    if (!oracle_run(work, model, test, &limits, &result) || !result.states)
        return (gen_outcomes){0};
    return printed(work->arena, result.states);
}

const char *gen_missing(const gen_outcomes *a, const gen_outcomes *b)
{
    for (size_t i = 0; i < a->count; i++) {
        bool found = false;
        for (size_t k = 0; k < b->count && !found; k++)
            found = strcmp(a->states[i], b->states[k]) == 0;
        if (!found)
            return a->states[i];
    }
    return NULL;
}
