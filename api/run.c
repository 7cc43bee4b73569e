/* Running a test on this machine. */
#include "api/internal.h"

#include "campaign/conform.h"
#include "campaign/run.h"

enum { DEFAULT_ITERATIONS = 1000000 };

struct cmcm_seen {
    cm_work work;
    cm_campaign campaign;
    cm_campaign_test from;
    cm_campaign_result result;
    const cmcm_run_options *options; /* while it runs */
};

static void set_parameters(cmcm_seen *seen)
{
    const cmcm_run_options *o = seen->options;
    cm_parameters *p = &seen->campaign.parameters;
    cm_parameters_init(p);
    p->seed = o->seed ? o->seed : 1;
    p->iterations = o->iterations;
    p->seconds = o->seconds;
    if (!p->iterations && !(p->seconds > 0))
        p->iterations = DEFAULT_ITERATIONS;
    for (size_t i = 0; i < o->parameter_count; i++) {
        const char *why = "";
        if (!cm_parameters_set(p, seen->work.arena, o->parameters[i], &why))
            cm_fail(&seen->work, (cm_place){0}, "%s", why);
    }
}

static void run_protected(void *argument)
{
    cmcm_seen *seen = argument;
    set_parameters(seen);
    cm_campaign_run(&seen->campaign, &seen->work, &seen->from, &seen->result);
}

cmcm_seen *cmcm_run(cmcm_session *session, const cmcm_test *test, const cmcm_run_options *options)
{
    static const cmcm_run_options defaults = {0};
    cmcm_seen *seen = cm_object_new(session, sizeof *seen, 0);
    if (!seen)
        return NULL;
    options = options ? options : &defaults;
    seen->options = options;
    seen->campaign = (cm_campaign){.arena = seen->work.arena,
                                   .work = &seen->work,
                                   .gpu = options->gpu,
                                   .compiler = options->compiler ? options->compiler : "cc",
                                   .deadline = options->deadline};
    seen->from = (cm_campaign_test){
        .path = test->source->name, .text = test->source->text, .length = test->source->length};
    bool ran = cm_arena_protect(seen->work.arena, run_protected, seen) && !seen->result.unreadable;
    cm_campaign_end(&seen->campaign);
    seen->options = NULL;
    if (ran)
        return seen;
    if (cm_session_take(session, &seen->work.diags))
        cm_session_error(session, "out of memory");
    cmcm_seen_free(seen);
    return NULL;
}

void cmcm_seen_free(cmcm_seen *seen)
{
    cm_object_free(seen);
}

cmcm_run_end cmcm_seen_end(const cmcm_seen *seen)
{
    static const cmcm_run_end ends[] = {[CM_RECORD_DONE] = CMCM_RAN,
                                        [CM_RECORD_REFUSED] = CMCM_REFUSED,
                                        [CM_RECORD_FAILED] = CMCM_FAILED};
    return ends[seen->result.record.end];
}

const char *cmcm_seen_reason(const cmcm_seen *seen)
{
    return seen->result.record.reason ? seen->result.record.reason : "";
}

uint64_t cmcm_seen_instances(const cmcm_seen *seen)
{
    return seen->result.record.instances;
}

double cmcm_seen_seconds(const cmcm_seen *seen)
{
    return seen->result.record.wall_seconds;
}

size_t cmcm_seen_state_count(const cmcm_seen *seen)
{
    return seen->result.record.state_count;
}

const char *cmcm_seen_state(const cmcm_seen *seen, size_t index, uint64_t *count)
{
    if (index >= seen->result.record.state_count)
        return NULL;
    if (count)
        *count = seen->result.record.states[index].count;
    return seen->result.record.states[index].text;
}

/* ---- against a model ------------------------------------------------- */

typedef struct judging {
    const cmcm_seen *seen;
    const cmcm_result *result;
    cm_arena *arena;
    cmcm_conformity found;
    size_t state;
} judging;

static void judge_protected(void *argument)
{
    judging *j = argument;
    const cm_record_test *record = &j->seen->result.record;
    cm_conform_allowed allowed = {.count = cmcm_result_state_count(j->result),
                                  .complete = cmcm_result_complete(j->result)};
    cm_record_state *states = CM_NEW_ARRAY(j->arena, allowed.count, cm_record_state);
    for (size_t i = 0; i < allowed.count; i++)
        states[i].text = cmcm_result_state(j->result, i);
    allowed.states = states;
    const cm_conform_seen *seen =
        cm_conform_look_up(j->arena, &allowed, CM_EXISTS, record->states, record->state_count);
    j->found = record->state_count && !record->unfiled ? CMCM_CONFORMS : CMCM_UNJUDGED;
    for (size_t i = record->state_count; i-- > 0;) {
        if (seen[i].class == CM_CONFORM_UNDECIDED && j->found == CMCM_CONFORMS)
            j->found = CMCM_UNJUDGED;
        if (seen[i].class == CM_CONFORM_FORBIDDEN) {
            j->found = CMCM_VIOLATES;
            j->state = i;
        }
    }
}

cmcm_conformity cmcm_seen_judge(const cmcm_seen *seen, const cmcm_result *result, size_t *state)
{
    judging j = {.seen = seen, .result = result, .arena = cm_arena_new(0)};
    bool judged = j.arena && cm_arena_protect(j.arena, judge_protected, &j);
    cm_arena_free(j.arena);
    if (judged && state && j.found == CMCM_VIOLATES)
        *state = j.state;
    return judged ? j.found : CMCM_UNJUDGED;
}
