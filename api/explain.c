/* Explanations: the public face of explain/. */
#include "api/internal.h"
#include "checker/advice.h"
#include "explain/draw.h"
#include "explain/text.h"
#include "report/formats.h"

struct cmcm_explanation {
    cm_work work;
    cm_explanation *explanation;
};

static void advise(void *argument)
{
    void **both = argument;
    cmcm_explanation *e = both[0];
    const cmcm_model *model = both[1];
    const cmcm_test *test = both[2];
    cm_advise_model(&e->work, model->model, test->test);
}

cmcm_explanation *cmcm_explain(cmcm_session *session, const cmcm_model *model,
                               const cmcm_test *test, const cmcm_explain_options *options)
{
    static const cmcm_explain_options defaults = {0};
    options = options ? options : &defaults;
    cm_explain_options how = {.check = {.unroll = options->unroll,
                                        .timeout = options->timeout,
                                        .memory_limit = options->memory_limit},
                              .max_classes = options->max_classes,
                              .max_tries = options->max_tries,
                              .plain = options->plain,
                              .shows = options->shows,
                              .show_count = (int)options->show_count};
    cmcm_explanation *e = cm_object_new(session, sizeof *e, how.check.memory_limit);
    if (!e)
        return NULL;
    cm_solver_context *solver = cm_session_solver(session);
    void *both[] = {e, (void *)(uintptr_t)model, (void *)(uintptr_t)test};
    if (solver && cm_arena_protect(e->work.arena, advise, both))
        e->explanation = cm_explain(&e->work, solver, model->model, test->test, NULL, &how);
    return cm_object_made(session, e, e->explanation != NULL);
}

void cmcm_explanation_free(cmcm_explanation *explanation)
{
    cm_object_free(explanation);
}

cmcm_explained cmcm_explanation_verdict(const cmcm_explanation *e)
{
    bool undefined = cm_explained_undefined(e->explanation);
    switch (e->explanation->verdict) {
    case CM_EXPLAINED_ALLOWED:
        return undefined ? CMCM_UNDEFINED : CMCM_ALLOWED;
    case CM_EXPLAINED_UNKNOWN:
        return CMCM_MAYBE;
    case CM_EXPLAINED_FLAGS:
        return CMCM_NOTHING_ASKED;
    default:
        return undefined ? CMCM_UNDEFINED : CMCM_FORBIDDEN;
    }
}

const char *cmcm_explanation_reason(const cmcm_explanation *e)
{
    return e->explanation->reason;
}

/* ---- as data ------------------------------------------------------------- */

const cmcm_execution *cmcm_explanation_execution(cmcm_explanation *e, size_t index)
{
    const cm_explanation *x = e->explanation;
    if (x->execution)
        return index == 0 ? cm_execution_describe(e->work.arena, x->execution) : NULL;
    return index < (size_t)x->group_count
               ? cm_execution_describe(e->work.arena, x->groups[index].execution)
               : NULL;
}

const char *cmcm_explanation_violated(const cmcm_explanation *e, size_t execution, size_t index)
{
    const cm_explanation *x = e->explanation;
    if (execution >= (size_t)x->group_count ||
        index >= (size_t)x->groups[execution].violation_count)
        return NULL;
    return x->model->constraints[x->groups[execution].violations[index].constraint].name;
}

size_t cmcm_explanation_sufficient_count(const cmcm_explanation *e)
{
    return (size_t)e->explanation->sufficient_count;
}

const char *cmcm_explanation_sufficient(const cmcm_explanation *e, size_t set, size_t index)
{
    const cm_explanation *x = e->explanation;
    for (int i = 0; set < (size_t)x->sufficient_count && i < x->model->constraint_count; i++)
        if (x->sufficient[set][i] && index-- == 0)
            return x->model->constraints[i].name;
    return NULL;
}

const char *cmcm_explanation_premise(const cmcm_explanation *e, size_t index)
{
    const cm_explanation *x = e->explanation;
    return index < (size_t)x->premise_count ? x->model->constraints[x->premises[index]].name : NULL;
}

bool cmcm_explanation_sufficient_complete(const cmcm_explanation *e)
{
    const cm_explanation *x = e->explanation;
    return x->sufficient_known || (x->verdict == CM_EXPLAINED_IMPOSSIBLE && !x->bounded);
}

size_t cmcm_explanation_needed_count(const cmcm_explanation *e)
{
    return (size_t)e->explanation->needed_count;
}

