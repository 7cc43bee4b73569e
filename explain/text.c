/* An explanation in words. See text.h. */
#include "explain/text.h"

#include "explain/repair.h"
#include "explain/unfold.h"
#include "model/gloss.h"
#include "report/execution.h"
#include "report/lines.h"

#include <ctype.h>
#include <string.h>

typedef struct writer {
    cm_text *out;
    cm_arena *arena;
    const cm_explanation *x;
    const cm_test *test;
    const cm_model *model;
    bool formal;
} writer;

/* Once, below the first path of these. */
static void add_legend(writer *w)
{
    cm_lines_add(w->out, 2, 2,
                 "(po: program order; rf: from a write to a read of its value; co: the order of "
                 "the writes of a location; fr: from a read to the writes after the one it read.)");
}

/* The axiom's text without its name, which stands before it. */
static char *statement(writer *w, const cm_constraint *c)
{
    char *text = cm_cat_text(w->arena, c->place);
    size_t length = strlen(text), tail = strlen(c->name);
    if (length > tail + 4 && strcmp(text + length - tail, c->name) == 0 &&
        strncmp(text + length - tail - 4, " as ", 4) == 0)
        text[length - tail - 4] = '\0';
    return text;
}

/* ---- violations -------------------------------------------------------------------------- */

/* The steps, one after the other: "c -lob-> d -fr-> c". */
static const char *path(writer *w, const cm_execution *x, const cm_violation *v)
{
    cm_text out;
    cm_text_init(&out, w->arena);
    if (v->cycle || v->pair)
        cm_unfold_path(&out, x, v, false);
    else
        cm_unfold_conjuncts(&out, x, v);
    return out.data;
}

/* Names in a union, "a, b and c^-1". */
static void add_names(writer *w, cm_text *out, int node)
{
    const cm_node *n = &w->model->nodes[node];
    const cm_model_name *name = cm_model_name_of(w->model, node);
    if (!name && n->op == CM_NODE_UNION) {
        add_names(w, out, n->a);
        add_names(w, out, n->b);
        return;
    }
    if (!name && n->op == CM_NODE_INVERSE)
        name = cm_model_name_of(w->model, n->a);
    const char *word = name                    ? name->name
                       : n->op == CM_NODE_BASE ? w->model->bases[n->index]->name
                                               : NULL;
    if (word)
        cm_text_append(out, "%s%s%s", out->length ? ", " : "", word,
                       n->op == CM_NODE_INVERSE ? "^-1" : "");
}

static void add_found(writer *w, const cm_execution *x, const cm_violation *v)
{
    const char *steps = path(w, x, v);
    if (v->cycle || v->pair) {
        cm_lines_add(w->out, 4, 6, "%s: %s", v->cycle ? "cycle" : "path", steps);
    } else {
        const char *from = cm_report_label_text(w->arena, &x->events[v->from]),
                   *to = cm_report_label_text(w->arena, &x->events[v->to]);
        const char *both =
            v->from == v->to ? from : cm_arena_printf(w->arena, "%s and %s", from, to);
        cm_lines_add(w->out, 4, 6, "found: %s%s%s", both, *steps ? ": " : "", steps);
    }
    /* What the pair of `r \ s` is not in. */
    cm_text not_in;
    cm_text_init(&not_in, w->arena);
    int node = w->model->constraints[v->constraint].node;
    for (; w->model->nodes[node].op == CM_NODE_DIFF; node = w->model->nodes[node].a)
        add_names(w, &not_in, w->model->nodes[node].b);
    if (not_in.length)
        cm_lines_add(w->out, 4, 6, "but not in %s", not_in.data);
}

static void add_violation(writer *w, const cm_execution *x, const cm_violation *v)
{
    enum { LONGEST_GLOSS = 300 };
    const cm_constraint *c = &w->model->constraints[v->constraint];
    cm_lines_add(w->out, 2, 4, "%s (%s): %s", c->name, cm_explain_place(w->arena, c->place),
                 statement(w, c));
    const char *gloss = cm_gloss_above(w->arena, c->place);
    if (gloss && strlen(gloss) <= LONGEST_GLOSS)
        cm_lines_add(w->out, 4, 4, "%s", gloss);
    if (v->nothing) {
        cm_lines_add(w->out, 4, 6, "there is nothing in it");
        return;
    }
    add_found(w, x, v);
    cm_whys all = cm_unfold(w->arena, w->model, v->steps, v->count);
    for (int i = 0; i < all.count; i++) {
        const char *place, *line = cm_unfold_line(w->arena, x, all.items[i], &place);
        if (line)
            cm_lines_add(w->out, 6, 10, "%s  [%s]", line, place);
    }
}

