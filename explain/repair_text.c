/* Repairs for people, and as JSON. See repair.h. */
#include "explain/repair.h"

#include "explain/text.h"
#include "model/gloss.h"
#include "report/document.h"
#include "report/lines.h"

#include <stdlib.h>
#include <string.h>

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

const char cm_repair_made_atomic[] = "This makes plain accesses atomic, because nothing else "
                                     "prevents their race. An atomic read and "
                                     "an atomic write are still two operations.";

bool cm_repair_at_end(const cm_repair *repair, const cm_change *change)
{
    return !change->head && change->inserted &&
           change->instruction == repair->test->threads[change->thread].instruction_count;
}

/* The line of the test that it is at: of the instruction, or of the thread's last one; 0: the
 * thread has none. */
static unsigned line_of(const cm_repair *repair, const cm_change *change)
{
    const cm_thread *thread = &repair->test->threads[change->thread];
    int last = thread->instruction_count - 1;
    int i = change->instruction < last ? change->instruction : last;
    i = i < 0 && last >= 0 ? 0 : i;
    unsigned line = 0, column = 0;
    if (i >= 0)
        cm_place_position(thread->instructions[i].place, &line, &column);
    return line;
}

const char *cm_repair_leaves(cm_arena *arena, const cm_proposal *proposal)
{
    cm_text out = cm_text_new(arena);
    for (int i = 0; proposal->flags && proposal->flags[i]; i++) {
        const char *place = proposal->flag_places[i];
        cm_text_append(&out, "%s%s%s%s", i > 0 ? ", " : "", cm_gloss_flag(proposal->flags[i]),
                       place ? " on " : "", place ? place : "");
    }
    return out.data;
}

const char *cm_repair_in_source(cm_arena *arena, const cm_repair *repair, const cm_proposal *p)
{
    cm_text out = cm_text_new(arena);
    const char *loop = "";
    for (int i = 0; i < p->count; i++) {
        const cm_change *c = &p->changes[i];
        size_t length = strlen(c->to);
        bool label = length > 0 && c->to[length - 1] == ':';
        if (label || c->to[0] == '@') { /* around a wait (litmus/isa/waits.h) */
            loop = label ? "a loop around " : "";
            continue;
        }
        if (c->head || cm_repair_at_end(repair, c) || repair->weakened)
            return NULL;
        const cm_instruction *at = &repair->test->threads[c->thread].instructions[c->instruction];
        const char *words = cm_explain_in_source(arena, c->to);
        if (!at->line || !words)
            return NULL;
        const char *one = cm_arena_printf(arena, "%s%s %s %s", loop, words,
                                          c->inserted ? "before"
                                          : at->code  ? "in place of"
                                                      : "at",
                                          at->line);
        if (at->code)
            one = cm_arena_printf(arena, "%s `%s`", one, at->code);
        if (!strstr(out.data, one)) /* of an instruction's copies it is told once */
            cm_text_append(&out, "%s%s", out.length > 0 ? ", and " : "", one);
    }
    return out.length > 0 ? out.data : NULL;
}

/* ---- text ----------------------------------------------------------------------- */

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

/* The changes of one thread among its instructions, as a diff. */
static void print_thread(cm_text *out, const cm_repair *x, const cm_proposal *p, int t)
{
    const cm_thread *thread = &x->test->threads[t];
    cm_text_append(out, "   P%d\n", thread->id);
    for (int c = 0; c < p->count; c++)
        if (p->changes[c].thread == t && p->changes[c].head) {
            if (*p->changes[c].from)
                cm_text_append(out, "     - %s\n", p->changes[c].from);
            cm_text_append(out, "     + %s\n", p->changes[c].to);
        }
    bool skipped = false;
    for (int i = 0; i < thread->instruction_count; i++) {
        /* Of a long thread what is near a change is printed. */
        enum { LONG = 24, AROUND = 3 };
        bool near = x->test->threads[t].instruction_count <= LONG;
        for (int c = 0; c < p->count && !near; c++)
            near = p->changes[c].thread == t && !p->changes[c].head &&
                   abs(p->changes[c].instruction - i) <= AROUND;
        if (!near) {
            cm_text_add(out, skipped ? "" : "       ...\n");
            skipped = true;
            continue;
        }
        skipped = false;
        if (thread->instructions[i].continues) /* it has the text of the one before it */
            continue;
        const cm_change *own = print_before(out, p, t, i);
        cm_text_append(out, "     %c %s\n", own ? '-' : ' ', thread->instructions[i].text);
        if (own && own->to[0])
            cm_text_append(out, "     + %s\n", own->to);
    }
    print_before(out, p, t, thread->instruction_count);
}

