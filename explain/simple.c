/* The simplest execution of an allowed outcome. See parts.h.
 *
 * Simple is, in this order: few surprises (explain.h); few reads that take their value from
 * another thread; few events; the first found.
 */
#include "explain/parts.h"

#include <string.h>

typedef struct sc {
    uint32_t n;
    cm_rel fr, back;                    /* back: from the write of an atomic pair to its read */
    cm_rel issue, completion, boundary; /* of asynchronous operations, of kernels */
    cm_rel barrier;                     /* from before an arrival to who waits for it */
    cm_rel forward;                     /* po, those four, rf, co, fr */
    cm_rel all;                         /* and back: an atomic pair is one step */
    cm_rel closure;                     /* of all */
} sc;

static bool has_tag(const cm_event *e, const char *name)
{
    const char *const *tag = e->tags;
    while (tag && *tag && strcmp(*tag, name) != 0)
        tag++;
    return tag && *tag;
}

/* Who arrives and does not wait has the tag ARRIVE, who waits for earlier arrivals WAIT; of
 * others an event is both. */
static cm_rel barrier_of(cm_arena *arena, const cm_execution *x)
{
    cm_rel barrier = cm_rel_new(arena, x->event_count);
    for (uint32_t arrival = 0; arrival < x->event_count; arrival++)
        for (uint32_t wait = 0; wait < x->event_count; wait++) {
            if (arrival == wait || !cm_rel_has(&x->meets, arrival, wait) ||
                has_tag(&x->events[arrival], "WAIT") || has_tag(&x->events[wait], "ARRIVE"))
                continue;
            for (uint32_t before = 0; before < x->event_count; before++)
                if (cm_rel_has(&x->po, before, arrival))
                    cm_rel_add(&barrier, before, wait);
        }
    return barrier;
}

static sc sc_of(cm_arena *arena, const cm_execution *x)
{
    sc s = {.n = x->event_count};
    cm_rel inverse = cm_rel_new(arena, s.n), identity = cm_rel_new(arena, s.n);
    s.fr = cm_rel_new(arena, s.n);
    s.all = cm_rel_new(arena, s.n);
    s.closure = cm_rel_new(arena, s.n);
    for (uint32_t i = 0; i < s.n; i++)
        cm_rel_add(&identity, i, i);
    cm_rel_inverse(&inverse, &x->rf);
    cm_rel_seq(&s.fr, &inverse, &x->co);
    cm_rel_diff(&s.fr, &s.fr, &identity);
    cm_rel_union(&s.all, &x->po, &x->rf);
    cm_rel_union(&s.all, &s.all, &x->co);
    cm_rel_union(&s.all, &s.all, &s.fr);
    s.issue = cm_execution_relation(arena, x, CM_BASE_ISSUE);
    s.completion = cm_execution_relation(arena, x, CM_BASE_COMPLETION);
    s.boundary = cm_execution_relation(arena, x, CM_BASE_BOUNDARY);
    cm_rel_union(&s.all, &s.all, &s.issue);
    cm_rel_union(&s.all, &s.all, &s.completion);
    cm_rel_union(&s.all, &s.all, &s.boundary);
    s.barrier = barrier_of(arena, x);
    cm_rel_union(&s.all, &s.all, &s.barrier);
    s.forward = cm_rel_new(arena, s.n);
    cm_rel_copy(&s.forward, &s.all);
    cm_rel rmw = cm_execution_relation(arena, x, CM_BASE_RMW);
    s.back = cm_rel_new(arena, s.n);
    cm_rel_inverse(&s.back, &rmw);
    cm_rel_union(&s.all, &s.all, &s.back);
    cm_rel_copy(&s.closure, &s.all);
    cm_rel_plus(&s.closure);
    return s;
}

/* ---- the measure ------------------------------------------------------------- */

static bool is_access(const cm_event *e)
{
    return e->kind == 'R' || e->kind == 'W';
}

