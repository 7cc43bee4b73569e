/* What lanes hand to each other. See lanes.h. */
#include "checker/threads/lanes.h"

#include "litmus/isa/lanes.h"

#include <stdlib.h>

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

/* ---- what a barrier of the CTA hands on ------------------------------------- */

/* An access of whole memory at one known place, whatever is read. */
typedef struct known {
    cm_access *access;
    uint64_t address;
    int phase;  /* so many arrivals of its thread at the barrier of the CTA come before it; -1: the
                   thread never comes there */
    bool alone; /* single-copy atomic by itself */
} known;

typedef struct knowns {
    known *items; /* by address; of a thread in program order */
    uint32_t count;
    bool any_place; /* some store may go to several places, or is done by itself */
} knowns;

static bool is_arrival(const cm_access *a)
{
    return a->step->kind == CM_STEP_BARRIER && !a->step->quorum && !a->step->clustered &&
           !cm_step_is_of_lanes(a->step) && a->value->choices[0].value == 0;
}

static int by_address(const void *a, const void *b)
{
    const known *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->access->thread != y->access->thread)
        return x->access->thread < y->access->thread ? -1 : 1;
    return x->access < y->access ? -1 : x->access > y->access;
}

static knowns find_known(const cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    knowns all = {0};
    size_t most = 1;
    for (int t = 0; t < test->thread_count; t++)
        most += (size_t)memory->runs[t].access_count;
    all.items = CM_NEW_ARRAY(memory->job->arena, most, known);
    for (int t = 0; t < test->thread_count; t++) {
        uint32_t first = all.count;
        int phase = 0;
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            cm_access *a = &memory->runs[t].accesses[i];
            phase += is_arrival(a);
            if (!cm_step_is_access(a->step))
                continue;
            if (is_one(a->address) && !cm_step_is_async(a->step))
                all.items[all.count++] = (known){
                    a, a->address->choices[0].value, phase,
                    a->whole == i && (i + 1 == memory->runs[t].access_count || a[1].whole != i)};
            else
                all.any_place |= a->step->kind == CM_STEP_STORE;
        }
        for (uint32_t i = first; phase == 0 && i < all.count; i++)
            all.items[i].phase = -1;
    }
    qsort(all.items, all.count, sizeof *all.items, by_address);
    return all;
}

/* a is before b: in its thread, or behind barriers at which they meet. */
static bool is_earlier(const cm_test *test, const known *a, const known *b)
{
    if (a->access->thread == b->access->thread)
        return a->access < b->access;
    return a->phase >= 0 && a->phase < b->phase &&
           cm_threads_share(test, a->access->thread, b->access->thread, CM_SCOPE_CTA);
}

/* Accesses of one address, of its bytes only, each of which surely happens. */
static bool is_one_word(const known *items, uint32_t count)
{
    const cm_step *first = items[0].access->step;
    for (uint32_t i = 0; i < count; i++) {
        const cm_step *s = items[i].access->step;
        if (s->width != first->width || s->proxy != first->proxy || s->exclusive ||
            s->rmw == CM_RMW_EXCLUSIVE || cm_step_is_of_lanes(s) || !items[i].alone)
            return false;
    }
    return true;
}

/* The last store before the load, where every store is known to be before it or behind it. */
static void find_handed(const cm_test *test, const known *items, uint32_t count, const known *load)
{
    const known *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const known *s = &items[i];
        if (s->access->step->kind != CM_STEP_STORE || is_earlier(test, load, s))
            continue;
        if (!is_earlier(test, s, load) || s->access->instance == load->access->instance ||
            (last && !is_earlier(test, s, last) && !is_earlier(test, last, s)))
            return;
        last = !last || is_earlier(test, last, s) ? s : last;
    }
    for (uint32_t i = 0; last && i < count; i++)
        if (items[i].access->step->kind == CM_STEP_STORE && &items[i] != last &&
            !is_earlier(test, &items[i], last) && !is_earlier(test, load, &items[i]))
            return;
    if (last && last->access->guard == CM_TRUE && load->phase >= 0)
        load->access->giver = last->access;
}

/* Where all threads meet whatever they read. */
static void find_all_handed(cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    knowns all = find_known(memory);
    for (uint32_t i = 0, end; i < all.count && !all.any_place; i = end) {
        uint64_t next = all.items[i].address + all.items[i].access->step->width;
        end = i + 1;
        while (end < all.count && all.items[end].address == all.items[i].address)
            end++;
        bool apart = (i == 0 || all.items[i - 1].address + all.items[i - 1].access->step->width <=
                                    all.items[i].address) &&
                     (end == all.count || next <= all.items[end].address);
        if (!apart || !is_one_word(&all.items[i], end - i))
            continue;
        for (uint32_t k = i; k < end; k++) {
            const cm_access *a = all.items[k].access;
            all.items[k].access->handed = true;
            if (a->step->kind == CM_STEP_LOAD && a->guard == CM_TRUE)
                find_handed(test, &all.items[i], end - i, &all.items[k]);
        }
    }
}

void cm_lanes_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    int threads = job->test->thread_count;
    if (job->keep_lanes || job->wide_values)
        return;
    if (memory->all_meet && !job->keep_handed)
        find_all_handed(memory);
    if (!any_meeting(memory))
        return;
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++) {
            cm_access *a = &memory->runs[t].accesses[i];
            if (a->step->kind == CM_STEP_LOAD && cm_step_is_of_lanes(a->step))
                find_giver(memory, a);
        }
}