static void print_proposal(cm_text *out, const cm_repair *x, int index, bool formal)
{
    const cm_proposal *p = &x->proposals[index];
    cm_text_append(out, "\n%d. %s %.10g\n", index + 1, x->weakened ? "saves" : "cost",
                   x->weakened ? -p->cost : p->cost);
    const char *source = cm_repair_in_source(out->arena, x, p);
    if (source)
        cm_lines_add(out, 3, 5, "in %s: %s", cm_explain_language(p->changes[0].to), source);
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
    if (p->why && formal)
        cm_lines_add(out, 3, 5, "%s: %s", x->weakened ? "still forbidden by" : "forbidden by",
                     p->why);
}

void cm_repair_line(cm_text *out, const cm_repair *repair, const cm_proposal *p)
{
    for (int i = 0; i < p->count; i++) {
        const cm_change *c = &p->changes[i];
        const cm_thread *thread = &repair->test->threads[c->thread];
        cm_text_append(out, "%sP%d: ", i > 0 ? "; " : "", thread->id);
        if (c->head && !*c->from)
            cm_text_append(out, "%s in its head", c->to);
        else if (cm_repair_at_end(repair, c))
            cm_text_append(out, "%s at its end", c->to);
        else if (c->inserted)
            cm_text_append(out, "%s before %s", c->to, thread->instructions[c->instruction].text);
        else
            cm_text_append(out, "%s -> %s", c->from, c->to[0] ? c->to : "nothing");
    }
}

static void print_head_of_flags(cm_text *out, const cm_repair *x)
{
    if (x->verdict == CM_REPAIRED)
        cm_text_append(out, "%d %s%s\n%s%s no execution raises a flag.\n", x->count,
                       x->waits ? "wait" : "minimal repair", plural(x->count),
                       x->waits ? "No fence, order or scope does it. " : "",
                       x->count == 1 ? "With it" : "With each of them");
    else if (x->verdict == CM_REPAIR_UNKNOWN)
        cm_text_append(out, "what prevents every flag is not known: %s\n", x->reason);
    else
        cm_text_append(out, "%s: %s\n",
                       x->verdict == CM_REPAIR_NEEDLESS ? "nothing to repair"
                                                        : "no change prevents every flag",
                       x->reason);
}

