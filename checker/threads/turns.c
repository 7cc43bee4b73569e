/* Turns at barriers. See turns.h. */
#include "checker/threads/turns.h"

typedef struct arrivals {
    const cm_memory *memory;
    cm_access **items;        /* at barriers, those of a thread together */
    const cm_access **comers; /* scratch, by thread */
    uint32_t count;
} arrivals;

/* May both have the same value? NULL stands for no value. */
static bool may_equal(const cm_val *a, const cm_val *b)
{
    for (uint32_t i = 0; a && b && i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (a->choices[i].value == b->choices[k].value)
                return true;
    return !a && !b;
}

/* May both come to one barrier? */
static bool may_share(const arrivals *m, const cm_access *a, const cm_access *b)
{
    cm_scope scope = cm_barrier_scope(a->step);
    return scope == cm_barrier_scope(b->step) &&
           (a->thread == b->thread ||
            cm_threads_share(m->memory->job->test, a->thread, b->thread, scope)) &&
           may_equal(a->value, b->value) && may_equal(a->quorum, b->quorum);
}

/* Is it known to which barrier it comes? */
static bool is_known(const cm_access *a)
{
    return a->value->count == 1 && (!a->quorum || a->quorum->count == 1) && !a->step->least &&
           !a->step->clustered;
}

/* Of those who come, the one that is the thread, or of the warp, which comes as one; NULL: none. */
static const cm_access *comer(const arrivals *m, const cm_access *a, uint32_t come)
{
    for (uint32_t i = 0; i < come; i++) {
        const cm_access *other = m->comers[i];
        if (other->thread == a->thread || (a->step->party && other->step->party == a->step->party))
            return other;
    }
    return NULL;
}

/* Are those who may ever come there as many as it counts, each of them at barriers that are known,
 * and always or never to wait? */
static bool waits_for_all(const arrivals *m, const cm_access *meeting)
{
    uint32_t come = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const cm_access *a = m->items[i];
        if (!may_share(m, meeting, a))
            continue;
        if (!is_known(a) || !a->step->party != !meeting->step->party)
            return false;
        const cm_access *before = comer(m, a, come);
        if (before && before->step->arrives != a->step->arrives)
            return false;
        if (!before)
            m->comers[come++] = a;
    }
    return meeting->quorum->choices[0].value == come;
}

/* Has the other one surely happened where this one happens? */
static bool requires(const arrivals *m, const cm_access *one, const cm_access *other)
{
    return cm_form_implies(&m->memory->job->form, one->guard, other->guard);
}

static bool excludes(const arrivals *m, const cm_access *one, const cm_access *other)
{
    return cm_form_and(&m->memory->job->form, one->guard, other->guard) == CM_FALSE;
}

static void set_turn(const arrivals *m, uint32_t i)
{
    cm_access *meeting = m->items[i];
    int turn = 1;
    if (!is_known(meeting))
        return;
    for (uint32_t k = i; k-- > 0 && m->items[k]->thread == meeting->thread;)
        if (may_share(m, meeting, m->items[k]) && !excludes(m, meeting, m->items[k])) {
            if (!is_known(m->items[k]) || !requires(m, meeting, m->items[k]))
                return;
            turn++;
        }
    if (!meeting->quorum || waits_for_all(m, meeting))
        meeting->turn = turn;
}

void cm_turns_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    arrivals m = {.memory = memory};
    uint32_t all = 0;
    for (int t = 0; t < job->test->thread_count; t++)
        all += (uint32_t)memory->runs[t].access_count;
    m.items = CM_NEW_ARRAY(job->arena, all + 1, cm_access *);
    m.comers = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, const cm_access *);
    for (int t = 0; t < job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (run->accesses[i].step->kind == CM_STEP_BARRIER)
                m.items[m.count++] = &run->accesses[i];
    }
    for (uint32_t i = 0; i < m.count; i++)
        set_turn(&m, i);
}