/* ---- forbidden --------------------------------------------------------------------------- */

static const char *axiom_names(writer *w, const bool *set)
{
    cm_text out;
    cm_text_init(&out, w->arena);
    int count = 0, shown = 0;
    for (int i = 0; i < w->model->constraint_count; i++)
        count += set[i];
    for (int i = 0; i < w->model->constraint_count; i++)
        if (set[i]) {
            const char *join = shown == 0 ? "" : shown + 1 == count ? " and " : ", ";
            cm_text_append(&out, "%s%s", join, w->model->constraints[i].name);
            shown++;
        }
    return out.data;
}

/* What would have to happen, and its events. */
static void add_candidate(writer *w, const cm_group *g, int number, int shown)
{
    const cm_sc_step *cycle;
    int count = cm_turns_cycle(w->arena, g->execution, &cycle);
    if (shown > 1)
        cm_lines_add(w->out, 0, 2, "%s(%d)", number > 1 ? "or " : "", number);
    if (cm_explain_add_story(w->out, g->execution, cycle, count))
        cm_text_append(w->out, "\n");
    cm_explain_add_execution(w->out, g->execution);
    cm_text_append(w->out, "\n");
}

static void add_group(writer *w, const cm_group *g, int number)
{
    if (w->x->group_count > 1)
        cm_lines_add(w->out, 0, 2, "(%d) %zu of the %zu:", number, g->classes, w->x->classes);
    add_violation(w, g->execution, &g->violations[0]);
    for (int i = 1; i < g->violation_count; i++) {
        const cm_violation *v = &g->violations[i];
        const cm_constraint *c = &w->model->constraints[v->constraint];
        cm_lines_add(w->out, 2, 4, "also %s (%s): %s", c->name,
                     cm_explain_place(w->arena, c->place),
                     v->nothing ? statement(w, c) : path(w, g->execution, v));
    }
    cm_text_append(w->out, "\n");
}

/* What says which orders there are to choose from. */
static void add_premises(writer *w)
{
    const cm_explanation *x = w->x;
    bool *set = CM_NEW_ARRAY(w->arena, (size_t)w->model->constraint_count + 1, bool);
    for (int i = 0; i < x->premise_count; i++)
        set[x->premises[i]] = true;
    if (x->premise_count > 0)
        cm_lines_add(w->out, 0, 2,
                     "Needed, too: %s, which say%s which orders there are to choose from.",
                     axiom_names(w, set), x->premise_count == 1 ? "s" : "");
    if (!x->premises_known)
        cm_lines_add(w->out, 0, 2,
                     "Whether %s which say which orders there are to choose from are needed, too, "
                     "is not known.",
                     x->premise_count > 0 ? "other axioms" : "the axioms");
}

static void add_sufficient(writer *w)
{
    const cm_explanation *x = w->x;
    const char *first = x->sufficient_count > 0 ? axiom_names(w, x->sufficient[0]) : "";
    bool alone = x->premises_known && x->premise_count == 0;
    if (x->sufficient_count == 1 && x->sufficient_known)
        cm_lines_add(w->out, 0, 2, "Of the axioms, %s %s needed%s.", first,
                     strstr(first, " and ") ? "are" : "is", alone ? ", and no other" : "");
    else if (x->sufficient_count > 0) {
        cm_lines_add(w->out, 0, 2, "Of the axioms, each of these sets suffices%s:",
                     x->sufficient_known ? "" : " (and there are more)");
        for (int i = 0; i < x->sufficient_count; i++)
            cm_lines_add(w->out, 2, 4, "%s", axiom_names(w, x->sufficient[i]));
    }
    add_premises(w);
}

static bool of_one_instruction(const cm_ordering *a, const cm_ordering *b)
{
    return a->thread == b->thread && a->instruction == b->instruction;
}

