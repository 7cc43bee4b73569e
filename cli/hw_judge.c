#include "cli/hw_judge.h"

#if CMCM_HAVE_CHECKER

#include "campaign/judge.h"
#include "cmcm.h"

#include <stdlib.h>
#include <string.h>

/* The judge is the one of `cmcm conform`; a test that takes longer is unjudged. */
#define JUDGE_SECONDS 60.0

struct hw_judge {
    cmcm_session *session; /* knows where models are */
    cm_judge *judge;
};

hw_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint)
{
    const char *wrong = "cmcm: error: out of memory\n";
    hw_judge *judge = calloc(1, sizeof *judge);
    if (judge && (judge->session = cmcm_session_new())) {
        const cm_judge_options options = {
            .model = model,
            .model_dir = cmcm_session_model_directory(judge->session),
            .timeout = JUDGE_SECONDS,
            .stop = stop,
        };
        judge->judge = cm_judge_new(&options);
        wrong = judge->judge ? cm_judge_complaint(judge->judge) : wrong;
    }
    *complaint = wrong ? cm_arena_text(arena, wrong, strlen(wrong)) : "";
    if (!wrong)
        return judge;
    hw_judge_free(judge);
    return NULL;
}

void hw_judge_free(hw_judge *judge)
{
    if (!judge)
        return;
    cm_judge_free(judge->judge);
    cmcm_session_free(judge->session);
    free(judge);
}

hw_judgement hw_judge_test(hw_judge *judge, cm_arena *arena, const cm_test *test,
                           const cm_record_state *states, size_t count)
{
    hw_judgement found = {CM_VERDICT_UNJUDGED, "", "", "", NULL};
    cm_conform_allowed allowed = {0};
    if (!judge)
        return found;
    const cm_source *source = test->source;
    if (!cm_judge_test(judge->judge, arena, source->name, source->text, source->length, &allowed)) {
        found.why = allowed.why;
        return found;
    }
    found.warnings = allowed.warnings;
    const cm_conform_seen *seen =
        cm_conform_look_up(arena, &allowed, test->quantifier, states, count);
    found.verdict = cm_conform_verdict(&allowed, test->quantifier, seen, count);
    found.why = allowed.why;
    if (found.verdict == CM_VERDICT_UNJUDGED)
        return found;
    bool *forbidden = CM_NEW_ARRAY(arena, count, bool);
    for (size_t i = 0; i < count; i++)
        forbidden[i] = seen[i].count && seen[i].class == CM_CONFORM_FORBIDDEN;
    found.model = allowed.model;
    found.forbidden = forbidden;
    return found;
}

#else

hw_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint)
{
    (void)stop;
    *complaint = model ? cm_arena_printf(arena,
                                         "cmcm run: this program was built without the checker, "
                                         "so --model %s means nothing\n",
                                         model)
                       : "";
    return NULL;
}

void hw_judge_free(hw_judge *judge)
{
    (void)judge;
}

hw_judgement hw_judge_test(hw_judge *judge, cm_arena *arena, const cm_test *test,
                           const cm_record_state *states, size_t count)
{
    (void)judge;
    (void)arena;
    (void)test;
    (void)states;
    (void)count;
    return (hw_judgement){CM_VERDICT_UNJUDGED, "", "", "", NULL};
}

#endif
