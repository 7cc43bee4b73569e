/* What is missing of the program, put in and checked: the cheapest repairs. See explain_parts.h. */
#include "base/clock.h"
#include "explain/explain_parts.h"
#include "explain/repair.h"

/* Does the change stand at the fact's place: of an instruction that lacks a tag, between the two
 * that there is no fence between? A dependency has no place: no instruction is put in for it. */
static bool is_at(const cm_execution *x, const cm_fact *fact, const cm_change *change)
{
    const cm_event *event = &x->events[fact->event], *next = &x->events[fact->next];
    if (event->thread != change->thread || fact->kind == CM_FACT_DEPENDENCY)
        return false;
    if (change->inserted)
        return fact->kind == CM_FACT_FENCE && event->instruction < change->instruction &&
               change->instruction <= next->instruction;
    return fact->kind == CM_FACT_TAG && event->instruction == change->instruction;
}

static bool covers(const cm_execution *x, const cm_near_miss *miss, const cm_proposal *p)
{
    for (int c = 0; c < p->count; c++) {
        bool found = false;
        for (int f = 0; f < miss->fact_count && !found; f++)
            found = is_at(x, &miss->facts[f], &p->changes[c]);
        if (!found)
            return false;
    }
    return p->count > 0;
}

bool cm_explain_is_repair(cm_explaining *e, const cm_near_miss *miss)
{
    const cm_repair *r = e->result->missing;
    for (int i = 0; r && i < r->count; i++) {
        if (!covers(e->result->execution, miss, &r->proposals[i]))
            continue;
        /* Those after the cheapest are checked here, where it matters. */
        if (e->missing[i] == CM_NOT_TRIED) {
            cm_check_options options = cm_explain_left(e);
            bool confirmed = cm_repair_confirm(e->work, e->context, r, i, &options, e->scratch);
            e->missing[i] = confirmed ? CM_FORBIDS : CM_NO_REPAIR;
        }
        if (e->missing[i] == CM_FORBIDS)
            return true;
    }
    return false;
}

/* What goes wrong with it goes wrong with none of the explanation: then it is not known. */
void cm_explain_missing(cm_explaining *e)
{
    cm_test *test = CM_NEW(e->arena, cm_test);
    *test = cm_explain_asking(e);
    cm_repair_options options = {.check = e->options.check,
                                 .only = CM_REPAIR_ALL,
                                 .allowed = true,
                                 .cheapest = true,
                                 .most = CM_MOST_MISSING,
                                 .max_tries = e->options.max_tries};
    double left = options.check.timeout - (cm_clock_seconds() - e->started);
    if (options.check.timeout > 0 && left <= 0)
        return;
    options.check.timeout = options.check.timeout > 0 ? left : 0;
    cm_work *work = CM_NEW(e->arena, cm_work);
    cm_work_init(work, e->arena);
    e->result->missing = cm_repair_test(work, e->context, e->model, test, &options);
}

void cm_explain_missing_why(cm_explaining *e)
{
    cm_explanation *x = e->result;
    if (x->miss_count > 0 || x->surprises == 0 || !x->missing || x->missing->verdict != CM_REPAIRED)
        return;
    cm_check_options options = cm_explain_left(e);
    cm_work *work = CM_NEW(e->arena, cm_work);
    cm_work_init(work, e->arena);
    x->missing_why = cm_repair_why(work, e->context, x->missing, 0, &options, e->scratch);
}
