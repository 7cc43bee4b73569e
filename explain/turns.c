/* Executions and interleavings of their threads. See turns.h.
 *
 * Where coherence is partial (PTX, 8.9.6), or a model has none, that po, rf, co and fr have no
 * cycle does not say that there is an order in which the threads take turns: of two writes that co
 * leaves without one, one comes first on a memory. So an order is built, and what is built has been
 * replayed: each read finds in memory what rf says, and at the end memory has what the state says.
 * A fence, and a read that finds what it is to find, changes nothing for others and goes as soon as
 * it may; only writes are tried in several orders.
 */
#include "explain/turns.h"

#include "litmus/print_order.h"
#include "litmus/state.h"

/* Besides po, rf, co and fr: of kernels, from before an arrival to who waits for it, of
 * asynchronous operations. */
enum { BOUNDARY, BARRIER, ISSUE, COMPLETION, ORDERS };

typedef struct sc {
    uint32_t n;
    uint32_t *unit;  /* by event: the first of those that are one step with it */
    cm_rel fr, back; /* back: among those that are one step */
    cm_rel torn;     /* pairs of several instructions that another thread writes between */
    cm_rel orders[ORDERS];
    cm_rel forward; /* po, those orders, rf, co, fr; not within an instruction's atomic accesses */
    cm_rel all;     /* and back: an atomic pair is one step */
    cm_rel closure; /* of all */
} sc;

/* From arrivals to waits. Who arrives and does not wait has the tag ARRIVE, who waits for earlier
 * arrivals WAIT; of others an event is both. */
static cm_rel meetings_of(cm_arena *arena, const cm_execution *x)
{
    cm_rel meets = cm_rel_new(arena, x->event_count);
    for (uint32_t arrival = 0; arrival < x->event_count; arrival++)
        for (uint32_t wait = 0; wait < x->event_count; wait++)
            if (arrival != wait && cm_rel_has(&x->meets, arrival, wait) &&
                !cm_tags_have(x->events[arrival].tags, "WAIT") &&
                !cm_tags_have(x->events[wait].tags, "ARRIVE"))
                cm_rel_add(&meets, arrival, wait);
    return meets;
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
            if (cm_rel_has(&rmw, r, w) && same_instance(x, r, w)) {
                unite(s, r, w);
                atomic[r] = atomic[w] = true;
            } else if (cm_rel_has(&rmw, r, w) && between(x, s, r, w) < s->n) {
                cm_rel_add(&s->torn, r, w);
            }
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b < s->n; b++)
            if (atomic[a] && atomic[b] && same_instance(x, a, b) &&
                x->events[a].action->whole == x->events[b].action->whole)
                unite(s, a, b);
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
    s.orders[BOUNDARY] = cm_execution_relation(arena, x, CM_BASE_BOUNDARY);
    cm_rel meets = meetings_of(arena, x), barrier = cm_rel_new(arena, x->event_count);
    cm_rel_seq(&barrier, &x->po, &meets);
    s.orders[BARRIER] = barrier;
    s.orders[ISSUE] = cm_execution_relation(arena, x, CM_BASE_ISSUE);
    s.orders[COMPLETION] = cm_execution_relation(arena, x, CM_BASE_COMPLETION);
    for (int o = 0; o < ORDERS; o++)
        cm_rel_union(&s.all, &s.all, &s.orders[o]);
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
    int count = 0;
    for (int o = 0; o < ORDERS; o++)
        count += is_crossed(s, &s->orders[o]);
    for (uint32_t a = 0; a < s->n; a++) {
        count += s->unit[a] == a && is_torn(s, a);
        for (uint32_t b = 0; b < s->n; b++)
            count += cm_rel_has(&s->torn, a, b) ||
                     (s->unit[a] != s->unit[b] && cm_rel_has(&s->all, a, b) && adjacent(x, a, b) &&
                      cm_rel_has(&s->closure, b, a));
    }
    return count;
}

/* ---- memory ---------------------------------------------------------------------------- */

enum { MOST_TRIES = 20000 };

typedef struct byte {
    int location;
    uint32_t offset;
} byte;

typedef struct replaying {
    cm_arena *arena;
    const cm_execution *x;
    const sc *s;
    uint32_t n;
    cm_rel rmw;
    byte *bytes; /* of memory */
    int byte_count, byte_capacity;
    int **of;       /* by event: its bytes, by number */
    int *writer;    /* by byte: the event that wrote it last, or -1 */
    bool *placed;   /* by event */
    bool *is_given; /* by event: it reads from some write */
    uint32_t *order, count;
    int tries;
} replaying;

