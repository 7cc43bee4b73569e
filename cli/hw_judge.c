#include "cli/hw_judge.h"

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

bool hw_judge_ask(void *context, cm_arena *arena, const char *file_name, const char *text,
                  size_t length, cm_conform_allowed *out)
{
    hw_judge *judge = context;
    return cm_judge_test(judge->judge, arena, file_name, text, length, out);
}
