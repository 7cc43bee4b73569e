/* What lanes hand to each other. See lanes.h. */
#include "checker/threads/lanes.h"

#include "litmus/isa/lanes.h"

static bool is_meeting(const cm_access *a)
{
    return a->step->kind == CM_STEP_BARRIER && cm_step_is_of_lanes(a->step);
}

static bool is_one(const cm_val *value)
{
    return value && value->count == 1;
}

/* Are there lane operations, and is it known at which barrier each of them meets? */
static bool any_meeting(const cm_memory *memory)
{
    bool any = false;
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            const cm_access *a = &memory->runs[t].accesses[i];
            if (!is_meeting(a))
                continue;
            if (!a->step->least && !(is_one(a->value) && is_one(a->quorum)))
                return false;
            any = true;
        }
    return any;
}

/* The barrier of the access's operation, from it on forwards or backwards; NULL: none. */
static const cm_access *meeting_of(const cm_thread_run *run, const cm_access *access, int by)
{
    const cm_access *a = access + by;
    for (; a >= run->accesses && a < run->accesses + run->access_count; a += by)
        if (a->instance != access->instance)
            return NULL;
        else if (is_meeting(a))
            return a;
    return NULL;
}

static bool same_meeting(const cm_access *a, const cm_access *b)
{
    return is_meeting(b) && is_one(b->value) &&
           a->value->choices[0].value == b->value->choices[0].value;
}

/* The thread's arrival at the meeting's barrier that has its turn; NULL: not known, or one of
 * several. */
static const cm_access *same_turn(const cm_thread_run *run, const cm_access *meeting)
{
    const cm_access *found = NULL;
    for (const cm_access *a = run->accesses; a < run->accesses + run->access_count; a++) {
        if (!same_meeting(meeting, a) || (a->turn && a->turn != meeting->turn))
            continue;
        if (!a->turn || found)
            return NULL;
        found = a;
    }
    return found;
}

/* The store to the load's word that comes with the thread's arrival of the meeting's turn. */
static const cm_access *giver_in(const cm_thread_run *run, const cm_access *load,
                                 const cm_access *meeting)
{
    const cm_access *met = same_turn(run, meeting);
    for (const cm_access *a = run->accesses; met && a < met; a++)
        if (a->step->kind == CM_STEP_STORE && cm_step_is_of_lanes(a->step) &&
            a->guard == met->guard && is_one(a->address) &&
            a->address->choices[0].value == load->address->choices[0].value &&
            meeting_of(run, a, 1) == met)
            return a;
    return NULL;
}

static void find_giver(const cm_memory *memory, cm_access *load)
{
    const cm_access *meeting = meeting_of(&memory->runs[load->thread], load, -1);
    if (!meeting || !meeting->turn || !is_one(load->address))
        return;
    for (int t = 0; t < memory->job->test->thread_count && !load->giver; t++)
        if (t != load->thread)
            load->giver = giver_in(&memory->runs[t], load, meeting);
}

void cm_lanes_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    int threads = job->test->thread_count;
    if (job->keep_lanes || job->wide_values || !any_meeting(memory))
        return;
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            cm_access *a = &memory->runs[t].accesses[i];
            if (a->step->kind == CM_STEP_LOAD && cm_step_is_of_lanes(a->step))
                find_giver(memory, a);
        }
}
