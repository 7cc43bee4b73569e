/* What is said of an outcome that is allowed: turns, what is missing, the execution. See text.h. */
#include "explain/text_parts.h"

#include "explain/repair.h"
#include "explain/text.h"
#include "explain/unfold.h"
#include "report/execution.h"
#include "report/lines.h"

#include <ctype.h>
#include <string.h>

static const char *label(cm_telling *w, uint32_t event)
{
    return cm_report_label_text(w->arena, &w->x->execution->events[event]);
}

/* Not a cycle: writes that are in no order. */
static void add_no_turns(cm_telling *w)
{
    const cm_explanation *x = w->x;
    const char *what = x->allowed_cut ? "this execution" : "this outcome";
    cm_text pairs = cm_text_new(w->arena); /* "b and d; c and e" */
    for (int i = 0; i < x->unordered_count; i++)
        cm_text_append(&pairs, "%s%s and %s", i ? "; " : "", label(w, x->unordered[i].a),
                       label(w, x->unordered[i].b));
    if (x->turns_unknown)
        cm_lines_add(
            w->out, 0, 2,
            "Whether an interleaving of the threads has this outcome is not known: there are "
            "too many orders to try.");
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
static void add_turns(cm_telling *w)
{
    const cm_explanation *x = w->x;
    cm_text order = cm_text_new(w->arena);
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
                     x->allowed_cut ? "this execution" : "this outcome", order.data,
                     w->formal ? label(w, x->cycle[0].from) : "");
        if (w->formal)
            cm_telling_legend(w);
    }
}

static const char *sentence(cm_telling *w, const cm_fact *other, const cm_fact *told)
{
    char *words = cm_explain_instead(w->arena, w->x->execution, other, told);
    *words = (char)toupper((unsigned char)*words);
    return words;
}

/* One fence is enough to tell, and dependencies where there is nothing else. */
static void add_instead(cm_telling *w, const cm_fact *f)
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

/* What is said of the fact. A proxy fence that forbids the outcome nowhere is not what is missing:
 * of some proxies, as that of ld.global.nc, the machine has none. */
static const char *words_of_fact(cm_telling *w, const cm_fact *f)
{
    const cm_execution *x = w->x->execution;
    const char *fact = cm_explain_fact(w->arena, x, f);
    bool impossible = w->x->missing && w->x->missing->verdict == CM_REPAIR_IMPOSSIBLE;
    if (!w->formal && impossible && f->kind == CM_FACT_FENCE && strstr(fact, "fence.proxy"))
        return cm_arena_printf(w->arena,
                               "nothing orders %s and %s: accesses through different proxies are "
                               "in no order, and no fence that was tried changes that",
                               cm_explain_event(w->arena, x, f->event),
                               cm_explain_event(w->arena, x, f->next));
    return cm_arena_printf(w->arena, "%s%s", fact, cm_explain_consequence(w->arena, x, f));
}

static void add_miss(cm_telling *w, const cm_near_miss *m)
{
    cm_text *told = w->told;
    const cm_explanation *x = w->x;
    size_t before = told->length;
    for (int i = 0; i < m->fact_count; i++) {
        const cm_fact *f = &m->facts[i];
        const char *fact = cm_explain_fact(w->arena, x->execution, f);
        if (strstr(told->data, fact)) /* of two events of an instruction it is told once */
            continue;
        bool first = told->length == before;
        cm_text_append(told, "%s\n", fact);
        cm_text within = cm_text_new(w->arena);
        for (int k = 0; w->formal && k < f->within_count && k < 3; k++)
            cm_text_append(&within, "%s%s (%s)", k ? ", " : "", f->within[k]->name,
                           cm_explain_place(w->arena, f->within[k]->place));
        cm_lines_add(w->out, 2, 4, "%s %s%s%s.", first ? "-" : "  And", words_of_fact(w, f),
                     within.length ? "; so there is no " : "", within.data);
        add_instead(w, f);
    }
    if (!w->formal || told->length == before)
        return;
    bool *set = CM_NEW_ARRAY(w->arena, (size_t)w->model->constraint_count + 1, bool);
    for (int i = 0; i < m->constraint_count; i++)
        set[m->constraints[i]] = true;
    if (w->model->constraints[m->constraints[0]].is_flag)
        cm_lines_add(w->out, 4, 4, "Else the flag would not be raised.");
    else
        cm_lines_add(w->out, 4, 4, "Else %s would forbid it.", cm_telling_axioms(w, set));
}

