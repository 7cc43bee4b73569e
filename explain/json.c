/* An explanation as JSON. See json.h. */
#include "explain/json.h"

#include "explain/missing_text.h"
#include "explain/text.h"
#include "model/gloss.h"
#include "report/execution.h"
#include "report/json.h"

#include <string.h>

/* Derivations share their parts; written out as trees they must not explode. */
enum { DEEPEST = 60, MOST_STEPS = 50000 };

typedef struct json_work {
    cm_text *out;
    const cm_explanation *x;
    json_t *root;
    int steps; /* written so far */
} json_work;

static json_t *new_array(json_work *w, json_t *object, const char *key)
{
    json_t *array = json_array();
    cm_json_set(w->out, object, key, array);
    return array;
}

static json_t *append_object(json_work *w, json_t *array)
{
    return cm_json_append(w->out, array, json_object());
}

static void set_text(json_work *w, json_t *object, const char *key, const char *text)
{
    cm_json_set(w->out, object, key, text ? cm_json_text(w->out, text) : json_null());
}

static const char *label(json_work *w, const cm_execution *x, uint32_t event)
{
    cm_text text;
    cm_text_init(&text, w->out->arena);
    cm_report_label(&text, &x->events[event]);
    return text.data;
}

/* ---- derivations --------------------------------------------------------------- */

static const char *const operators[] = {
    [CM_NODE_BASE] = "base",       [CM_NODE_FREE] = "chosen",       [CM_NODE_FIX] = "recursion",
    [CM_NODE_ELEMENT] = "element", [CM_NODE_EMPTY] = "empty",       [CM_NODE_ALL] = "all",
    [CM_NODE_UNION] = "union",     [CM_NODE_INTER] = "and",         [CM_NODE_DIFF] = "difference",
    [CM_NODE_SEQ] = "sequence",    [CM_NODE_INVERSE] = "inverse",   [CM_NODE_PLUS] = "closure",
    [CM_NODE_OPT] = "option",      [CM_NODE_IDENTITY] = "identity", [CM_NODE_CROSS] = "product",
    [CM_NODE_DOMAIN] = "domain",   [CM_NODE_RANGE] = "range"};

static void append_why(json_work *w, json_t *array, const cm_execution *x, const cm_why *why,
                       int depth)
{
    const cm_node *node = &w->x->model->nodes[why->node];
    json_t *object = append_object(w, array);
    w->steps++;
    set_text(w, object, "from", label(w, x, why->from));
    set_text(w, object, "to", label(w, x, why->to));
    set_text(w, object, "by", operators[node->op]);
    const char *name = cm_explain_name(w->x->model, why);
    if (*name)
        set_text(w, object, "name", name);
    if (why->name)
        set_text(w, object, "place", cm_explain_place(w->out->arena, why->name->place));
    if (why->count == 0)
        return;
    json_t *parts = new_array(w, object, "parts");
    for (int i = 0; i < why->count && depth < DEEPEST && w->steps < MOST_STEPS; i++)
        append_why(w, parts, x, why->parts[i], depth + 1);
}

static void set_constraint(json_work *w, json_t *object, int index)
{
    const cm_constraint *c = &w->x->model->constraints[index];
    cm_arena *arena = w->out->arena;
    set_text(w, object, "name", c->name);
    set_text(w, object, "place", cm_explain_place(arena, c->place));
    set_text(w, object, "text", cm_cat_text(arena, c->place));
    set_text(w, object, "gloss", cm_gloss_above(arena, c->place));
}

static void set_violation(json_work *w, json_t *object, const cm_execution *x,
                          const cm_violation *v)
{
    set_constraint(w, object, v->constraint);
    const char *kind = v->nothing ? "nothing" : v->cycle ? "cycle" : v->pair ? "path" : "pair";
    set_text(w, object, "kind", kind);
    json_t *steps = new_array(w, object, "steps");
    for (int i = 0; i < v->count; i++)
        append_why(w, steps, x, v->steps[i], 0);
}