/* "the release and the scope gpu of `st.release.gpu ...` (P0, line 7)": the items from `at` on that
 * are of one instruction; their number. */
static int add_item(writer *w, const int *items, int at, int count, const char *mark)
{
    const cm_ordering *all = w->x->items, *first = &all[items[at]], *last = first;
    bool whole = first->kind == CM_ORDERING_FENCE;
    const char *before = "", *behind = "";
    int next = at + 1;
    for (; next < count && of_one_instruction(first, &all[items[next]]); next++) {
        const cm_ordering *more = &all[items[next]];
        if (more->kind != CM_ORDERING_ORDER && more->kind != CM_ORDERING_SCOPE)
            break;
        if (whole)
            behind = cm_arena_printf(w->arena, "%s, with its %s", behind, more->what);
        else if (last->kind == CM_ORDERING_ORDER || last->kind == CM_ORDERING_SCOPE) {
            bool scope = last->kind == CM_ORDERING_SCOPE; /* which is told after orders */
            before =
                cm_arena_printf(w->arena, "%sthe %s and ", before, (scope ? more : last)->what);
            last = scope ? last : more;
        } else
            break;
    }
    cm_lines_add(w->out, 2, 6, "%s %s%s%s", mark, before, cm_explain_item(w->arena, w->test, last),
                 behind);
    return next - at;
}

static bool in_some_set(const cm_explanation *x, int item)
{
    for (int i = 0; i < x->needed_count; i++)
        for (int k = 0; k < x->needed[i].count; k++)
            if (x->needed[i].items[k] == item)
                return true;
    return false;
}

static void add_set(writer *w, const cm_ordering_set *set)
{
    for (int k = 0; k < set->count;)
        k += add_item(w, set->items, k, set->count, k ? " " : "-");
}

/* What orders, and is no item: tried with all else in place. */
static void add_meetings(writer *w)
{
    const cm_explanation *x = w->x;
    for (int i = 0; i < x->meeting_count; i++) {
        const cm_tried_meeting *tried = &x->meetings[i];
        const char *what = cm_explain_meeting(w->arena, w->test, &tried->meeting);
        if (tried->allowed == CM_YES)
            cm_lines_add(w->out, 0, 2, "Needed: %s. Without that the outcome is allowed.", what);
        else if (tried->allowed == CM_NO)
            cm_lines_add(w->out, 0, 2,
                         "Not needed: %s. Without that the outcome is forbidden, too.", what);
        else
            cm_lines_add(w->out, 0, 2, "Whether this is needed is not known: %s. Without that, %s.",
                         what, tried->reason);
    }
    if (!x->all_meetings)
        cm_lines_add(w->out, 0, 2, "Not taken away: barriers whose results are used.");
}

static void add_needed(writer *w)
{
    const cm_explanation *x = w->x;
    bool needless = x->needed_known && x->needed_count == 1 && x->needed[0].count == 0;
    if (x->allows_none) {
        cm_lines_add(w->out, 0, 2,
                     "The model allows no execution of this program, whatever its outcome.");
        return;
    }
    if (x->item_count == 0 || needless) {
        bool meets = false;
        for (int i = 0; i < x->meeting_count; i++)
            meets |= x->meetings[i].allowed == CM_YES;
        if (x->item_count > 0 || !meets)
            cm_lines_add(
                w->out, 0, 2, "%s",
                x->item_count == 0
                    ? "The program has no fence, order, scope or dependency that could "
                      "matter."
                    : "Without all its fences, orders, scopes and dependencies the program "
                      "forbids the outcome, too.");
        return;
    }
    if (x->needed_known && x->needed_count == 1) {
        cm_lines_add(w->out, 0, 2,
                     "The program forbids it by these; without any one of them the outcome is "
                     "allowed:");
        add_set(w, &x->needed[0]);
    } else if (x->needed_count > 0) {
        cm_lines_add(w->out, 0, 2, "The program forbids it by any of these sets%s:",
                     x->needed_known ? "" : " (not all were tried)");
        for (int i = 0; i < x->needed_count; i++)
            add_set(w, &x->needed[i]);
    } else {
        cm_lines_add(w->out, 0, 2,
                     "Which of the program's %d fences, orders, scopes and dependencies are "
                     "needed was not looked for: there are too many.",
                     x->item_count);
    }
    if (x->tried > 0 && !x->monotone)
        cm_lines_add(w->out, 0, 2,
                     "Less order forbids more here: what is needed depends on what "
                     "else is there.");
    enum { MOST_IDLE = 6 };
    int *idle = CM_NEW_ARRAY(w->arena, (size_t)x->item_count, int), count = 0;
    for (int i = 0; i < x->item_count && x->needed_known; i++) {
        bool written = x->items[i].kind <= CM_ORDERING_SCOPE; /* dependencies are seldom meant */
        if (!in_some_set(x, i) && (written || w->formal))
            idle[count++] = i;
    }
    if (count > MOST_IDLE && !w->formal)
        cm_lines_add(w->out, 0, 2, "%d other fences, orders and scopes play no part.", count);
    else if (count > 0)
        cm_lines_add(w->out, 0, 2, "These play no part:");
    for (int i = 0; i < count && (count <= MOST_IDLE || w->formal);)
        i += add_item(w, idle, i, count, "-");
}

