/* An explanation as JSON. See text.h. */
#include "explain/text.h"

#include "explain/repair.h"
#include "explain/unfold.h"
#include "model/gloss.h"
#include "report/document.h"
#include "report/execution.h"

/* Derivations share their parts; written out as trees they must not explode. */
enum { DEEPEST = 60, MOST_STEPS = 50000 };

typedef struct writer {
    cm_arena *arena;
    const cm_explanation *x;
    cm_doc *root;
    int steps; /* written so far */
} writer;

/* ---- derivations --------------------------------------------------------------- */

static void set_event(writer *w, cm_doc *object, const char *key, const cm_execution *x,
                      uint32_t event)
{
    cm_doc_text(object, key, cm_report_label_text(w->arena, &x->events[event]));
}

static const char *const operators[] = {
    [CM_NODE_BASE] = "base",       [CM_NODE_FREE] = "chosen",       [CM_NODE_FIX] = "recursion",
    [CM_NODE_ELEMENT] = "element", [CM_NODE_EMPTY] = "empty",       [CM_NODE_ALL] = "all",
    [CM_NODE_UNION] = "union",     [CM_NODE_INTER] = "and",         [CM_NODE_DIFF] = "difference",
    [CM_NODE_SEQ] = "sequence",    [CM_NODE_INVERSE] = "inverse",   [CM_NODE_PLUS] = "closure",
    [CM_NODE_OPT] = "option",      [CM_NODE_IDENTITY] = "identity", [CM_NODE_CROSS] = "product",
    [CM_NODE_DOMAIN] = "domain",   [CM_NODE_RANGE] = "range"};

static void append_why(writer *w, cm_doc *array, const cm_execution *x, const cm_why *why,
                       int depth)
{
    const cm_node *node = &w->x->model->nodes[why->node];
    cm_doc *object = cm_doc_object(array, NULL);
    w->steps++;
    set_event(w, object, "from", x, why->from);
    set_event(w, object, "to", x, why->to);
    cm_doc_text(object, "by", operators[node->op]);
    const char *name = cm_explain_name(w->x->model, why);
    if (*name)
        cm_doc_text(object, "name", name);
    if (why->name)
        cm_doc_text(object, "place", cm_explain_place(w->arena, why->name->place));
    if (why->count == 0)
        return;
    cm_doc *parts = cm_doc_list(object, "parts");
    for (int i = 0; i < why->count && depth < DEEPEST && w->steps < MOST_STEPS; i++)
        append_why(w, parts, x, why->parts[i], depth + 1);
}

static void set_constraint(writer *w, cm_doc *object, int index)
{
    const cm_constraint *c = &w->x->model->constraints[index];
    cm_arena *arena = w->arena;
    cm_doc_text(object, "name", c->name);
    cm_doc_text(object, "place", cm_explain_place(arena, c->place));
    cm_doc_text(object, "text", cm_cat_text(arena, c->place));
    cm_doc_text(object, "gloss", cm_gloss_above(arena, c->place));
}

static void set_violation(writer *w, cm_doc *object, const cm_execution *x, const cm_violation *v)
{
    set_constraint(w, object, v->constraint);
    const char *kind = v->nothing ? "nothing" : v->cycle ? "cycle" : v->pair ? "path" : "pair";
    cm_doc_text(object, "kind", kind);
    cm_doc *steps = cm_doc_list(object, "steps");
    for (int i = 0; i < v->count; i++)
        append_why(w, steps, x, v->steps[i], 0);
}

/* ---- forbidden ------------------------------------------------------------------- */

static void set_groups(writer *w)
{
    const cm_explanation *x = w->x;
    cm_doc *groups = cm_doc_list(w->root, "groups");
    for (int i = 0; i < x->group_count; i++) {
        const cm_group *g = &x->groups[i];
        cm_doc *group = cm_doc_object(groups, NULL);
        cm_doc_number(group, "classes", g->classes);
        cm_report_add_execution(group, "execution", g->execution);
        cm_doc *violations = cm_doc_list(group, "violations");
        for (int k = 0; k < g->violation_count; k++)
            set_violation(w, cm_doc_object(violations, NULL), g->execution, &g->violations[k]);
    }
}

static void set_instruction(writer *w, cm_doc *object, int thread, int instruction)
{
    const cm_thread *t = &w->x->test->threads[thread];
    unsigned line, column;
    cm_place_position(t->instructions[instruction].place, &line, &column);
    cm_doc_int(object, "thread", t->id);
    cm_doc_number(object, "line", line);
    cm_doc_text(object, "instruction", t->instructions[instruction].text);
}

static void append_item(writer *w, cm_doc *items, const cm_ordering *item)
{
    static const char *const kinds[] = {
        [CM_ORDERING_FENCE] = "fence", [CM_ORDERING_ORDER] = "order", [CM_ORDERING_SCOPE] = "scope",
        [CM_ORDERING_ADDR] = "addr",   [CM_ORDERING_DATA] = "data",   [CM_ORDERING_CTRL] = "ctrl"};
    cm_doc *object = cm_doc_object(items, NULL);
    cm_doc_text(object, "kind", kinds[item->kind]);
    set_instruction(w, object, item->thread, item->instruction);
    cm_doc_text(object, "what", item->what);
}