typedef struct naming {
    cmcm_explanation *e;
    const cm_ordering *item; /* or NULL: */
    const cm_meeting *meeting;
    const char *text;
} naming;

static void name_item(void *argument)
{
    naming *n = argument;
    const cm_test *test = n->e->explanation->test;
    n->text = n->item ? cm_explain_item(n->e->work.arena, test, n->item)
                      : cm_explain_meeting(n->e->work.arena, test, n->meeting);
}

const char *cmcm_explanation_needed(cmcm_explanation *e, size_t set, size_t index)
{
    const cm_explanation *x = e->explanation;
    if (set >= (size_t)x->needed_count || index >= (size_t)x->needed[set].count)
        return NULL;
    naming n = {.e = e, .item = &x->items[x->needed[set].items[index]]};
    return cm_arena_protect(e->work.arena, name_item, &n) ? n.text : NULL;
}

const char *cmcm_explanation_meeting(cmcm_explanation *e, size_t index, cmcm_explained *without)
{
    const cm_explanation *x = e->explanation;
    if (index >= (size_t)x->meeting_count)
        return NULL;
    cm_answer allowed = x->meetings[index].allowed;
    if (without)
        *without = allowed == CM_YES  ? CMCM_ALLOWED
                   : allowed == CM_NO ? CMCM_FORBIDDEN
                                      : CMCM_MAYBE;
    naming n = {.e = e, .meeting = &x->meetings[index].meeting};
    return cm_arena_protect(e->work.arena, name_item, &n) ? n.text : NULL;
}

/* ---- as text ------------------------------------------------------------- */

typedef struct telling {
    cmcm_explanation *e;
    cmcm_telling how;
    const cmcm_page *page; /* or NULL */
    cm_text out;
} telling;

const char *cmcm_telling_word(cmcm_telling how)
{
    static const char *const words[] = {[CMCM_AS_TEXT] = "text",
                                        [CMCM_AS_JSON] = "json",
#define ROW(word, number, writer) [CMCM_AS_##number] = #word,
                                        CM_PICTURES(ROW, )
#undef ROW
                                            [CMCM_AS_FORMAL] = "formal"};
    return (size_t)how < sizeof words / sizeof *words ? words[how] : NULL;
}

bool cm_draw_as(cm_text *out, const cm_drawing *drawing, cmcm_telling how)
{
    static void (*const writers[])(cm_text *, const cm_drawing *) = {
#define ROW(word, number, writer) [CMCM_AS_##number] = (writer),
        CM_PICTURES(ROW, )
#undef ROW
    };
    if ((size_t)how >= sizeof writers / sizeof *writers || !writers[how])
        return false;
    writers[how](out, drawing);
    return true;
}

static void tell_explanation(void *argument)
{
    telling *t = argument;
    const cm_explanation *x = t->e->explanation;
    cm_picture_frame frame = cm_page_frame(t->e->work.arena, t->page);
    t->out = cm_text_new(t->e->work.arena);
    if (t->how == CMCM_AS_JSON)
        cm_explain_json(&t->out, x);
    else if (t->how == CMCM_AS_TEXT || t->how == CMCM_AS_FORMAL)
        cm_explain_text(&t->out, x, t->how == CMCM_AS_FORMAL);
    else if (t->how == CMCM_AS_HTML)
        cm_explain_html(&t->out, x, &frame);
    else {
        /* All kinds of candidates: of SVG in one picture, else one after the other. */
        int count = cm_explain_main_count(x);
        const cm_drawing **drawings = CM_NEW_ARRAY(t->out.arena, (size_t)count, const cm_drawing *);
        for (int i = 0; i < count; i++)
            drawings[i] = cm_explain_drawing(t->out.arena, x, i, false);
        if (t->how == CMCM_AS_SVG)
            cm_draw_svg_all(&t->out, drawings, count);
        for (int i = 0; t->how != CMCM_AS_SVG && i < count; i++)
            cm_draw_as(&t->out, drawings[i], t->how);
    }
}

const char *cmcm_explanation_text(cmcm_explanation *e, cmcm_telling how)
{
    telling t = {.e = e, .how = how};
    return cm_arena_protect(e->work.arena, tell_explanation, &t) ? t.out.data : NULL;
}

const char *cmcm_explanation_page(cmcm_explanation *e, const cmcm_page *page)
{
    telling t = {.e = e, .how = CMCM_AS_HTML, .page = page};
    return cm_arena_protect(e->work.arena, tell_explanation, &t) ? t.out.data : NULL;
}
