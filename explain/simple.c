/* The simplest execution of an allowed outcome. See parts.h.
 *
 * Simple is, in this order: few surprises (explain.h); few reads that take their value from
 * another thread; few events; the first found.
 */
#include "explain/parts.h"

#include <string.h>

typedef struct sc {
    uint32_t n;
    uint32_t *unit;  /* by event: the first of those that are one step with it */
    cm_rel fr, back; /* back: among those that are one step */
    cm_rel torn;     /* pairs of several instructions that another thread writes between */
    cm_rel issue, completion, boundary; /* of asynchronous operations, of kernels */
    cm_rel barrier;                     /* from before an arrival to who waits for it */
    cm_rel forward;                     /* po, those four, rf, co, fr; not within an instruction's
                                           atomic accesses */
    cm_rel all;                         /* and back: an atomic pair is one step */
    cm_rel closure;                     /* of all */
} sc;

/* Who arrives and does not wait has the tag ARRIVE, who waits for earlier arrivals WAIT; of
 * others an event is both. */
static cm_rel barrier_of(cm_arena *arena, const cm_execution *x)
{
    cm_rel barrier = cm_rel_new(arena, x->event_count);
    for (uint32_t arrival = 0; arrival < x->event_count; arrival++)
        for (uint32_t wait = 0; wait < x->event_count; wait++) {
            if (arrival == wait || !cm_rel_has(&x->meets, arrival, wait) ||
                cm_tags_have(x->events[arrival].tags, "WAIT") ||
                cm_tags_have(x->events[wait].tags, "ARRIVE"))
                continue;
            for (uint32_t before = 0; before < x->event_count; before++)
                if (cm_rel_has(&x->po, before, arrival))
                    cm_rel_add(&barrier, before, wait);
        }
    return barrier;
}

/* The event of another thread that comes between the two; n: none. */
static uint32_t between(const cm_execution *x, const sc *s, uint32_t read, uint32_t write)
{
    uint32_t m = 0;
    while (m < s->n && !(cm_rel_has(&s->fr, read, m) && cm_rel_has(&x->co, m, write) &&
                         x->events[m].thread != x->events[write].thread))
        m++;
    return m;
}

static bool same_instance(const cm_execution *x, uint32_t a, uint32_t b)
{
    const cm_event *e = &x->events[a], *f = &x->events[b];
    return e->action && f->action && e->thread == f->thread &&
           e->action->instance == f->action->instance;
}

static void unite(sc *s, uint32_t a, uint32_t b)
{
    uint32_t from = s->unit[a] > s->unit[b] ? s->unit[a] : s->unit[b];
    uint32_t to = s->unit[a] > s->unit[b] ? s->unit[b] : s->unit[a];
    for (uint32_t i = 0; i < s->n; i++)
        if (s->unit[i] == from)
            s->unit[i] = to;
}

/* What an instruction reads and writes atomically is one step, of one single-copy atomic access all
 * of it; between an exclusive load and its store others may come. */
static void find_units(cm_arena *arena, const cm_execution *x, sc *s)
{
    cm_rel rmw = cm_execution_relation(arena, x, CM_BASE_RMW);
    bool *atomic = CM_NEW_ARRAY(arena, (size_t)s->n + 1, bool);
    s->back = cm_rel_new(arena, s->n);
    s->torn = cm_rel_new(arena, s->n);
    s->unit = CM_NEW_ARRAY(arena, (size_t)s->n + 1, uint32_t);
    for (uint32_t i = 0; i < s->n; i++)
        s->unit[i] = i;
    for (uint32_t r = 0; r < s->n; r++)
        for (uint32_t w = 0; w < s->n; w++)
            if (!cm_rel_has(&rmw, r, w))
                continue;
            else if (!same_instance(x, r, w) && between(x, s, r, w) < s->n)
                cm_rel_add(&s->torn, r, w);
            else if (same_instance(x, r, w)) {
                unite(s, r, w);
                atomic[r] = atomic[w] = true;
            }
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b < s->n; b++) {
            if (atomic[a] && atomic[b] && same_instance(x, a, b) &&
                x->events[a].action->whole == x->events[b].action->whole)
                unite(s, a, b);
        }
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b < s->n; b++)
            if (a != b && s->unit[a] == s->unit[b])
                cm_rel_add(&s->back, a, b);
            else if (atomic[a] && atomic[b] && same_instance(x, a, b))
                cm_rel_remove(&s->all, a, b);
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
    find_units(arena, x, &s);
    s.forward = cm_rel_new(arena, s.n);
    cm_rel_copy(&s.forward, &s.all);
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