/* ---- forbidden ------------------------------------------------------------------- */

static void append_names(json_work *w, json_t *array, const bool *set)
{
    for (int i = 0; i < w->x->model->constraint_count; i++)
        if (set[i])
            cm_json_append(w->out, array, cm_json_text(w->out, w->x->model->constraints[i].name));
}

static void set_groups(json_work *w)
{
    const cm_explanation *x = w->x;
    json_t *groups = new_array(w, w->root, "groups");
    for (int i = 0; i < x->group_count; i++) {
        const cm_group *g = &x->groups[i];
        json_t *group = append_object(w, groups);
        cm_json_set(w->out, group, "classes", cm_json_size(g->classes));
        cm_report_set_execution(w->out, group, "execution", g->execution);
        json_t *violations = new_array(w, group, "violations");
        for (int k = 0; k < g->violation_count; k++)
            set_violation(w, append_object(w, violations), g->execution, &g->violations[k]);
    }
}

static void set_instruction(json_work *w, json_t *object, int thread, int instruction)
{
    const cm_thread *t = &w->x->test->threads[thread];
    unsigned line, column;
    cm_place_position(t->instructions[instruction].place, &line, &column);
    cm_json_set(w->out, object, "thread", json_integer(t->id));
    cm_json_set(w->out, object, "line", cm_json_size(line));
    set_text(w, object, "instruction", t->instructions[instruction].text);
}

static void append_item(json_work *w, json_t *items, const cm_ordering *item)
{
    static const char *const kinds[] = {
        [CM_ORDERING_FENCE] = "fence", [CM_ORDERING_ORDER] = "order", [CM_ORDERING_SCOPE] = "scope",
        [CM_ORDERING_ADDR] = "addr",   [CM_ORDERING_DATA] = "data",   [CM_ORDERING_CTRL] = "ctrl"};
    json_t *object = append_object(w, items);
    set_text(w, object, "kind", kinds[item->kind]);
    set_instruction(w, object, item->thread, item->instruction);
    set_text(w, object, "what", item->what);
}

/* What it takes away, and whether the outcome is allowed without that. */
static void append_meeting(json_work *w, json_t *meetings, const cm_tried_meeting *tried)
{
    json_t *object = append_object(w, meetings);
    set_text(w, object, "kind", tried->meeting.count ? "barrier" : "kernels");
    json_t *places = new_array(w, object, "places");
    for (int i = 0; i < tried->meeting.count; i++) {
        const cm_meeting_place *at = &tried->meeting.places[i];
        set_instruction(w, append_object(w, places), at->thread, at->instruction);
    }
    set_text(w, object, "without",
             tried->allowed == CM_YES  ? "allowed"
             : tried->allowed == CM_NO ? "forbidden"
                                       : "unknown");
    set_text(w, object, "text", cm_explain_meeting(w->out->arena, w->x->test, &tried->meeting));
}

static void set_needed(json_work *w)
{
    const cm_explanation *x = w->x;
    json_t *items = new_array(w, w->root, "items");
    for (int i = 0; i < x->item_count; i++)
        append_item(w, items, &x->items[i]);
    json_t *needed = new_array(w, w->root, "needed");
    for (int i = 0; i < x->needed_count; i++) {
        json_t *set = cm_json_append(w->out, needed, json_array());
        for (int k = 0; k < x->needed[i].count; k++)
            cm_json_append(w->out, set, json_integer(x->needed[i].items[k]));
    }
    cm_json_set(w->out, w->root, "needed_complete", json_boolean(x->needed_known));
    cm_json_set(w->out, w->root, "monotone", json_boolean(x->monotone));
    cm_json_set(w->out, w->root, "programs_tried", cm_json_size(x->tried));
    json_t *meetings = new_array(w, w->root, "meetings");
    for (int i = 0; i < x->meeting_count; i++)
        append_meeting(w, meetings, &x->meetings[i]);
    cm_json_set(w->out, w->root, "meetings_complete", json_boolean(x->all_meetings));
}

