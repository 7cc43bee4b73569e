/* Unrolling a thread. See unroll.h. */
#include "checker/threads/unroll.h"

#include <stdlib.h>
#include <string.h>

enum { VISIT_LIMIT = 100000 };

typedef struct unroller {
    cm_job *job;
    const cm_thread *thread;
    int thread_index;
    const cm_loop_limits *limits;
    uint64_t base; /* of a digit of cm_visit.rounds */
    int *back_of;  /* by step: index of the backward target, or -1 */
    int back_count;
    bool *live; /* by step and backward target: may be jumped back to from there */
    int *targets;
    int target_count, target_capacity;
    cm_visit *visits;
    int count, capacity;
    int *table; /* hash of (step, rounds) -> visit + 1 */
    uint32_t table_size;
} unroller;

/* ---- targets --------------------------------------------------------- */

static void add_target(unroller *u, int step)
{
    for (int i = 0; i < u->target_count; i++)
        if (u->targets[i] == step)
            return;
    CM_PUSH(u->job->arena, u->targets, u->target_count, u->target_capacity, step);
}

static void add_addresses(unroller *u, const cm_expr *e)
{
    if (!e)
        return;
    if (e->op == CM_OP_CONST) {
        int step = cm_test_code(u->job->test, u->thread_index, e->imm);
        if (step >= 0)
            add_target(u, step);
    }
    add_addresses(u, e->a);
    add_addresses(u, e->b);
    add_addresses(u, e->c);
}

/* Code addresses that the thread can compute: its labels and the constants in
 * its expressions and initial registers. */
static void find_targets(unroller *u)
{
    const cm_thread *t = u->thread;
    if (!cm_thread_has_indirect(t))
        return;
    for (int i = 0; i < t->label_count; i++)
        add_target(u, t->labels[i].step);
    for (int i = 0; i < t->step_count; i++) {
        add_addresses(u, t->steps[i].value);
        add_addresses(u, t->steps[i].addr);
    }
    for (int i = 0; i < t->register_count; i++)
        add_addresses(u, t->registers[i].init);
}

static void mark_backward(unroller *u, int from, int target)
{
    if (target <= from && u->back_of[target] < 0)
        u->back_of[target] = u->back_count++;
}

static void find_backward(unroller *u)
{
    const cm_thread *t = u->thread;
    u->back_of = CM_NEW_ARRAY(u->job->arena, (size_t)t->step_count + 1, int);
    for (int i = 0; i <= t->step_count; i++)
        u->back_of[i] = -1;
    for (int i = 0; i < t->step_count; i++) {
        if (t->steps[i].kind != CM_STEP_BRANCH)
            continue;
        if (!t->steps[i].addr)
            mark_backward(u, i, t->steps[i].target);
        else
            for (int k = 0; k < u->target_count; k++)
                mark_backward(u, i, u->targets[k]);
    }
}

/* From a step straight to a target: what may be jumped back to there may be
 * from here. True when that is news. */
static bool flow_back(unroller *u, int from, int target)
{
    bool news = false;
    int count = u->back_count;
    for (int k = 0; k < count; k++) {
        bool *here = &u->live[(size_t)from * (size_t)count + (size_t)k];
        bool there = u->live[(size_t)target * (size_t)count + (size_t)k] ||
                     (target <= from && u->back_of[target] == k);
        news |= there && !*here;
        *here |= there;
    }
    return news;
}

static bool flow_step(unroller *u, int step)
{
    const cm_step *s = &u->thread->steps[step];
    bool branch = s->kind == CM_STEP_BRANCH, news = false;
    if (!branch || s->value || s->guard)
        news |= flow_back(u, step, step + 1);
    if (branch && !s->addr)
        news |= flow_back(u, step, s->target);
    for (int i = 0; branch && s->addr && i < u->target_count; i++)
        news |= flow_back(u, step, u->targets[i]);
    return news;
}

/* ---- visits ---------------------------------------------------------- */