/* Changes in one sentence; of many a line each. */
static void add_changes(cm_telling *w, const char *to_do, const char *words)
{
    enum { MOST_IN_SENTENCE = 2 };
    const char *const *list;
    int count = cm_explain_missing_list(w->arena, w->x, &list);
    if (count <= MOST_IN_SENTENCE) {
        cm_lines_add(w->out, 0, 2, "%s: %s.", to_do, words);
        return;
    }
    cm_lines_add(w->out, 0, 2, "%s:", to_do);
    for (int i = 0; i < count; i++)
        cm_lines_add(w->out, 2, 4, "- %s", list[i]);
}

/* What to do. */
void cm_telling_missing(cm_telling *w, const char *to_do)
{
    const cm_explanation *x = w->x;
    const char *words = cm_explain_missing_words(w->arena, x);
    if (words) {
        const cm_proposal *p = &x->missing->proposals[x->cheapest];
        const char *source = cm_repair_in_source(w->arena, x->missing, p);
        if (source)
            cm_lines_add(w->out, 0, 2, "%s, in %s: %s.", to_do,
                         cm_explain_language(p->changes[0].to), source);
        if (source)
            to_do = cm_arena_printf(w->arena, "In %s",
                                    cm_arch_name(x->test->threads[p->changes[0].thread].arch));
        add_changes(w, to_do, words);
    } else if (x->missing && x->missing->verdict == CM_REPAIR_IMPOSSIBLE && x->surprises == 0) {
        cm_lines_add(w->out, 0, 2, "No fence, order or scope forbids what needs no reordering.");
    } else if (x->missing && (x->missing->verdict == CM_REPAIR_IMPOSSIBLE ||
                              x->missing->verdict == CM_REPAIR_UNKNOWN)) {
        cm_lines_add(w->out, 0, 2, "%s: %s.",
                     x->missing->verdict == CM_REPAIR_UNKNOWN ? "What would forbid it is not known"
                                                              : "Nothing that was tried forbids it",
                     x->missing->reason);
    }
}

/* Does the change stand between the two events of a step in program order? */
static bool is_between(const cm_telling *w, const cm_change *c, const cm_sc_step *s)
{
    const cm_event *from = &w->x->execution->events[s->from], *to = &w->x->execution->events[s->to];
    return c->thread == from->thread && !c->head && c->instruction <= to->instruction &&
           (c->inserted ? c->instruction > from->instruction : c->instruction >= from->instruction);
}

/* Does a change of an instruction from the same line stand at another place? Then it may not be
 * needed at both. */
static bool has_copy(const cm_telling *w, const cm_change *c)
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
static const char *fails_to_make(const cm_telling *w, const cm_sc_step *s)
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

static int width_of(const cm_telling *w, uint32_t event)
{
    const cm_event *e = &w->x->execution->events[event];
    return e->thread < 0 ? 0 : e->action->step->width;
}

static bool differ_in_size(const cm_telling *w, uint32_t a, uint32_t b)
{
    return width_of(w, a) > 0 && width_of(w, b) > 0 && width_of(w, a) != width_of(w, b);
}

/* A thread reads with another size than was written, and the model flags such pairs in the
 * execution: no release and no acquire orders by what is read so. */
static void add_sizes(const cm_telling *w, cm_text *out)
{
    const cm_explanation *x = w->x;
    bool flagged = false;
    for (int i = 0; i < x->flag_count; i++)
        flagged |= x->flags[i].execution == x->execution && !x->flags[i].violation.nothing &&
                   differ_in_size(w, x->flags[i].violation.from, x->flags[i].violation.to);
    for (int i = 0; flagged && i < x->cycle_count; i++) {
        const cm_sc_step *s = &x->cycle[i];
        int wrote = width_of(w, s->from), read = width_of(w, s->to);
        if (strcmp(s->name, "rf") == 0 && differ_in_size(w, s->from, s->to))
            cm_lines_add(out, 2, 4,
                         "- %s writes %d byte%s, and %s reads %d: a release and an acquire would "
                         "order nothing there unless both had one size.",
                         cm_explain_event(w->arena, x->execution, s->from), wrote,
                         wrote == 1 ? "" : "s", cm_explain_event(w->arena, x->execution, s->to),
                         read);
    }
}

/* Where no axiom is near: the accesses of a thread that are on the cycle, one after the other. The
 * cheapest proposal, each of whose changes is needed, has one between them, so they are in no order
 * without it; with several pairs it is not known which. */
