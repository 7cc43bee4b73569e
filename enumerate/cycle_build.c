/* From edges to a cycle: do they compose, which thread and location is each
 * access in, what does it write or read. */
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <string.h>
#include <strings.h>

/* ---- reading ---------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

cm_edge *cm_cycle_parse(cm_work *work, cm_place place, int *count)
{
    const char *text = place.source->text + place.offset;
    cm_edge *edges = CM_NEW_ARRAY(work->arena, CM_CYCLE_MAX, cm_edge);
    *count = 0;
    for (uint32_t at = 0; at < place.length;) {
        uint32_t end = at;
        while (end < place.length && !is_blank(text[end]))
            end++;
        cm_place word = {place.source, place.offset + at, end - at};
        if (end > at && *count == CM_CYCLE_MAX)
            cm_fail(work, word, "too many edges, expected at most %d", CM_CYCLE_MAX);
        if (end > at)
            edges[(*count)++] = cm_edge_parse(work, word);
        at = end + 1;
    }
    if (*count == 0)
        cm_fail(work, place, "no edges, expected a cycle such as PodWW Rfe PodRR Fre");
    return edges;
}

cm_arch cm_cycle_arch(cm_work *work, const char *name, cm_arch none)
{
    if (!name || !*name)
        return none;
    if (strcasecmp(name, cm_arch_name(CM_CMCM)) == 0)
        return CM_CMCM;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *alone = cm_enum_arch_word(cm_isa_for((cm_arch)arch));
        if (alone && strcasecmp(name, alone) == 0)
            return (cm_arch)arch;
    }
    cm_fail(work, (cm_place){0}, "unknown architecture `%s`, expected %s", name,
            cm_isa_list(work->arena, cm_enum_arch_word, cm_arch_name(CM_CMCM)));
}

/* ---- composing -------------------------------------------------------- */

static const char *edge_text(cm_work *work, const cm_edge *edge)
{
    cm_text text;
    cm_text_init(&text, work->arena);
    cm_edge_print(&text, edge);
    return text.data;
}

static cm_atom merge(cm_work *work, const cm_edge *before, const cm_edge *after)
{
    cm_atom a = before->target, b = after->source;
    if (a.order == 0)
        return b;
    if (b.order != 0 && (a.order != b.order || a.scope != b.scope))
        cm_fail(work, after->place, "`%s` annotates its first access otherwise than `%s` its last",
                edge_text(work, after), edge_text(work, before));
    return a;
}

static void compose(cm_work *work, cm_cycle *cycle, const cm_edge *edges, int count)
{
    static const char *const names[] = {"write", "read"};
    cycle->nodes = CM_NEW_ARRAY(work->arena, (size_t)count, cm_cycle_node);
    cycle->node_count = count;
    for (int i = 0; i < count; i++) {
        const cm_edge *before = &edges[(i + count - 1) % count], *after = &edges[i];
        if (after->from == '*' || after->to == '*')
            cm_fail(work, after->place, "either direction in a cycle, expected R or W");
        if (before->to != after->from)
            cm_fail(work, after->place,
                    "`%s` begins with a %s where `%s` ends with a %s, expected the same",
                    edge_text(work, after), names[after->from == 'R'], edge_text(work, before),
                    names[before->to == 'R']);
        cycle->nodes[i] = (cm_cycle_node){
            .direction = after->from, .atom = merge(work, before, after), .edge = *after};
    }
}

/* ---- threads ---------------------------------------------------------- */

static void rotate_nodes(cm_arena *arena, cm_cycle *cycle, int first)
{
    int n = cycle->node_count;
    cm_cycle_node *nodes = CM_NEW_ARRAY(arena, (size_t)n, cm_cycle_node);
    for (int i = 0; i < n; i++)
        nodes[i] = cycle->nodes[(first + i) % n];
    cycle->nodes = nodes;
}

/* Node 0 must begin a thread. */
static void number_threads(cm_cycle *cycle)
{
    int thread = 0;
    for (int i = 0; i < cycle->node_count; i++) {
        cycle->nodes[i].thread = thread;
        if (cycle->nodes[i].edge.external)
            thread++;
    }
    cycle->thread_count = thread;
}

static void make_threads(cm_work *work, cm_cycle *cycle)
{
    int last = 0, n = cycle->node_count;
    while (last < n && !cycle->nodes[(last + n - 1) % n].edge.external)
        last++;
    if (last == n)
        cm_fail(work, cm_place_join(cycle->nodes[0].edge.place, cycle->nodes[n - 1].edge.place),
                "no external edge, expected one of Rfe, Fre, Coe at least");
    rotate_nodes(work->arena, cycle, last);
    number_threads(cycle);
}

/* ---- locations and values --------------------------------------------- */

static int make_locations(cm_work *work, cm_cycle *cycle)
{
    int n = cycle->node_count, last = -1, changes = 0;
    for (int i = 0; i < n; i++) {
        if (!cycle->nodes[i].edge.same) {
            last = i;
            changes++;
        }
    }
    if (changes == 1)
        cm_fail(work, cycle->nodes[last].edge.place,
                "only `%s` changes the location, expected two such edges or none",
                edge_text(work, &cycle->nodes[last].edge));
    if (changes && cycle->thread_count == 1)
        cm_fail(work, cycle->nodes[n - 1].edge.place,
                "one thread and several locations, expected two external edges");
    int location = 0;
    for (int i = 0; i < n; i++) {
        cm_cycle_node *node = &cycle->nodes[(last + 1 + i) % n];
        node->location = location;
        location += !node->edge.same;
    }
    cycle->location_count = changes ? changes : 1;
    return last;
}

/* In a cycle through one location it is an edge of program order that
 * contradicts coherence: the order of the writes begins after the first one. */