static uint32_t slot_of(const unroller *u, int step, uint64_t rounds)
{
    uint64_t hash = (rounds * 0x9E3779B97F4A7C15u) ^ ((uint64_t)step * 0xC2B2AE3D27D4EB4Fu);
    return (uint32_t)(hash >> 32) & (u->table_size - 1);
}

static void table_put(unroller *u, int visit)
{
    uint32_t at = slot_of(u, u->visits[visit].step, u->visits[visit].rounds);
    while (u->table[at])
        at = (at + 1) & (u->table_size - 1);
    u->table[at] = visit + 1;
}

/* The visit of that step in those rounds, made if new. */
static int visit_at(unroller *u, int step, uint64_t rounds)
{
    if (step >= u->thread->step_count)
        return CM_VISIT_EXIT;
    /* The rounds without those of loops that the step has left for good. */
    uint64_t unit = 1, kept = 0;
    for (int k = 0; k < u->back_count && rounds >= unit; k++, unit *= u->base)
        if (u->live[(size_t)step * (size_t)u->back_count + (size_t)k])
            kept += rounds / unit % u->base * unit;
    rounds = kept;
    if ((uint32_t)u->count * 2 >= u->table_size) {
        u->table_size = u->table_size ? u->table_size * 4 : 64;
        u->table = CM_NEW_ARRAY(u->job->arena, u->table_size, int);
        for (int i = 0; i < u->count; i++)
            table_put(u, i);
    }
    for (uint32_t at = slot_of(u, step, rounds); u->table[at];
         at = (at + 1) & (u->table_size - 1)) {
        const cm_visit *found = &u->visits[u->table[at] - 1];
        if (found->step == step && found->rounds == rounds)
            return u->table[at] - 1;
    }
    if (u->count >= VISIT_LIMIT)
        cm_job_stop(u->job, "thread P%d has more than %d steps when its loops are unrolled",
                    u->thread->id, VISIT_LIMIT);
    CM_RESERVE(u->job->arena, u->visits, u->count, u->capacity);
    u->visits[u->count] = (cm_visit){.step = step, .rounds = rounds};
    table_put(u, u->count);
    return u->count++;
}

static unsigned limit_at(const cm_loop_limits *limits, int thread, int step)
{
    if (limits->waits && limits->waits[thread][step])
        return limits->failed;
    unsigned known = limits->known ? limits->known[thread][step] : 0;
    return known ? known : limits->bound;
}

static uint64_t unit_of(uint64_t base, int digit)
{
    uint64_t unit = 1;
    while (digit-- > 0)
        unit *= base;
    return unit;
}

static int visit_jumped_to(unroller *u, int from, uint64_t rounds, int target)
{
    if (target > from)
        return visit_at(u, target, rounds);
    uint64_t unit = unit_of(u->base, u->back_of[target]);
    if (rounds / unit % u->base >= limit_at(u->limits, u->thread_index, from))
        return CM_VISIT_CUT;
    return visit_at(u, target, rounds + unit);
}

static void expand(unroller *u, int index)
{
    int step = u->visits[index].step;
    uint64_t rounds = u->visits[index].rounds;
    const cm_step *s = &u->thread->steps[step];
    bool always = s->kind == CM_STEP_BRANCH && !s->value && !s->guard;
    int next = always ? CM_VISIT_EXIT : visit_at(u, step + 1, rounds);
    int taken = CM_VISIT_EXIT;
    int *indirect = NULL;
    if (s->kind == CM_STEP_BRANCH && !s->addr)
        taken = visit_jumped_to(u, step, rounds, s->target);
    if (s->kind == CM_STEP_BRANCH && s->addr) {
        indirect = CM_NEW_ARRAY(u->job->arena, (size_t)u->target_count, int);
        for (int i = 0; i < u->target_count; i++)
            indirect[i] = visit_jumped_to(u, step, rounds, u->targets[i]);
    }
    u->visits[index].next = next;
    u->visits[index].taken = taken;
    u->visits[index].indirect = indirect;
}