/* Is no access between the two in program order? */
static bool adjacent(const cm_execution *x, uint32_t a, uint32_t b)
{
    if (!is_access(&x->events[a]) || !is_access(&x->events[b]) || !cm_rel_has(&x->po, a, b))
        return false;
    for (uint32_t m = 0; m < x->event_count; m++)
        if (is_access(&x->events[m]) && cm_rel_has(&x->po, a, m) && cm_rel_has(&x->po, m, b))
            return false;
    return true;
}

/* Is the pair, as one step, on a cycle? */
static bool is_torn(const sc *s, uint32_t read, uint32_t write)
{
    for (uint32_t m = 0; m < s->n; m++)
        if (m != read && m != write && cm_rel_has(&s->closure, read, m) &&
            cm_rel_has(&s->closure, m, read))
            return true;
    return false;
}

/* Is some pair of the relation on a cycle? */
static bool is_crossed(const sc *s, const cm_rel *r)
{
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b < s->n; b++)
            if (cm_rel_has(r, a, b) && cm_rel_has(&s->closure, b, a))
                return true;
    return false;
}

static int count_surprises(const cm_execution *x, const sc *s)
{
    int count = is_crossed(s, &s->issue) + is_crossed(s, &s->completion) +
                is_crossed(s, &s->boundary) + is_crossed(s, &s->barrier);
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b < s->n; b++)
            if (cm_rel_has(&s->back, b, a))
                count += is_torn(s, a, b);
            else
                count += adjacent(x, a, b) && cm_rel_has(&s->closure, b, a);
    return count;
}

int cm_explain_surprises(cm_arena *arena, const cm_execution *x)
{
    sc s = sc_of(arena, x);
    return count_surprises(x, &s);
}

static int count_external(const cm_execution *x)
{
    int count = 0;
    for (uint32_t a = 0; a < x->event_count; a++)
        CM_EACH(cm_rel_row(&x->rf, a), x->rf.words, x->rf.n, b)
    count += x->events[a].thread >= 0 && x->events[a].thread != x->events[b].thread;
    return count;
}

/* ---- how it looks -------------------------------------------------------------- */

static const char *step_name(const cm_execution *x, const sc *s, uint32_t a, uint32_t b)
{
    if (cm_rel_has(&s->back, a, b))
        return "rmw^-1";
    if (cm_rel_has(&x->po, a, b))
        return "po";
    if (cm_rel_has(&s->boundary, a, b))
        return "boundary";
    if (cm_rel_has(&s->barrier, a, b))
        return "barrier";
    if (cm_rel_has(&s->issue, a, b))
        return "issue";
    if (cm_rel_has(&s->completion, a, b))
        return "completion";
    if (cm_rel_has(&x->rf, a, b))
        return "rf";
    return cm_rel_has(&s->fr, a, b) ? "fr" : "co";
}

/* Steps from each event to the next on a shortest way back to `from`; their number, 0: none. */
static int shortest_from(cm_arena *arena, const sc *s, uint32_t from, uint32_t *path)
{
    uint32_t *queue = CM_NEW_ARRAY(arena, s->n, uint32_t), head = 0, tail = 0;
    int *before = CM_NEW_ARRAY(arena, s->n, int);
    for (uint32_t i = 0; i < s->n; i++)
        before[i] = -1;
    queue[tail++] = from;
    while (head < tail) {
        uint32_t a = queue[head++];
        CM_EACH(cm_rel_row(&s->all, a), s->all.words, s->n, b)
        {
            if (b == from) {
                int length = 1;
                bool pair = cm_rel_has(&s->back, a, from) || cm_rel_has(&s->back, from, a);
                if (pair && a != from && before[a] == (int)from)
                    continue; /* an atomic pair by itself */
                for (uint32_t k = a; k != from; k = (uint32_t)before[k])
                    length++;
                for (int i = length - 1; i > 0; i--, a = (uint32_t)before[a])
                    path[i] = a;
                path[0] = from;
                return length;
            }
            if (before[b] < 0) {
                before[b] = (int)a;
                queue[tail++] = b;
            }
        }
    }
    return 0;
}