static int first_po(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].edge.kind <= CM_EDGE_DP)
            return i;
    cm_fail(work, cycle->nodes[0].edge.place,
            "communications only, which no order of the writes can close, expected an edge of "
            "program order");
}

static void make_values(cm_work *work, cm_cycle *cycle, int last_change)
{
    int n = cycle->node_count;
    bool single = last_change < 0;
    unsigned written = 0;
    for (int i = 0; single && i < n; i++)
        if (cycle->nodes[i].direction == 'W')
            cycle->nodes[i].value = ++written;
    int begin = (single ? first_po(work, cycle) : last_change) + 1;
    unsigned rank = 0, value = 0;
    for (int i = 0; i < n; i++) {
        cm_cycle_node *node = &cycle->nodes[(begin + i) % n];
        if (node->direction == 'W') {
            node->rank = ++rank;
            value = node->value = single ? node->value : rank;
        } else {
            node->value = value;
        }
        if (!node->edge.same)
            rank = value = 0;
    }
}

static void mark_observed(cm_cycle *cycle)
{
    int n = cycle->node_count;
    for (int i = 0; i < n; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        cm_edge_kind before = cycle->nodes[(i + n - 1) % n].edge.kind;
        cm_edge_kind after = node->edge.kind;
        node->observed = node->direction == 'R' &&
                         (before == CM_EDGE_RF || after == CM_EDGE_FR || after == CM_EDGE_RMW);
    }
}

/* ---- the whole -------------------------------------------------------- */

static void make_seats(cm_work *work, cm_cycle *cycle, cm_arch cpu)
{
    cycle->seats = CM_NEW_ARRAY(work->arena, (size_t)cycle->thread_count, cm_cycle_seat);
    for (int t = 0; t < cycle->thread_count; t++) {
        cm_cycle_seat *seat = &cycle->seats[t];
        seat->arch = cycle->arch;
        if (cycle->arch == CM_CMCM)
            seat->arch = t % 2 ? cm_arch_usual(true) : cpu;
        seat->at = CM_PLACEMENT_UNSAID;
        seat->at.cta = t;
        seat->at.gpu = 0;
    }
}

void cm_cycle_settle(cm_cycle *cycle)
{
    int n = cycle->node_count;
    for (int i = 0; i < n; i++) {
        cycle->nodes[i].edge.source = cycle->nodes[i].atom;
        cycle->nodes[i].edge.target = cycle->nodes[(i + 1) % n].atom;
    }
}

void cm_cycle_rotate(cm_arena *arena, cm_cycle *cycle, int first)
{
    int node = 0;
    while (cycle->nodes[node].thread != first)
        node++;
    rotate_nodes(arena, cycle, node);
    number_threads(cycle);
}

cm_cycle *cm_cycle_make(cm_work *work, const cm_edge *edges, int count, cm_arch arch, cm_arch cpu)
{
    cm_cycle *cycle = CM_NEW(work->arena, cm_cycle);
    cycle->arch = arch;
    compose(work, cycle, edges, count);
    make_threads(work, cycle);
    int first;
    if (cm_cycle_shape_of(work->arena, cycle, &first))
        cm_cycle_rotate(work->arena, cycle, first);
    int last_change = make_locations(work, cycle);
    make_values(work, cycle, last_change);
    mark_observed(cycle);
    cm_cycle_settle(cycle);
    make_seats(work, cycle, cpu);
    return cycle;
}

/* ---- what instruction sets have --------------------------------------- */

static bool has_fence(const cm_isa_writer *can, const cm_write_fence *fence)
{
    for (const cm_write_fence *own = can->fences; own->name; own++)
        if (own == fence)
            return true;
    return false;
}

static void check_node(cm_work *work, const cm_cycle_node *node, const cm_isa *isa)
{
    const cm_edge *edge = &node->edge;
    const cm_isa_writer *can = isa->writer;
    if (node->atom.order && !strchr(can->orders, node->atom.order))
        cm_fail(work, edge->place, "annotation %s does not exist in %s, expected one of %s",
                cm_atom_words(work->arena, (char[]){node->atom.order, '\0'}), isa->name,
                cm_atom_words(work->arena, can->orders));
    if (node->atom.scope != CM_SCOPE_SYS && !can->scopes)
        cm_fail(work, edge->place, "a scope in %s, expected it of a GPU's thread", isa->name);
    if (edge->kind == CM_EDGE_FENCE && !has_fence(can, edge->fence))
        cm_fail(work, edge->place, "fence %s does not exist in %s, expected one of its own",
                edge->fence->name, isa->name);
    if (edge->kind == CM_EDGE_DP && !can->dependencies)
        cm_fail(work, edge->place, "a dependency in %s, expected program order or a fence",
                isa->name);
    if (edge->kind == CM_EDGE_DP && edge->dp == CM_DP_CTRLISB && edge->isb != can->isb)
        cm_fail(work, edge->place, "no %s in %s, expected DpCtrl%s", edge->isb, isa->name,
                can->isb ? can->isb : "");
}

void cm_cycle_check(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        check_node(work, node, cm_isa_for(cycle->seats[node->thread].arch));
        const cm_cycle_node *next = &cycle->nodes[(i + 1) % cycle->node_count];
        if (node->edge.kind == CM_EDGE_RMW && node->atom.scope != next->atom.scope)
            cm_fail(work, node->edge.place, "two scopes for one instruction, expected one");
        if (node->edge.kind == CM_EDGE_RMW &&
            (strchr("QKV", node->atom.order ? node->atom.order : 'P') ||
             strchr("QKV", next->atom.order ? next->atom.order : 'P')))
            cm_fail(work, node->edge.place,
                    "a read-modify-write that is Q, K or V, expected P, A or L");
    }
}
