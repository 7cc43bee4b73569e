/* All programs of a choice as one problem. See choosing.h. */
#include "explain/choosing.h"

#include "explain/turns.h"

struct cm_choosing {
    cm_arena *arena; /* the owner's */
    cm_arena *formulas;
    bool owns_formulas;
    cm_work work;
    cm_solver_context *context;
    const cm_model *model;
    const cm_test *test;
    const cm_check_options *options;
    const cm_prop *outcome;
    bool negated;
    bool *axioms; /* all, by constraint */
    cm_candidates *candidates;
    /* of a question */
    const bool *const *forms;
    int *found;
    const int *again;
    bool allows;
};

static void open_problem(void *argument)
{
    cm_choosing *c = argument;
    c->axioms = CM_NEW_ARRAY(c->formulas, (size_t)c->model->constraint_count + 1, bool);
    const bool *premises = cm_find_premises(c->formulas, c->model);
    for (int i = 0; i < c->model->constraint_count; i++)
        c->axioms[i] = !c->model->constraints[i].is_flag && !premises[i];
    cm_check_options options = *c->options;
    options.orders_given = true;
    cm_candidates_open(&c->candidates, &c->work, c->context, c->model, c->test, &options,
                       c->outcome, c->negated);
}

cm_choosing *cm_choosing_open(cm_arena *arena, cm_arena *formulas, cm_solver_context *context,
                              const cm_model *model, const cm_test *test,
                              const cm_check_options *options, const cm_prop *outcome, bool negated)
{
    cm_choosing *c = CM_NEW(arena, cm_choosing);
    *c = (cm_choosing){.arena = arena,
                       .formulas = formulas ? formulas : cm_arena_new(options->memory_limit),
                       .owns_formulas = !formulas,
                       .context = context,
                       .model = model,
                       .test = test,
                       .options = options,
                       .outcome = outcome,
                       .negated = negated};
    if (!c->formulas)
        return NULL;
    if (formulas)
        cm_arena_reset(formulas, options->memory_limit);
    c->work = cm_work_new(c->formulas);
    if (cm_arena_protect(c->formulas, open_problem, c) && !*cm_candidates_hidden(c->candidates))
        return c;
    cm_choosing_close(c);
    return NULL;
}

void cm_choosing_close(cm_choosing *c)
{
    if (!c)
        return;
    cm_candidates_close(c->context);
    if (c->owns_formulas)
        cm_arena_free(c->formulas);
}

static void ask_choosing(void *argument)
{
    cm_choosing *c = argument;
    const cm_wanted wanted = {.axioms = c->axioms, .forms = c->forms};
    c->allows = cm_candidates_find(c->candidates, &wanted);
    for (int place = 0; c->allows && place < c->test->form_places; place++)
        c->found[place] = cm_candidates_form(c->candidates, place);
}

bool cm_choosing_find(cm_choosing *c, const bool *const *forms, int *found, const char **limit)
{
    c->forms = forms;
    c->found = found;
    c->allows = false;
    const char *why = "memory limit reached";
    if (cm_arena_protect(c->formulas, ask_choosing, c)) {
        why = cm_candidates_hidden(c->candidates);
        if (c->allows || !*why)
            return c->allows;
    } else if (cm_candidates_limit(c->candidates)) {
        why = cm_candidates_limit(c->candidates);
    }
    *limit = cm_arena_printf(c->arena, "%s", why);
    return false;
}

static void look_again(void *argument)
{
    cm_choosing *c = argument;
    c->allows = cm_candidates_allowed_with(c->candidates, c->again);
}

bool cm_choosing_allows_again(cm_choosing *c, const int *forms)
{
    c->again = forms;
    c->allows = false;
    return cm_arena_protect(c->formulas, look_again, c) && c->allows;
}

bool cm_choosing_needs(const cm_choosing *c, int place)
{
    return cm_candidates_needs_form(c->candidates, place);
}

static void look_for_interleaving(void *argument)
{
    cm_choosing *c = argument;
    const cm_wanted wanted = {.axioms = c->axioms, .forms = c->forms};
    for (int i = 0; i < CM_MOST_ALLOWED && cm_candidates_find(c->candidates, &wanted); i++) {
        const cm_execution *x = cm_candidates_execution(c->candidates);
        c->allows = cm_turns_of(c->formulas, x).surprises == 0;
        if (c->allows)
            return;
        cm_candidates_hold(c->candidates);
        cm_candidates_exclude(c->candidates);
    }
}

bool cm_choosing_interleaves(cm_choosing *c, const bool *const *forms)
{
    c->forms = forms;
    c->allows = false;
    return cm_arena_protect(c->formulas, look_for_interleaving, c) && c->allows;
}
