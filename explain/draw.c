/* Which executions are drawn, and what of them is strong. See draw.h. */
#include "explain/draw.h"

#include "explain/missing_text.h"
#include "explain/text.h"
#include "explain/unfold.h"
#include "report/execution.h"

#include <string.h>

typedef struct sketch {
    cm_arena *arena;
    const cm_explanation *x;
    cm_drawing *drawing;
    cm_text caption;
} sketch;

static int main_count(const cm_explanation *x)
{
    return x->group_count > 0 ? x->group_count : x->execution ? 1 : 0;
}

int cm_explain_main_count(const cm_explanation *explanation)
{
    enum { MOST = 20 };
    int count = main_count(explanation);
    return count > MOST ? MOST : count > 0 ? count : 1;
}

/* The flags with executions of their own. */
static const cm_flagged *own_flag(const cm_explanation *x, int index)
{
    for (int i = 0; i < x->flag_count; i++)
        if (x->flags[i].execution != x->execution && index-- == 0)
            return &x->flags[i];
    return NULL;
}

int cm_explain_picture_count(const cm_explanation *explanation)
{
    int count = main_count(explanation), flags = 0;
    while (own_flag(explanation, flags))
        flags++;
    return count + flags > 0 ? count + flags : 1;
}

const cm_violation *cm_explain_picture_violation(const cm_explanation *explanation, int picture,
                                                 const cm_execution **execution)
{
    const cm_flagged *flag = own_flag(explanation, picture - main_count(explanation));
    if (picture >= main_count(explanation)) {
        *execution = flag ? flag->execution : NULL;
        return flag ? &flag->violation : NULL;
    }
    *execution = explanation->group_count > 0 ? explanation->groups[picture].execution
                                              : explanation->execution;
    return explanation->group_count > 0 ? &explanation->groups[picture].violations[0] : NULL;
}

/* ---- strong edges ----------------------------------------------------------------- */

/* A step without a name is drawn as program order, where it is, else under its constraint's. */
static const char *name_of_arrow(const sketch *s, const cm_why *why, const char *otherwise)
{
    const char *name = cm_explain_name(s->x->model, why);
    if (*name)
        return name;
    return cm_rel_has(&s->drawing->execution->po, why->from, why->to) ? "po" : otherwise;
}

static void add_arrows(sketch *s, const cm_why *why, const char *otherwise)
{
    cm_unfolded_way way = {0};
    cm_unfold_way(s->arena, s->x->model, s->drawing->execution, why, &way);
    for (int i = 0; i < way.count; i++)
        cm_drawing_add(s->arena, s->drawing, way.steps[i]->from, way.steps[i]->to,
                       name_of_arrow(s, way.steps[i], otherwise), true);
}

static void add_pair(sketch *s, const cm_execution *e, const cm_violation *v)
{
    cm_text steps;
    cm_text_init(&steps, s->arena);
    cm_unfold_conjuncts(&steps, s->x->model, e, v->steps, v->count);
    cm_report_label(&s->caption, &e->events[v->from]);
    if (v->from != v->to) {
        cm_text_add(&s->caption, " and ");
        cm_report_label(&s->caption, &e->events[v->to]);
    }
    cm_text_append(&s->caption, "%s%s", steps.length ? ": " : "", steps.data);
}

static void add_violation(sketch *s, const cm_execution *e, const cm_violation *v)
{
    const cm_constraint *c = &s->x->model->constraints[v->constraint];
    cm_text_append(&s->caption, "%s%s%s (%s): ", s->caption.length ? "\n" : "",
                   c->is_flag ? "Flag " : "", c->name, cm_explain_place(s->arena, c->place));
    if (v->nothing) {
        cm_text_add(&s->caption, "there is nothing in it");
        return;
    }
    if (!v->cycle && !v->pair) {
        add_pair(s, e, v);
        cm_drawing_add(s->arena, s->drawing, v->from, v->to, c->name, true);
        return;
    }
    cm_unfold_path(&s->caption, s->x->model, e, v->steps, v->count);
    for (int i = 0; i < v->count; i++)
        add_arrows(s, v->steps[i], c->name);
}

