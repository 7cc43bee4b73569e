/* Rounds of loops that only wait: may one be for ever? See explore_parts.h. */
#include "checker/explore_parts.h"

bool cm_explorer_may_hang(explorer *x)
{
    x->out->hangs = true;
    return false;
}

bool cm_explorer_tries_again(explorer *x, runner *r)
{
    for (int t = 0; t < x->job->test->thread_count; t++)
        if (x->runners[t].retried)
            return false;
    return r->retried = x->out->one_round;
}

/* A round of a loop that only waits. */
typedef struct waiting_round {
    int thread, head, end; /* the step that it begins with; the visit that ends it */
} waiting_round;

static waiting_round round_ending(const explorer *x, int thread, int visit)
{
    int step = cm_explorer_run(x, thread)->code.visits[visit].step;
    return (waiting_round){thread, x->job->test->threads[thread].steps[step].target, visit};
}

static bool is_in_round(const explorer *x, const waiting_round *round, uint32_t event)
{
    const cm_event *e = &x->events[event];
    return e->thread == round->thread && e->kind != 'F' &&
           cm_unrolled_in_round(&cm_explorer_run(x, e->thread)->code,
                                x->g->events[event].access->visit, round->head, round->end);
}

static bool writes_there(const explorer *x, const waiting_round *round, uint32_t read)
{
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, e)
    if (x->events[e].kind == 'W' && is_in_round(x, round, e) && cm_explorer_same_spot(x, e, read))
        return true;
    return false;
}

/* Is what the round has read so far what is written last? */
static bool reads_last(const explorer *x, const waiting_round *round)
{
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, e)
    if (x->events[e].kind == 'R' && is_in_round(x, round, e) && !writes_there(x, round, e) &&
        x->source[e] != cm_explorer_last_write(x, e))
        return false;
    return true;
}

bool cm_explorer_may_stay(const explorer *x, const runner *r)
{
    int thread = r->state.index;
    const cm_thread_run *run = cm_explorer_run(x, thread);
    if (!x->out->live || x->out->hangs || !x->in_wait[thread][r->visit])
        return false;
    for (int i = 0; i < run->cut_count; i++) {
        waiting_round round = round_ending(x, thread, run->cuts[i].visit);
        if (x->g->only_waits[thread][round.end] &&
            cm_unrolled_in_round(&run->code, r->visit, round.head, round.end) &&
            reads_last(x, &round))
            return true;
    }
    return false;
}

bool cm_explorer_is_final(explorer *x, const runner *r, int visit)
{
    waiting_round round = round_ending(x, r->state.index, visit);
    bool final = reads_last(x, &round), acts = false;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, e)
    {
        if (!is_in_round(x, &round, e))
            continue;
        if (x->events[e].kind != 'R')
            acts = true;
        else if (!writes_there(x, &round, e))
            final &= x->closing || !cm_explorer_may_find(x, e);
    }
    return final && (!acts || cm_explorer_may_hang(x));
}