static void add_axioms(writer *w)
{
    const cm_explanation *x = w->x;
    const char *one = x->classes == 1 ? "" : "s";
    cm_text_append(w->out, "\n");
    if (x->classes_cut)
        cm_lines_add(w->out, 0, 2,
                     "More than %zu candidate executions (choices of rf and co) "
                     "have this outcome; the model forbids every one. Those "
                     "below are of the first %zu; the sets of axioms are of all.",
                     x->classes, x->classes);
    else
        cm_lines_add(w->out, 0, 2,
                     "%zu candidate execution%s (choice%s of rf and co) %s this "
                     "outcome; the model forbids %s.",
                     x->classes, one, one, x->classes == 1 ? "has" : "have",
                     x->classes == 1 ? "it" : "every one");
    add_legend(w);
    cm_text_append(w->out, "\n");
    for (int i = 0; i < x->group_count; i++)
        add_group(w, &x->groups[i], i + 1);
    add_sufficient(w);
}

/* The group's story; "": it has none. */
static const char *story_of(writer *w, const cm_group *g)
{
    const cm_sc_step *cycle;
    int count = cm_turns_cycle(w->arena, g->execution, &cycle);
    cm_text out;
    cm_text_init(&out, w->arena);
    cm_explain_add_story(&out, g->execution, cycle, count);
    return out.data;
}

/* Has the group no story, or that of one that is told? */
static bool reads_as(writer *w, const int *told, int count, int group)
{
    const char *story = story_of(w, &w->x->groups[group]);
    if (!*story)
        return true;
    for (int i = 0; i < count; i++)
        if (strcmp(story, story_of(w, &w->x->groups[told[i]])) == 0)
            return true;
    return false;
}

static void add_forbidden(writer *w)
{
    const cm_explanation *x = w->x;
    /* Those that nobody asked about come last, and are only counted where there are others. */
    int shown = 0;
    while (shown < x->group_count &&
           !cm_turns_at_one_location(w->arena, x->groups[shown].execution))
        shown++;
    int others = shown == 0 ? 0 : x->group_count - shown;
    if (shown == 0 || w->formal)
        shown = x->group_count;
    /* A few of them, those first that read differently. */
    enum { MOST_TOLD = 3 };
    int *told = CM_NEW_ARRAY(w->arena, (size_t)shown + 1, int), count = 0, most = shown;
    for (int i = 0; i < shown; i++)
        if (w->formal || (!reads_as(w, told, count, i) && count < MOST_TOLD))
            told[count++] = i;
    count += count == 0 && shown > 0; /* the first one then */
    cm_lines_add(w->out, 0, 2, "%s",
                 count == 1 ? "This would have to happen:" : "One of these would have to happen:");
    for (int i = 0; i < count; i++)
        add_candidate(w, &x->groups[told[i]], i + 1, count);
    if (count < most)
        cm_lines_add(w->out, 0, 2, "--formal shows %d more.\n", most - count);
    if (others > 0 && !w->formal)
        cm_lines_add(w->out, 0, 2,
                     "%d other way%s contradict%s the order of the writes of a single location.\n",
                     others, others == 1 ? "" : "s", others == 1 ? "s" : "");
    add_needed(w);
    add_meetings(w);
    if (w->formal)
        add_axioms(w);
}