static void add_unordered(cm_telling *w, cm_text *out)
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
        *out = cm_text_new(w->arena);
    cm_text sizes = cm_text_new(w->arena); /* which is the reason for what comes then */
    add_sizes(w, &sizes);
    cm_text_add(&sizes, out->data);
    *out = sizes;
}

/* The outcome may take that an instruction is several accesses: then these instructions are named.
 */
static void add_torn(cm_telling *w)
{
    const cm_execution *x = w->x->execution;
    const uint32_t *torn;
    int count = cm_turns_torn(w->arena, x, &torn);
    const char *all = "";
    for (int i = 0; i < count; i++)
        all = cm_arena_printf(w->arena, "%s%s%s", all,
                              i == 0           ? ""
                              : i + 1 == count ? " and "
                                               : ", ",
                              cm_explain_event(w->arena, x, torn[i]));
    if (count == 0)
        return;
    cm_lines_add(w->out, 0, 2, "Why nothing prevents it:");
    cm_lines_add(w->out, 2, 4, "- %s %s several accesses%s, and others may come between these.",
                 all, count == 1 ? "is" : "are", count == 1 ? "" : " each");
}

/* What lets the model allow it: --formal has also what nobody would mend, since that costs over so
 * many times as much as something else that does. */
enum { MOST_TIMES = 10 };

void cm_telling_misses(cm_telling *w)
{
    const cm_explanation *x = w->x;
    cm_text unordered = cm_text_new(w->arena);
    if (x->miss_count == 0 && x->missing_why)
        add_unordered(w, &unordered);
    if (x->miss_count == 0 && (x->surprises == 0 || (!unordered.length && !w->formal)))
        return;
    if (x->miss_count == 0 && !x->missing_why)
        return;
    cm_text lines = cm_text_new(w->arena);
    cm_telling body = *w;
    body.out = &lines;
    double least = x->miss_count > 0 ? x->misses[0].cost : 0;
    for (int i = 1; i < x->miss_count; i++)
        least = x->misses[i].cost < least ? x->misses[i].cost : least;
    for (int i = 0; i < x->miss_count; i++)
        if (w->formal || x->misses[i].cost <= MOST_TIMES * least)
            add_miss(&body, &x->misses[i]);
    cm_text_add(&lines, unordered.data);
    if (x->miss_count == 0 && w->formal)
        cm_lines_add(&lines, 2, 4, "- there is no %s. Else it would be forbidden by %s.",
                     cm_explain_missing_words(w->arena, x), x->missing_why);
    if (lines.length)
        cm_lines_add(w->out, 0, 2, "Why nothing prevents it:");
    cm_text_add(w->out, lines.data);
}

void cm_telling_story(cm_telling *w, const cm_execution *x, const cm_sc_step *cycle, int count)
{
    cm_text story = cm_text_new(w->arena);
    if (cm_explain_add_story(&story, x, cycle, count)) {
        cm_lines_add(w->out, 0, 2, "This can happen:");
        cm_text_add(w->out, story.data);
    }
}

/* Does the change that is told stand in no thread of which a fact is told to be missing? */
static bool mends_elsewhere(const cm_telling *w)
{
    const cm_explanation *x = w->x;
    if (x->miss_count == 0 || !cm_explain_missing_words(w->arena, x))
        return false;
    const cm_proposal *p = &x->missing->proposals[x->cheapest];
    for (int c = 0; c < p->count; c++)
        for (int m = 0; m < x->miss_count; m++)
            for (int f = 0; f < x->misses[m].fact_count; f++) {
                const cm_fact *fact = &x->misses[m].facts[f];
                if (p->changes[c].head ||
                    x->execution->events[fact->event].thread == p->changes[c].thread)
                    return false;
            }
    return true;
}

void cm_telling_allowed(cm_telling *w)
{
    const cm_explanation *x = w->x;
    cm_telling_story(w, x->execution, x->cycle, x->cycle_count);
    add_turns(w);
    cm_telling_misses(w);
    if (x->surprises == 0)
        add_torn(w);
    cm_telling_missing(w, mends_elsewhere(w) ? "To forbid it, in another thread" : "To forbid it");
    cm_text_append(w->out, "\n");
    if (x->allowed_classes > 1)
        cm_lines_add(w->out, 0, 2, "%s%zu executions have this outcome; the simplest:",
                     x->allowed_cut ? "More than " : "", x->allowed_classes);
    else
        cm_lines_add(w->out, 0, 2, "One execution has this outcome:");
    cm_explain_add_execution(w->out, x->execution);
}
