/* An explanation in words. See text.h. */
#include "explain/text.h"
#include "explain/repair.h"

#include "explain/text_parts.h"
#include "explain/unfold.h"
#include "litmus/state.h"
#include "model/gloss.h"
#include "report/execution.h"
#include "report/lines.h"

#include <string.h>

void cm_telling_legend(cm_telling *w)
{
    cm_lines_add(w->out, 2, 2,
                 "(po: program order; rf: from a write to a read of its value; co: the order of "
                 "the writes of a location; fr: from a read to the writes after the one it read.)");
}

/* The axiom's text without its name, which stands before it. */
static char *statement(cm_telling *w, const cm_constraint *c)
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
static const char *path(cm_telling *w, const cm_execution *x, const cm_violation *v)
{
    cm_text out = cm_text_new(w->arena);
    if (v->cycle || v->pair)
        cm_unfold_path(&out, x, v, false);
    else
        cm_unfold_conjuncts(&out, x, v);
    return out.data;
}

/* Names in a union, "a, b and c^-1". */
static void add_names(cm_telling *w, cm_text *out, int node)
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

static void add_found(cm_telling *w, const cm_execution *x, const cm_violation *v)
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
    cm_text not_in = cm_text_new(w->arena);
    int node = w->model->constraints[v->constraint].node;
    for (; w->model->nodes[node].op == CM_NODE_DIFF; node = w->model->nodes[node].a)
        add_names(w, &not_in, w->model->nodes[node].b);
    if (not_in.length)
        cm_lines_add(w->out, 4, 6, "but not in %s", not_in.data);
}

static void add_violation(cm_telling *w, const cm_execution *x, const cm_violation *v)
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

