/* Forms that the solver chooses. See forms.h. */
#include "checker/forms.h"

void cm_forms_begin(cm_graph *g)
{
    const cm_test *test = g->job->test;
    g->forms = CM_NEW_ARRAY(g->job->arena, (size_t)test->form_places + 1, cm_lit);
    for (int i = 0; i < test->form_places; i++) {
        uint32_t count = (uint32_t)test->form_counts[i];
        g->forms[i] = cm_form_group(&g->job->form, count);
        cm_graph_choose(g, (cm_exactly_one){CM_TRUE, g->forms[i], count});
    }
}

cm_lit cm_forms_chosen(const cm_graph *g, int place, int form)
{
    return g->forms[place] + (cm_lit)form;
}

/* What is asked of a form: that it happens; that it has the tag; that it does not forget. */
typedef struct trait {
    const char *tag;  /* or NULL */
    unsigned depends; /* or 0 */
} trait;

static bool has(const cm_step *step, int form, trait wanted)
{
    const cm_step_forms *forms = step->forms;
    if (wanted.tag)
        return cm_tags_have(forms->tags[form], wanted.tag);
    if (wanted.depends)
        return !((forms->forgets ? forms->forgets[form] : step->forgets) & wanted.depends);
    return forms->tags[form] != NULL;
}

static cm_lit any_form(cm_graph *g, const cm_step *step, trait wanted)
{
    int place = step->forms->place;
    cm_lits any = {0};
    for (int i = 0; i < g->job->test->form_counts[place]; i++)
        if (has(step, i, wanted))
            cm_lits_add(g->job->arena, &any, cm_forms_chosen(g, place, i));
    return cm_form_or_all(&g->job->form, any.items, any.count);
}

cm_lit cm_forms_happen(cm_graph *g, const cm_step *step)
{
    return step->forms ? any_form(g, step, (trait){0}) : CM_TRUE;
}

cm_lit cm_forms_tagged(cm_graph *g, const cm_step *step, const char *tag)
{
    if (step->forms)
        return any_form(g, step, (trait){.tag = tag});
    return cm_tags_have(step->tags, tag) ? CM_TRUE : CM_FALSE;
}

cm_lit cm_forms_depends(cm_graph *g, const cm_step *step, unsigned kind)
{
    if (step->forms && step->forms->forgets && kind)
        return any_form(g, step, (trait){.depends = kind});
    return step->forgets & kind ? CM_FALSE : CM_TRUE;
}

int cm_forms_found(const cm_graph *g, cm_solver *solver, int place)
{
    int form = 0;
    if (g->forms_found)
        return g->forms_found[place];
    while (form + 1 < g->job->test->form_counts[place] &&
           !cm_solver_value(solver, cm_forms_chosen(g, place, form)))
        form++;
    return form;
}

const char *const *cm_forms_tags(const cm_graph *g, cm_solver *solver, const cm_step *step)
{
    return step->forms ? step->forms->tags[cm_forms_found(g, solver, step->forms->place)]
                       : step->tags;
}

uint8_t cm_forms_forgets(const cm_graph *g, cm_solver *solver, const cm_step *step)
{
    return step->forms && step->forms->forgets
               ? step->forms->forgets[cm_forms_found(g, solver, step->forms->place)]
               : step->forgets;
}
