/* `cross`: cycles by the hundred, from groups of edges or from a pool of them.
 *
 * With bounds, all critical cycles whose edges are of the pool: no thread makes
 * more than two accesses, those to different locations, and no communication is
 * one that two others make up (Shasha and Snir, TOPLAS 10(2), 1988; Alglave,
 * Maranget, Tautschnig, TOPLAS 36(2), 2014, section 9: coe;rfe and fre;rfe stay,
 * the other compositions of communications are communications again). A
 * read-modify-write of the pool is one access. */
#include "enumerate/cycle_run.h"
#include "enumerate/small.h"
#include "litmus/isa/isa.h"

#include <string.h>

/* ---- groups of edges -------------------------------------------------- */

/* A choice: one edge, or several in a row, "[Amo.Swp,PodWR]". */
typedef struct edge_row {
    cm_edge *edges;
    int count;
} edge_row;

typedef struct edge_group {
    edge_row *rows;
    int count, capacity;
} edge_group;

typedef struct edge_groups {
    edge_group *items;
    int count, capacity;
} edge_groups;

/* Does the edge stand for one with these directions at its ends? */
static bool stands_for(const cm_edge *edge, char from, char to)
{
    return (edge->from == '*' || edge->from == from) && (edge->to == '*' || edge->to == to) &&
           cm_atom_fits(edge->source, from) && cm_atom_fits(edge->target, to);
}

/* All rows that edges with open directions stand for, from edge `at` on; recursion is
 * bounded by CM_CYCLE_MAX. */
static void add_expanded(cm_work *work, edge_group *to, cm_edge *edges, int count, int at)
{
    static const char directions[] = "RW";
    if (at == count) {
        CM_RESERVE(work->arena, to->rows, to->count, to->capacity);
        cm_edge *copy = CM_NEW_ARRAY(work->arena, (size_t)count, cm_edge);
        for (int i = 0; i < count; i++)
            copy[i] = edges[i];
        to->rows[to->count++] = (edge_row){copy, count};
        return;
    }
    const cm_edge open = edges[at];
    for (int i = 0; i < 4; i++) {
        char from = directions[i / 2], target = directions[i % 2];
        bool joins = at == 0 || edges[at - 1].to == from || cm_edge_is_pseudo(&open) ||
                     cm_edge_is_pseudo(&edges[at - 1]);
        if (!joins || !stands_for(&open, from, target))
            continue;
        edges[at].from = from;
        edges[at].to = target;
        add_expanded(work, to, edges, count, at + 1);
    }
    edges[at] = open;
}

/* The edges between commas. */
static int parse_row(cm_work *work, cm_place place, cm_edge *edges)
{
    const char *text = place.source->text + place.offset;
    int count = 0;
    for (uint32_t at = 0; at <= place.length;) {
        uint32_t end = at;
        while (end < place.length && text[end] != ',')
            end++;
        cm_place word = {place.source, place.offset + at, end - at};
        if (end == at)
            cm_fail(work, word, "the list of edges has an empty place, expected an edge");
        if (count == CM_CYCLE_MAX)
            cm_fail(work, word, "there are too many edges, expected at most %d", CM_CYCLE_MAX);
        edges[count++] = cm_edge_parse(work, word);
        at = end + 1;
    }
    return count;
}

/* diy's words for any of several edges. */
static const struct {
    const char *name, *choices;
} families[] = {{"Rf", "Rfe,Rfi"},
                {"Fr", "Fre,Fri"},
                {"Co", "Coe,Coi"},
                {"Ws", "Coe,Coi"},
                {"Po", "Pod**,Pos**"},
                {"Amo",
                 "Amo.Swp,Amo.Cas,Amo.LdAdd,Amo.LdEor,Amo.LdSet,Amo.LdClr,Amo.StAdd,Amo.StEor,"
                 "Amo.StSet,Amo.StClr"},
                {"Amo.Safe", "Amo.Swp,Amo.Cas,Amo.LdAdd,Amo.StAdd"}};