static int byte_of(replaying *t, int location, uint32_t offset)
{
    for (int i = 0; i < t->byte_count; i++)
        if (t->bytes[i].location == location && t->bytes[i].offset == offset)
            return i;
    CM_RESERVE(t->arena, t->bytes, t->byte_count, t->byte_capacity);
    t->bytes[t->byte_count] = (byte){location, offset};
    return t->byte_count++;
}

/* Initial writes are there before anything else. */
static void find_bytes(replaying *t)
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
static bool finds_its_value(const replaying *t, uint32_t read)
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
static bool hides(const replaying *t, uint32_t write)
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
static bool is_whole(const replaying *t, uint32_t write)
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
static bool ends_well(const replaying *t)
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

static bool all_before(const replaying *t, uint32_t event)
{
    for (uint32_t a = 0; a < t->n; a++)
        if (!t->placed[a] && cm_rel_has(&t->s->forward, a, event))
            return false;
    return true;
}

/* May the event be next, and all that are one step with it after it? */
static bool is_ready(const replaying *t, uint32_t event)
{
    if (t->placed[event] || !all_before(t, event))
        return false;
    for (uint32_t m = 0; m < t->n; m++)
        for (uint32_t a = 0; a < t->n && t->s->unit[m] == t->s->unit[event]; a++)
            if (!t->placed[a] && t->s->unit[a] != t->s->unit[event] &&
                cm_rel_has(&t->s->forward, a, m))
                return false;
    return true;
}

static bool changes_nothing(const replaying *t, uint32_t event)
{
    for (uint32_t m = 0; m < t->n; m++)
        if (m != event && t->s->unit[m] == t->s->unit[event])
            return false;
    return t->x->events[event].kind != 'W';
}

static bool build_order(replaying *t);

/* The event as the next one, and others after it. */
static bool go_on(replaying *t, uint32_t event)
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
    if (build_order(t))
        return true;
    t->count--;
    t->placed[event] = false;
    for (unsigned k = 0; kept && k < e->width; k++)
        t->writer[t->of[event][k]] = kept[k];
    return false;
}

