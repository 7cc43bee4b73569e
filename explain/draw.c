/* Which executions are drawn, what of them is strong, and pages of them. See draw.h. */
#include "explain/draw.h"

#include "explain/text.h"
#include "explain/text_parts.h"
#include "explain/unfold.h"
#include "model/gloss.h"
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

/* The flags with executions of their own; NULL: none is. */
static const cm_flagged *own_flag(const cm_explanation *x, int index)
{
    for (int i = 0; i < x->flag_count && index >= 0; i++)
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

const cm_violation *cm_explain_picture_violation(const cm_explanation *x, int picture,
                                                 const cm_execution **execution)
{
    const cm_flagged *flag = own_flag(x, picture - main_count(x));
    bool is_main = picture < main_count(x), grouped = is_main && x->group_count > 0;
    *execution = grouped   ? x->groups[picture].execution
                 : is_main ? x->execution
                 : flag    ? flag->execution
                           : NULL;
    return grouped ? &x->groups[picture].violations[0] : flag ? &flag->violation : NULL;
}

/* ---- strong edges ----------------------------------------------------------------- */

/* A step without a name is drawn as program order, where it is, else under its constraint's. */
static void add_arrows(sketch *s, const cm_why *why, const char *otherwise)
{
    const cm_execution *x = s->drawing->execution;
    cm_whys way = cm_unfold_way(s->arena, x, why);
    for (int i = 0; i < way.count; i++) {
        const cm_why *step = way.items[i];
        const char *name = cm_explain_name(s->x->model, step);
        if (!*name)
            name = cm_rel_has(&x->po, step->from, step->to) ? "po" : otherwise;
        cm_drawing_add(s->arena, s->drawing, step->from, step->to, name, true);
    }
}

/* The write between what an atomic operation reads and writes. */
static void add_between(sketch *s, const cm_execution *e, const cm_violation *v)
{
    const cm_rel rmw = cm_execution_relation(s->arena, e, CM_BASE_RMW);
    if (!cm_rel_has(&rmw, v->from, v->to))
        return;
    for (uint32_t source = 0; source < e->event_count; source++)
        for (uint32_t m = 0; m < e->event_count; m++)
            if (cm_rel_has(&e->rf, source, v->from) && cm_rel_has(&e->co, source, m) &&
                cm_rel_has(&e->co, m, v->to)) {
                cm_drawing_add(s->arena, s->drawing, v->from, m, "fr", true);
                cm_drawing_add(s->arena, s->drawing, m, v->to, "co", true);
                return;
            }
}

/* A relation that leads from an event back to it, where none may, is a cycle, too. */
static cm_violation as_cycle(const sketch *s, const cm_execution *e, const cm_violation *v)
{
    cm_violation cycle = *v;
    for (int i = 0; i < v->count && !v->cycle && !v->pair && v->from == v->to; i++) {
        cm_whys way = cm_unfold_way(s->arena, e, v->steps[i]);
        if (way.count > 1 && !s->x->model->nodes[v->steps[i]->node].is_set) {
            cycle.steps = way.items;
            cycle.count = way.count;
            cycle.cycle = true;
        }
    }
    return cycle;
}

static void add_violation(sketch *s, const cm_execution *e, const cm_violation *violation)
{
    const cm_violation cycle = as_cycle(s, e, violation), *v = &cycle;
    const cm_constraint *c = &s->x->model->constraints[v->constraint];
    cm_text_append(&s->caption, "%s%s%s (%s): ", s->caption.length ? "\n" : "",
                   c->is_flag ? "Flag " : "", cm_gloss_flag(c->name),
                   cm_explain_place(s->arena, c->place));
    if (v->nothing) {
        cm_text_add(&s->caption, "there is nothing in it");
        return;
    }
    if (!v->cycle && !v->pair) {
        cm_text steps = cm_text_new(s->arena);
        if (v->from != v->to) /* else what the event is is all that there is to it */
            cm_unfold_conjuncts(&steps, e, v);
        cm_report_label(&s->caption, &e->events[v->from]);
        if (v->from != v->to) {
            cm_text_add(&s->caption, " and ");
            cm_report_label(&s->caption, &e->events[v->to]);
        }
        cm_text_append(&s->caption, "%s%s", steps.length ? ": " : "", steps.data);
        if (c->is_flag) {
            cm_drawing_add_pair(s->arena, s->drawing, v->from, v->to, cm_gloss_flag(c->name));
        } else {
            cm_drawing_add(s->arena, s->drawing, v->from, v->to, c->name, true);
            add_between(s, e, v);
        }
        return;
    }
    cm_unfold_path(&s->caption, e, v, false);
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
        cm_text_add(&s->caption,
                    "Nothing has to be reordered: the threads reach this by taking turns.");
    if (x->miss_count > 0)
        cm_text_append(&s->caption, "%sWhy nothing prevents it:", s->caption.length ? "\n" : "");
    else if (cm_explain_missing_words(s->arena, x))
        cm_text_append(&s->caption, "%sTo forbid it: %s", s->caption.length ? "\n" : "",
                       cm_explain_missing_words(s->arena, x));
    for (int i = 0; x->miss_count > 0 && i < x->misses[0].fact_count; i++) {
        const char *fact = cm_explain_fact(s->arena, x->execution, &x->misses[0].facts[i]);
        if (!strstr(s->caption.data, fact)) /* of two events of an instruction it is told once */
            cm_text_append(&s->caption, "\n- %s", fact);
    }
    for (int i = 0; i < s->x->flag_count; i++)
        if (s->x->flags[i].execution == s->x->execution)
            add_violation(s, s->x->execution, &s->x->flags[i].violation);
}

/* ---- the whole ----------------------------------------------------------------------- */

static const char *subtitle(sketch *s, int picture)
{
    const cm_explanation *x = s->x;
    const cm_flagged *flag = own_flag(x, picture - main_count(x));
    const char *verdict =
        x->verdict == CM_EXPLAINED_FLAGS
            ? "The test asks for no outcome."
            : cm_arena_printf(s->arena, "%s %s.", cm_explain_outcome(x->outcome),
                              cm_explained_undefined(x) ? "is allowed: undefined behaviour"
                              : x->verdict == CM_EXPLAINED_ALLOWED ? "is allowed"
                              : x->verdict == CM_EXPLAINED_UNKNOWN ? "may be allowed or not"
                                                                   : "is forbidden");
    if (*x->reason)
        return cm_arena_printf(s->arena, "%s\n%s", verdict, x->reason);
    if (flag)
        return cm_arena_printf(s->arena, "Flag %s, in %s execution.",
                               cm_gloss_flag(x->model->constraints[flag->constraint].name),
                               x->verdict == CM_EXPLAINED_FLAGS ? "some" : "another");
    if (x->verdict == CM_EXPLAINED_IMPOSSIBLE)
        return cm_arena_printf(s->arena, "%s\n%s", verdict, cm_explain_impossible(s->arena, x));
    size_t classes = x->group_count > 1 ? x->groups[picture].classes : 0;
    if (x->group_count > 1)
        return cm_arena_printf(
            s->arena, "%s %zu of its %s%zu candidate executions %s like this one (%d of %d kinds).",
            verdict, classes > 0 ? classes : 1, x->classes_cut ? "more than " : "", x->classes,
            classes > 1 ? "are" : "is", picture + 1, x->group_count);
    return verdict;
}

cm_drawing *cm_explain_drawing(cm_arena *arena, const cm_explanation *explanation, int picture,
                               bool extras)
{
    const cm_execution *e;
    const cm_violation *v = cm_explain_picture_violation(explanation, picture, &e);
    sketch s = {.arena = arena, .x = explanation, .drawing = cm_drawing_new(arena, e)};
    s.caption = cm_text_new(arena);
    if (v)
        add_violation(&s, e, v);
    else if (e)
        add_allowed(&s);
    for (int i = 0; e && i < e->show_count; i++) {
        const cm_named_rel *show = &e->shows[i];
        bool always = i >= explanation->model->show_count; /* asked for */
        bool drawn = strcmp(show->name, "rf") == 0 || strcmp(show->name, "co") == 0 ||
                     strcmp(show->name, "fr") == 0;
        if (always || (extras && !drawn))
            cm_drawing_show(arena, s.drawing, show, !always);
    }
    s.drawing->title =
        cm_arena_printf(arena, "%s, model %s", explanation->test->name, explanation->model->name);
    s.drawing->subtitle = subtitle(&s, picture);
    cm_text told = cm_text_new(arena), facts = cm_text_new(arena);
    cm_telling telling = {.out = &told,
                          .arena = arena,
                          .x = explanation,
                          .test = explanation->test,
                          .model = explanation->model,
                          .told = &facts};
    const cm_flagged *flag = own_flag(explanation, picture - main_count(explanation));
    if (flag)
        cm_telling_flag_why(&telling, flag);
    cm_telling_prevention(&telling);
    if (told.length > 0)
        cm_text_append(&s.caption, "%s%.*s", s.caption.length ? "\n" : "", (int)told.length - 1,
                       told.data);
    s.drawing->caption = s.caption.data;
    return s.drawing;
}

/* ---- a page ---------------------------------------------------------------------------- */

/* What the step, an edge of the picture, is made of; nothing: it is what the execution says itself.
 */
static void add_note(cm_arena *arena, const cm_execution *x, cm_picture *picture, int *capacity,
                     const cm_why *why)
{
    cm_picture_note note = {.from = why->from, .to = why->to};
    note.summary = cm_unfold_step(arena, x, why);
    cm_whys all = cm_unfold(arena, x->model, &why, 1);
    note.lines = CM_NEW_ARRAY(arena, (size_t)all.count, const char *);
    for (int i = 0; i < all.count; i++) {
        const char *place, *line = cm_unfold_line(arena, x, all.items[i], &place);
        if (line)
            note.lines[note.line_count++] =
                *place ? cm_arena_printf(arena, "%s  [%s]", line, place) : line;
    }
    if (note.line_count == 0)
        return;
    CM_PUSH(arena, picture->notes, picture->note_count, *capacity, note);
}

/* Of the steps of the cycle, and of those that they are drawn as. */
static void add_notes(cm_arena *arena, const cm_execution *x, const cm_violation *v,
                      cm_picture *picture)
{
    int capacity = 0;
    for (int i = 0; v && i < v->count; i++) {
        cm_whys way = cm_unfold_way(arena, x, v->steps[i]);
        add_note(arena, x, picture, &capacity, v->steps[i]);
        for (int k = 0; k < way.count && way.count > 1; k++)
            add_note(arena, x, picture, &capacity, way.items[k]);
    }
}

void cm_explain_html(cm_text *out, const cm_explanation *explanation, const cm_picture_frame *frame)
{
    cm_arena *arena = out->arena;
    int count = cm_explain_picture_count(explanation);
    cm_picture *pictures = CM_NEW_ARRAY(arena, (size_t)count, cm_picture);
    for (int i = 0; i < count; i++) {
        const cm_execution *execution;
        const cm_violation *v = cm_explain_picture_violation(explanation, i, &execution);
        const cm_constraint *c = v ? &explanation->model->constraints[v->constraint] : NULL;
        pictures[i] = (cm_picture){.heading = c ? cm_arena_printf(arena, "%s (%s)", c->name,
                                                                  cm_explain_place(arena, c->place))
                                                : "Execution",
                                   .drawing = cm_explain_drawing(arena, explanation, i, true)};
        add_notes(arena, execution, v, &pictures[i]);
    }
    cm_text words = cm_text_new(arena);
    cm_explain_text(&words, explanation, true);
    cm_picture_page page = {.title = pictures[0].drawing->title,
                            .summary = "",
                            .frame = *frame,
                            .words = words.data,
                            .test = explanation->test->source->text,
                            .pictures = pictures,
                            .count = count};
    cm_draw_html(out, &page);
}
