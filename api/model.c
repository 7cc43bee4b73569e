/* Loading models, and where the installed ones are. */
#include "api/internal.h"
#include "model/carried.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cmcm_session_model_directory(const cmcm_session *session)
{
    (void)session;
    const char *chosen = getenv("CMCM_MODELS");
    return chosen && *chosen ? chosen : NULL;
}

const char *cmcm_carried_model(size_t index)
{
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (text->text[0] == '"' && index-- == 0)
            return text->name;
    return NULL;
}

cmcm_model *cmcm_model_load(cmcm_session *session, const char *name)
{
    cmcm_model *model = calloc(1, sizeof *model);
    if (model)
        model->arena = cm_arena_new(0);
    if (!model || !model->arena) {
        cm_session_error(session, "out of memory");
        free(model);
        return NULL;
    }
    cm_model_options options = {
        .dialect = session->dialect,
        .include_dirs = session->includes.items,
        .include_count = session->includes.count,
        .variants = session->variants.items,
        .variant_count = session->variants.count,
        .library_dir = cmcm_session_model_directory(session),
    };
    cm_work_init(&model->work, model->arena);
    model->model = cm_model_load(&model->work, name, &options);
    if (cm_session_made(session, &model->work.diags, model->model != NULL))
        return model;
    cmcm_model_free(model);
    return NULL;
}

void cmcm_model_free(cmcm_model *model)
{
    if (!model)
        return;
    cm_arena_free(model->arena);
    free(model);
}

const char *cmcm_model_name(const cmcm_model *model)
{
    return model->model->name;
}

const char *cmcm_model_title(const cmcm_model *model)
{
    return model->model->title;
}

const char *cmcm_model_base(const cmcm_model *model, size_t index)
{
    return index < (size_t)model->model->base_count ? model->model->bases[index]->name : NULL;
}

const char *cmcm_model_axiom(const cmcm_model *model, size_t index)
{
    const cm_model *m = model->model;
    for (int i = 0; i < m->constraint_count; i++)
        if (!m->constraints[i].is_flag && index-- == 0)
            return m->constraints[i].name;
    return NULL;
}