/* The choices that the word stands for, as a source of their own, or NULL. */
static const cm_source *family_of(cm_work *work, cm_place word)
{
    const char *text = word.source->text + word.offset;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const char *choices = families[i].choices;
        if (strlen(families[i].name) != word.length ||
            memcmp(families[i].name, text, word.length) != 0)
            continue;
        cm_source *source = CM_NEW(work->arena, cm_source);
        *source = (cm_source){word.source->name, choices, strlen(choices)};
        return source;
    }
    return NULL;
}

static void parse_choices(cm_work *work, edge_group *group, cm_place place);

static void parse_choice(cm_work *work, edge_group *group, cm_place word)
{
    const cm_source *family = family_of(work, word);
    if (family) { /* of edges, none of which is a family */
        parse_choices(work, group, (cm_place){family, 0, (uint32_t)family->length});
        return;
    }
    cm_edge edges[CM_CYCLE_MAX];
    int count = parse_row(work, word, edges);
    int before = group->count;
    add_expanded(work, group, edges, count, 0);
    if (group->count == before)
        cm_fail(work, word,
                "the edges of this row do not follow each other, expected ends of one direction");
}

static void parse_choices(cm_work *work, edge_group *group, cm_place place)
{
    const char *text = place.source->text + place.offset;
    for (uint32_t at = 0; at <= place.length;) {
        /* The choice that begins there ends at a comma outside brackets. */
        uint32_t end = at;
        bool row = end < place.length && text[end] == '[';
        while (end < place.length && text[end] != (row ? ']' : ','))
            end++;
        if (row && end == place.length)
            cm_fail(work, (cm_place){place.source, place.offset + at, 1},
                    "the row of edges does not end, expected ]");
        if (row && end + 1 < place.length && text[end + 1] != ',')
            cm_fail(work, (cm_place){place.source, place.offset + end + 1, 1},
                    "text comes right after the row of edges, expected a comma or a blank");
        end += row;
        cm_place word = {place.source, place.offset + at + row, end - at - 2 * row};
        parse_choice(work, group, word);
        at = end + 1;
    }
}

/* ---- the product ------------------------------------------------------ */

/* The edges of the rows chosen. */
static int gather_rows(const edge_groups *groups, const int *at, cm_edge *edges)
{
    int count = 0;
    for (int i = 0; i < groups->count; i++) {
        const edge_row *row = &groups->items[i].rows[at[i]];
        for (int e = 0; e < row->count; e++)
            edges[count++] = row->edges[e];
    }
    return count;
}

/* ---- the search ------------------------------------------------------- */

typedef struct search {
    cm_cycle_run *run;
    const cm_edge *pool;
    int pool_count;
    int relaxed;             /* the first so many are of --relax: a cycle has just one of them */
    int size, threads;       /* bounds */
    int path[CM_CYCLE_MAX];  /* indices into the pool */
    int length, used, moves; /* of the path: edges, external ones, changes of location */
} search;

static bool is_internal(const cm_edge *edge)
{
    return edge->kind <= CM_EDGE_DP;
}

/* May b follow a on a critical cycle? */
static bool may_follow(const cm_edge *a, const cm_edge *b)
{
    if (a->to != b->from)
        return false;
    if (!cm_atom_unsaid(a->target) && !cm_atom_unsaid(b->source) &&
        !cm_atom_equal(a->target, b->source))
        return false;
    if (a->kind == CM_EDGE_RMW || b->kind == CM_EDGE_RMW)
        return a->kind != b->kind;
    if (is_internal(a) || is_internal(b))
        return is_internal(a) != is_internal(b);
    return b->kind == CM_EDGE_RF;
}