/* What it takes away, and whether the outcome is allowed without that. */
static void append_meeting(writer *w, cm_doc *meetings, const cm_tried_meeting *tried)
{
    cm_doc *object = cm_doc_object(meetings, NULL);
    cm_doc_text(object, "kind", tried->meeting.count ? "barrier" : "kernels");
    cm_doc *places = cm_doc_list(object, "places");
    for (int i = 0; i < tried->meeting.count; i++) {
        const cm_meeting_place *at = &tried->meeting.places[i];
        set_instruction(w, cm_doc_object(places, NULL), at->thread, at->instruction);
    }
    cm_doc_text(object, "without",
                tried->allowed == CM_YES  ? "allowed"
                : tried->allowed == CM_NO ? "forbidden"
                                          : "unknown");
    cm_doc_text(object, "text", cm_explain_meeting(w->arena, w->x->test, &tried->meeting));
}

static void set_needed(writer *w)
{
    const cm_explanation *x = w->x;
    cm_doc *items = cm_doc_list(w->root, "items");
    for (int i = 0; i < x->item_count; i++)
        append_item(w, items, &x->items[i]);
    cm_doc *needed = cm_doc_list(w->root, "needed");
    for (int i = 0; i < x->needed_count; i++) {
        cm_doc *set = cm_doc_list(needed, NULL);
        for (int k = 0; k < x->needed[i].count; k++)
            cm_doc_int(set, NULL, x->needed[i].items[k]);
    }
    cm_doc_flag(w->root, "needed_complete", x->needed_known);
    cm_doc_flag(w->root, "monotone", x->monotone);
    cm_doc_number(w->root, "programs_tried", x->tried);
    cm_doc *meetings = cm_doc_list(w->root, "meetings");
    for (int i = 0; i < x->meeting_count; i++)
        append_meeting(w, meetings, &x->meetings[i]);
    cm_doc_flag(w->root, "meetings_complete", x->all_meetings);
}

static void set_forbidden(writer *w)
{
    const cm_explanation *x = w->x;
    cm_doc_number(w->root, "classes", x->classes);
    cm_doc_flag(w->root, "classes_complete", !x->classes_cut);
    set_groups(w);
    cm_doc *sufficient = cm_doc_list(w->root, "sufficient");
    for (int i = 0; i < x->sufficient_count; i++) {
        cm_doc *set = cm_doc_list(sufficient, NULL);
        for (int c = 0; c < x->model->constraint_count; c++)
            if (x->sufficient[i][c])
                cm_doc_text(set, NULL, x->model->constraints[c].name);
    }
    cm_doc_flag(w->root, "sufficient_complete", x->sufficient_known);
    cm_doc *premises = cm_doc_list(w->root, "premises");
    for (int i = 0; i < x->premise_count; i++)
        cm_doc_text(premises, NULL, x->model->constraints[x->premises[i]].name);
    cm_doc_flag(w->root, "premises_complete", x->premises_known);
    set_needed(w);
}

/* ---- allowed ------------------------------------------------------------------------ */

static void append_fact(writer *w, cm_doc *facts, const cm_execution *x, const cm_fact *f)
{
    static const char *const kinds[] = {
        [CM_FACT_TAG] = "tag", [CM_FACT_FENCE] = "fence", [CM_FACT_DEPENDENCY] = "dependency"};
    cm_doc *object = cm_doc_object(facts, NULL);
    cm_doc_text(object, "kind", kinds[f->kind]);
    set_event(w, object, "event", x, f->event);
    if (f->kind != CM_FACT_TAG)
        set_event(w, object, "next", x, f->next);
    if (f->object != f->event)
        cm_doc_text(object, "of", x->test->locations[x->events[f->object].location].name);
    cm_doc *tags = cm_doc_list(object, "tags");
    for (int i = 0; i < f->tag_count; i++)
        cm_doc_text(tags, NULL, f->tags[i]);
    cm_doc *within = cm_doc_list(object, "within");
    for (int i = 0; i < f->within_count; i++) {
        cm_doc *definition = cm_doc_object(within, NULL);
        cm_doc_text(definition, "name", f->within[i]->name);
        cm_doc_text(definition, "place", cm_explain_place(w->arena, f->within[i]->place));
    }
    cm_doc_text(object, "text", cm_explain_fact(w->arena, x, f));
    if (f->instead_count == 0)
        return;
    cm_doc *instead = cm_doc_list(object, "instead");
    for (int i = 0; i < f->instead_count; i++)
        append_fact(w, instead, x, &f->instead[i]);
}