/* Is the step that the event is the first of on a cycle, though it is one? */
static bool is_torn(const sc *s, uint32_t first)
{
    bool several = false, crossed = false;
    for (uint32_t m = 0; m < s->n; m++) {
        several |= m != first && s->unit[m] == first;
        crossed |= s->unit[m] != first && cm_rel_has(&s->closure, first, m) &&
                   cm_rel_has(&s->closure, m, first);
    }
    return several && crossed;
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
    for (uint32_t a = 0; a < s->n; a++) {
        count += s->unit[a] == a && is_torn(s, a);
        for (uint32_t b = 0; b < s->n; b++)
            count += cm_rel_has(&s->torn, a, b) ||
                     (s->unit[a] != s->unit[b] && cm_rel_has(&s->all, a, b) && adjacent(x, a, b) &&
                      cm_rel_has(&s->closure, b, a));
    }
    return count;
}

/* By their order, too: that there is no cycle may be for lack of coherence. */
static int surprises_of(cm_arena *arena, const cm_execution *x, const sc *s, const uint32_t **order,
                        bool *all_tried)
{
    *order = NULL;
    *all_tried = true;
    int count = count_surprises(x, s);
    if (count == 0)
        *order = cm_explain_turns(arena, x, &s->forward, s->unit, all_tried);
    return count > 0 || *order ? count : 1;
}

int cm_explain_surprises(cm_arena *arena, const cm_execution *x)
{
    const uint32_t *order;
    bool all_tried;
    sc s = sc_of(arena, x);
    return surprises_of(arena, x, &s, &order, &all_tried);
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
    if (cm_rel_has(&x->po, a, b))
        return "po";
    if (cm_rel_has(&s->back, a, b))
        return "rmw^-1";
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
            if (a == from && s->unit[b] == s->unit[from])
                continue; /* it leads out of the step, and back into it */
            if (b == from) {
                int length = 1;
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

/* Where nothing else is on a cycle: an exclusive pair with a write between. */
static void find_tear(cm_explaining *e, const cm_execution *x, const sc *s)
{
    for (uint32_t r = 0; r < s->n && e->result->cycle_count == 0; r++)
        for (uint32_t w = 0; w < s->n; w++) {
            if (!cm_rel_has(&s->torn, r, w))
                continue;
            cm_sc_step *steps = CM_NEW_ARRAY(e->arena, 3, cm_sc_step);
            uint32_t m = between(x, s, r, w);
            steps[0] = (cm_sc_step){r, m, "fr"};
            steps[1] = (cm_sc_step){m, w, "co"};
            steps[2] = (cm_sc_step){w, r, "rmw^-1"};
            e->result->cycle = steps;
            e->result->cycle_count = 3;
            break;
        }
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
    if (length == 0) {
        find_tear(e, x, s);
        return;
    }
    cm_sc_step *steps = CM_NEW_ARRAY(e->arena, (size_t)length + 1, cm_sc_step);
    for (int i = 0; i < length; i++) {
        uint32_t to = best[(i + 1) % length];
        steps[i] = (cm_sc_step){best[i], to, step_name(x, s, best[i], to)};
    }
    e->result->cycle = steps;
    e->result->cycle_count = length;
}

/* Writes of some bytes in common that co leaves in no order; neither is initial. */
static void find_unordered(cm_explaining *e, const cm_execution *x)
{
    cm_event_pair *all = NULL;
    int count = 0, capacity = 0;
    for (uint32_t a = 0; a < x->event_count; a++)
        for (uint32_t b = a + 1; b < x->event_count; b++) {
            const cm_event *v = &x->events[a], *w = &x->events[b];
            if (v->kind != 'W' || w->kind != 'W' || v->thread < 0 || v->location != w->location ||
                v->offset >= w->offset + w->width || w->offset >= v->offset + v->width ||
                cm_rel_has(&x->co, a, b) || cm_rel_has(&x->co, b, a))
                continue;
            CM_RESERVE(e->arena, all, count, capacity);
            all[count++] = (cm_event_pair){a, b};
        }
    e->result->unordered = all;
    e->result->unordered_count = count;
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
        const uint32_t *order;
        bool all_tried;
        int surprises = surprises_of(e->arena, found, &s, &order, &all_tried);
        measure m = {surprises, count_external(found), found->event_count};
        if (!x->execution || is_simpler(&m, &best)) {
            x->execution = found;
            x->interleaving = order;
            x->turns_unknown = !all_tried;
            best = m;
        }
        x->allowed_classes++;
        cm_candidates_hold(e->candidates);
        cm_candidates_exclude(e->candidates);
    }
    sc s = sc_of(e->arena, x->execution);
    x->surprises = best.surprises;
    if (best.surprises > 0)
        find_cycle(e, x->execution, &s);
    if (best.surprises > 0 && x->cycle_count == 0)
        find_unordered(e, x->execution);
}