/* A read-modify-write is one access of its thread, which begins or ends there, or both. */
static bool is_critical(const search *s)
{
    for (int i = 0; i < s->length; i++) {
        const cm_edge *before = &s->pool[s->path[(i + s->length - 1) % s->length]];
        const cm_edge *after = &s->pool[s->path[(i + 1) % s->length]];
        if (s->pool[s->path[i]].kind == CM_EDGE_RMW && is_internal(before) && is_internal(after))
            return false;
    }
    return true;
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

/* Of the edges of --relax just one, as often as it likes; without any all cycles. */
static bool relaxes_one(const search *s)
{
    int one = -1;
    for (int i = 0; i < s->length; i++) {
        int edge = s->path[i];
        if (edge < s->relaxed && one >= 0 && one != edge)
            return false;
        one = edge < s->relaxed ? edge : one;
    }
    return s->relaxed == 0 || one >= 0;
}

/* Writes before reads: threads in the order that people write them. */
static int compare_threads(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        ;
    int ra = *a == 'R' ? 2 : *a == 'W', rb = *b == 'R' ? 2 : *b == 'W';
    return ra - rb;
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
    cm_cycle *cycle = cm_cycle_make(&r->work, plain, s->length, s->run->target, s->run->cpu);
    /* The rotation that people would write: first threads of writes, then the least
     * text. Its first edge begins a thread. */
    int first = 0;
    const char *best_threads = NULL, *best_edges = NULL;
    for (int i = 0; i < cycle->node_count; i++) {
        int n = cycle->node_count;
        if (!cycle->nodes[(i + n - 1) % n].edge.external)
            continue;
        const char *threads = cm_cycle_threads(r->work.arena, cycle, cycle->nodes[i].thread);
        const char *edges = cm_cycle_edges(r->work.arena, cycle, i);
        int d = best_threads ? compare_threads(threads, best_threads) : -1;
        if (d < 0 || (d == 0 && strcmp(edges, best_edges) < 0)) {
            first = i;
            best_threads = threads;
            best_edges = edges;
        }
    }
    for (int i = 0; i < s->length; i++)
        r->edges[i] = cycle->nodes[(first + i) % s->length].edge;
}

/* All paths of exactly `length` edges; recursion is bounded by CM_CYCLE_MAX. */
static void extend_path(search *s, int length)
{
    if (s->length == length) {
        const cm_edge *first = &s->pool[s->path[0]], *last = &s->pool[s->path[length - 1]];
        if (s->used >= 2 && s->moves >= 2 && may_follow(last, first) && is_critical(s) &&
            relaxes_one(s) && is_least(s)) {
            cm_edge edges[CM_CYCLE_MAX];
            rotation r = {.search = s, .edges = edges};
            cm_arena_reset(s->run->scratch, 0);
            r.work = cm_work_new(s->run->scratch);
            if (cm_arena_protect(s->run->scratch, rotate_edges, &r))
                cm_cycle_offer(s->run, edges, s->length);
        }
        return;
    }
    /* The least rotation has no index below its first. */
    for (int i = s->length ? s->path[0] : 0; i < s->pool_count && !s->run->enough; i++) {
        const cm_edge *edge = &s->pool[i];
        if (s->length && !may_follow(&s->pool[s->path[s->length - 1]], edge))
            continue;
        if (s->used + edge->external > s->threads)
            continue;
        s->path[s->length++] = i;
        s->used += edge->external;
        s->moves += !edge->same;
        extend_path(s, length);
        s->length--;
        s->used -= edge->external;
        s->moves -= !edge->same;
    }
}

typedef struct edge_pool {
    cm_edge *edges;
    int count, capacity;
} edge_pool;

static void check_pooled(cm_work *work, const edge_row *row)
{
    const cm_edge *edge = &row->edges[0];
    if (row->count > 1)
        cm_fail(work, edge->place, "a pool has no rows of edges, expected single edges");
    if (cm_edge_is_pseudo(edge))
        cm_fail(work, edge->place,
                "`%s` is not an edge and is in a pool, expected it in groups without --size, "
                "--threads and --relax",
                cm_edge_text(work, edge));
    if (edge->leg)
        cm_fail(work, edge->place,
                "an edge that leaves a thread or comes back cannot be in a pool, expected it in "
                "groups without --size, --threads and --relax");
    if (edge->kind == CM_EDGE_RMW)
        return;
    if (is_internal(edge) ? edge->same : !edge->external)
        cm_fail(work, edge->place,
                "an edge inside a thread to the same location is on no critical cycle, "
                "expected one marked d, or an external one");
}

static bool is_pooled(cm_work *work, const edge_pool *pool, const cm_edge *edge)
{
    const char *text = cm_edge_text(work, edge);
    for (int i = 0; i < pool->count; i++)
        if (strcmp(cm_edge_text(work, &pool->edges[i]), text) == 0)
            return true;
    return false;
}

/* The edges of the groups, each once. */
static void add_to_pool(cm_work *work, edge_pool *pool, const edge_groups *groups)
{
    for (int g = 0; g < groups->count; g++) {
        for (int i = 0; i < groups->items[g].count; i++) {
            const edge_row *row = &groups->items[g].rows[i];
            check_pooled(work, row);
            if (is_pooled(work, pool, &row->edges[0]))
                continue;
            CM_PUSH(work->arena, pool->edges, pool->count, pool->capacity, row->edges[0]);
        }
    }
}

/* ---- cross ------------------------------------------------------------ */

static bool said(const char *text)
{
    return text && *text;
}

/* Fails where there are none. */
static edge_groups read_groups(cm_work *work, const cm_source *source)
{
    if (source->length > UINT32_MAX / 2)
        cm_fail(work, (cm_place){0}, "the edges have %zu bytes, expected fewer", source->length);
    edge_groups groups = {0};
    for (size_t at = 0; at < source->length;) {
        size_t length = strcspn(source->text + at, " \t\r\n;");
        if (length) {
            cm_place place = {source, (uint32_t)at, (uint32_t)length};
            if (groups.count == CM_CYCLE_MAX)
                cm_fail(work, place, "there are too many groups of edges, expected at most %d",
                        CM_CYCLE_MAX);
            CM_RESERVE(work->arena, groups.items, groups.count, groups.capacity);
            groups.items[groups.count] = (edge_group){0};
            parse_choices(work, &groups.items[groups.count++], place);
        }
        at += length + 1;
    }
    if (groups.count == 0)
        cm_fail(work, (cm_place){0},
                "there are no edges, expected groups such as Pod**,DMB.SYd** Rfe");
    return groups;
}

static void pool_text(cm_work *work, edge_pool *pool, const char *name, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){name, text, strlen(text)};
    edge_groups groups = read_groups(work, source);
    add_to_pool(work, pool, &groups);
}