/* ---- allowed ------------------------------------------------------------------------------ */

static const char *label(writer *w, uint32_t event)
{
    return cm_report_label_text(w->arena, &w->x->execution->events[event]);
}

/* Not a cycle: writes that are in no order. */
static void add_no_turns(writer *w)
{
    const cm_explanation *x = w->x;
    const char *what = x->allowed_cut ? "this execution" : "it";
    cm_text pairs; /* "b and d; c and e" */
    cm_text_init(&pairs, w->arena);
    for (int i = 0; i < x->unordered_count; i++)
        cm_text_append(&pairs, "%s%s and %s", i ? "; " : "", label(w, x->unordered[i].a),
                       label(w, x->unordered[i].b));
    if (x->turns_unknown)
        cm_lines_add(w->out, 0, 2,
                     "Whether an interleaving of the threads has it is not known: there are too "
                     "many orders to try.");
    else if (x->unordered_count == 0)
        cm_lines_add(w->out, 0, 2,
                     "No interleaving of the threads has %s: none has these values on a single "
                     "memory.",
                     what);
    else
        cm_lines_add(w->out, 0, 2,
                     "No interleaving of the threads has %s: on a single memory one of two writes "
                     "comes first, and whichever it is, not all reads and final values are these. "
                     "The model puts neither first (in co): %s.",
                     what, pairs.data);
}

/* Whether the threads may take turns to have it. */
static void add_turns(writer *w)
{
    const cm_explanation *x = w->x;
    cm_text order;
    cm_text_init(&order, w->arena);
    if (x->surprises == 0 && cm_explain_add_interleaving(w->out, x->execution, x->interleaving))
        return;
    if (x->surprises == 0) {
        for (uint32_t i = 0; i < x->execution->event_count && w->formal; i++)
            if (x->execution->events[x->interleaving[i]].thread >= 0)
                cm_text_append(&order, "%s%s", order.length ? ", " : ", in the order ",
                               label(w, x->interleaving[i]));
        cm_lines_add(w->out, 0, 2,
                     "Nothing has to be reordered: taking turns, the threads and their "
                     "asynchronous operations reach this outcome%s.",
                     order.data);
    } else if (x->cycle_count == 0) {
        add_no_turns(w);
    } else {
        for (int i = 0; i < x->cycle_count && w->formal; i++)
            cm_text_append(&order, "%s%s -%s-> ", i ? "" : ": ", label(w, x->cycle[i].from),
                           x->cycle[i].name);
        cm_lines_add(w->out, 0, 2, "No interleaving of the threads has %s%s%s.",
                     x->allowed_cut ? "this execution" : "it", order.data,
                     w->formal ? label(w, x->cycle[0].from) : "");
        if (w->formal)
            add_legend(w);
    }
}

static const char *sentence(writer *w, const cm_fact *other, const cm_fact *told)
{
    char *words = cm_explain_instead(w->arena, w->x->execution, other, told);
    *words = (char)toupper((unsigned char)*words);
    return words;
}

/* One fence is enough to tell, and dependencies where there is nothing else. */
static void add_instead(writer *w, const cm_fact *f)
{
    bool fence = false;
    for (int k = 0; k < f->instead_count; k++) {
        const cm_fact *other = &f->instead[k];
        bool again = fence && other->kind == CM_FACT_FENCE;
        bool far = other->kind == CM_FACT_DEPENDENCY && f->kind != CM_FACT_DEPENDENCY;
        fence |= other->kind == CM_FACT_FENCE;
        if (w->formal || (!again && !far))
            cm_lines_add(w->out, 4, 6, "%s would do as well.", sentence(w, other, f));
    }
}

