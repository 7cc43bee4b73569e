/* Who waits for whom at a meeting of lanes of a warp, and at barriers of a CTA and a cluster, while
 * threads go through their programs before a run (ptx_native_lanes.c).
 *
 *   lanes of a warp       all that the mask names, at the same instruction (PTX ISA, "vote.sync")
 *   barrier of a CTA      all threads of the CTA, or so many, those that have it: each waits there,
 *                         or has arrived ("barrier{.cta}"); threads of a warp come as one
 *   of a cluster          all threads have arrived that have not ended ("barrier.cluster")
 *
 * Of the walk of a warp alone, the other warps' threads come to barriers: whether they do, memory
 * does not decide then (cm_native_barriers_vary). */
#include "litmus/isa/ptx/ptx_native_walk.h"

static const cm_step *step_of(const lane *l)
{
    return &l->thread->steps[l->step];
}

static bool has_ended(const lane *l)
{
    return l->step == l->thread->step_count;
}

static unsigned number_of(const walk *w, const lane *l)
{
    return (unsigned)cm_ptx_tid(w->n->test, (int)(l->thread - w->n->test->threads));
}

/* Of lanes of a warp: not a barrier, and not the reduction at one. */
static bool is_of_warp(const lane *l)
{
    return cm_ptxn_value_is_number(l->id) && l->id->imm >= CM_PTX_LANES &&
           !cm_ptx_is_reduction(l->id->imm);
}

/* ---- of a warp ------------------------------------------------------------- */

static bool is_same_meeting(const lane *a, const lane *b)
{
    if (has_ended(b))
        return false;
    const cm_step *s = step_of(a), *t = step_of(b);
    return s->arrives == t->arrives && s->clustered == t->clustered &&
           cm_ptxn_value_equal(a->id, b->id) && cm_ptxn_value_equal(a->quorum, b->quorum);
}

/* Must the other one, of the same warp, be at the lane's meeting? */
static bool is_named(const walk *w, const lane *l, const lane *other)
{
    uint32_t mask = is_of_warp(l) ? cm_ptx_mask(l->id->imm) : UINT32_MAX;
    unsigned number = number_of(w, other);
    return number_of(w, l) / MOST_LANES == number / MOST_LANES &&
           (mask >> number % MOST_LANES & 1) != 0;
}

/* A lane that has ended comes to the barriers of the cluster that the others come to. */
static bool warp_comes(const walk *w, const lane *l)
{
    for (int i = 0; i < w->count; i++) {
        const lane *other = &w->lanes[i];
        bool here = has_ended(other) ? step_of(l)->clustered : is_same_meeting(l, other);
        if (is_named(w, l, other) && !here)
            return false;
    }
    return true;
}

/* ---- of a CTA --------------------------------------------------------------- */

/* Has the thread that barrier anywhere? */
static bool has_barrier(const cm_thread *thread, const cm_step *barrier)
{
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (s->kind == CM_STEP_BARRIER && !s->clustered && cm_ptxn_same_barrier(s, barrier))
            return true;
    }
    return false;
}

/* Does the other thread wait at the lane's barrier, or has it arrived there? */
static bool is_there(const walk *w, const lane *l, const lane *other)
{
    if (cm_ptxn_value_equal(other->arrived, l->id))
        return true;
    bool at_barrier = !has_ended(other) && !step_of(other)->arrives && !step_of(other)->clustered;
    return at_barrier && cm_ptxn_value_equal(other->id, l->id) &&
           cm_ptxn_value_equal(other->quorum, l->quorum) && warp_comes(w, other);
}

static bool cta_comes(walk *w, const lane *l)
{
    bool for_all = !step_of(l)->quorum;
    uint64_t having = 0;
    for (int i = 0; i < w->count; i++)
        having += has_barrier(w->lanes[i].thread, step_of(l));
    /* One for a number of threads is followed where they are those that have it. */
    if (!for_all && (!cm_ptxn_value_is_number(l->quorum) || l->quorum->imm != having))
        cm_ptxn_refuse_wait(w, l);
    for (int i = 0; i < w->count; i++) {
        const lane *other = &w->lanes[i];
        bool wanted = for_all || has_barrier(other->thread, step_of(l));
        if (wanted && !is_there(w, l, other))
            return false;
    }
    return true;
}

/* ---- of a cluster ------------------------------------------------------------ */

static bool cluster_comes(const walk *w, const lane *l)
{
    for (int i = 0; i < w->count; i++) {
        const lane *other = &w->lanes[i];
        if (!has_ended(other) && other->cluster_arrivals < l->cluster_arrivals)
            return false;
    }
    return true;
}

/* ---- any ---------------------------------------------------------------------- */

bool cm_ptxn_all_come(walk *w, const lane *l)
{
    if (!warp_comes(w, l))
        return false;
    if (!w->of_cta || is_of_warp(l) || step_of(l)->arrives)
        return true;
    return step_of(l)->clustered ? cluster_comes(w, l) : cta_comes(w, l);
}

/* Who has arrived at a barrier that is not complete does not arrive at it, or another one, again:
 * that is not followed. */
static void arrive(walk *w, lane *l)
{
    if (step_of(l)->clustered) {
        l->cluster_arrivals++;
        return;
    }
    if (w->of_cta && l->arrived)
        cm_ptxn_refuse_wait(w, l);
    l->arrived = l->id;
}

/* Does the lane go on when all have come whom `at` waits for? Who has arrived at a barrier before
 * it waits there waits for the next phase. */
static bool goes_on(const walk *w, const lane *at, const lane *l)
{
    bool alone = !w->of_cta || is_of_warp(at) || step_of(at)->arrives;
    if (!is_same_meeting(at, l) || (alone && !is_named(w, at, l)))
        return false;
    if (alone)
        return true;
    return step_of(at)->clustered ? warp_comes(w, l) && cluster_comes(w, l)
                                  : !cm_ptxn_value_equal(l->arrived, at->id);
}

void cm_ptxn_meet(walk *w, const lane *at, void go_on(walk *w, lane *l))
{
    const lane first = *at;
    bool *leaves = CM_NEW_ARRAY(w->n->work->arena, (size_t)w->count, bool);
    for (int i = 0; i < w->count; i++)
        leaves[i] = goes_on(w, &first, &w->lanes[i]);
    /* All who have arrived at the barrier of that lane without waiting may do it again. */
    bool ends = !is_of_warp(&first) && !step_of(&first)->arrives && !step_of(&first)->clustered;
    for (int i = 0; ends && i < w->count; i++)
        if (cm_ptxn_value_equal(w->lanes[i].arrived, first.id))
            w->lanes[i].arrived = NULL;
    for (int i = 0; i < w->count; i++) {
        if (!leaves[i])
            continue;
        if (step_of(&w->lanes[i])->arrives)
            arrive(w, &w->lanes[i]);
        go_on(w, &w->lanes[i]);
    }
}
