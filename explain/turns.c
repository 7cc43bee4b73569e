/* An order in which the threads, one event at a time on a single memory, do what an execution has.
 * See parts.h.
 *
 * Where coherence is partial (PTX, 8.9.6), or a model has none, that po, rf, co and fr have no
 * cycle does not say that there is such an order: of two writes that co leaves without one, one
 * comes first on a memory. So an order is built, and what is built has been replayed: each read
 * finds in memory what rf says, and at the end memory has what the state says. A fence, and a read
 * that finds what it is to find, changes nothing for others and goes as soon as it may; only writes
 * are tried in several orders.
 */
#include "explain/parts.h"

#include "litmus/order.h"
#include "litmus/state.h"

enum { MOST_TRIES = 20000 };

typedef struct byte {
    int location;
    uint32_t offset;
} byte;

typedef struct turns {
    cm_arena *arena;
    const cm_execution *x;
    uint32_t n;
    const cm_rel *before; /* what comes first */
    const uint32_t *unit; /* by event: see cm_explain_turns */
    cm_rel rmw;
    byte *bytes; /* of memory */
    int byte_count, byte_capacity;
    int **of;       /* by event: its bytes, by number */
    int *writer;    /* by byte: the event that wrote it last, or -1 */
    bool *placed;   /* by event */
    bool *is_given; /* by event: it reads from some write */
    uint32_t *order, count;
    int tries;
} turns;

/* ---- memory ---------------------------------------------------------------------------- */

static bool is_access(const cm_event *e)
{
    return e->kind == 'R' || e->kind == 'W';
}

static int byte_of(turns *t, int location, uint32_t offset)
{
    for (int i = 0; i < t->byte_count; i++)
        if (t->bytes[i].location == location && t->bytes[i].offset == offset)
            return i;
    CM_RESERVE(t->arena, t->bytes, t->byte_count, t->byte_capacity);
    t->bytes[t->byte_count] = (byte){location, offset};
    return t->byte_count++;
}

static void find_bytes(turns *t)
{
    t->of = CM_NEW_ARRAY(t->arena, (size_t)t->n + 1, int *);
    for (uint32_t i = 0; i < t->n; i++) {
        const cm_event *e = &t->x->events[i];
        if (!is_access(e))
            continue;
        t->of[i] = CM_NEW_ARRAY(t->arena, (size_t)e->width + 1, int);
        for (unsigned k = 0; k < e->width; k++)
            t->of[i][k] = byte_of(t, e->location, e->offset + k);
        for (uint32_t w = 0; w < t->n; w++)
            t->is_given[i] |= cm_rel_has(&t->x->rf, w, i);
    }
    t->writer = CM_NEW_ARRAY(t->arena, (size_t)t->byte_count + 1, int);
    for (int i = 0; i < t->byte_count; i++)
        t->writer[i] = -1;
}

/* Initial writes are there before anything else. */
static void place_initial(turns *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const cm_event *e = &t->x->events[i];
        if (e->thread >= 0)
            continue;
        t->placed[i] = true;
        t->order[t->count++] = i;
        for (unsigned k = 0; e->kind == 'W' && k < e->width; k++)
            t->writer[t->of[i][k]] = (int)i;
    }
}

static unsigned byte_at(const cm_event *e, uint32_t offset)
{
    return e->value >> 8 * (offset - e->offset) & 255;
}

/* Is in memory what the event reads? What a fence names is read from nowhere. */
static bool finds_its_value(const turns *t, uint32_t read)
{
    const cm_event *e = &t->x->events[read];
    for (unsigned k = 0; t->is_given[read] && k < e->width; k++) {
        int writer = t->writer[t->of[read][k]];
        if (writer < 0 || !cm_rel_has(&t->x->rf, (uint32_t)writer, read) ||
            byte_at(&t->x->events[writer], e->offset + k) != byte_at(e, e->offset + k))
            return false;
    }
    return true;
}

/* Would a read that has yet to come no longer find what it is to find? */
static bool hides(const turns *t, uint32_t write)
{
    const cm_event *e = &t->x->events[write];
    for (unsigned k = 0; k < e->width; k++) {
        int writer = t->writer[t->of[write][k]];
        for (uint32_t r = 0; writer >= 0 && r < t->n; r++) {
            const cm_event *read = &t->x->events[r];
            if (t->placed[r] || read->kind != 'R' || !cm_rel_has(&t->x->rf, (uint32_t)writer, r))
                continue;
            for (unsigned j = 0; j < read->width; j++)
                if (t->of[r][j] == t->of[write][k])
                    return true;
        }
    }
    return false;
}

/* Has no other thread written what the read of an atomic pair found? */
static bool is_whole(const turns *t, uint32_t write)
{
    for (uint32_t r = 0; r < t->n; r++) {
        if (!cm_rel_has(&t->rmw, r, write))
            continue;
        for (unsigned k = 0; k < t->x->events[r].width; k++) {
            int writer = t->writer[t->of[r][k]];
            if (writer >= 0 && !cm_rel_has(&t->x->rf, (uint32_t)writer, r) &&
                t->x->events[writer].thread != t->x->events[write].thread)
                return false;
        }
    }
    return true;
}