static bool build_order(replaying *t)
{
    uint32_t last = t->count > 0 ? t->order[t->count - 1] : t->n;
    if (t->count == t->n)
        return ends_well(t);
    if (++t->tries > MOST_TRIES)
        return false;
    for (uint32_t m = 0; last < t->n && m < t->n; m++)
        if (!t->placed[m] && t->s->unit[m] == t->s->unit[last])
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

/* The events in an order that has `forward` in it, those of one unit one right after the other, in
 * which each read finds in a single memory what it reads, no atomic pair is torn, and memory ends
 * as the state says; NULL: none was found. */
static const uint32_t *find_order(cm_arena *arena, const cm_execution *x, const sc *s,
                                  bool *all_tried)
{
    replaying t = {.arena = arena, .x = x, .s = s, .n = x->event_count};
    t.rmw = cm_execution_relation(arena, x, CM_BASE_RMW);
    t.is_given = CM_NEW_ARRAY(arena, (size_t)t.n + 1, bool);
    t.placed = CM_NEW_ARRAY(arena, (size_t)t.n + 1, bool);
    t.order = CM_NEW_ARRAY(arena, (size_t)t.n + 1, uint32_t);
    find_bytes(&t);
    bool found = build_order(&t);
    *all_tried = found || t.tries <= MOST_TRIES;
    return found ? t.order : NULL;
}

cm_turns cm_turns_of(cm_arena *arena, const cm_execution *x)
{
    sc s = sc_of(arena, x);
    cm_turns turns = {.surprises = count_surprises(x, &s), .all_tried = true};
    if (turns.surprises == 0) {
        turns.order = find_order(arena, x, &s, &turns.all_tried);
        turns.surprises = turns.order ? 0 : 1; /* no cycle may be for lack of coherence */
    }
    return turns;
}

/* ---- how it looks -------------------------------------------------------------- */

static const char *step_name(const cm_execution *x, const sc *s, uint32_t a, uint32_t b)
{
    static const char *const orders[ORDERS] = {"boundary", "barrier", "issue", "completion"};
    if (cm_rel_has(&x->po, a, b))
        return "po";
    if (cm_rel_has(&s->back, a, b))
        return "rmw^-1";
    for (int o = 0; o < ORDERS; o++)
        if (cm_rel_has(&s->orders[o], a, b))
            return orders[o];
    if (cm_rel_has(&x->rf, a, b))
        return "rf";
    return cm_rel_has(&s->fr, a, b) ? "fr" : "co";
}

/* From events to those that follow them: a shortest way back to `from`, of such ways one with the
 * most reads of what another thread wrote, which say most to people. */
typedef struct way {
    uint32_t *before;
    int *length, *sights; /* by event; length 0: not reached */
} way;

/* Gives `to` the way over `by`, unless it has one that is as good. */
static void improve(way *w, const cm_execution *x, uint32_t by, uint32_t to)
{
    int length = w->length[by] + 1, sights = w->sights[by] + cm_rel_has(&x->rf, by, to);
    if (w->length[to] > 0 &&
        (w->length[to] < length || (w->length[to] == length && w->sights[to] >= sights)))
        return;
    w->before[to] = by;
    w->length[to] = length;
    w->sights[to] = sights;
}

/* Does a read miss a write because its own instruction's write comes before that one? Then that
 * write is told, which is the nearer one. */
static bool is_over_own(const cm_execution *x, const sc *s, uint32_t read, uint32_t write)
{
    bool over = false;
    for (uint32_t w = 0; w < s->n && cm_rel_has(&s->fr, read, write); w++)
        over |= w != write && s->unit[w] == s->unit[read] && cm_rel_has(&x->co, w, write);
    return over;
}

/* Steps from each event to the next on the best way back to `from`; their number, 0: none. */
static int shortest_from(cm_arena *arena, const cm_execution *x, const sc *s, uint32_t from,
                         uint32_t *path, int *sights)
{
    uint32_t *queue = CM_NEW_ARRAY(arena, s->n, uint32_t), head = 0, tail = 0;
    way w = {CM_NEW_ARRAY(arena, s->n, uint32_t), CM_NEW_ARRAY(arena, s->n, int),
             CM_NEW_ARRAY(arena, s->n, int)};
    queue[tail++] = from;
    while (head < tail) {
        uint32_t a = queue[head++];
        if (w.length[from] > 0 && w.length[a] >= w.length[from])
            break;
        CM_EACH(cm_rel_row(&s->all, a), s->all.words, s->n, b)
        {
            if ((a == from && s->unit[b] == s->unit[from]) || is_over_own(x, s, a, b))
                continue; /* it leads out of the step, and back into it */
            bool is_new = b != from && w.length[b] == 0;
            improve(&w, x, a, b);
            if (is_new)
                queue[tail++] = b;
        }
    }
    uint32_t at = from;
    for (int i = w.length[from] - 1; i >= 0; i--)
        at = path[i] = w.before[at];
    *sights = w.sights[from];
    return w.length[from];
}

int cm_turns_cycle(cm_arena *arena, const cm_execution *x, const cm_sc_step **cycle)
{
    sc s = sc_of(arena, x);
    uint32_t *path = CM_NEW_ARRAY(arena, s.n, uint32_t);
    cm_sc_step *steps = CM_NEW_ARRAY(arena, (size_t)s.n + 3, cm_sc_step);
    int length = 0, most = 0;
    for (uint32_t from = 0; from < s.n; from++) {
        int sights, found = shortest_from(arena, x, &s, from, path, &sights);
        if (found == 0 || (length > 0 && (found > length || (found == length && sights <= most))))
            continue;
        length = found;
        most = sights;
        for (int i = 0; i < found; i++) {
            uint32_t a = path[i], b = path[(i + 1) % found];
            steps[i] = (cm_sc_step){a, b, step_name(x, &s, a, b)};
        }
    }
    *cycle = steps;
    /* Where nothing else is on a cycle: an exclusive pair with a write between. */
    for (uint32_t r = 0; r < s.n && length == 0; r++)
        CM_EACH(cm_rel_row(&s.torn, r), s.torn.words, s.n, w)
        {
            uint32_t m = between(x, &s, r, w);
            steps[0] = (cm_sc_step){r, m, "fr"};
            steps[1] = (cm_sc_step){m, w, "co"};
            steps[2] = (cm_sc_step){w, r, "rmw^-1"};
            return 3;
        }
    return length;
}

bool cm_turns_at_one_location(cm_arena *arena, const cm_execution *x)
{
    const cm_sc_step *cycle;
    int count = cm_turns_cycle(arena, x, &cycle);
    const cm_event *first = count > 0 ? &x->events[cycle[0].from] : NULL;
    uint32_t begin = 0, end = UINT32_MAX; /* of the bytes that all of them have */
    for (int i = 0; i < count; i++) {
        const cm_event *e = &x->events[cycle[i].from];
        if (!is_access(e) || e->location != first->location)
            return false;
        begin = e->offset > begin ? e->offset : begin;
        end = e->offset + e->width < end ? e->offset + e->width : end;
    }
    return count > 0 && begin < end;
}

int cm_turns_unordered(cm_arena *arena, const cm_execution *x, const cm_event_pair **pairs)
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
            CM_PUSH(arena, all, count, capacity, (cm_event_pair){a, b});
        }
    *pairs = all;
    return count;
}

