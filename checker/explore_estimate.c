/* How many executions there are, about. See explore.h. */
#include "checker/explore_parts.h"

#include "base/clock.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/* The model is asked so often, after the fewest samples: about a second, and no clock decides. */
enum { KEPT = 48, FEWEST_SAMPLES = 4, MOST_SAMPLES = 64, MOST_CHOICES = 5000, ENOUGH_ASKS = 20000 };

/* Ways that are followed, all to the same number of choices: after each of them `ways[i]` go on,
 * and it counts for `weight[i]` ways. */
typedef struct generation {
    uint32_t *picks[KEPT];
    uint32_t ways[KEPT];
    double weight[KEPT];
    size_t count;
} generation;

typedef struct estimate {
    explorer *x;
    generation now, next;
    uint32_t length;
    uint64_t drawn;        /* random numbers so far */
    double found, asked;   /* by this sample: executions, and how often the model is asked */
    double steps, choices; /* seconds besides asking it, and for how many choices */
    double asks;
} estimate;

static double random_part(estimate *e)
{
    return (double)(cm_random(1, 0, e->drawn++) >> 11) / (double)(UINT64_C(1) << 53);
}

static void look(estimate *e, size_t i)
{
    followed *f = e->x->followed;
    double began = cm_processor_seconds(), asked = f->asked;
    f->picks = e->now.picks[i];
    f->length = e->length;
    cm_explorer_follow(e->x);
    e->now.ways[i] = f->ways;
    e->found += (double)f->whole * e->now.weight[i];
    e->asked += e->now.weight[i];
    e->steps += cm_processor_seconds() - began - (f->asked - asked);
    e->choices += e->length + 1;
    e->asks++;
}

static void keep(estimate *e, size_t from, uint32_t way, double weight)
{
    generation *to = &e->next;
    memcpy(to->picks[to->count], e->now.picks[from], e->length * sizeof *to->picks[0]);
    to->picks[to->count][e->length] = way;
    to->weight[to->count++] = weight;
}

/* Those that go on, or KEPT of them: each is drawn as often as its weight asks for, at even
 * distances. */
static void draw(estimate *e)
{
    double total = 0, next_one = 0, each = 0;
    size_t children = 0;
    for (size_t i = 0; i < e->now.count; i++) {
        total += e->now.weight[i] * e->now.ways[i];
        children += e->now.ways[i];
    }
    bool all = children <= KEPT;
    if (!all) {
        each = total / KEPT;
        next_one = each * random_part(e);
    }
    double sum = 0;
    e->next.count = 0;
    for (size_t i = 0; i < e->now.count; i++)
        for (uint32_t way = 0; way < e->now.ways[i]; way++) {
            sum += e->now.weight[i];
            if (all)
                keep(e, i, way, e->now.weight[i]);
            for (; !all && next_one < sum && e->next.count < KEPT; next_one += each)
                keep(e, i, way, each);
        }
    generation was = e->now;
    e->now = e->next;
    e->next = was;
    e->length++;
}

static void take_sample(estimate *e)
{
    e->found = e->asked = 0;
    e->length = 0;
    e->now.count = 1;
    e->now.weight[0] = 1;
    while (e->now.count > 0 && !e->x->over) {
        for (size_t i = 0; i < e->now.count && !e->x->over; i++)
            look(e, i);
        if (e->length == MOST_CHOICES)
            cm_explorer_give_up(e->x);
        else
            draw(e);
    }
}

typedef struct asked_of {
    explorer x;
    bool rough;
    cm_state_space *space;
} asked_of;

static void take_samples(void *argument)
{
    asked_of *to = argument;
    explorer *x = &to->x;
    estimate e = {.x = x};
    for (size_t i = 0; i < KEPT; i++) {
        e.now.picks[i] = CM_NEW_ARRAY(x->job->arena, MOST_CHOICES + 1, uint32_t);
        e.next.picks[i] = CM_NEW_ARRAY(x->job->arena, MOST_CHOICES + 1, uint32_t);
    }
    cm_explorer_start(x);
    double sum = 0, squares = 0, asked = 0;
    int count = 0;
    for (; count < (to->rough ? 1 : MOST_SAMPLES) && !x->over; count++) {
        if (count >= FEWEST_SAMPLES && e.asks > ENOUGH_ASKS)
            break;
        take_sample(&e);
        sum += e.found;
        squares += e.found * e.found;
        asked += e.asked;
    }
    double mean = sum / count, spread = squares / count - mean * mean;
    double each = x->followed->asked / e.asks + e.steps / e.choices;
    *to->space = (cm_state_space){.executions = mean,
                                  .error = count > 1 && spread > 0 ? sqrt(spread / (count - 1)) : 0,
                                  .seconds = asked / count * each};
}

bool cm_explore_estimate(cm_graph *graph, const cm_symmetry *symmetry, bool rough,
                         cm_state_space *space)
{
    cm_exploration none = {.symmetry = symmetry};
    followed way = {.length = 0};
    asked_of to = {.x = cm_explorer_new(graph, &none), .space = space, .rough = rough};
    to.x.followed = &way;
    return to.x.arena && cm_arena_protect(to.x.arena, take_samples, &to) && !to.x.over;
}