static void add_miss(writer *w, const cm_near_miss *m, cm_text *told)
{
    const cm_explanation *x = w->x;
    size_t before = told->length;
    for (int i = 0; i < m->fact_count; i++) {
        const cm_fact *f = &m->facts[i];
        const char *fact = cm_explain_fact(w->arena, x->execution, f);
        if (strstr(told->data, fact)) /* of two events of an instruction it is told once */
            continue;
        bool first = told->length == before;
        cm_text_append(told, "%s\n", fact);
        cm_text within;
        cm_text_init(&within, w->arena);
        for (int k = 0; w->formal && k < f->within_count && k < 3; k++)
            cm_text_append(&within, "%s%s (%s)", k ? ", " : "", f->within[k]->name,
                           cm_explain_place(w->arena, f->within[k]->place));
        cm_lines_add(w->out, 2, 4, "%s %s%s%s%s.", first ? "-" : "  And", fact,
                     cm_explain_consequence(w->arena, x->execution, f),
                     within.length ? "; so there is no " : "", within.data);
        add_instead(w, f);
    }
    bool *set = CM_NEW_ARRAY(w->arena, (size_t)w->model->constraint_count + 1, bool);
    for (int i = 0; i < m->constraint_count; i++)
        set[m->constraints[i]] = true;
    if (w->formal)
        cm_lines_add(w->out, 4, 4, "Else %s would forbid it.", axiom_names(w, set));
}

/* What to do, in one line. */
static void add_missing(writer *w)
{
    const cm_explanation *x = w->x;
    const char *words = cm_explain_missing_words(w->arena, x);
    if (words) {
        const cm_proposal *p = &x->missing->proposals[x->cheapest];
        const char *source = cm_repair_in_source(w->arena, x->missing, p);
        if (source)
            cm_lines_add(w->out, 0, 2, "To forbid it, in %s: %s.",
                         cm_explain_language(p->changes[0].to), source);
        cm_lines_add(
            w->out, 0, 2, "%s: %s.",
            source ? cm_arena_printf(w->arena, "In %s",
                                     cm_arch_name(x->test->threads[p->changes[0].thread].arch))
                   : "To forbid it",
            words);
    } else if (x->missing && x->missing->verdict == CM_REPAIR_IMPOSSIBLE && x->surprises == 0) {
        cm_lines_add(w->out, 0, 2, "No fence, order or scope forbids what needs no reordering.");
    } else if (x->missing && x->missing->verdict == CM_REPAIR_IMPOSSIBLE && x->miss_count == 0) {
        cm_lines_add(w->out, 0, 2, "Nothing that was tried forbids it: %s.", x->missing->reason);
    }
}

/* Does the change stand between the two events of a step in program order? */
static bool is_between(const writer *w, const cm_change *c, const cm_sc_step *s)
{
    const cm_event *from = &w->x->execution->events[s->from], *to = &w->x->execution->events[s->to];
    return c->thread == from->thread && !c->head && c->instruction <= to->instruction &&
           (c->inserted ? c->instruction > from->instruction : c->instruction >= from->instruction);
}

/* Does a change of an instruction from the same line stand at another place? Then it may not be
 * needed at both. */
static bool has_copy(const writer *w, const cm_change *c)
{
    const cm_repair *r = w->x->missing;
    const cm_proposal *p = &r->proposals[w->x->cheapest];
    const char *line = r->test->threads[c->thread].instructions[c->instruction].line;
    for (int i = 0; i < p->count && line; i++) {
        const cm_change *d = &p->changes[i];
        const cm_thread *thread = &r->test->threads[d->thread];
        const char *other = d->head || d->instruction >= thread->instruction_count
                                ? NULL
                                : thread->instructions[d->instruction].line;
        if (d != c && other && strcmp(other, line) == 0)
            return true;
    }
    return false;
}

/* "nothing makes"; "`fence...` (P0, line 7) does not make": what stands between the two. */
static const char *fails_to_make(const writer *w, const cm_sc_step *s)
{
    const cm_execution *x = w->x->execution;
    uint32_t fence = 0;
    int count = 0;
    for (uint32_t i = 0; i < x->event_count; i++)
        if (x->events[i].kind == 'F' && cm_rel_has(&x->po, s->from, i) &&
            cm_rel_has(&x->po, i, s->to)) {
            fence = i;
            count++;
        }
    return count == 1
               ? cm_arena_printf(w->arena, "%s does not make", cm_explain_event(w->arena, x, fence))
           : count > 1 ? "nothing between them makes"
                       : "nothing makes";
}

