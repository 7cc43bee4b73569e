/* Repairs for people, and as JSON. See repair.h. */
#include "explain/repair.h"

#include "explain/json.h"
#include "explain/lines.h"
#include "report/json.h"

#include <string.h>

static const char *number(cm_arena *arena, double cost)
{
    return cm_arena_printf(arena, "%.10g", cost);
}

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

bool cm_repair_at_end(const cm_repair *repair, const cm_change *change)
{
    return !change->head && change->inserted &&
           change->instruction == repair->test->threads[change->thread].instruction_count;
}

unsigned cm_repair_line_of(const cm_repair *repair, const cm_change *change)
{
    const cm_thread *thread = &repair->test->threads[change->thread];
    int last = thread->instruction_count - 1;
    int i = change->instruction < last ? change->instruction : last;
    unsigned line = 0, column = 0;
    if (i >= 0)
        cm_place_position(thread->instructions[i].place, &line, &column);
    return line;
}

const char *cm_repair_leaves(cm_arena *arena, const cm_proposal *proposal)
{
    cm_text out;
    cm_text_init(&out, arena);
    for (int i = 0; proposal->flags && proposal->flags[i]; i++) {
        const char *place = proposal->flag_places[i];
        cm_text_append(&out, "%s%s%s%s", i > 0 ? ", " : "", proposal->flags[i], place ? " on " : "",
                       place ? place : "");
    }
    return out.data;
}

/* ---- text ----------------------------------------------------------------------- */

static void print_head_of(cm_text *out, const cm_repair *x, const cm_proposal *p, int t)
{
    cm_text_append(out, "   P%d\n", x->test->threads[t].id);
    for (int c = 0; c < p->count; c++)
        if (p->changes[c].thread == t && p->changes[c].head)
            cm_text_append(out, "     + %s\n", p->changes[c].to);
}

/* What is new before the instruction; the change of itself, or NULL. */
static const cm_change *print_before(cm_text *out, const cm_proposal *p, int t, int i)
{
    const cm_change *own = NULL;
    for (int c = 0; c < p->count; c++) {
        const cm_change *change = &p->changes[c];
        if (change->thread != t || change->instruction != i || change->head)
            continue;
        if (change->inserted)
            cm_text_append(out, "     + %s\n", change->to);
        else
            own = change;
    }
    return own;
}

/* The changes of one thread among all its instructions, as a diff. */
static void print_thread(cm_text *out, const cm_repair *x, const cm_proposal *p, int t)
{
    const cm_thread *thread = &x->test->threads[t];
    print_head_of(out, x, p, t);
    for (int i = 0; i < thread->instruction_count; i++) {
        const cm_change *own = print_before(out, p, t, i);
        cm_text_append(out, "     %c %s\n", own ? '-' : ' ', thread->instructions[i].text);
        if (own && own->to[0])
            cm_text_append(out, "     + %s\n", own->to);
    }
    print_before(out, p, t, thread->instruction_count);
}

static void print_proposal(cm_text *out, const cm_repair *x, int index)
{
    const cm_proposal *p = &x->proposals[index];
    cm_text_append(out, "\n%d. %s %s\n", index + 1, x->weakened ? "saves" : "cost",
                   number(out->arena, x->weakened ? -p->cost : p->cost));
    for (int t = 0; t < x->test->thread_count; t++)
        for (int c = 0; c < p->count; c++)
            if (p->changes[c].thread == t) {
                print_thread(out, x, p, t);
                break;
            }
    const char *leaves = cm_repair_leaves(out->arena, p);
    if (*leaves)
        cm_lines_add(out, 3, 5, "leaves %s", leaves);
    else if (p->flags && !p->flags_known)
        cm_lines_add(out, 3, 5, "whether it leaves a flag is not known");
    if (p->why)
        cm_lines_add(out, 3, 5, "%s: %s", x->weakened ? "still forbidden by" : "forbidden by",
                     p->why);
}

void cm_repair_line(cm_text *out, const cm_repair *repair, const cm_proposal *p)
{
    for (int i = 0; i < p->count; i++) {
        const cm_change *c = &p->changes[i];
        const cm_thread *thread = &repair->test->threads[c->thread];
        cm_text_append(out, "%sP%d: ", i > 0 ? "; " : "", thread->id);
        if (c->head)
            cm_text_append(out, "%s in its head", c->to);
        else if (cm_repair_at_end(repair, c))
            cm_text_append(out, "%s at its end", c->to);
        else if (c->inserted)
            cm_text_append(out, "%s before %s", c->to, thread->instructions[c->instruction].text);
        else
            cm_text_append(out, "%s -> %s", c->from, c->to[0] ? c->to : "nothing");
    }
}

static void print_head(cm_text *out, const cm_repair *x)
{
    const char *outcome = x->outcome;
    cm_text_append(out, "%s (%s): ", x->test->name, x->model->name);
    switch (x->verdict) {
    case CM_REPAIR_NEEDLESS:
        cm_text_append(out, "nothing to %s: %s: %s\n", x->weakened ? "weaken" : "repair", outcome,
                       x->reason);
        break;
    case CM_REPAIR_IMPOSSIBLE:
        cm_text_append(out, "%s: %s: %s\n", x->weakened ? "nothing to weaken" : "no change forbids",
                       outcome, x->reason);
        break;
    case CM_REPAIR_UNKNOWN:
        cm_text_append(out, "not known: %s: %s\n", outcome, x->reason);
        break;
    case CM_REPAIRED:
        cm_text_append(out, "%d %s%s\n%s%s %s\n", x->count,
                       x->waits      ? "wait"
                       : x->weakened ? "maximal weakening"
                                     : "minimal repair",
                       plural(x->count), x->waits ? "No fence, order or scope forbids it. " : "",
                       x->weakened ? "Still forbids" : "Each forbids", outcome);
    }
}

