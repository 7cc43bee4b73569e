/* Loading models, and where the installed ones are. */
#include "api/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The build system says where models will be installed and where they are in the
 * source tree. */
#ifndef CMCM_MODEL_DIR
#define CMCM_MODEL_DIR "/usr/local/share/cmcm/models"
#endif
#ifndef CMCM_SOURCE_MODEL_DIR
#define CMCM_SOURCE_MODEL_DIR "models"
#endif

/* Are the models in directory/place? Then that is written to `found`. */
static bool has_models(const char *directory, const char *place, char found[CM_PATH_SIZE])
{
    static const char known[] = "/stdlib.cat";
    int length = snprintf(found, CM_PATH_SIZE, "%s/%s%s", directory, place, known);
    if (length < 0 || length >= CM_PATH_SIZE || access(found, R_OK) != 0)
        return false;
    found[(size_t)length - (sizeof known - 1)] = '\0';
    return true;
}

/* A bundle holds its models next to the program; an installation that was moved
 * to another prefix, in that prefix. Without either, "". */
void cm_session_find_models(cmcm_session *session)
{
    char program[CM_PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    if (!slash || (!has_models(program, "models", session->model_directory) &&
                   !has_models(program, "../share/cmcm/models", session->model_directory)))
        session->model_directory[0] = '\0';
}

const char *cmcm_session_model_directory(const cmcm_session *session)
{
    const char *chosen = getenv("CMCM_MODELS");
    if (chosen && *chosen)
        return chosen;
    if (session->model_directory[0])
        return session->model_directory;
    return access(CMCM_MODEL_DIR "/stdlib.cat", R_OK) == 0 ? CMCM_MODEL_DIR : CMCM_SOURCE_MODEL_DIR;
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
    bool sound = cm_session_take(session, &model->work.diags);
    if (model->model && sound)
        return model;
    if (sound)
        cm_session_error(session, "out of memory");
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