/* ---- order ----------------------------------------------------------- */

typedef struct visit_key {
    uint32_t jumps; /* backward jumps before it, on the path with most of them */
    int step, index;
} visit_key;

static int by_order(const void *left, const void *right)
{
    const visit_key *a = left, *b = right;
    if (a->jumps != b->jumps)
        return a->jumps < b->jumps ? -1 : 1;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Visits that have been counted up to now, in an order of paths. */
typedef struct counting {
    unroller *u;
    visit_key *keys; /* by visit */
    int *missing;    /* by visit: ways into it not yet followed */
    int *ready, ready_count;
} counting;

typedef void visit_edge(counting *c, int from, int to);

static void each_way(counting *c, int from, visit_edge *follow)
{
    const cm_visit *v = &c->u->visits[from];
    if (v->next >= 0)
        follow(c, from, v->next);
    if (v->taken >= 0)
        follow(c, from, v->taken);
    for (int k = 0; v->indirect && k < c->u->target_count; k++)
        if (v->indirect[k] >= 0)
            follow(c, from, v->indirect[k]);
}

static void count_way(counting *c, int from, int to)
{
    const unroller *u = c->u;
    cm_visit *visit = &u->visits[to];
    int step = u->visits[from].step;
    bool waits = u->limits->waits && u->limits->waits[u->thread_index][step] && visit->step <= step;
    visit->retry = waits && (c->missing[to] == 0 || visit->retry);
    c->missing[to]++;
}

static void follow_way(counting *c, int from, int to)
{
    uint32_t back = c->keys[to].step <= c->keys[from].step;
    if (c->keys[to].jumps < c->keys[from].jumps + back)
        c->keys[to].jumps = c->keys[from].jumps + back;
    if (--c->missing[to] == 0)
        c->ready[c->ready_count++] = to;
}

/* Jumps and then steps grow along every path. */
static visit_key *count_jumps(unroller *u)
{
    cm_arena *arena = u->job->arena;
    size_t count = (size_t)u->count;
    counting c = {.u = u,
                  .keys = CM_NEW_ARRAY(arena, count, visit_key),
                  .missing = CM_NEW_ARRAY(arena, count, int),
                  .ready = CM_NEW_ARRAY(arena, count, int)};
    for (int i = 0; i < u->count; i++) {
        c.keys[i] = (visit_key){0, u->visits[i].step, i};
        each_way(&c, i, count_way);
    }
    if (u->count > 0)
        c.ready[c.ready_count++] = 0; /* the first visit; all others are reached from it */
    for (int i = 0; i < c.ready_count; i++)
        each_way(&c, c.ready[i], follow_way);
    return c.keys;
}

static int renamed(const int *place, int visit)
{
    return visit < 0 ? visit : place[visit];
}

static void sort_visits(unroller *u, cm_unrolled *out)
{
    cm_arena *arena = u->job->arena;
    size_t count = (size_t)u->count;
    visit_key *keys = count_jumps(u);
    int *place = CM_NEW_ARRAY(arena, count, int);
    qsort(keys, count, sizeof *keys, by_order);
    for (int i = 0; i < u->count; i++)
        place[keys[i].index] = i;
    out->visits = CM_NEW_ARRAY(arena, count, cm_visit);
    out->count = u->count;
    for (int i = 0; i < u->count; i++) {
        cm_visit visit = u->visits[keys[i].index];
        visit.next = renamed(place, visit.next);
        visit.taken = renamed(place, visit.taken);
        if (visit.indirect) {
            int *moved = CM_NEW_ARRAY(arena, (size_t)u->target_count, int);
            for (int k = 0; k < u->target_count; k++)
                moved[k] = renamed(place, visit.indirect[k]);
            visit.indirect = moved;
        }
        out->visits[i] = visit;
    }
}

/* Do all digits of cm_visit.rounds, and one for the instruction (cm_access.instance),
 * fit into 64 bits? */
static bool rounds_fit(const cm_thread *thread, uint64_t base, int digits)
{
    uint64_t room = UINT64_MAX / ((uint64_t)thread->instruction_count + 1);
    for (; digits > 0 && room > 0; digits--)
        room /= base;
    return room > 0;
}

/* Of a digit of cm_visit.rounds: one more than the greatest limit. */
static uint64_t rounds_base(const cm_thread *thread, int index, const cm_loop_limits *limits)
{
    unsigned greatest = limits->bound > limits->failed ? limits->bound : limits->failed;
    for (int i = 0; limits->known && i < thread->step_count; i++)
        if (limits->known[index][i] > greatest)
            greatest = limits->known[index][i];
    return (uint64_t)greatest + 1;
}

static bool jumps_back(const cm_thread *t, int step)
{
    return t->steps[step].kind == CM_STEP_BRANCH && t->steps[step].target <= step;
}

/* Loops of which one reaches into the other count as if all of them were one in the other: steps
 * times the rounds of each. Nothing leads from behind them back into them. */
bool cm_unroll_fits(const cm_job *job, int thread, const cm_loop_limits *limits)
{
    const cm_thread *t = &job->test->threads[thread];
    int *ends = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, int); /* by step jumped to */
    uint64_t visits = 0, rounds = 1;
    int jumps = 0, begin = 0, end = 0;
    for (int i = 0; i < t->step_count; i++)
        if (jumps_back(t, i))
            ends[t->steps[i].target] = i + 1;
    for (int i = 0; i < t->step_count && visits <= VISIT_LIMIT && rounds <= VISIT_LIMIT; i++) {
        if (i == end) {
            visits += (uint64_t)(end - begin) * rounds;
            begin = i;
            end = i + 1;
            rounds = 1;
        }
        end = ends[i] > end ? ends[i] : end;
        if (jumps_back(t, i)) {
            rounds *= limit_at(limits, thread, i) + 1;
            jumps++;
        }
    }
    visits += (uint64_t)(end - begin) * rounds;
    return !cm_thread_has_indirect(t) && visits <= VISIT_LIMIT && rounds <= VISIT_LIMIT &&
           rounds_fit(t, rounds_base(t, thread, limits), jumps);
}