static void find_cycle(cm_explaining *e, const cm_execution *x, const sc *s)
{
    uint32_t *path = CM_NEW_ARRAY(e->arena, s->n, uint32_t);
    uint32_t *best = CM_NEW_ARRAY(e->arena, s->n, uint32_t);
    int length = 0;
    for (uint32_t from = 0; from < s->n; from++) {
        int found = shortest_from(e->arena, s, from, path);
        if (found == 0 || (length > 0 && found >= length))
            continue;
        length = found;
        for (int i = 0; i < found; i++)
            best[i] = path[i];
    }
    cm_sc_step *steps = CM_NEW_ARRAY(e->arena, (size_t)length + 1, cm_sc_step);
    for (int i = 0; i < length; i++) {
        uint32_t to = best[(i + 1) % length];
        steps[i] = (cm_sc_step){best[i], to, step_name(x, s, best[i], to)};
    }
    e->result->cycle = steps;
    e->result->cycle_count = length;
}

/* Has all that comes before the event been placed, but for `but`? */
static bool all_before(const sc *s, const bool *placed, uint32_t event, uint32_t but)
{
    for (uint32_t a = 0; a < s->n; a++)
        if (a != but && !placed[a] && cm_rel_has(&s->forward, a, event))
            return false;
    return true;
}

/* May the event be next? The write of an atomic pair comes right after its read. */
static bool is_ready(const sc *s, const bool *placed, uint32_t event)
{
    if (placed[event] || !all_before(s, placed, event, s->n))
        return false;
    for (uint32_t w = 0; w < s->n; w++)
        if (cm_rel_has(&s->back, w, event) && !all_before(s, placed, w, event))
            return false;
    return true;
}

static uint32_t next_event(const sc *s, const bool *placed, uint32_t last)
{
    for (uint32_t w = 0; last < s->n && w < s->n; w++)
        if (!placed[w] && cm_rel_has(&s->back, w, last) && is_ready(s, placed, w))
            return w;
    for (uint32_t event = 0; event < s->n; event++)
        if (is_ready(s, placed, event))
            return event;
    return s->n;
}

static void find_interleaving(cm_explaining *e, const sc *s)
{
    uint32_t *order = CM_NEW_ARRAY(e->arena, (size_t)s->n + 1, uint32_t);
    bool *placed = CM_NEW_ARRAY(e->arena, (size_t)s->n + 1, bool);
    for (uint32_t k = 0; k < s->n; k++) {
        order[k] = next_event(s, placed, k > 0 ? order[k - 1] : s->n);
        if (order[k] == s->n) /* parts of accesses that are entangled */
            return;
        placed[order[k]] = true;
    }
    e->result->interleaving = order;
}

/* ---- the simplest ---------------------------------------------------------------- */

typedef struct measure {
    int surprises, external;
    uint32_t events;
} measure;

static bool is_simpler(const measure *a, const measure *b)
{
    if (a->surprises != b->surprises)
        return a->surprises < b->surprises;
    if (a->external != b->external)
        return a->external < b->external;
    return a->events < b->events;
}

void cm_explain_simplest(cm_explaining *e)
{
    cm_explanation *x = e->result;
    cm_wanted allowed = {.axioms = e->all};
    measure best = {0};
    while (cm_candidates_find(e->candidates, &allowed)) {
        if (x->allowed_classes == CM_MOST_ALLOWED) {
            x->allowed_cut = true;
            break;
        }
        cm_execution *found = cm_candidates_execution(e->candidates);
        sc s = sc_of(e->arena, found);
        measure m = {count_surprises(found, &s), count_external(found), found->event_count};
        if (!x->execution || is_simpler(&m, &best)) {
            x->execution = found;
            best = m;
        }
        x->allowed_classes++;
        cm_candidates_hold(e->candidates);
        cm_candidates_exclude(e->candidates);
    }
    sc s = sc_of(e->arena, x->execution);
    x->surprises = best.surprises;
    if (best.surprises == 0)
        find_interleaving(e, &s);
    else
        find_cycle(e, x->execution, &s);
}
