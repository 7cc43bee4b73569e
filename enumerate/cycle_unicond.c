/* All outcomes that coherence leaves to the accesses of a cycle, location by location: what
 * diy calls unicond (gen/run_gen.ml, "uniproc only"). Coherence of one location is sequential
 * consistency of its accesses (Cantin, Lipasti, Smith, SPAA 2003), so that each interleaving
 * of the threads' accesses is one way that it can go. */
#include "enumerate/cycle.h"

enum { MOST_STEPS = 1 << 20 }; /* of all interleavings of one location */

typedef struct play {
    cm_work *work;
    const cm_cycle *cycle;
    cm_cycle_outcomes *out;
    int *order; /* nodes of the location, thread by thread */
    int count;
    bool *done;       /* by place in order */
    uint64_t *values; /* by place in order: what is read; behind them, what is there at last */
    int steps;
} play;

static const cm_cycle_node *node_at(const play *p, int place)
{
    return &p->cycle->nodes[p->order[place]];
}

/* Is it the next one of its thread? */
static bool is_next(const play *p, int place)
{
    for (int i = 0; i < place; i++)
        if (!p->done[i] && node_at(p, i)->thread == node_at(p, place)->thread)
            return false;
    return !p->done[place];
}

static bool is_same(const play *p, const uint64_t *row)
{
    bool same = true;
    for (int i = 0; i <= p->count; i++)
        same = same && row[i] == p->values[i];
    return same;
}

static void add_outcome(play *p)
{
    cm_cycle_outcomes *out = p->out;
    size_t width = (size_t)p->count + 1;
    for (int i = 0; i < out->count; i++)
        if (is_same(p, out->rows[i]))
            return;
    CM_RESERVE(p->work->arena, out->rows, out->count, out->capacity);
    uint64_t *row = out->rows[out->count++] = CM_NEW_ARRAY(p->work->arena, width, uint64_t);
    for (size_t i = 0; i < width; i++)
        row[i] = p->values[i];
}

/* Depth: the accesses of the cycle, CM_CYCLE_MAX at most. */
static void play_from(play *p, int left, uint64_t cell)
{
    if (++p->steps > MOST_STEPS)
        cm_fail(p->work, p->cycle->nodes[0].edge.place,
                "too many outcomes of %s for --cond unicond, expected a shorter cycle",
                cm_cycle_location(p->work->arena, node_at(p, 0)->location));
    if (left == 0) {
        p->values[p->count] = cell;
        add_outcome(p);
        return;
    }
    for (int i = 0; i < p->count; i++) {
        if (!is_next(p, i))
            continue;
        const cm_cycle_node *node = node_at(p, i);
        bool reads = node->direction == 'R';
        p->done[i] = true;
        p->values[i] = reads ? cell : 0;
        play_from(p, left - 1, reads ? cell : node->given);
        p->done[i] = false;
    }
}

static void refuse_unicond(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        bool computes = node->edge.kind == CM_EDGE_RMW &&
                        (node->edge.rmw->kind == CM_WRITE_CAS ||
                         node->edge.rmw->kind == CM_WRITE_TRY || node->edge.rmw->op);
        if (node->atom.exclusive || node->atom.size || node->store || computes)
            cm_fail(work, node->edge.place,
                    "--cond unicond of exclusive accesses, sizes, Store and instructions that "
                    "compute, expected plain accesses and exchanges");
    }
}

cm_cycle_outcomes *cm_cycle_unicond(cm_work *work, const cm_cycle *cycle, int location)
{
    refuse_unicond(work, cycle);
    size_t room = (size_t)cycle->node_count + 1;
    cm_cycle_outcomes *out = CM_NEW(work->arena, cm_cycle_outcomes);
    play p = {.work = work,
              .cycle = cycle,
              .out = out,
              .order = CM_NEW_ARRAY(work->arena, room, int),
              .done = CM_NEW_ARRAY(work->arena, room, bool),
              .values = CM_NEW_ARRAY(work->arena, room, uint64_t)};
    for (int i = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].location == location)
            p.order[p.count++] = i;
    out->nodes = p.order;
    out->node_count = p.count;
    play_from(&p, p.count, 0);
    return out;
}