static void set_misses(writer *w, cm_doc *object, const cm_explanation *x)
{
    cm_doc *misses = cm_doc_list(object, "near_misses");
    for (int i = 0; i < x->miss_count; i++) {
        cm_doc *miss = cm_doc_object(misses, NULL);
        cm_doc *axioms = cm_doc_list(miss, "axioms");
        for (int k = 0; k < x->misses[i].constraint_count; k++)
            set_constraint(w, cm_doc_object(axioms, NULL), x->misses[i].constraints[k]);
        cm_doc_flag(miss, "repairs", x->misses[i].repairs);
        cm_doc *facts = cm_doc_list(miss, "facts");
        for (int k = 0; k < x->misses[i].fact_count; k++)
            append_fact(w, facts, x->execution, &x->misses[i].facts[k]);
    }
}

/* The cheapest change that forbids it, or prevents every flag. */
static void set_missing(writer *w)
{
    const cm_repair *r = w->x->missing;
    const char *words = cm_explain_missing_words(w->arena, w->x);
    if (!words)
        return;
    cm_doc *missing = cm_doc_object(w->root, "missing");
    cm_doc_text(missing, "text", words);
    cm_doc_flag(missing, "waits", r->waits);
    cm_doc_real(missing, "cost", r->proposals[w->x->cheapest].cost, 17);
    cm_repair_add_changes(missing, r, &r->proposals[w->x->cheapest]);
    cm_doc_text(missing, "test", r->proposals[w->x->cheapest].text);
    if (w->x->missing_why)
        cm_doc_text(missing, "why", w->x->missing_why);
}

static void set_allowed(writer *w)
{
    const cm_explanation *x = w->x;
    set_missing(w);
    cm_doc_number(w->root, "executions", x->allowed_classes);
    cm_doc_flag(w->root, "executions_complete", !x->allowed_cut);
    cm_report_add_execution(w->root, "execution", x->execution);
    cm_doc_int(w->root, "surprises", x->surprises);
    if (x->interleaving) {
        cm_doc *order = cm_doc_list(w->root, "interleaving");
        for (uint32_t i = 0; i < x->execution->event_count; i++)
            set_event(w, order, NULL, x->execution, x->interleaving[i]);
    }
    cm_doc *cycle = cm_doc_list(w->root, "cycle");
    for (int i = 0; i < x->cycle_count; i++) {
        cm_doc *step = cm_doc_object(cycle, NULL);
        set_event(w, step, "from", x->execution, x->cycle[i].from);
        set_event(w, step, "to", x->execution, x->cycle[i].to);
        cm_doc_text(step, "name", x->cycle[i].name);
    }
    set_misses(w, w->root, x);
}

/* ---- the whole ------------------------------------------------------------------------ */

void cm_explain_json(cm_text *out, const cm_explanation *x)
{
    static const char *const verdicts[] = {[CM_EXPLAINED_ALLOWED] = "allowed",
                                           [CM_EXPLAINED_FORBIDDEN] = "forbidden",
                                           [CM_EXPLAINED_IMPOSSIBLE] = "forbidden",
                                           [CM_EXPLAINED_UNKNOWN] = "unknown",
                                           [CM_EXPLAINED_FLAGS] = "none"};
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    writer w = {.arena = out->arena, .x = x, .root = root};
    cm_doc_text(root, "file", x->test->source->name);
    cm_doc_text(root, "name", x->test->name);
    cm_doc_text(root, "model", x->model->name);
    cm_doc_text(root, "outcome", x->outcome);
    bool undefined = cm_explained_undefined(x) && x->verdict != CM_EXPLAINED_FLAGS;
    cm_doc_text(root, "verdict", undefined ? "undefined" : verdicts[x->verdict]);
    cm_doc_text(root, "reason", x->reason);
    bool told = !*x->reason;
    if (told && (x->verdict == CM_EXPLAINED_FORBIDDEN || x->verdict == CM_EXPLAINED_IMPOSSIBLE))
        set_forbidden(&w);
    if (told && x->verdict == CM_EXPLAINED_ALLOWED)
        set_allowed(&w);
    if (told && x->verdict == CM_EXPLAINED_FLAGS)
        set_missing(&w);
    cm_doc *flags = cm_doc_list(root, "flags");
    for (int i = 0; i < x->flag_count; i++) {
        cm_doc *flag = cm_doc_object(flags, NULL);
        set_violation(&w, flag, x->flags[i].execution, &x->flags[i].violation);
        cm_doc_flag(flag, "of_outcome", x->flags[i].of_outcome);
        cm_report_add_execution(flag, "execution", x->flags[i].execution);
        if (x->flags[i].allowed)
            set_misses(&w, flag, x->flags[i].allowed);
    }
    /* What the derivations name, with the words of the file. */
    cm_doc *all = cm_doc_object(root, "definitions");
    for (int i = 0; i < x->model->name_count; i++) {
        const cm_model_name *name = &x->model->names[i];
        cm_doc *object = cm_doc_object(all, name->name);
        cm_doc_text(object, "place", cm_explain_place(w.arena, name->place));
        cm_doc_text(object, "gloss", cm_gloss_above(w.arena, name->place));
    }
    cm_doc_write_json(out, root, CM_JSON_COMPACT);
}
