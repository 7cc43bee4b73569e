/* An explanation as a page: every picture, and what its strong edges unfold to. */
#include "explain/draw.h"

#include "explain/text.h"
#include "explain/unfold.h"

typedef struct noting {
    cm_arena *arena;
    const cm_explanation *x;
    const cm_execution *execution;
    cm_picture *picture;
    int capacity;
} noting;

static void add_note_line(noting *n, cm_picture_note *note, const cm_why *why)
{
    cm_place place;
    const char *line = cm_unfold_line(n->arena, n->x->model, n->execution, why, &place);
    if (!line)
        return;
    if (place.source)
        line = cm_arena_printf(n->arena, "%s  [%s]", line, cm_explain_place(n->arena, place));
    size_t count = (size_t)note->line_count++;
    note->lines = cm_arena_grow(n->arena, note->lines, count, count + 1, sizeof *note->lines);
    note->lines[count] = line;
}

static void add_note(noting *n, const cm_why *why)
{
    CM_RESERVE(n->arena, n->picture->notes, n->picture->note_count, n->capacity);
    cm_picture_note *note = &n->picture->notes[n->picture->note_count++];
    *note = (cm_picture_note){.from = why->from, .to = why->to};
    note->summary = cm_unfold_step(n->arena, n->x->model, n->execution, why);
    cm_unfolding all = cm_unfold(n->arena, n->x->model, &why, 1);
    for (int i = 0; i < all.count; i++)
        add_note_line(n, note, all.items[i]);
    if (note->line_count == 0)
        n->picture->note_count--; /* it is what the execution says itself */
}

/* Of the steps of the cycle, and of those that they are drawn as. */
static void add_notes(noting *n, const cm_violation *v)
{
    for (int i = 0; v && i < v->count; i++) {
        cm_unfolded_way way = {0};
        cm_unfold_way(n->arena, n->x->model, n->execution, v->steps[i], &way);
        add_note(n, v->steps[i]);
        for (int k = 0; k < way.count && way.count > 1; k++)
            add_note(n, way.steps[k]);
    }
}

static const char *heading(cm_arena *arena, const cm_explanation *x, const cm_violation *v)
{
    if (!v)
        return "Execution";
    const cm_constraint *c = &x->model->constraints[v->constraint];
    return cm_arena_printf(arena, "%s (%s)", c->name, cm_explain_place(arena, c->place));
}

void cm_explain_html(cm_text *out, const cm_explanation *explanation, const cm_picture_frame *frame)
{
    cm_arena *arena = out->arena;
    int count = cm_explain_picture_count(explanation);
    cm_picture *pictures = CM_NEW_ARRAY(arena, (size_t)count, cm_picture);
    for (int i = 0; i < count; i++) {
        const cm_execution *execution;
        const cm_violation *v = cm_explain_picture_violation(explanation, i, &execution);
        pictures[i] = (cm_picture){.heading = heading(arena, explanation, v),
                                   .drawing = cm_explain_drawing(arena, explanation, i, true)};
        noting n = {
            .arena = arena, .x = explanation, .execution = execution, .picture = &pictures[i]};
        add_notes(&n, v);
    }
    cm_text words;
    cm_text_init(&words, arena);
    cm_explain_text(&words, explanation);
    cm_picture_page page = {.title = pictures[0].drawing->title,
                            .summary = "",
                            .frame = *frame,
                            .words = words.data,
                            .test = explanation->test->source->text,
                            .pictures = pictures,
                            .count = count};
    cm_draw_html(out, &page);
}
