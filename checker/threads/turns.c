/* Turns at barriers. See turns.h. */
#include "checker/threads/turns.h"

typedef struct arrivals {
    const cm_memory *memory;
    cm_access **items;        /* at barriers, those of a thread together */
    const cm_access **comers; /* scratch, by thread */
    bool *full;               /* by item: it waits for all */
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
    bool asked = false; /* that the thread waits there for all, of an earlier arrival */
    if (!is_known(meeting))
        return;
    for (uint32_t k = i; k-- > 0 && m->items[k]->thread == meeting->thread;)
        if (may_share(m, meeting, m->items[k]) && !excludes(m, meeting, m->items[k])) {
            if (!is_known(m->items[k]) || !requires(m, meeting, m->items[k]))
                return;
            turn++;
            m->full[i] = m->full[k];
            asked |= meeting->step->party == m->items[k]->step->party;
        }
    if (!asked)
        m->full[i] = !meeting->quorum || waits_for_all(m, meeting);
    if (m->full[i])
        meeting->turn = turn;
}

/* Does the thread come to all its barriers, to wait there, whatever it reads? */
static bool comes_to_all(const cm_thread *t)
{
    bool jumps = false;
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        jumps |= s->kind == CM_STEP_BRANCH;
        if (s->kind == CM_STEP_BARRIER && (jumps || s->guard || s->arrives))
            return false;
    }
    return true;
}

/* Arrivals at one barrier for one time, which waits for so many. */
typedef struct meeting {
    uint32_t key, needs, waiting; /* key: the first arrival at the barrier */
} meeting;

/* Of each arrival the number of its meeting; false: others come to one barrier for one time than
 * for another. */
static bool find_meetings(const arrivals *m, uint32_t *of, meeting *all)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t key = 0, k = 0;
        if (m->items[i]->turn == 0)
            return false;
        while (key < i && !may_share(m, m->items[i], m->items[key]))
            key++;
        while (k < i && (all[of[k]].key != key || m->items[k]->turn != m->items[i]->turn))
            k++;
        of[i] = k < i ? of[k] : count++;
        all[of[i]].key = key;
        all[of[i]].needs++;
    }
    for (uint32_t i = 0; i < m->count; i++)
        if (all[of[i]].needs != all[of[all[of[i]].key]].needs)
            return false;
    return true;
}

/* Is nobody left waiting, whatever threads read: do they meet at all their barriers? */
static bool all_meet(const arrivals *m)
{
    cm_job *job = m->memory->job;
    uint32_t *of = CM_NEW_ARRAY(job->arena, m->count + 1, uint32_t), left = m->count;
    meeting *all = CM_NEW_ARRAY(job->arena, m->count + 1, meeting);
    bool *counted = CM_NEW_ARRAY(job->arena, m->count + 1, bool), moved = left > 0;
    for (int t = 0; t < job->test->thread_count; t++)
        if (!comes_to_all(&job->test->threads[t]))
            return false;
    if (!find_meetings(m, of, all))
        return false;
    while (moved) { /* each thread comes as far as it can: to a barrier where others lack */
        moved = false;
        for (uint32_t i = 0, stays = UINT32_MAX; i < m->count; i++) {
            if (stays < i && m->items[i]->thread == m->items[stays]->thread)
                continue;
            stays = UINT32_MAX;
            if (!counted[i]) {
                counted[i] = moved = true;
                all[of[i]].waiting++;
                left--;
            }
            if (all[of[i]].waiting < all[of[i]].needs)
                stays = i;
        }
    }
    return m->count > 0 && left == 0;
}

void cm_turns_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    arrivals m = {.memory = memory};
    uint32_t all = 0;
    for (int t = 0; t < job->test->thread_count; t++)
        all += (uint32_t)memory->runs[t].access_count;
    m.items = CM_NEW_ARRAY(job->arena, all + 1, cm_access *);
    m.full = CM_NEW_ARRAY(job->arena, all + 1, bool);
    m.comers = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, const cm_access *);
    for (int t = 0; t < job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (run->accesses[i].step->kind == CM_STEP_BARRIER)
                m.items[m.count++] = &run->accesses[i];
    }
    for (uint32_t i = 0; i < m.count; i++)
        set_turn(&m, i);
    memory->all_meet = memory->all_meet || all_meet(&m);
}