/* Where no axiom is near: the accesses of a thread that are on the cycle, one after the other. The
 * cheapest proposal, each of whose changes is needed, has one between them, so they are in no order
 * without it; with several pairs it is not known which. */
static void add_unordered(writer *w, cm_text *out)
{
    const cm_explanation *x = w->x;
    const cm_proposal *p = &x->missing->proposals[x->cheapest];
    int told = 0;
    bool copies = false;
    for (int t = 0; t < w->test->thread_count; t++) {
        const cm_sc_step *pair = NULL;
        int pairs = 0;
        bool changed = false;
        for (int i = 0; i < x->cycle_count; i++) {
            const cm_sc_step *s = &x->cycle[i];
            bool here = x->execution->events[s->from].thread == t &&
                        x->execution->events[s->to].thread == t;
            pair = here ? s : pair;
            pairs += here;
        }
        if (pairs != 1 || strcmp(pair->name, "po") != 0)
            continue;
        for (int c = 0; c < p->count; c++)
            if (is_between(w, &p->changes[c], pair)) {
                changed = true;
                copies |= has_copy(w, &p->changes[c]);
            }
        told += changed;
        if (changed)
            cm_lines_add(out, 2, 4, "- %s P%d's %s come before its %s for all threads.",
                         fails_to_make(w, pair), w->test->threads[t].id,
                         cm_explain_access(w->arena, x->execution, pair->from),
                         cm_explain_access(w->arena, x->execution, pair->to));
    }
    if (copies && told > 1) /* it is not known which is needed */
        cm_text_init(out, w->arena);
}

/* What lets the model allow it. */
static void add_misses(writer *w)
{
    const cm_explanation *x = w->x;
    cm_text unordered;
    cm_text_init(&unordered, w->arena);
    if (x->miss_count == 0 && x->missing_why)
        add_unordered(w, &unordered);
    if (x->surprises == 0 || (x->miss_count == 0 && !unordered.length && !w->formal))
        return;
    if (x->miss_count == 0 && !x->missing_why)
        return;
    cm_lines_add(w->out, 0, 2, "Why nothing prevents it:");
    cm_text told;
    cm_text_init(&told, w->arena);
    for (int i = 0; i < x->miss_count; i++)
        add_miss(w, &x->misses[i], &told);
    cm_text_add(w->out, unordered.data);
    if (x->miss_count == 0 && w->formal)
        cm_lines_add(w->out, 2, 4, "- there is no %s. Else it would be forbidden by %s.",
                     cm_explain_missing_words(w->arena, x), x->missing_why);
}

