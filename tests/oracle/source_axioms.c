/* Relations are matrices of truth values; nothing is shared with the evaluator of models. */
#include "tests/oracle/source_axioms.h"

#include <string.h>

enum { MOST = 64 };
typedef bool matrix[MOST][MOST];

typedef struct graph {
    const cm_execution *x;
    int n;
    bool scoped;
    bool sc[MOST], sc_fence[MOST], release[MOST], acquire[MOST];
    matrix same_location, inclusive;
    matrix po, rf, mo, rb, rmw, hb, eco, psc;
} graph;

#define EACH(g, i) for (int i = 0; i < (g)->n; i++)

/* ---- events ---------------------------------------------------------------------- */

static bool has(const graph *g, int e, const char *tag)
{
    return cm_tags_have(g->x->events[e].tags, tag);
}

static char kind(const graph *g, int e)
{
    return g->x->events[e].kind;
}

static int thread(const graph *g, int e)
{
    return g->x->events[e].thread;
}

static bool is_memory(const graph *g, int e)
{
    return kind(g, e) == 'R' || kind(g, e) == 'W';
}

static bool is_same_location(const graph *g, int a, int b)
{
    return is_memory(g, a) && is_memory(g, b) && g->x->events[a].address == g->x->events[b].address;
}

static bool conflict(const graph *g, int a, int b)
{
    return g->same_location[a][b] && (kind(g, a) == 'W' || kind(g, b) == 'W') &&
           thread(g, a) >= 0 && thread(g, b) >= 0 && thread(g, a) != thread(g, b);
}

/* CUDA C++ Programming Guide, "Thread scopes": a thread of a GPU is related to others by block,
 * cluster and device; threads of CPUs by the system only. */
static bool are_near(const cm_placement *a, const cm_placement *b, const char *scope)
{
    if (a->gpu < 0 || a->gpu != b->gpu)
        return false;
    if (strcmp(scope, "DV") == 0 || (a->cluster >= 0 && a->cluster == b->cluster))
        return strcmp(scope, "WG") != 0 || a->cta == b->cta;
    return a->cta == b->cta;
}

static bool includes(const graph *g, int a, int b)
{
    static const char *const scopes[] = {"WG", "CL", "DV"};
    const cm_thread *threads = g->x->test->threads;
    if (thread(g, a) == thread(g, b))
        return true;
    if (thread(g, a) < 0 || thread(g, b) < 0)
        return false;
    if ((is_memory(g, a) && !has(g, a, "A")) || has(g, a, "WI"))
        return false;
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (has(g, a, scopes[i]))
            return are_near(&threads[thread(g, a)].at, &threads[thread(g, b)].at, scopes[i]);
    return true;
}

static void read_events(graph *g)
{
    EACH (g, e) {
        bool both = has(g, e, "ACQ_REL") || has(g, e, "SC");
        g->sc[e] = has(g, e, "SC");
        g->sc_fence[e] = g->sc[e] && kind(g, e) == 'F';
        g->release[e] = kind(g, e) != 'R' && (both || has(g, e, "REL"));
        g->acquire[e] = kind(g, e) != 'W' && (both || has(g, e, "ACQ"));
    }
    EACH (g, a)
        EACH (g, b) {
            g->same_location[a][b] = is_same_location(g, a, b);
            g->inclusive[a][b] = !g->scoped || (includes(g, a, b) && includes(g, b, a));
        }
}

/* ---- relations ---------------------------------------------------------------------- */

static void close(int n, matrix m)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; m[i][k] && j < n; j++)
                m[i][j] |= m[k][j];
}

static bool has_cycle(int n, matrix m)
{
    close(n, m);
    for (int i = 0; i < n; i++)
        if (m[i][i])
            return true;
    return false;
}

static void read_execution(graph *g, const cm_rel *mo)
{
    EACH (g, a)
        EACH (g, b) {
            const cm_event *from = &g->x->events[a], *to = &g->x->events[b];
            g->po[a][b] = a < b && from->thread >= 0 && from->thread == to->thread;
            g->rf[a][b] = cm_rel_has(&g->x->rf, (uint32_t)a, (uint32_t)b);
            g->mo[a][b] = cm_rel_has(mo, (uint32_t)a, (uint32_t)b) && a != b;
            g->rmw[a][b] = g->po[a][b] && from->kind == 'R' && to->kind == 'W' && to->action->rmw &&
                           (to->action->rmw[from->index / 64] >> (from->index % 64) & 1) != 0;
        }
    EACH (g, r)
        EACH (g, w)
            if (g->rf[w][r])
                EACH (g, later)
                    g->rb[r][later] |= g->mo[w][later];
    EACH (g, a)
        EACH (g, b)
            g->eco[a][b] = g->rf[a][b] || g->mo[a][b] || g->rb[a][b];
    close(g->n, g->eco);
}

/* The release sequence that the write belongs to is headed by whatever is a release at it, at an
 * earlier write of the thread to the location, or is a fence before that one: those synchronise
 * with the acquire. */
static void add_heads(graph *g, int write, int acquire)
{
    EACH (g, first) {
        bool heads = first == write || (g->po[first][write] && g->same_location[first][write]);
        if (!heads || kind(g, first) != 'W')
            continue;
        EACH (g, e)
            if (g->release[e] && (e == first || (kind(g, e) == 'F' && g->po[e][first])) &&
                g->inclusive[e][acquire])
                g->hb[e][acquire] = true;
    }
}

/* The write that the read takes its value from; -1: one that is not seen by its scope. */
static int source_of(const graph *g, int read)
{
    EACH (g, w)
        if (g->rf[w][read])
            return g->inclusive[w][read] ? w : -1;
    return -1;
}

