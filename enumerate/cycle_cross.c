/* `cross`: cycles by the hundred, from groups of edges or from a pool of them.
 *
 * With bounds, all critical cycles whose edges are of the pool: no thread makes
 * more than two accesses, those to different locations, and no communication is
 * one that two others make up (Shasha and Snir, TOPLAS 10(2), 1988; Alglave,
 * Maranget, Tautschnig, TOPLAS 36(2), 2014, section 9: coe;rfe and fre;rfe stay,
 * the other compositions of communications are communications again). */
#include "enumerate/cycle_run.h"
#include "litmus/isa/isa.h"

#include <string.h>

/* ---- groups of edges -------------------------------------------------- */

typedef struct edge_group {
    cm_edge *edges;
    int count, capacity;
} edge_group;

typedef struct edge_groups {
    edge_group *items;
    int count, capacity;
} edge_groups;

static void add_edge(cm_work *work, edge_group *to, cm_edge edge)
{
    CM_RESERVE(work->arena, to->edges, to->count, to->capacity);
    to->edges[to->count++] = edge;
}

/* An edge whose directions may be open, as all edges that it stands for. */
static void add_expanded(cm_work *work, edge_group *to, cm_edge edge)
{
    static const char directions[] = "RW";
    for (int f = 0; f < 2; f++) {
        for (int t = 0; t < 2; t++) {
            cm_edge one = edge;
            if (edge.from == '*')
                one.from = directions[f];
            if (edge.to == '*')
                one.to = directions[t];
            bool again = (edge.from != '*' && f > 0) || (edge.to != '*' && t > 0);
            if (!again && cm_atom_fits(edge.source, one.from) && cm_atom_fits(edge.target, one.to))
                add_edge(work, to, one);
        }
    }
}

static edge_group parse_group(cm_work *work, cm_place place)
{
    edge_group group = {0};
    const char *text = place.source->text + place.offset;
    for (uint32_t at = 0; at <= place.length;) {
        uint32_t end = at;
        while (end < place.length && text[end] != ',')
            end++;
        cm_place word = {place.source, place.offset + at, end - at};
        if (end == at)
            cm_fail(work, word, "an empty place in a list of edges, expected an edge");
        add_expanded(work, &group, cm_edge_parse(work, word));
        at = end + 1;
    }
    return group;
}

static edge_groups parse_groups(cm_work *work, const cm_source *source)
{
    edge_groups all = {0};
    for (size_t at = 0; at < source->length;) {
        size_t length = strcspn(source->text + at, " \t\r\n;");
        if (length) {
            cm_place place = {source, (uint32_t)at, (uint32_t)length};
            if (all.count == CM_CYCLE_MAX)
                cm_fail(work, place, "too many groups of edges, expected at most %d", CM_CYCLE_MAX);
            CM_RESERVE(work->arena, all.items, all.count, all.capacity);
            all.items[all.count++] = parse_group(work, place);
        }
        at += length + 1;
    }
    return all;
}

/* ---- the product ------------------------------------------------------ */

static void run_product(cm_cycle_run *run, const edge_groups *groups)
{
    int at[CM_CYCLE_MAX] = {0}, position = 0;
    cm_edge edges[CM_CYCLE_MAX];
    while (position >= 0 && !run->enough) {
        for (int i = 0; i < groups->count; i++)
            edges[i] = groups->items[i].edges[at[i]];
        cm_cycle_offer(run, edges, groups->count);
        position = groups->count - 1;
        while (position >= 0 && ++at[position] == groups->items[position].count)
            at[position--] = 0;
    }
}

/* ---- the search ------------------------------------------------------- */

typedef struct search {
    cm_cycle_run *run;
    const cm_edge *pool;
    int pool_count;
    int size, threads;       /* bounds */
    int path[CM_CYCLE_MAX];  /* indices into the pool */
    int length, used, moves; /* of the path: edges, external ones, changes of location */
} search;

static bool is_internal(const cm_edge *edge)
{
    return edge->kind <= CM_EDGE_DP;
}

/* May b follow a on a critical cycle? */
static bool follows(const cm_edge *a, const cm_edge *b)
{
    if (a->to != b->from)
        return false;
    if (a->target.order && b->source.order &&
        (a->target.order != b->source.order || a->target.scope != b->source.scope))
        return false;
    if (is_internal(a) || is_internal(b))
        return is_internal(a) != is_internal(b);
    return b->kind == CM_EDGE_RF;
}

/* Is the path the least of its rotations (and so the one that stands for all)? */
static bool is_least(const search *s)
{
    for (int r = 1; r < s->length; r++) {
        for (int i = 0; i < s->length; i++) {
            int d = s->path[i] - s->path[(r + i) % s->length];
            if (d > 0)
                return false;
            if (d < 0)
                break;
        }
    }
    return true;
}

/* Writes before reads: threads in the order that people write them. */
static int compare_threads(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    int ra = *a == 'R' ? 2 : *a == 'W', rb = *b == 'R' ? 2 : *b == 'W';
    return ra - rb;
}

/* The rotation that people would write: first threads of writes, then the least
 * text. Its first edge begins a thread. */