enum { RELAX_SIZE = 6 }; /* of a cycle, where --relax has no bounds: diy7's */

/* The bounds and the pool of a search; fails before anything is begun. */
static search make_search(cm_work *work, const cm_enum_request *request)
{
    /* Edges of --relax, --safe and of the command line; or all without fences. */
    edge_pool pool = {0};
    if (said(request->relax))
        pool_text(work, &pool, "--relax", request->relax);
    const int relaxed = pool.count;
    if (said(request->safe))
        pool_text(work, &pool, "--safe", request->safe);
    const cm_source *source = cm_cycle_words(work, request);
    if (source->length == 0 && !said(request->safe)) {
        pool_text(work, &pool, request->name, "Pod** Rfe Fre Coe");
    } else if (source->length) {
        edge_groups groups = read_groups(work, source);
        add_to_pool(work, &pool, &groups);
    }
    /* A thread has one edge inside at most: two edges a thread. */
    unsigned size = request->size      ? request->size
                    : request->threads ? 2 * request->threads
                                       : RELAX_SIZE;
    if (size > CM_CYCLE_MAX || request->threads > CM_CYCLE_MAX)
        cm_fail(work, (cm_place){0}, "the bound is above %d, expected smaller cycles",
                CM_CYCLE_MAX);
    search s = {.pool = pool.edges, .pool_count = pool.count, .relaxed = relaxed};
    s.size = (int)size;
    s.threads = request->threads ? (int)request->threads : s.size;
    return s;
}