void cm_repair_text(cm_text *out, const cm_repair *repair)
{
    print_head(out, repair);
    for (int i = 0; i < repair->count; i++)
        print_proposal(out, repair, i);
    if (repair->count > 0)
        cm_text_add(out, "\n");
    if (!repair->monotone)
        cm_text_add(out, "The model is not monotone on this test: something stronger allows "
                         "more. There may be other ways.\n");
    if (repair->verdict == CM_REPAIRED && *repair->reason)
        cm_text_append(out, "There may be others: %s.\n", repair->reason);
    cm_text_append(out, "%zu program%s tried, %zu check%s from the beginning; ", repair->tried,
                   plural(repair->tried == 1 ? 1 : 2), repair->checked,
                   plural(repair->checked == 1 ? 1 : 2));
    cm_text_append(out, "%d place%s that may change.\n", repair->places, plural(repair->places));
}

/* ---- JSON ----------------------------------------------------------------------- */

typedef struct json_work {
    cm_text *out;
    const cm_repair *x;
    json_t *root;
} json_work;

static void append_change(cm_text *out, const cm_repair *x, json_t *array, const cm_change *c)
{
    json_t *object = cm_json_append(out, array, json_object());
    cm_json_set(out, object, "thread", json_integer(x->test->threads[c->thread].id));
    cm_json_set(out, object, "instruction", json_integer(c->instruction));
    cm_json_set(out, object, "line", json_integer(cm_repair_line_of(x, c)));
    cm_json_set(out, object, "inserted", json_boolean(c->inserted));
    cm_json_set(out, object, "head", json_boolean(c->head));
    cm_json_set(out, object, "at_end", json_boolean(cm_repair_at_end(x, c)));
    cm_json_set(out, object, "from", cm_json_text(out, c->from));
    cm_json_set(out, object, "to", cm_json_text(out, c->to));
    cm_json_set(out, object, "cost", json_real(c->cost));
}

void cm_repair_append_changes(cm_text *out, json_t *array, const cm_repair *repair,
                              const cm_proposal *proposal)
{
    for (int i = 0; i < proposal->count; i++)
        append_change(out, repair, array, &proposal->changes[i]);
}

static void append_flags(json_work *w, json_t *object, const cm_proposal *p)
{
    if (!p->flags)
        return;
    json_t *leaves = json_array();
    cm_json_set(w->out, object, "leaves", leaves);
    cm_json_set(w->out, object, "leaves_known", json_boolean(p->flags_known));
    for (int i = 0; p->flags[i]; i++) {
        json_t *flag = cm_json_append(w->out, leaves, json_object());
        cm_json_set(w->out, flag, "flag", cm_json_text(w->out, p->flags[i]));
        if (p->flag_places[i])
            cm_json_set(w->out, flag, "location", cm_json_text(w->out, p->flag_places[i]));
    }
}

static void append_proposal(json_work *w, json_t *array, const cm_proposal *p)
{
    json_t *object = cm_json_append(w->out, array, json_object());
    cm_json_set(w->out, object, "cost", json_real(p->cost));
    json_t *changes = json_array();
    cm_json_set(w->out, object, "changes", changes);
    cm_repair_append_changes(w->out, changes, w->x, p);
    append_flags(w, object, p);
    cm_json_set(w->out, object, "test", cm_json_text(w->out, p->text));
    if (p->why)
        cm_json_set(w->out, object, "why", cm_json_text(w->out, p->why));
}

static void set_texts(json_work *w)
{
    static const char *const verdicts[] = {[CM_REPAIRED] = "found",
                                           [CM_REPAIR_NEEDLESS] = "needless",
                                           [CM_REPAIR_IMPOSSIBLE] = "impossible",
                                           [CM_REPAIR_UNKNOWN] = "unknown"};
    const cm_repair *x = w->x;
    cm_json_set(w->out, w->root, "file", cm_json_text(w->out, x->test->source->name));
    cm_json_set(w->out, w->root, "name", cm_json_text(w->out, x->test->name));
    cm_json_set(w->out, w->root, "model", cm_json_text(w->out, x->model->name));
    cm_json_set(w->out, w->root, "outcome", cm_json_text(w->out, x->outcome));
    cm_json_set(w->out, w->root, "verdict", cm_json_text(w->out, verdicts[x->verdict]));
    cm_json_set(w->out, w->root, "reason", cm_json_text(w->out, x->reason));
}

static void build_and_dump(void *argument)
{
    json_work *w = argument;
    const cm_repair *x = w->x;
    set_texts(w);
    cm_json_set(w->out, w->root, "weakened", json_boolean(x->weakened));
    cm_json_set(w->out, w->root, "waits", json_boolean(x->waits));
    cm_json_set(w->out, w->root, "complete", json_boolean(x->complete));
    cm_json_set(w->out, w->root, "monotone", json_boolean(x->monotone));
    cm_json_set(w->out, w->root, "places", json_integer(x->places));
    cm_json_set(w->out, w->root, "tried", cm_json_size(x->tried));
    cm_json_set(w->out, w->root, "checked", cm_json_size(x->checked));
    json_t *proposals = json_array();
    cm_json_set(w->out, w->root, "proposals", proposals);
    for (int i = 0; i < x->count; i++)
        append_proposal(w, proposals, &x->proposals[i]);
    cm_json_dump(w->out, w->root, JSON_COMPACT);
}

void cm_repair_json(cm_text *out, const cm_repair *repair)
{
    json_work w = {.out = out, .x = repair, .root = json_object()};
    bool built = w.root && cm_arena_protect(out->arena, build_and_dump, &w);
    json_decref(w.root);
    if (!built)
        cm_arena_escape(out->arena);
}