static void add_allowed(writer *w)
{
    const cm_explanation *x = w->x;
    cm_text story;
    cm_text_init(&story, w->arena);
    if (cm_explain_add_story(&story, x->execution, x->cycle, x->cycle_count)) {
        cm_lines_add(w->out, 0, 2, "This can happen:");
        cm_text_add(w->out, story.data);
    }
    add_turns(w);
    add_misses(w);
    add_missing(w);
    cm_text_append(w->out, "\n");
    if (x->allowed_classes > 1)
        cm_lines_add(w->out, 0, 2, "%s%zu executions have it; this is the simplest:",
                     x->allowed_cut ? "More than " : "", x->allowed_classes);
    else
        cm_lines_add(w->out, 0, 2, "One execution has it:");
    cm_explain_add_execution(w->out, x->execution);
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* The first flag of its execution; NULL: that is the outcome's. */
static const cm_flagged *first_of_execution(const cm_explanation *x, const cm_flagged *f)
{
    if (f->execution == x->execution)
        return NULL;
    const cm_flagged *first = x->flags;
    while (first->execution != f->execution)
        first++;
    return first;
}

/* Of an initial write who reads it, if somebody does. */
static const char *flagged_event(writer *w, const cm_flagged *f, uint32_t event)
{
    const cm_execution *x = f->execution;
    const char *words = cm_explain_event(w->arena, x, event);
    for (uint32_t r = 0; r < x->event_count && x->events[event].thread < 0; r++)
        if (cm_rel_has(&x->rf, event, r))
            return cm_arena_printf(w->arena, "%s, which reads %s%s",
                                   cm_explain_event(w->arena, x, r), words,
                                   event == f->violation.to ? "" : ",");
    return words;
}

/* How the threads come to the execution, where no outcome's is told. */
static void add_how(writer *w, const cm_execution *x)
{
    const cm_sc_step *cycle;
    cm_turns turns = cm_turns_of(w->arena, x);
    cm_text story;
    cm_text_init(&story, w->arena);
    if (turns.surprises == 0) {
        cm_explain_add_interleaving(w->out, x, turns.order);
        return;
    }
    int count = cm_turns_cycle(w->arena, x, &cycle);
    if (cm_explain_add_story(&story, x, cycle, count)) {
        cm_lines_add(w->out, 0, 2, "This can happen:");
        cm_text_add(w->out, story.data);
    }
}

static void add_flag(writer *w, int flag)
{
    const cm_flagged *f = &w->x->flags[flag], *first = first_of_execution(w->x, f);
    const cm_constraint *c = &w->model->constraints[f->constraint];
    cm_text_append(w->out, "\n");
    if (first && first != f)
        cm_lines_add(w->out, 0, 2, "Flag %s, in the execution of %s:", cm_gloss_flag(c->name),
                     cm_gloss_flag(w->model->constraints[first->constraint].name));
    else
        cm_lines_add(w->out, 0, 2, "Flag %s, in %s:", cm_gloss_flag(c->name),
                     !first          ? "that execution"
                     : f->of_outcome ? "an execution of this outcome"
                                     : "some allowed execution");
    if (w->formal || f->violation.nothing) {
        if (first == f)
            cm_explain_add_execution(w->out, f->execution);
        add_violation(w, f->execution, &f->violation);
        return;
    }
    uint32_t from = f->violation.from, to = f->violation.to;
    cm_lines_add(w->out, 2, 4, "%s%s%s", flagged_event(w, f, from), from == to ? "" : " and ",
                 from == to ? "" : flagged_event(w, f, to));
    if (first == f && w->x->verdict == CM_EXPLAINED_FLAGS)
        add_how(w, f->execution);
    if (first == f)
        cm_explain_add_execution(w->out, f->execution);
}

void cm_explain_text(cm_text *out, const cm_explanation *explanation, bool formal)
{
    static const char *const verdicts[] = {[CM_EXPLAINED_ALLOWED] = "is allowed",
                                           [CM_EXPLAINED_FORBIDDEN] = "is forbidden",
                                           [CM_EXPLAINED_IMPOSSIBLE] = "is forbidden",
                                           [CM_EXPLAINED_UNKNOWN] = "may be allowed or not"};
    writer w = {out, out->arena, explanation, explanation->test, explanation->model, formal};
    if (explanation->verdict == CM_EXPLAINED_FLAGS)
        cm_lines_add(out, 0, 2, "%s, model %s: the test asks for no outcome%s.",
                     explanation->test->name, explanation->model->name,
                     explanation->flag_count > 0 ? "; the model flags what is below"
                     : *explanation->reason      ? ""
                                                 : "; no execution raises a flag");
    else
        cm_lines_add(out, 0, 2, "%s, model %s: %s %s.", explanation->test->name,
                     explanation->model->name, explanation->outcome,
                     verdicts[explanation->verdict]);
    if (*explanation->reason) {
        cm_lines_add(out, 0, 2, "%s is not known: %s.",
                     explanation->verdict == CM_EXPLAINED_UNKNOWN ? "That"
                     : explanation->verdict == CM_EXPLAINED_FLAGS ? "Whether it raises a flag"
                                                                  : "Why",
                     explanation->reason);
        return;
    }
    if (explanation->verdict != CM_EXPLAINED_FLAGS)
        cm_text_append(out, "\n");
    if (explanation->verdict == CM_EXPLAINED_IMPOSSIBLE)
        cm_lines_add(out, 0, 2, "%s", cm_explain_impossible(out->arena, explanation));
    if (explanation->verdict == CM_EXPLAINED_FORBIDDEN)
        add_forbidden(&w);
    if (explanation->verdict == CM_EXPLAINED_ALLOWED)
        add_allowed(&w);
    for (int i = 0; i < explanation->flag_count; i++)
        add_flag(&w, i);
}