static int read_half(const graph *g, int write)
{
    EACH (g, r)
        if (g->rmw[r][write])
            return r;
    return -1;
}

/* Through read-modify-writes to all writes whose release sequence the read sees; they may read
 * from each other in a circle, which no axiom has forbidden yet. */
static void add_synchronisation(graph *g, int read, int acquire)
{
    for (int left = g->n; read >= 0 && left > 0; left--) {
        int write = source_of(g, read);
        if (write < 0 || !has(g, write, "A"))
            return;
        add_heads(g, write, acquire);
        read = read_half(g, write);
    }
}

static void happens_before(graph *g)
{
    memcpy(g->hb, g->po, sizeof g->hb);
    EACH (g, r)
        EACH (g, e)
            if (kind(g, r) == 'R' && has(g, r, "A") && g->acquire[e] &&
                (e == r || (kind(g, e) == 'F' && g->po[r][e])))
                add_synchronisation(g, r, e);
    EACH (g, b)
        EACH (g, other)
            if (b != other && cm_rel_has(&g->x->meets, (uint32_t)b, (uint32_t)other))
                EACH (g, before)
                    EACH (g, after)
                        g->hb[before][after] |= g->po[before][b] && g->po[other][after];
    close(g->n, g->hb);
}

/* ---- axioms ------------------------------------------------------------------------- */

static bool is_coherent(const graph *g)
{
    EACH (g, a)
        EACH (g, b)
            if (g->hb[a][b] && (a == b || g->eco[b][a]))
                return false;
    return true;
}

static bool is_atomic(const graph *g)
{
    EACH (g, r)
        EACH (g, w)
            if (g->rmw[r][w])
                EACH (g, between)
                    if (g->rb[r][between] && g->mo[between][w])
                        return false;
    return true;
}

/* m = a;b */
static void compose(int n, matrix m, matrix a, matrix b)
{
    matrix made;
    memset(made, 0, sizeof made);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; a[i][k] && j < n; j++)
                made[i][j] |= b[k][j];
    memcpy(m, made, sizeof made);
}

/* What sequentially consistent operations have to agree on ("scb"), step by step. */
static void steps(graph *g, matrix scb)
{
    matrix elsewhere;
    EACH (g, a)
        EACH (g, b)
            elsewhere[a][b] = g->po[a][b] && !g->same_location[a][b];
    compose(g->n, scb, elsewhere, g->hb);
    compose(g->n, scb, scb, elsewhere);
    EACH (g, a)
        EACH (g, b)
            scb[a][b] |= g->po[a][b] || g->mo[a][b] || g->rb[a][b] ||
                         (g->hb[a][b] && g->same_location[a][b]);
}

/* A step counts for the operation at its end, and for a fence on this side of it. */
static void ends_of(const graph *g, matrix before, matrix behind)
{
    EACH (g, a)
        EACH (g, b) {
            before[a][b] = a == b ? g->sc[a] : g->sc_fence[a] && g->hb[a][b];
            behind[a][b] = a == b ? g->sc[a] : g->sc_fence[b] && g->hb[a][b];
        }
}

static bool is_sequential(graph *g)
{
    static matrix fences, before, behind;
    compose(g->n, fences, g->hb, g->eco);
    compose(g->n, fences, fences, g->hb);
    ends_of(g, before, behind);
    steps(g, g->psc);
    compose(g->n, g->psc, before, g->psc);
    compose(g->n, g->psc, g->psc, behind);
    EACH (g, a)
        EACH (g, b) {
            bool ordered = g->sc_fence[a] && g->sc_fence[b] && (g->hb[a][b] || fences[a][b]);
            g->psc[a][b] = (g->psc[a][b] || ordered) && g->inclusive[a][b];
        }
    return !has_cycle(g->n, g->psc);
}

static bool is_out_of_thin_air(const graph *g)
{
    matrix m;
    EACH (g, a)
        EACH (g, b)
            m[a][b] = g->po[a][b] || g->rf[a][b];
    return has_cycle(g->n, m);
}

static bool has_race(const graph *g)
{
    EACH (g, a)
        EACH (g, b) {
            bool atomic = g->scoped ? g->inclusive[a][b] : has(g, a, "A") && has(g, b, "A");
            if (conflict(g, a, b) && !atomic && !g->hb[a][b] && !g->hb[b][a])
                return true;
        }
    return false;
}

/* Who comes to a barrier meets each other thread of the block that does anything. */
static bool has_divergence(const graph *g)
{
    const cm_thread *threads = g->x->test->threads;
    EACH (g, b)
        EACH (g, e) {
            if (kind(g, b) != 'B' || thread(g, e) < 0 || thread(g, e) == thread(g, b) ||
                !are_near(&threads[thread(g, b)].at, &threads[thread(g, e)].at, "WG"))
                continue;
            bool met = false;
            EACH (g, other)
                met |= thread(g, other) == thread(g, e) &&
                       cm_rel_has(&g->x->meets, (uint32_t)b, (uint32_t)other);
            if (!met)
                return true;
        }
    return false;
}

source_judgement source_judge(const cm_execution *execution, const cm_rel *mo, bool scoped)
{
    static graph g; /* of one thread: tests only */
    memset(&g, 0, sizeof g);
    g.x = execution;
    g.n = (int)execution->event_count;
    g.scoped = scoped;
    if (g.n > MOST)
        return (source_judgement){0};
    read_events(&g);
    read_execution(&g, mo);
    happens_before(&g);
    source_judgement j = {0};
    j.consistent = is_coherent(&g) && is_atomic(&g) && is_sequential(&g) &&
                   (scoped || !is_out_of_thin_air(&g));
    j.undefined = j.consistent && (has_race(&g) || (scoped && has_divergence(&g)));
    return j;
}