/* Does memory have what the test observes of it at the end? */
static bool ends_well(const turns *t)
{
    const cm_test *test = t->x->test;
    for (int i = 0; t->x->state && i < test->observed_count; i++) {
        const cm_observed *item = &test->observed[i];
        if (item->kind != CM_OBSERVE_LOCATION)
            continue;
        const cm_location *l = &test->locations[item->location];
        int owner = l->alias_of >= 0 ? l->alias_of : item->location;
        uint32_t first = item->element >= 0 ? (uint32_t)item->element : 0;
        uint32_t elements = item->element >= 0 ? 1 : l->count;
        unsigned bits;
        bool is_signed;
        cm_observed_type(test, item, &bits, &is_signed);
        for (uint32_t k = 0; k < elements; k++) {
            uint64_t wanted = t->x->state[(uint32_t)cm_state_offset(test, i) + k];
            for (int b = 0; b < t->byte_count; b++) {
                uint32_t start = (first + k) * l->width, at = t->bytes[b].offset - start;
                if (t->bytes[b].location != owner || t->bytes[b].offset < start || at >= bits / 8 ||
                    t->writer[b] < 0)
                    continue;
                if (byte_at(&t->x->events[t->writer[b]], t->bytes[b].offset) !=
                    (wanted >> 8 * at & 255))
                    return false;
            }
        }
    }
    return true;
}

/* ---- orders ----------------------------------------------------------------------------- */

static bool all_before(const turns *t, uint32_t event)
{
    for (uint32_t a = 0; a < t->n; a++)
        if (!t->placed[a] && cm_rel_has(t->before, a, event))
            return false;
    return true;
}

/* May the event be next, and all that are one step with it after it? */
static bool is_ready(const turns *t, uint32_t event)
{
    if (t->placed[event] || !all_before(t, event))
        return false;
    for (uint32_t m = 0; m < t->n; m++)
        for (uint32_t a = 0; a < t->n && t->unit[m] == t->unit[event]; a++)
            if (!t->placed[a] && t->unit[a] != t->unit[event] && cm_rel_has(t->before, a, m))
                return false;
    return true;
}

static bool changes_nothing(const turns *t, uint32_t event)
{
    for (uint32_t m = 0; m < t->n; m++)
        if (m != event && t->unit[m] == t->unit[event])
            return false;
    return t->x->events[event].kind != 'W';
}

static bool build_turns(turns *t);

/* The event as the next one, and others after it. */
static bool go_on(turns *t, uint32_t event)
{
    const cm_event *e = &t->x->events[event];
    int *kept = NULL;
    if (e->kind == 'R' && !finds_its_value(t, event))
        return false;
    if (e->kind == 'W') {
        if (hides(t, event) || !is_whole(t, event))
            return false;
        kept = CM_NEW_ARRAY(t->arena, (size_t)e->width + 1, int);
        for (unsigned k = 0; k < e->width; k++) {
            kept[k] = t->writer[t->of[event][k]];
            t->writer[t->of[event][k]] = (int)event;
        }
    }
    t->placed[event] = true;
    t->order[t->count++] = event;
    if (build_turns(t))
        return true;
    t->count--;
    t->placed[event] = false;
    for (unsigned k = 0; kept && k < e->width; k++)
        t->writer[t->of[event][k]] = kept[k];
    return false;
}

static bool build_turns(turns *t)
{
    uint32_t last = t->count > 0 ? t->order[t->count - 1] : t->n;
    if (t->count == t->n)
        return ends_well(t);
    if (++t->tries > MOST_TRIES)
        return false;
    for (uint32_t m = 0; last < t->n && m < t->n; m++)
        if (!t->placed[m] && t->unit[m] == t->unit[last])
            return all_before(t, m) && go_on(t, m);
    for (uint32_t event = 0; event < t->n; event++)
        if (changes_nothing(t, event) && is_ready(t, event) &&
            (t->x->events[event].kind != 'R' || finds_its_value(t, event)))
            return go_on(t, event);
    for (uint32_t event = 0; event < t->n; event++)
        if (!changes_nothing(t, event) && is_ready(t, event) && go_on(t, event))
            return true;
    return false;
}

const uint32_t *cm_explain_turns(cm_arena *arena, const cm_execution *x, const cm_rel *before,
                                 const uint32_t *unit, bool *all_tried)
{
    turns t = {.arena = arena, .x = x, .n = x->event_count, .before = before, .unit = unit};
    t.rmw = cm_execution_relation(arena, x, CM_BASE_RMW);
    t.is_given = CM_NEW_ARRAY(arena, (size_t)t.n + 1, bool);
    t.placed = CM_NEW_ARRAY(arena, (size_t)t.n + 1, bool);
    t.order = CM_NEW_ARRAY(arena, (size_t)t.n + 1, uint32_t);
    find_bytes(&t);
    place_initial(&t);
    bool found = build_turns(&t);
    *all_tried = found || t.tries <= MOST_TRIES;
    return found ? t.order : NULL;
}
