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
    return e->thread == round->thread &&
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

/* Of the pairs that flags may be about and that have an event of the round. */
typedef struct round_pairs {
    bool seen;  /* both have happened */
    bool ahead; /* one may still happen, as far as threads have come, or in the next round */
} round_pairs;

/* May the event go to the location of the one that has happened? */
static bool meets(const explorer *x, uint32_t event, uint32_t happened)
{
    const cm_ev *e = &x->g->events[event];
    for (uint32_t i = 0; i < e->target_count; i++)
        if (e->targets[i].spot.location == x->events[happened].location)
            return true;
    return false;
}

static bool still_comes(const explorer *x, const waiting_round *round, uint32_t event)
{
    const cm_ev *e = &x->g->events[event];
    bool happened = cm_set_has(&x->executed, event);
    if (e->thread == round->thread && is_in_round(x, round, event))
        return !happened || e->kind != 'R';
    if (happened)
        return false;
    const runner *r = &x->runners[e->thread];
    return !r->ended && !r->stays &&
           e->access->visit >= (e->thread == round->thread ? round->end : r->visit);
}

static round_pairs find_pairs(const explorer *x, const waiting_round *round)
{
    round_pairs found = {false, false};
    const cm_rel *open = x->out->open;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, a)
    {
        if (!is_in_round(x, round, a))
            continue;
        CM_EACH(cm_rel_row(open, a), open->words, open->n, b)
        {
            found.seen |= cm_set_has(&x->executed, b);
            found.ahead |=
                a != b && still_comes(x, round, b) && (!x->out->within || meets(x, b, a));
        }
    }
    return found;
}

void cm_explorer_flag_round(explorer *x, const runner *r, int visit)
{
    waiting_round round = round_ending(x, r->state.index, visit);
    round_pairs pairs = find_pairs(x, &round);
    if (pairs.ahead)
        x->out->open = NULL;
    if (pairs.ahead || !pairs.seen || !cm_explorer_allowed(x))
        return;
    cm_arena_mark mark = cm_arena_here(x->arena);
    cm_evaluator *flags = cm_explorer_asked(x, true);
    for (int i = 0; i < x->model->constraint_count; i++)
        if (x->model->constraints[i].is_flag && cm_evaluator_holds(flags, x->arena, i))
            x->out->open = NULL;
    cm_arena_rewind(x->arena, mark);
}

bool cm_explorer_is_final(explorer *x, const runner *r, int visit)
{
    waiting_round round = round_ending(x, r->state.index, visit);
    bool final = reads_last(x, &round), acts = false;
    CM_EACH(x->executed.row, x->executed.words, x->executed.n, e)
    {
        if (x->events[e].kind == 'F' || !is_in_round(x, &round, e))
            continue;
        if (x->events[e].kind != 'R')
            acts = true;
        else if (!writes_there(x, &round, e))
            final &= x->closing || !cm_explorer_may_find(x, e);
    }
    return final && (!acts || cm_explorer_may_hang(x));
}