static void run_cross(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                      void *context)
{
    bool bounded = request->size || request->threads || said(request->relax) || said(request->safe);
    search s = {0};
    edge_groups groups = {0};
    if (bounded) {
        s = make_search(work, request);
    } else {
        groups = read_groups(work, cm_cycle_words(work, request));
        /* Fails where rows may make cycles that are too long. */
        int length = 0;
        for (int i = 0; i < groups.count; i++) {
            const edge_group *group = &groups.items[i];
            int longest = 0;
            for (int r = 0; r < group->count; r++)
                longest = group->rows[r].count > longest ? group->rows[r].count : longest;
            length += longest;
            if (length > CM_CYCLE_MAX)
                cm_fail(work, group->rows[0].edges[0].place,
                        "there are too many edges, expected at most %d", CM_CYCLE_MAX);
        }
    }
    cm_cycle_run run;
    cm_cycle_run_open(&run, work, request, cm_arch_usual(false), sink, context);
    s.run = &run;
    if (!bounded) {
        int at[CM_CYCLE_MAX] = {0}, position = 0;
        cm_edge edges[CM_CYCLE_MAX];
        while (position >= 0 && !run.enough) {
            cm_cycle_offer(&run, edges, gather_rows(&groups, at, edges));
            position = groups.count - 1;
            while (position >= 0 && ++at[position] == groups.items[position].count)
                at[position--] = 0;
        }
    }
    for (int length = 4; length <= s.size && !run.enough; length++)
        extend_path(&s, length);
    cm_cycle_run_close(&run, false);
}

/* ---- cycle ------------------------------------------------------------ */

typedef struct parsed {
    cm_edge *edges;
    int count;
} parsed;

static void run_cycle(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                      void *context)
{
    const cm_source *source = cm_cycle_words(work, request);
    if (source->length > UINT32_MAX / 2)
        cm_fail(work, (cm_place){0}, "the cycles have %zu bytes, expected fewer", source->length);
    parsed *cycles = NULL;
    int count = 0, capacity = 0;
    uint32_t length = (uint32_t)source->length;
    for (uint32_t at = 0; at <= length;) {
        uint32_t end = at + (uint32_t)strcspn(source->text + at, ";");
        CM_RESERVE(work->arena, cycles, count, capacity);
        parsed *cycle = &cycles[count++];
        cycle->edges = cm_cycle_parse(work, (cm_place){source, at, end - at}, &cycle->count);
        at = end + 1;
    }
    cm_cycle_run run;
    cm_cycle_run_open(&run, work, request, cm_arch_usual(false), sink, context);
    for (int i = 0; i < count && !run.enough && !run.failure; i++)
        cm_cycle_offer(&run, cycles[i].edges, cycles[i].count);
    cm_cycle_run_close(&run, true);
}

const cm_enum_generator cm_cycle_generators[] = {
    {"cycle", "EDGE...", "The test of a cycle, as diyone7 has it: \"PodWW Rfe PodRR Fre\".", 0,
     run_cycle},
    {"cross", "EDGE,EDGE...",
     "The cycles of all choices, one edge of each group; with --size, --threads or --relax every "
     "critical cycle of the edges up to that.",
     0, run_cross},
    {"small", "EDGE...",
     "All programs of --size instructions and --threads threads: plain accesses, and those of the "
     "edges, their fences, dependencies and read-modify-writes.",
     0, cm_small_run},
    {NULL, NULL, NULL, 0, NULL},
};
