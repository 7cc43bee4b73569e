/* Loading models, and where the installed ones are. */
#include "api/internal.h"
#include "checker/candidates.h"
#include "model/config.h"
#include "model/files.h"

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

static cm_model_options options_of(const cmcm_session *session)
{
    return (cm_model_options){
        .dialect = session->dialect,
        .include_dirs = session->includes.items,
        .include_count = session->includes.count,
        .variants = session->variants.items,
        .variant_count = session->variants.count,
        .library_dir = cmcm_session_model_directory(session),
    };
}

/* What is wrong with the files is said when the model is loaded. */
static void find_macros(void *argument)
{
    cmcm_session *session = argument;
    cm_work work = cm_work_new(session->arena);
    cm_model_options options = options_of(session);
    cm_model_config config = cm_model_config_of(&work, &options, session->macros_of);
    session->macros = config.macros ? cm_source_read(&work, config.macros) : NULL;
}

void cmcm_session_set_macros_of(cmcm_session *session, const char *model)
{
    const char *before = session->macros_of;
    cm_session_keep(session, &session->macros_of, model);
    if (session->macros_of == before)
        return;
    session->macros = NULL;
    if (session->macros_of)
        cm_arena_protect(session->arena, find_macros, session);
}

cmcm_model *cmcm_model_load(cmcm_session *session, const char *name)
{
    cmcm_model *model = cm_object_new(session, sizeof *model, 0);
    if (!model)
        return NULL;
    cm_model_options options = options_of(session);
    model->model = cm_model_load(&model->work, name, &options);
    return cm_object_made(session, model, model->model != NULL);
}

void cmcm_model_free(cmcm_model *model)
{
    cm_object_free(model);
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

typedef struct leaving {
    cmcm_model *made;
    const cm_model *from;
    const char *axiom; /* NULL: all */
} leaving;

static void leave_out(void *argument)
{
    leaving *l = argument;
    cm_arena *arena = l->made->work.arena;
    const bool *premises = cm_find_premises(arena, l->from);
    bool *kept = CM_NEW_ARRAY(arena, (size_t)l->from->constraint_count + 1, bool);
    for (int i = 0; i < l->from->constraint_count; i++) {
        const cm_constraint *c = &l->from->constraints[i];
        kept[i] = c->is_flag || (l->axiom ? strcmp(c->name, l->axiom) != 0 : premises[i]);
    }
    cm_model *model = cm_model_part(arena, l->from, kept);
    if (!l->axiom || model->constraint_count < l->from->constraint_count)
        l->made->model = model;
}

cmcm_model *cmcm_model_without(cmcm_session *session, const cmcm_model *model, const char *axiom)
{
    leaving l = {.made = cm_object_new(session, sizeof *l.made, 0), model->model, axiom};
    if (!l.made || (cm_arena_protect(l.made->work.arena, leave_out, &l) && l.made->model))
        return l.made;
    cm_session_error(session, axiom ? "the model has no such axiom" : "out of memory");
    cm_object_free(l.made);
    return NULL;
}

const char *cmcm_model_axiom(const cmcm_model *model, size_t index)
{
    const cm_model *m = model->model;
    for (int i = 0; i < m->constraint_count; i++)
        if (!m->constraints[i].is_flag && index-- == 0)
            return m->constraints[i].name;
    return NULL;
}

const char *cmcm_model_variant(const cmcm_model *model, size_t index)
{
    return index < (size_t)model->model->variant_count ? model->model->variants[index] : NULL;
}
