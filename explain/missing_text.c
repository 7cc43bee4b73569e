/* What is missing, in one line. See missing_text.h. */
#include "explain/missing_text.h"

#include "explain/lines.h"
#include "explain/repair.h"
#include "explain/text.h"

#include <string.h>

/* What is new at one place: changes from the first on that are there, too. */
static int several(const cm_proposal *p, int first)
{
    const cm_change *c = &p->changes[first];
    int end = first + 1;
    while (end < p->count && c->inserted && p->changes[end].inserted &&
           p->changes[end].thread == c->thread && p->changes[end].instruction == c->instruction &&
           p->changes[end].head == c->head)
        end++;
    return end;
}

/* "before `bar.sync 0` (P0, line 6)", "at the end of P0", "in the head of P1" */
static const char *place_of_change(cm_arena *arena, const cm_repair *x, const cm_change *c)
{
    const cm_thread *thread = &x->test->threads[c->thread];
    if (c->head)
        return cm_arena_printf(arena, "in the head of P%d", thread->id);
    if (cm_repair_at_end(x, c))
        return cm_arena_printf(arena, "at the end of P%d", thread->id);
    return cm_arena_printf(arena, "%s `%s` (P%d, line %u)", c->inserted ? "before" : "in place of",
                           thread->instructions[c->instruction].text, thread->id,
                           cm_repair_line_of(x, c));
}

const char *cm_explain_missing_words(cm_arena *arena, const cm_explanation *explanation)
{
    const cm_repair *x = explanation->missing;
    if (!x || x->verdict != CM_REPAIRED)
        return NULL;
    const cm_proposal *p = &x->proposals[0];
    cm_text out;
    cm_text_init(&out, arena);
    for (int c = 0, end; c < p->count; c = end) {
        end = several(p, c);
        cm_text_add(&out, c == 0 ? "" : end == p->count ? ", and " : ", ");
        for (int i = c; i < end; i++)
            cm_text_append(&out, "%s`%s`", i > c ? ", " : "", p->changes[i].to);
        cm_text_append(&out, " %s", place_of_change(out.arena, x, &p->changes[c]));
    }
    return out.data;
}

/* Where no change forbids it: what the nearest axiom lacks on the execution. */
static void add_nearest(cm_text *out, const cm_explanation *x)
{
    const cm_near_miss *miss = &x->misses[0];
    cm_text all;
    cm_text_init(&all, out->arena);
    for (int i = 0; i < miss->fact_count; i++) {
        const char *fact = cm_explain_fact(out->arena, x->execution, &miss->facts[i]);
        if (!strstr(all.data, fact)) /* of two events of an instruction it is told once */
            cm_text_append(&all, "%s%s", i > 0 ? "; " : "", fact);
    }
    cm_lines_add(out, 0, 2, "What is missing, of the execution below: %s.", all.data);
}

void cm_explain_add_missing(cm_text *out, const cm_explanation *explanation)
{
    const char *words = cm_explain_missing_words(out->arena, explanation);
    if (words)
        cm_lines_add(out, 0, 2, "What is missing: %s; with that it is forbidden.", words);
    else if (explanation->miss_count > 0)
        add_nearest(out, explanation);
    else if (explanation->missing && explanation->missing->verdict == CM_REPAIR_IMPOSSIBLE)
        cm_lines_add(out, 0, 2, "Nothing that was tried forbids it: %s.",
                     explanation->missing->reason);
}