static void set_forbidden(json_work *w)
{
    const cm_explanation *x = w->x;
    cm_json_set(w->out, w->root, "classes", cm_json_size(x->classes));
    cm_json_set(w->out, w->root, "classes_complete", json_boolean(!x->classes_cut));
    set_groups(w);
    json_t *sufficient = new_array(w, w->root, "sufficient");
    for (int i = 0; i < x->sufficient_count; i++)
        append_names(w, cm_json_append(w->out, sufficient, json_array()), x->sufficient[i]);
    cm_json_set(w->out, w->root, "sufficient_complete", json_boolean(x->sufficient_known));
    json_t *premises = new_array(w, w->root, "premises");
    for (int i = 0; i < x->premise_count; i++)
        cm_json_append(w->out, premises,
                       cm_json_text(w->out, x->model->constraints[x->premises[i]].name));
    cm_json_set(w->out, w->root, "premises_complete", json_boolean(x->premises_known));
    set_needed(w);
}

/* ---- allowed ------------------------------------------------------------------------ */

static void append_fact(json_work *w, json_t *facts, const cm_fact *f)
{
    static const char *const kinds[] = {
        [CM_FACT_TAG] = "tag", [CM_FACT_FENCE] = "fence", [CM_FACT_DEPENDENCY] = "dependency"};
    const cm_execution *x = w->x->execution;
    json_t *object = append_object(w, facts);
    set_text(w, object, "kind", kinds[f->kind]);
    set_text(w, object, "event", label(w, x, f->event));
    if (f->kind != CM_FACT_TAG)
        set_text(w, object, "next", label(w, x, f->next));
    if (f->object != f->event)
        set_text(w, object, "of", x->test->locations[x->events[f->object].location].name);
    json_t *tags = new_array(w, object, "tags");
    for (int i = 0; i < f->tag_count; i++)
        cm_json_append(w->out, tags, cm_json_text(w->out, f->tags[i]));
    json_t *within = new_array(w, object, "within");
    for (int i = 0; i < f->within_count; i++) {
        json_t *definition = append_object(w, within);
        set_text(w, definition, "name", f->within[i]->name);
        set_text(w, definition, "place", cm_explain_place(w->out->arena, f->within[i]->place));
    }
    set_text(w, object, "text", cm_explain_fact(w->out->arena, x, f));
    if (f->instead_count == 0)
        return;
    json_t *instead = new_array(w, object, "instead");
    for (int i = 0; i < f->instead_count; i++)
        append_fact(w, instead, &f->instead[i]);
}

static void set_misses(json_work *w)
{
    const cm_explanation *x = w->x;
    json_t *misses = new_array(w, w->root, "near_misses");
    for (int i = 0; i < x->miss_count; i++) {
        json_t *miss = append_object(w, misses);
        json_t *axioms = new_array(w, miss, "axioms");
        for (int k = 0; k < x->misses[i].constraint_count; k++)
            set_constraint(w, append_object(w, axioms), x->misses[i].constraints[k]);
        cm_json_set(w->out, miss, "repairs", json_boolean(x->misses[i].repairs));
        json_t *facts = new_array(w, miss, "facts");
        for (int k = 0; k < x->misses[i].fact_count; k++)
            append_fact(w, facts, &x->misses[i].facts[k]);
    }
}

/* The cheapest change that forbids it. */
static void set_missing(json_work *w)
{
    const cm_repair *r = w->x->missing;
    const char *words = cm_explain_missing_words(w->out->arena, w->x);
    if (!words)
        return;
    json_t *missing = json_object();
    cm_json_set(w->out, w->root, "missing", missing);
    set_text(w, missing, "text", words);
    cm_json_set(w->out, missing, "waits", json_boolean(r->waits));
    cm_json_set(w->out, missing, "cost", json_real(r->proposals[0].cost));
    cm_repair_append_changes(w->out, new_array(w, missing, "changes"), r, &r->proposals[0]);
    set_text(w, missing, "test", r->proposals[0].text);
    if (w->x->missing_why)
        set_text(w, missing, "why", w->x->missing_why);
}