void cm_unroll(cm_job *job, int thread, const cm_loop_limits *limits, cm_unrolled *out)
{
    unroller u = {.job = job,
                  .thread = &job->test->threads[thread],
                  .thread_index = thread,
                  .limits = limits};
    u.base = rounds_base(u.thread, thread, limits);
    find_targets(&u);
    find_backward(&u);
    if (!rounds_fit(u.thread, u.base, u.back_count))
        cm_job_stop(job, "thread P%d has too many loops for this bound", u.thread->id);
    int steps = u.thread->step_count;
    if (u.back_count != 0) {
        u.live = CM_NEW_ARRAY(u.job->arena, (size_t)(steps + 1) * (size_t)u.back_count, bool);
        for (bool again = true; again;) {
            again = false;
            for (int step = steps - 1; step >= 0; step--)
                again |= flow_step(&u, step);
        }
    }
    visit_at(&u, 0, 0);
    for (int i = 0; i < u.count; i++)
        expand(&u, i);
    sort_visits(&u, out);
    out->targets = u.targets;
    out->target_count = u.target_count;
    out->back_of = u.back_of;
    out->base = u.base;
}

uint64_t cm_unrolled_rounds(const cm_unrolled *u, const cm_visit *visit, int head, int end)
{
    uint64_t rounds = visit->rounds;
    for (int step = head + 1; step <= end; step++) {
        uint64_t unit = unit_of(u->base, u->back_of[step]);
        if (u->back_of[step] >= 0)
            rounds -= rounds / unit % u->base * unit;
    }
    return rounds;
}

bool cm_unrolled_in_round(const cm_unrolled *u, int visit, int head, int end)
{
    const cm_visit *v = &u->visits[visit], *last = &u->visits[end];
    return v->rounds == last->rounds && v->step <= last->step && v->step >= head;
}