static int best_rotation(cm_arena *arena, const cm_cycle *cycle)
{
    int best = 0;
    const char *best_threads = NULL, *best_edges = NULL;
    for (int i = 0; i < cycle->node_count; i++) {
        int n = cycle->node_count;
        if (!cycle->nodes[(i + n - 1) % n].edge.external)
            continue;
        const char *threads = cm_cycle_threads(arena, cycle, cycle->nodes[i].thread);
        const char *edges = cm_cycle_edges(arena, cycle, i);
        int d = best_threads ? compare_threads(threads, best_threads) : -1;
        if (d < 0 || (d == 0 && strcmp(edges, best_edges) < 0)) {
            best = i;
            best_threads = threads;
            best_edges = edges;
        }
    }
    return best;
}

typedef struct rotation {
    cm_work work;
    const search *search;
    cm_edge *edges;
    bool done;
} rotation;

static void rotate_edges(void *argument)
{
    rotation *r = argument;
    const search *s = r->search;
    cm_edge plain[CM_CYCLE_MAX];
    for (int i = 0; i < s->length; i++)
        plain[i] = s->pool[s->path[i]];
    cm_cycle *cycle = cm_cycle_make(&r->work, plain, s->length, s->run->arch, s->run->cpu);
    int first = best_rotation(r->work.arena, cycle);
    for (int i = 0; i < s->length; i++)
        r->edges[i] = cycle->nodes[(first + i) % s->length].edge;
}

static void give_path(search *s)
{
    cm_edge edges[CM_CYCLE_MAX];
    rotation r = {.search = s, .edges = edges};
    cm_arena_reset(s->run->scratch, 0);
    cm_work_init(&r.work, s->run->scratch);
    if (cm_arena_protect(s->run->scratch, rotate_edges, &r))
        cm_cycle_offer(s->run, edges, s->length);
}

/* All paths of exactly `length` edges; recursion is bounded by CM_CYCLE_MAX. */
static void extend(search *s, int length)
{
    if (s->length == length) {
        const cm_edge *first = &s->pool[s->path[0]], *last = &s->pool[s->path[length - 1]];
        if (s->used >= 2 && s->moves >= 2 && follows(last, first) && is_least(s))
            give_path(s);
        return;
    }
    /* The least rotation has no index below its first. */
    for (int i = s->length ? s->path[0] : 0; i < s->pool_count && !s->run->enough; i++) {
        const cm_edge *edge = &s->pool[i];
        if (s->length && !follows(&s->pool[s->path[s->length - 1]], edge))
            continue;
        if (s->used + edge->external > s->threads)
            continue;
        s->path[s->length++] = i;
        s->used += edge->external;
        s->moves += !edge->same;
        extend(s, length);
        s->length--;
        s->used -= edge->external;
        s->moves -= !edge->same;
    }
}

static edge_group make_pool(cm_work *work, const edge_groups *groups)
{
    edge_group pool = {0};
    for (int g = 0; g < groups->count; g++) {
        for (int i = 0; i < groups->items[g].count; i++) {
            const cm_edge *edge = &groups->items[g].edges[i];
            if (is_internal(edge) ? edge->same : !edge->external)
                cm_fail(work, edge->place,
                        "an edge inside a thread to the same location is on no critical cycle, "
                        "expected one marked d, or an external one");
            add_edge(work, &pool, *edge);
        }
    }
    return pool;
}

/* The bounds and the pool of a search; fails before anything is begun. */
static search make_search(cm_work *work, const cm_enum_request *request, const edge_groups *groups)
{
    edge_group pool = make_pool(work, groups);
    /* A thread has one edge inside at most: two edges a thread. */
    unsigned size = request->size ? request->size : 2 * request->threads;
    if (size > CM_CYCLE_MAX || request->threads > CM_CYCLE_MAX)
        cm_fail(work, (cm_place){0}, "a bound above %d, expected smaller cycles", CM_CYCLE_MAX);
    search s = {.pool = pool.edges, .pool_count = pool.count, .size = (int)size};
    s.threads = request->threads ? (int)request->threads : s.size;
    return s;
}

/* ---- cross ------------------------------------------------------------ */

static edge_groups read_groups(cm_work *work, const cm_enum_request *request, bool bounded)
{
    static const char usual[] = "Pod** Rfe Fre Coe";
    const cm_source *source = cm_cycle_words(work, request);
    if (source->length == 0 && bounded) {
        cm_source *pool = CM_NEW(work->arena, cm_source);
        *pool = (cm_source){request->name, usual, sizeof usual - 1};
        source = pool;
    }
    if (source->length > UINT32_MAX / 2)
        cm_fail(work, (cm_place){0}, "edges of %zu bytes, expected fewer", source->length);
    edge_groups groups = parse_groups(work, source);
    if (groups.count == 0)
        cm_fail(work, (cm_place){0}, "no edges, expected groups such as Pod**,DMB.SYd** Rfe");
    return groups;
}

void cm_cycle_cross(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context)
{
    bool bounded = request->size || request->threads;
    edge_groups groups = read_groups(work, request, bounded);
    search s = {0};
    if (bounded)
        s = make_search(work, request, &groups);
    cm_cycle_run run;
    cm_cycle_run_open(&run, work, request, cm_arch_usual(false), sink, context);
    s.run = &run;
    if (!bounded)
        run_product(&run, &groups);
    for (int length = 4; length <= s.size && !run.enough; length++)
        extend(&s, length);
    cm_cycle_run_close(&run, false);
}