static void print_head(cm_text *out, const cm_repair *x)
{
    const char *outcome = cm_explain_outcome(x->outcome);
    cm_text_append(out, "%s (%s): ", x->test->name, x->model->name);
    if (x->of_flags) {
        print_head_of_flags(out, x);
        return;
    }
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

void cm_repair_text(cm_text *out, const cm_repair *repair, bool formal)
{
    print_head(out, repair);
    if (repair->makes_atomic && repair->verdict == CM_REPAIRED)
        cm_lines_add(out, 0, 0, "%s", cm_repair_made_atomic);
    for (int i = 0; i < repair->count; i++)
        print_proposal(out, repair, i, formal);
    if (!repair->monotone)
        cm_text_add(out, "\nThe model is not monotone on this test: something stronger allows "
                         "more. There may be other ways.\n");
    if (repair->verdict == CM_REPAIRED && *repair->reason)
        cm_text_append(out, "\nThere may be others: %s.\n", repair->reason);
    if (formal)
        cm_text_append(out,
                       "\n%zu program%s tried, %zu check%s from the beginning; %d place%s that "
                       "may change.\n",
                       repair->tried, plural(repair->tried == 1 ? 1 : 2), repair->checked,
                       plural(repair->checked == 1 ? 1 : 2), repair->places,
                       plural(repair->places));
}

/* ---- JSON ----------------------------------------------------------------------- */

enum { ALL_DIGITS = 17 };

void cm_repair_add_changes(cm_doc *in, const cm_repair *x, const cm_proposal *p)
{
    cm_doc *changes = cm_doc_list(in, "changes");
    for (int i = 0; i < p->count; i++) {
        const cm_change *c = &p->changes[i];
        cm_doc *change = cm_doc_object(changes, NULL);
        cm_doc_int(change, "thread", x->test->threads[c->thread].id);
        cm_doc_int(change, "instruction", c->instruction);
        cm_doc_number(change, "line", line_of(x, c));
        cm_doc_flag(change, "inserted", c->inserted);
        cm_doc_flag(change, "head", c->head);
        cm_doc_flag(change, "at_end", cm_repair_at_end(x, c));
        cm_doc_text(change, "from", c->from);
        cm_doc_text(change, "to", c->to);
        cm_doc_real(change, "cost", c->cost, ALL_DIGITS);
    }
}

static void add_proposal(cm_doc *proposals, const cm_repair *x, const cm_proposal *p)
{
    cm_doc *proposal = cm_doc_object(proposals, NULL);
    cm_doc_real(proposal, "cost", p->cost, ALL_DIGITS);
    cm_repair_add_changes(proposal, x, p);
    const char *source = cm_repair_in_source(proposal->arena, x, p);
    if (source)
        cm_doc_text(proposal, "source", source);
    if (p->flags) {
        cm_doc *leaves = cm_doc_list(proposal, "leaves");
        cm_doc_flag(proposal, "leaves_known", p->flags_known);
        for (int i = 0; p->flags[i]; i++) {
            cm_doc *flag = cm_doc_object(leaves, NULL);
            cm_doc_text(flag, "flag", p->flags[i]);
            if (p->flag_places[i])
                cm_doc_text(flag, "location", p->flag_places[i]);
        }
    }
    cm_doc_text(proposal, "test", p->text);
    if (p->why)
        cm_doc_text(proposal, "why", p->why);
}

void cm_repair_json(cm_text *out, const cm_repair *x)
{
    static const char *const verdicts[] = {[CM_REPAIRED] = "found",
                                           [CM_REPAIR_NEEDLESS] = "needless",
                                           [CM_REPAIR_IMPOSSIBLE] = "impossible",
                                           [CM_REPAIR_UNKNOWN] = "unknown"};
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "file", x->test->source->name);
    cm_doc_text(root, "name", x->test->name);
    cm_doc_text(root, "model", x->model->name);
    cm_doc_text(root, "outcome", x->outcome);
    cm_doc_text(root, "verdict", verdicts[x->verdict]);
    cm_doc_text(root, "reason", x->reason);
    cm_doc_flag(root, "of_flags", x->of_flags);
    cm_doc_flag(root, "weakened", x->weakened);
    cm_doc_flag(root, "waits", x->waits);
    cm_doc_flag(root, "complete", x->complete);
    cm_doc_flag(root, "monotone", x->monotone);
    cm_doc_int(root, "places", x->places);
    cm_doc_number(root, "tried", x->tried);
    cm_doc_number(root, "checked", x->checked);
    cm_doc *proposals = cm_doc_list(root, "proposals");
    for (int i = 0; i < x->count; i++)
        add_proposal(proposals, x, &x->proposals[i]);
    cm_doc_write_json(out, root, CM_JSON_COMPACT);
}