static void add_allowed(sketch *s)
{
    const cm_explanation *x = s->x;
    for (int i = 0; i < x->cycle_count; i++)
        cm_drawing_add(s->arena, s->drawing, x->cycle[i].from, x->cycle[i].to, x->cycle[i].name,
                       true);
    if (x->surprises == 0)
        cm_text_add(&s->caption, "Nothing is out of order: the threads may take turns.");
    if (x->miss_count > 0)
        cm_text_append(&s->caption,
                       "%sWhat keeps the model from forbidding it:", s->caption.length ? "\n" : "");
    else if (x->missing_why)
        cm_text_append(&s->caption, "%sWhat keeps the model from forbidding it:\n- there is no %s",
                       s->caption.length ? "\n" : "", cm_explain_missing_words(s->arena, x));
    for (int i = 0; x->miss_count > 0 && i < x->misses[0].fact_count; i++)
        cm_text_append(&s->caption, "\n- %s",
                       cm_explain_fact(s->arena, x->execution, &x->misses[0].facts[i]));
    for (int i = 0; i < s->x->flag_count; i++)
        if (s->x->flags[i].execution == s->x->execution)
            add_violation(s, s->x->execution, &s->x->flags[i].violation);
}

/* ---- the whole ----------------------------------------------------------------------- */

static const char *verdict_words(const cm_explanation *x)
{
    switch (x->verdict) {
    case CM_EXPLAINED_ALLOWED:
        return "is allowed";
    case CM_EXPLAINED_UNKNOWN:
        return "may be allowed or not";
    default:
        return "is forbidden";
    }
}

static const char *subtitle(sketch *s, int picture)
{
    const cm_explanation *x = s->x;
    const char *verdict = cm_arena_printf(s->arena, "%s %s.", x->outcome, verdict_words(x));
    if (*x->reason)
        return cm_arena_printf(s->arena, "%s\n%s", verdict, x->reason);
    if (picture >= main_count(x) && own_flag(x, picture - main_count(x)))
        return cm_arena_printf(
            s->arena, "Flag %s, in another execution.",
            x->model->constraints[own_flag(x, picture - main_count(x))->constraint].name);
    if (x->verdict == CM_EXPLAINED_IMPOSSIBLE)
        return cm_arena_printf(s->arena, "%s\n%s", verdict,
                               cm_explain_impossible(s->arena, x->test));
    if (x->group_count > 1)
        return cm_arena_printf(
            s->arena,
            "%s %zu of its %s%zu candidate executions are like this one (%d of %d kinds).", verdict,
            x->groups[picture].classes, x->classes_cut ? "more than " : "", x->classes, picture + 1,
            x->group_count);
    return verdict;
}

static void add_shows(sketch *s, bool extras)
{
    const cm_execution *e = s->drawing->execution;
    for (int i = 0; i < e->show_count; i++) {
        const cm_named_rel *show = &e->shows[i];
        bool always = i >= s->x->model->show_count; /* asked for */
        bool drawn = strcmp(show->name, "rf") == 0 || strcmp(show->name, "co") == 0 ||
                     strcmp(show->name, "fr") == 0;
        if (always || (extras && !drawn))
            cm_drawing_show(s->arena, s->drawing, show, !always);
    }
}

cm_drawing *cm_explain_drawing(cm_arena *arena, const cm_explanation *explanation, int picture,
                               bool extras)
{
    const cm_execution *e;
    const cm_violation *v = cm_explain_picture_violation(explanation, picture, &e);
    sketch s = {.arena = arena, .x = explanation, .drawing = cm_drawing_new(arena, e)};
    cm_text_init(&s.caption, arena);
    if (v)
        add_violation(&s, e, v);
    else if (e)
        add_allowed(&s);
    if (e)
        add_shows(&s, extras);
    s.drawing->title =
        cm_arena_printf(arena, "%s, model %s", explanation->test->name, explanation->model->name);
    s.drawing->subtitle = subtitle(&s, picture);
    s.drawing->caption = s.caption.data;
    return s.drawing;
}
