/* What of the program forbids the outcome, in words. See text.h. */
#include "explain/text_parts.h"

#include "explain/text.h"
#include "report/lines.h"

static bool of_one_instruction(const cm_ordering *a, const cm_ordering *b)
{
    return a->thread == b->thread && a->instruction == b->instruction;
}

/* "the acquire, the release and the scope gpu of `st.release.gpu ...` (P0, line 7)": the items from
 * `at` on that are of one instruction; their number. */
static int add_item(cm_telling *w, const int *items, int at, int count, const char *mark)
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
            before = cm_arena_printf(w->arena, "%s%sthe %s", before, *before ? ", " : "",
                                     (scope ? more : last)->what);
            last = scope ? last : more;
        } else
            break;
    }
    cm_lines_add(w->out, 2, 6, "%s %s%s%s%s", mark, before, *before ? " and " : "",
                 cm_explain_item(w->arena, w->test, last), behind);
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

static int meetings_of(const cm_explanation *x, cm_answer allowed)
{
    int count = 0;
    for (int i = 0; i < x->meeting_count; i++)
        count += x->meetings[i].allowed == allowed;
    return count;
}

/* Barriers, and the order of kernels, without which the outcome is allowed, or is not. */
static void list_meetings(cm_telling *w, cm_answer allowed)
{
    for (int i = 0; i < w->x->meeting_count; i++)
        if (w->x->meetings[i].allowed == allowed)
            cm_lines_add(w->out, 2, 6, "- %s",
                         cm_explain_meeting(w->arena, w->test, &w->x->meetings[i].meeting));
}

/* Barriers and the order of kernels are no items. Each was taken away by itself, with all else in
 * place. */
static void add_other_meetings(cm_telling *w)
{
    const cm_explanation *x = w->x;
    int idle = meetings_of(x, CM_NO);
    if (idle > 0)
        cm_lines_add(w->out, 0, 2, "Without %s the outcome is forbidden, too:",
                     idle == 1 ? "this" : "any one of these");
    list_meetings(w, CM_NO);
    for (int i = 0; i < x->meeting_count; i++)
        if (x->meetings[i].allowed == CM_UNKNOWN)
            cm_lines_add(w->out, 0, 2, "Whether %s is needed is not known: without that, %s.",
                         cm_explain_meeting(w->arena, w->test, &x->meetings[i].meeting),
                         x->meetings[i].reason);
    if (!x->all_meetings)
        cm_lines_add(w->out, 0, 2,
                     "Whether barriers are needed whose results the threads use was not tried.");
}

/* What plays no part, where that is known. */
static void add_idle(cm_telling *w)
{
    enum { MOST_IDLE = 6 };
    const cm_explanation *x = w->x;
    int *idle = CM_NEW_ARRAY(w->arena, (size_t)x->item_count + 1, int), count = 0;
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

/* Sets of fences, orders, scopes and dependencies; the barriers that are needed with each. */
static void add_sets(cm_telling *w)
{
    const cm_explanation *x = w->x;
    int meetings = meetings_of(x, CM_YES);
    bool alone = x->needed_count == 1;
    int count = meetings + (alone ? x->needed[0].count : 0);
    if (x->needed_known && alone)
        cm_lines_add(w->out, 0, 2,
                     "The program forbids it by %s; without %s the outcome is allowed:",
                     count == 1 ? "this" : "these", count == 1 ? "it" : "any one of them");
    else if (alone)
        cm_lines_add(
            w->out, 0, 2,
            "These suffice to forbid it, and none of them can go; others might do as well:");
    else
        cm_lines_add(w->out, 0, 2, "The program forbids it by any of these sets%s:",
                     x->needed_known ? "" : " (not all were tried)");
    for (int i = 0; i < x->needed_count; i++) {
        const cm_ordering_set *set = &x->needed[i];
        for (int k = 0; k < set->count;)
            k += add_item(w, set->items, k, set->count, k && !alone ? " " : "-");
    }
    if (meetings > 0 && !alone)
        cm_lines_add(w->out, 0, 2,
                     "With each of them %s needed:", meetings == 1 ? "this is" : "these are");
    list_meetings(w, CM_YES);
}

void cm_telling_needed(cm_telling *w)
{
    const cm_explanation *x = w->x;
    bool needless = x->needed_known && x->needed_count == 1 && x->needed[0].count == 0;
    int meetings = meetings_of(x, CM_YES);
    if (x->allows_none) {
        cm_lines_add(w->out, 0, 2,
                     "The model allows no execution of this program, whatever its outcome.");
        return;
    }
    if ((x->item_count == 0 || needless) && meetings == 0)
        cm_lines_add(
            w->out, 0, 2, "%s",
            x->item_count == 0
                ? "The program has no fence, order, scope or dependency that could "
                  "matter."
                : "No fence, no dependency, and no order or scope of an access is needed.");
    else if (x->item_count == 0 || x->needed_count == 0) {
        if (x->item_count > 0)
            cm_lines_add(w->out, 0, 2,
                         "Which of the program's %d fences, orders, scopes and dependencies are "
                         "needed is not known: they are too many, or to check the program without "
                         "some of them takes too long.",
                         x->item_count);
        if (meetings > 0)
            cm_lines_add(w->out, 0, 2, "Without %s the outcome is allowed:",
                         meetings == 1 ? "this" : "any one of these");
        list_meetings(w, CM_YES);
    } else
        add_sets(w);
    if (x->tried > 0 && !x->monotone)
        cm_lines_add(w->out, 0, 2,
                     "Less order forbids more here: what is needed depends on what "
                     "else is there.");
    if (!needless)
        add_idle(w);
    add_other_meetings(w);
}