/* ---- what is handed on ---------------------------------------------------------------------- */

bool cm_turns_handed(cm_arena *arena, const cm_execution *x, uint32_t from, uint32_t to,
                     cm_event_pair *last)
{
    sc s = sc_of(arena, x);
    cm_rel reach = meetings_of(arena, x), seen = cm_rel_new(arena, s.n);
    for (uint32_t a = 0; a < s.n; a++)
        CM_EACH(cm_rel_row(&x->rf, a), x->rf.words, s.n, b)
    if (x->events[a].thread >= 0 && x->events[a].thread != x->events[b].thread)
        cm_rel_add(&seen, a, b);
    cm_rel_union(&reach, &reach, &x->po);
    cm_rel_union(&reach, &reach, &seen);
    for (int o = 0; o < ORDERS; o++)
        cm_rel_union(&reach, &reach, &s.orders[o]);
    cm_rel_plus(&reach);
    *last = (cm_event_pair){s.n, s.n};
    for (uint32_t a = 0; a < s.n; a++)
        CM_EACH(cm_rel_row(&seen, a), seen.words, s.n, b)
    if ((a == from || cm_rel_has(&reach, from, a)) && (b == to || cm_rel_has(&reach, b, to)))
        *last = (cm_event_pair){a, b};
    return cm_rel_has(&reach, from, to);
}

/* ---- accesses in parts ------------------------------------------------------------- */

/* For each event two earlier ones, or itself: the first access of the same kind by its instruction,
 * and the first part of its single-copy atomic access. */
typedef struct parts {
    uint32_t *instruction, *access;
    bool *several; /* by the first event: the instruction is several accesses */
} parts;

static parts parts_of(cm_arena *arena, const cm_execution *x)
{
    uint32_t n = x->event_count;
    parts p = {CM_NEW_ARRAY(arena, (size_t)n + 1, uint32_t),
               CM_NEW_ARRAY(arena, (size_t)n + 1, uint32_t),
               CM_NEW_ARRAY(arena, (size_t)n + 1, bool)};
    for (uint32_t i = 0; i < n; i++) {
        p.instruction[i] = p.access[i] = i;
        for (uint32_t a = i; a-- > 0 && is_access(&x->events[i]);)
            if (x->events[a].kind == x->events[i].kind && same_instance(x, a, i)) {
                p.instruction[i] = a;
                if (x->events[a].action->whole == x->events[i].action->whole)
                    p.access[i] = a;
            }
        p.several[p.instruction[i]] |= p.access[i] != p.instruction[i];
    }
    return p;
}

static void join(cm_rel *all, uint32_t a, uint32_t b)
{
    cm_rel_add(all, a, b);
    cm_rel_add(all, b, a);
}

/* Would some event of another thread come both before and after one, if each access and each marked
 * instruction were a single step? */
static bool come_between(cm_arena *arena, const cm_execution *x, const sc *s, const parts *p,
                         const bool *marked)
{
    cm_rel all = cm_rel_new(arena, s->n);
    cm_rel_copy(&all, &s->all);
    for (uint32_t i = 0; i < s->n; i++) {
        if (p->access[i] != i)
            join(&all, i, p->access[i]);
        if (p->instruction[i] != i && marked[p->instruction[i]])
            join(&all, i, p->instruction[i]);
    }
    cm_rel_plus(&all);
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t e = 0; e < s->n; e++)
            if (x->events[e].thread != x->events[i].thread && cm_rel_has(&all, i, e) &&
                cm_rel_has(&all, e, i))
                return true;
    return false;
}

int cm_turns_torn(cm_arena *arena, const cm_execution *x, const uint32_t **instructions)
{
    sc s = sc_of(arena, x);
    parts p = parts_of(arena, x);
    uint32_t *found = CM_NEW_ARRAY(arena, (size_t)s.n + 1, uint32_t);
    bool *none = CM_NEW_ARRAY(arena, (size_t)s.n + 1, bool);
    int count = 0;
    if (come_between(arena, x, &s, &p, none) || !come_between(arena, x, &s, &p, p.several))
        return 0;
    for (uint32_t i = 0; i < s.n; i++) {
        if (!p.several[i])
            continue;
        p.several[i] = false;
        if (come_between(arena, x, &s, &p, p.several))
            continue; /* others are enough */
        p.several[i] = true;
        found[count++] = i;
    }
    *instructions = found;
    return count;
}
