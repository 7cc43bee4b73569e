/* What is asked of rounds that only wait and fail. See check_parts.h. */
#include "checker/check_parts.h"

#include "checker/flow.h"
#include "checker/loops/monotone.h"

static bool is_open_flag(const cm_checking *c, int constraint)
{
    return !c->job.options.no_flags && c->job.model->constraints[constraint].is_flag &&
           !c->raised[constraint];
}

bool cm_checking_flags_open(const cm_checking *c)
{
    bool any = false;
    for (int i = 0; i < c->job.model->constraint_count && !any; i++)
        any = is_open_flag(c, i);
    return any;
}

/* Is the step in a loop from whose end a jump leads back to `head`? */
static bool is_in_loop(const cm_thread *thread, int head, int step)
{
    for (int jump = step; jump < thread->step_count && step >= head; jump++)
        if (thread->steps[jump].kind == CM_STEP_BRANCH &&
            (thread->steps[jump].addr || thread->steps[jump].target == head))
            return true;
    return false;
}

/* May it be done in a round that fails? */
static bool is_of_rounds(const cm_checking *c, int thread, int step)
{
    const cm_unrolled *code = &c->graph.memory.runs[thread].code;
    for (int i = 0; i < code->count; i++)
        if (code->visits[i].retry &&
            is_in_loop(&c->job.test->threads[thread], code->visits[i].step, step))
            return true;
    return false;
}

static cm_set events_of_rounds(const cm_checking *c)
{
    cm_set found = cm_set_new(c->job.arena, c->graph.count);
    for (uint32_t i = c->graph.init_count; i < c->graph.count; i++) {
        const cm_access *access = c->graph.events[i].access;
        const cm_visit *visits = c->graph.memory.runs[access->thread].code.visits;
        if (is_of_rounds(c, access->thread, visits[access->visit].step))
            cm_set_add(&found, i);
    }
    return found;
}

bool cm_checking_strays_in_rounds(const cm_checking *c, const cm_stray *stray)
{
    const cm_thread *thread = &c->job.test->threads[stray->thread];
    bool known = stray->instruction >= 0;
    for (int i = 0; i < thread->step_count; i++)
        if ((!known || thread->steps[i].instruction == stray->instruction) &&
            is_of_rounds(c, stray->thread, i))
            return true;
    return false;
}

bool cm_checking_rounds_are_apart(const cm_checking *c)
{
    return c->graph.collectives.count == 0 && !c->whole;
}

/* Where a round that fails may be taken out, the execution without it, which has been asked about,
 * does all else as before: strays can only be in the round, and a flag that keeps what it is about
 * can only be about an event of the round.
 *
 * Values may come out of thin air, which bounds of narrowed domains do not tell. What a round reads
 * that only waits goes nowhere, or back to where it was (loops/wait.h), so that no value comes
 * about by it, and of all else the question for states has shown that there is none. But the rounds
 * of several threads hand on what they read; and other flags are asked of everything. */
bool cm_checking_rounds_are_open(cm_checking *c)
{
    bool apart = cm_checking_rounds_are_apart(c);
    cm_set *of_rounds = CM_NEW(c->job.arena, cm_set);
    *of_rounds = events_of_rounds(c);
    c->about = apart && cm_flags_monotone(&c->job, c->job.model, false) ? of_rounds : NULL;
    bool hands_on = c->graph.collectives.count > 0 || (cm_checking_flags_open(c) && !c->about);
    bool open = hands_on && c->graph.memory.flow && cm_flow_cycle(&c->encoder) != CM_FALSE;
    for (uint32_t i = 0; i < c->graph.stray_count && !open; i++) {
        const cm_stray *stray = &c->graph.strays[i];
        open = stray->when != CM_FALSE && !stray->thin_air &&
               (!apart || cm_checking_strays_in_rounds(c, stray));
    }
    for (int i = 0; i < c->job.model->constraint_count && !open; i++)
        open = is_open_flag(c, i) &&
               cm_bounds_allow_flag(&c->encoder, &c->job.model->constraints[i], c->about);
    return open;
}

/* Adds the pairs that the flag may be about. */
static void add_pairs(const cm_checking *c, const cm_constraint *flag, cm_rel *pairs)
{
    const cm_bound *bound = &c->encoder.bounds[flag->node];
    bool is_set = c->job.model->nodes[flag->node].is_set;
    for (uint32_t a = 0; a < c->graph.count; a++) {
        if (is_set && cm_set_has(&bound->may_set, a))
            cm_rel_add(pairs, a, a);
        for (uint32_t b = 0; b < c->graph.count && !is_set; b++)
            if (cm_rel_has(&bound->may, a, b)) {
                cm_rel_add(pairs, a, b);
                cm_rel_add(pairs, b, a);
            }
    }
}

/* The rounds of one thread have to raise flags by themselves, and what follows one of them can be
 * taken away. */
const cm_rel *cm_checking_pairs_of_rounds(cm_checking *c)
{
    cm_job *job = &c->job;
    if (!c->graph.waits || c->graph.collectives.count > 0 || c->whole || job->options.no_flags ||
        !cm_flags_monotone(job, job->model, false) || !cm_flags_prefixes(job, job->model))
        return NULL;
    cm_rel *pairs = CM_NEW(job->arena, cm_rel);
    *pairs = cm_rel_new(job->arena, c->graph.count);
    for (int i = 0; i < job->model->constraint_count; i++)
        if (job->model->constraints[i].is_flag)
            add_pairs(c, &job->model->constraints[i], pairs);
    return pairs;
}
