/* What the model says of the states that a run has seen: the judge is the one of `cmcm conform`. */
#include "cli/hw.h"
#include "cmcm.h"

/* A test that takes longer is unjudged. */
#define JUDGE_SECONDS 60.0

cm_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint)
{
    const cm_judge_options options = {
        .model = model,
        .model_dir = cmcm_session_model_directory(NULL),
        .timeout = JUDGE_SECONDS,
        .stop = stop,
    };
    cm_judge *judge = cm_judge_new(&options);
    const char *wrong = judge ? cm_judge_complaint(judge) : "cmcm: error: out of memory\n";
    *complaint = wrong ? cm_arena_printf(arena, "%s", wrong) : "";
    if (!wrong)
        return judge;
    cm_judge_free(judge);
    return NULL;
}

bool hw_judge_ask(void *judge, cm_arena *arena, const char *file_name, const char *text,
                  size_t length, cm_conform_allowed *out)
{
    return cm_judge_test(judge, arena, file_name, text, length, out);
}