static void set_allowed(json_work *w)
{
    const cm_explanation *x = w->x;
    set_missing(w);
    cm_json_set(w->out, w->root, "executions", cm_json_size(x->allowed_classes));
    cm_json_set(w->out, w->root, "executions_complete", json_boolean(!x->allowed_cut));
    cm_report_set_execution(w->out, w->root, "execution", x->execution);
    cm_json_set(w->out, w->root, "surprises", json_integer(x->surprises));
    if (x->interleaving) {
        json_t *order = new_array(w, w->root, "interleaving");
        for (uint32_t i = 0; i < x->execution->event_count; i++)
            cm_json_append(w->out, order,
                           cm_json_text(w->out, label(w, x->execution, x->interleaving[i])));
    }
    json_t *cycle = new_array(w, w->root, "cycle");
    for (int i = 0; i < x->cycle_count; i++) {
        json_t *step = append_object(w, cycle);
        set_text(w, step, "from", label(w, x->execution, x->cycle[i].from));
        set_text(w, step, "to", label(w, x->execution, x->cycle[i].to));
        set_text(w, step, "name", x->cycle[i].name);
    }
    set_misses(w);
}

/* ---- the whole ------------------------------------------------------------------------ */

static void set_flags(json_work *w)
{
    const cm_explanation *x = w->x;
    json_t *flags = new_array(w, w->root, "flags");
    for (int i = 0; i < x->flag_count; i++) {
        json_t *flag = append_object(w, flags);
        set_violation(w, flag, x->flags[i].execution, &x->flags[i].violation);
        cm_json_set(w->out, flag, "of_outcome", json_boolean(x->flags[i].of_outcome));
        cm_report_set_execution(w->out, flag, "execution", x->flags[i].execution);
    }
}

/* What the derivations name, with the words of the file. */
static void set_definitions(json_work *w)
{
    const cm_model *m = w->x->model;
    cm_arena *arena = w->out->arena;
    json_t *all = json_object();
    cm_json_set(w->out, w->root, "definitions", all);
    for (int i = 0; i < m->name_count; i++) {
        json_t *object = json_object();
        cm_json_set(w->out, all, m->names[i].name, object);
        set_text(w, object, "place", cm_explain_place(arena, m->names[i].place));
        set_text(w, object, "gloss", cm_gloss_above(arena, m->names[i].place));
    }
}

static void build_and_dump(void *argument)
{
    json_work *w = argument;
    static const char *const verdicts[] = {[CM_EXPLAINED_ALLOWED] = "allowed",
                                           [CM_EXPLAINED_FORBIDDEN] = "forbidden",
                                           [CM_EXPLAINED_IMPOSSIBLE] = "forbidden",
                                           [CM_EXPLAINED_UNKNOWN] = "unknown"};
    const cm_explanation *x = w->x;
    set_text(w, w->root, "file", x->test->source->name);
    set_text(w, w->root, "name", x->test->name);
    set_text(w, w->root, "model", x->model->name);
    set_text(w, w->root, "outcome", x->outcome);
    set_text(w, w->root, "verdict", verdicts[x->verdict]);
    set_text(w, w->root, "reason", x->reason);
    bool told = !*x->reason;
    if (told && (x->verdict == CM_EXPLAINED_FORBIDDEN || x->verdict == CM_EXPLAINED_IMPOSSIBLE))
        set_forbidden(w);
    if (told && x->verdict == CM_EXPLAINED_ALLOWED)
        set_allowed(w);
    set_flags(w);
    set_definitions(w);
    cm_json_dump(w->out, w->root, JSON_COMPACT);
}

void cm_explain_json(cm_text *out, const cm_explanation *explanation)
{
    json_work w = {.out = out, .x = explanation, .root = json_object()};
    bool built = w.root && cm_arena_protect(out->arena, build_and_dump, &w);
    json_decref(w.root);
    if (!built)
        cm_arena_escape(out->arena);
}