const char *cm_telling_axioms(cm_telling *w, const bool *set)
{
    cm_text out = cm_text_new(w->arena);
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
static void add_candidate(cm_telling *w, const cm_group *g, int number, int shown)
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

static void add_group(cm_telling *w, const cm_group *g, int number)
{
    if (g->classes == 0)
        cm_lines_add(w->out, 0, 2, "(%d) one of the others:", number);
    else if (w->x->group_count > 1)
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
static void add_premises(cm_telling *w)
{
    const cm_explanation *x = w->x;
    bool *set = CM_NEW_ARRAY(w->arena, (size_t)w->model->constraint_count + 1, bool);
    for (int i = 0; i < x->premise_count; i++)
        set[x->premises[i]] = true;
    if (x->premise_count > 0)
        cm_lines_add(w->out, 0, 2,
                     "Needed, too: %s, which say%s which orders there are to choose from.",
                     cm_telling_axioms(w, set), x->premise_count == 1 ? "s" : "");
    if (!x->premises_known)
        cm_lines_add(w->out, 0, 2,
                     "Whether %s which say which orders there are to choose from are needed, too, "
                     "is not known.",
                     x->premise_count > 0 ? "other axioms" : "the axioms");
}

static void add_sufficient(cm_telling *w)
{
    const cm_explanation *x = w->x;
    const char *first = x->sufficient_count > 0 ? cm_telling_axioms(w, x->sufficient[0]) : "";
    bool alone = x->premises_known && x->premise_count == 0;
    if (x->sufficient_count == 1 && x->sufficient_known)
        cm_lines_add(w->out, 0, 2, "Of the axioms, %s %s needed%s.", first,
                     strstr(first, " and ") ? "are" : "is", alone ? ", and no other" : "");
    else if (x->sufficient_count > 0) {
        cm_lines_add(w->out, 0, 2, "Of the axioms, each of these sets suffices%s:",
                     x->sufficient_known ? "" : " (and there are more)");
        for (int i = 0; i < x->sufficient_count; i++)
            cm_lines_add(w->out, 2, 4, "%s", cm_telling_axioms(w, x->sufficient[i]));
    }
    add_premises(w);
}

static void add_axioms(cm_telling *w)
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
    cm_telling_legend(w);
    cm_text_append(w->out, "\n");
    for (int i = 0; i < x->group_count; i++)
        add_group(w, &x->groups[i], i + 1);
    add_sufficient(w);
}

/* The group's story; "": it has none. */
static const char *story_of(cm_telling *w, const cm_group *g)
{
    const cm_sc_step *cycle;
    int count = cm_turns_cycle(w->arena, g->execution, &cycle);
    cm_text out = cm_text_new(w->arena);
    cm_explain_add_story(&out, g->execution, cycle, count);
    return out.data;
}

/* Has the group no story, or that of one that is told? */
static bool reads_as(cm_telling *w, const int *told, int count, int group)
{
    const char *story = story_of(w, &w->x->groups[group]);
    if (!*story)
        return true;
    for (int i = 0; i < count; i++)
        if (strcmp(story, story_of(w, &w->x->groups[told[i]])) == 0)
            return true;
    return false;
}

static void add_forbidden(cm_telling *w)
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
    cm_lines_add(w->out, 0, 2, "%s would have to happen:",
                 count > 1                                         ? "One of these"
                 : shown > 0 && !*story_of(w, &x->groups[told[0]]) ? "This execution"
                                                                   : "This");
    for (int i = 0; i < count; i++)
        add_candidate(w, &x->groups[told[i]], i + 1, count);
    if (count < most)
        cm_lines_add(w->out, 0, 2, "--formal shows %d more way%s.\n", most - count,
                     most - count == 1 ? "" : "s");
    if (others > 0 && !w->formal)
        cm_lines_add(w->out, 0, 2,
                     "%d other way%s contradict%s the order of accesses to a single location.\n",
                     others, others == 1 ? "" : "s", others == 1 ? "s" : "");
    cm_telling_needed(w);
    if (w->formal)
        add_axioms(w);
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
static const char *flagged_event(cm_telling *w, const cm_flagged *f, uint32_t event)
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
static void add_how(cm_telling *w, const cm_execution *x)
{
    const cm_sc_step *cycle;
    cm_turns turns = cm_turns_of(w->arena, x);
    if (turns.surprises == 0) {
        if (!cm_explain_add_interleaving(w->out, x, turns.order))
            cm_lines_add(w->out, 0, 2,
                         "Nothing has to be reordered: taking turns, the threads do what is listed "
                         "below.");
        return;
    }
    int count = cm_turns_cycle(w->arena, x, &cycle);
    cm_telling_story(w, x, cycle, count);
}

bool cm_explained_undefined(const cm_explanation *x)
{
    for (int i = 0; i < x->flag_count; i++)
        if (cm_model_flags_undefined(x->model, x->flags[i].constraint))
            return true;
    return false;
}

void cm_telling_prevention(cm_telling *w)
{
    const cm_explanation *x = w->x;
    if (x->verdict != CM_EXPLAINED_FLAGS)
        return;
    const char *them = x->flag_count == 1 ? "it" : "every flag";
    if (!x->missing || (x->missing->verdict != CM_REPAIRED && !*x->missing->reason))
        return;
    if (x->missing->verdict == CM_REPAIRED)
        cm_telling_missing(w, cm_arena_printf(w->arena, "To prevent %s", them));
    if (x->missing->verdict == CM_REPAIRED && x->missing->makes_atomic)
        cm_lines_add(w->out, 0, 2, "%s", cm_repair_made_atomic);
    if (x->missing->verdict != CM_REPAIRED)
        cm_lines_add(w->out, 0, 2,
                     x->missing->verdict == CM_REPAIR_UNKNOWN
                         ? "What would prevent %s is not known: %s."
                         : "Nothing that was tried prevents %s: %s.",
                     them, x->missing->reason);
}

/* An asynchronous operation is going on when its thread comes to the other event. */
static void add_no_wait(cm_telling *w, const cm_execution *x, uint32_t operation, uint32_t other)
{
    int id = w->test->threads[x->events[other].thread].id;
    cm_lines_add(w->out, 0, 2, "Why nothing prevents it:");
    cm_lines_add(w->out, 2, 4,
                 "- %s goes on in the background, and P%d does not wait for its end before %s.",
                 cm_explain_event(w->arena, x, operation), id,
                 cm_explain_event(w->arena, x, other));
}

static bool is_async(const cm_execution *x, uint32_t event)
{
    return x->events[event].action && cm_step_is_async(x->events[event].action->step);
}

/* The last event of the operation's thread from which the other access comes later, though the
 * operation may not have ended; event_count: the operation is not asynchronous, or there is none.
 */
static uint32_t leads_early(cm_telling *w, const cm_execution *x, uint32_t operation, uint32_t to)
{
    cm_event_pair last;
    if (is_async(x, operation))
        for (uint32_t next = x->event_count; --next > operation;)
            if (x->events[next].thread == x->events[operation].thread && !is_async(x, next) &&
                cm_turns_handed(w->arena, x, next, to, &last))
                return next;
    return x->event_count;
}

/* Does the read take an older value than the write's? */
static bool is_missed(const cm_execution *x, uint32_t read, uint32_t write)
{
    for (uint32_t from = 0; from < x->event_count; from++)
        if (cm_rel_has(&x->rf, from, read) && cm_rel_has(&x->co, from, write))
            return true;
    return false;
}

/* A thread looks, before its access, for what the other one writes after its own, and comes too
 * early: then the access need not wait for the other. */
static bool add_missed_signal(cm_telling *w, const cm_execution *x, uint32_t from, uint32_t to)
{
    for (uint32_t look = 0; look < x->event_count; look++)
        for (uint32_t signal = 0; signal < x->event_count; signal++) {
            bool ahead = cm_rel_has(&x->po, look, to) && cm_rel_has(&x->po, from, signal);
            bool back = cm_rel_has(&x->po, look, from) && cm_rel_has(&x->po, to, signal);
            if (!(ahead || back) || x->events[look].kind != 'R' || !is_missed(x, look, signal))
                continue;
            int other = w->test->threads[x->events[signal].thread].id,
                own = w->test->threads[x->events[look].thread].id;
            cm_lines_add(
                w->out, 2, 4,
                "- P%d's %s comes too early to see P%d's %s, so nothing makes P%d wait for "
                "P%d.",
                own, cm_explain_access(w->arena, x, look), other,
                cm_explain_access(w->arena, x, signal), own, other);
            return true;
        }
    return false;
}

/* Of accesses by two threads. */
static void add_no_order_between(cm_telling *w, const cm_flagged *f, bool handed,
                                 cm_event_pair last)
{
    const cm_execution *x = f->execution;
    uint32_t from = f->violation.from, to = f->violation.to, none = x->event_count;
    int first = w->test->threads[x->events[from].thread].id,
        second = w->test->threads[x->events[to].thread].id;
    bool itself = handed && (last.a == from || last.a == to) && (last.b == from || last.b == to);
    bool alone = !handed || itself;
    uint32_t early = alone ? leads_early(w, x, from, to) : none,
             other = alone && early == none ? leads_early(w, x, to, from) : none;
    if (early != none || other != none) {
        add_no_wait(w, x, early != none ? from : to, early != none ? early : other);
        return;
    }
    cm_lines_add(w->out, 0, 2, "Why nothing prevents it:");
    if (alone && add_missed_signal(w, x, from, to))
        return;
    if (itself)
        cm_lines_add(
            w->out, 2, 4,
            "- P%d reads what P%d wrote, but such a read makes no thread wait: it could as "
            "well have come before the write.",
            w->test->threads[x->events[last.b].thread].id,
            w->test->threads[x->events[last.a].thread].id);
    else if (handed)
        cm_lines_add(
            w->out, 2, 4, "- between the two come P%d's %s and P%d's %s, which do not order them.",
            w->test->threads[x->events[last.a].thread].id, cm_explain_access(w->arena, x, last.a),
            w->test->threads[x->events[last.b].thread].id, cm_explain_access(w->arena, x, last.b));
    else
        cm_lines_add(w->out, 2, 4,
                     "- nothing makes P%d wait for P%d, or P%d for P%d: between the two neither "
                     "thread reads what the other wrote, and they meet at no barrier.",
                     first, second, second, first);
}

/* Of two accesses in no order, and of which no fact is missing: what is not between them, or does
 * not order them. */
static void add_no_order(cm_telling *w, const cm_flagged *f)
{
    const cm_execution *x = f->execution;
    cm_event_pair last;
    uint32_t from = f->violation.from, to = f->violation.to;
    bool handed = cm_turns_handed(w->arena, x, from, to, &last) ||
                  cm_turns_handed(w->arena, x, to, from, &last);
    if (x->events[from].thread < 0 || x->events[to].thread < 0)
        return;
    if (x->events[from].thread != x->events[to].thread) {
        if (!handed || last.a != x->event_count)
            add_no_order_between(w, f, handed, last);
        return;
    }
    if (!handed && is_async(x, from) != is_async(x, to))
        add_no_wait(w, x, is_async(x, from) ? from : to, is_async(x, from) ? to : from);
}

void cm_telling_flag_why(cm_telling *w, const cm_flagged *f)
{
    if (!f->allowed)
        return;
    size_t before = w->out->length;
    cm_telling of = *w;
    of.x = f->allowed;
    cm_telling_misses(&of);
    if (f->allowed->miss_count > 0 && w->out->length == before)
        cm_lines_add(w->out, 0, 2, "The reason is the same as above.");
    else if (f->allowed->miss_count == 0 && f->of_order)
        add_no_order(w, f);
}

static void add_flag(cm_telling *w, int flag)
{
    const cm_flagged *f = &w->x->flags[flag], *first = first_of_execution(w->x, f);
    const cm_constraint *c = &w->model->constraints[f->constraint];
    cm_text_append(w->out, "\n");
    if (first && first != f)
        cm_lines_add(w->out, 0, 2, "Flag %s, in the same execution as %s:", cm_gloss_flag(c->name),
                     cm_gloss_flag(w->model->constraints[first->constraint].name));
    else
        cm_lines_add(w->out, 0, 2, "Flag %s, in %s:", cm_gloss_flag(c->name),
                     !first          ? "that execution"
                     : f->of_outcome ? "an execution of this outcome"
                                     : "some allowed execution");
    if (w->formal || f->violation.nothing) {
        if (flag == 0)
            cm_telling_prevention(w);
        if (first == f)
            cm_explain_add_execution(w->out, f->execution);
        add_violation(w, f->execution, &f->violation);
        return;
    }
    uint32_t from = f->violation.from, to = f->violation.to;
    const char *meaning = cm_gloss_of_flag(c->name);
    cm_lines_add(w->out, 2, 4, "%s%s%s%s%s.", flagged_event(w, f, from), from == to ? "" : " and ",
                 from == to ? "" : flagged_event(w, f, to), meaning ? ": " : "",
                 meaning ? meaning : "");
    if (first == f && w->x->verdict == CM_EXPLAINED_FLAGS)
        add_how(w, f->execution);
    cm_telling_flag_why(w, f);
    if (flag == 0)
        cm_telling_prevention(w);
    if (first == f)
        cm_explain_add_execution(w->out, f->execution);
}

/* What an import asks of calls is a long condition: it is said in words. */
static const char *outcome_of(cm_arena *arena, const cm_explanation *x)
{
    const char *outcome = cm_explain_outcome(x->outcome);
    const char *law = cm_test_said(x->test, "Linearisable");
    if (!law || x->test->quantifier != CM_FORALL || strncmp(outcome, "not (", 5) != 0)
        return outcome;
    const char *state = x->execution && x->execution->state
                            ? cm_state_print(arena, x->test, x->execution->state)
                            : "";
    size_t length = strlen(state);
    return cm_arena_printf(arena, "a result that `%s` gives in no order of the calls%s%.*s%s", law,
                           length ? " (" : "", (int)(length ? length - 1 : 0), state,
                           length ? ")" : "");
}

/* "an execution can raise data-race"; "executions can raise data-race, assertion" */
static const char *flags_of(cm_telling *w)
{
    const cm_explanation *x = w->x;
    const char *words = x->flag_count > 1 ? "executions can raise" : "an execution can raise";
    for (int i = 0; i < x->flag_count; i++) {
        const int flag = x->flags[i].constraint;
        const char *name = w->model->constraints[flag].name;
        bool told = cm_model_flags_undefined(w->model, flag) && name == cm_gloss_flag(name);
        words = cm_arena_printf(w->arena, "%s%s %s%s", words, i ? "," : "", cm_gloss_flag(name),
                                told ? " (undefined behaviour)" : "");
    }
    return words;
}

void cm_explain_text(cm_text *out, const cm_explanation *explanation, bool formal)
{
    static const char *const verdicts[] = {[CM_EXPLAINED_ALLOWED] = "is allowed",
                                           [CM_EXPLAINED_FORBIDDEN] = "is forbidden",
                                           [CM_EXPLAINED_IMPOSSIBLE] = "is forbidden",
                                           [CM_EXPLAINED_UNKNOWN] = "may be allowed or not"};
    cm_text told = cm_text_new(out->arena);
    cm_telling w = {.out = out,
                    .arena = out->arena,
                    .x = explanation,
                    .test = explanation->test,
                    .model = explanation->model,
                    .formal = formal,
                    .told = &told};
    bool undefined = cm_explained_undefined(explanation);
    if (explanation->verdict == CM_EXPLAINED_FLAGS)
        cm_lines_add(out, 0, 2, "%s, model %s: %s.", explanation->test->name,
                     explanation->model->name,
                     explanation->flag_count > 0 ? flags_of(&w)
                     : *explanation->reason      ? "the test asks for no outcome"
                                                 : "no execution raises a flag");
    else if (undefined)
        cm_lines_add(out, 0, 2, "%s, model %s: the behaviour is undefined, and %s is allowed, too.",
                     explanation->test->name, explanation->model->name,
                     outcome_of(out->arena, explanation));
    else
        cm_lines_add(out, 0, 2, "%s, model %s: %s %s.", explanation->test->name,
                     explanation->model->name, outcome_of(out->arena, explanation),
                     verdicts[explanation->verdict]);
    if (*explanation->reason) {
        cm_lines_add(out, 0, 2, "%s is not known: %s.",
                     explanation->verdict == CM_EXPLAINED_UNKNOWN ? "That"
                     : explanation->verdict == CM_EXPLAINED_FLAGS ? "What it may raise"
                                                                  : "Why",
                     explanation->reason);
        return;
    }
    if (explanation->verdict != CM_EXPLAINED_FLAGS)
        cm_text_append(out, "\n");
    if (undefined && explanation->verdict != CM_EXPLAINED_ALLOWED &&
        explanation->verdict != CM_EXPLAINED_FLAGS)
        cm_lines_add(out, 0, 2, "Without that no execution would have it.");
    else if (explanation->verdict == CM_EXPLAINED_IMPOSSIBLE)
        cm_lines_add(out, 0, 2, "%s", cm_explain_impossible(out->arena, explanation));
    else if (explanation->verdict == CM_EXPLAINED_FORBIDDEN)
        add_forbidden(&w);
    if (explanation->verdict == CM_EXPLAINED_ALLOWED)
        cm_telling_allowed(&w);
    for (int i = 0; i < explanation->flag_count; i++)
        add_flag(&w, i);
}
