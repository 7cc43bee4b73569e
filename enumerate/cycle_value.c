/* Which location is each access to, what does it write or read. */
#include "enumerate/cycle.h"

/* ---- locations ---------------------------------------------------------- */

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
                cm_edge_text(work, &cycle->nodes[last].edge));
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
 * contradicts coherence: the order of the writes begins after the first one. With
 * accesses of several sizes communication alone does, and it begins with the threads. */
static int first_po(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].edge.kind <= CM_EDGE_DP || cycle->nodes[i].edge.kind == CM_EDGE_RMW)
            return i;
    if (cycle->natural)
        return cycle->node_count - 1;
    cm_fail(work, cycle->nodes[0].edge.place,
            "communications only, which no order of the writes can close, expected an edge of "
            "program order");
}

/* ---- bytes ---------------------------------------------------------------- */

static uint64_t mask_of(unsigned bytes)
{
    return bytes >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1;
}

/* Bytes that an access touches of a location, from its offset. */
static unsigned bytes_of(const cm_cycle *cycle, const cm_atom *atom)
{
    return atom->size ? cm_atom_bytes(atom->size) : (unsigned)cycle->natural;
}

/* A number as diy writes it to see where each byte comes from: in every byte. */
static uint64_t spread(const cm_atom *atom, uint64_t number)
{
    if (!atom->size)
        return number;
    return (number & 0xff) * (mask_of(cm_atom_bytes(atom->size)) / 0xff);
}

static uint64_t extract(const cm_cycle *cycle, const cm_atom *atom, uint64_t cell)
{
    if (!cycle->natural)
        return cell;
    return cell >> 8 * atom->offset & mask_of(bytes_of(cycle, atom));
}

static uint64_t overwrite(const cm_cycle *cycle, const cm_atom *atom, uint64_t cell, uint64_t value)
{
    if (!cycle->natural)
        return value;
    uint64_t mask = mask_of(bytes_of(cycle, atom));
    return (cell & ~(mask << 8 * atom->offset)) | (value & mask) << 8 * atom->offset;
}

/* What accesses without a size have: a word, or all 8 bytes where sizes reach as far. */
static int natural_of(const cm_cycle *cycle)
{
    int natural = 0;
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_atom *atom = &cycle->nodes[i].atom;
        unsigned end = atom->size ? atom->offset + cm_atom_bytes(atom->size) : 0;
        if (end && natural < 8)
            natural = end > 4 ? 8 : 4;
    }
    return natural;
}

/* ---- values ------------------------------------------------------------------ */

static void add_write(cm_cycle *cycle, const cm_cycle_node *node, unsigned rank, uint64_t value)
{
    cycle->writes[cycle->write_count++] = (cm_cycle_write){
        .location = node->location, .thread = node->thread, .rank = rank, .value = value};
}

/* Through one location, writes are numbered thread by thread. */
static void number_writes(cm_cycle *cycle)
{
    uint64_t written = 0;
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        if (node->store)
            node->stored = ++written;
        if (node->direction == 'W')
            node->given = spread(&node->atom, ++written);
    }
}

typedef struct walk {
    unsigned rank;
    uint64_t cell;
} walk;

static void step(cm_cycle *cycle, walk *at, int i, bool single)
{
    int n = cycle->node_count;
    cm_cycle_node *node = &cycle->nodes[i % n];
    if (node->store) {
        at->rank++;
        at->cell = node->stored = single ? node->stored : at->rank;
        add_write(cycle, node, at->rank, at->cell);
    }
    node->found = extract(cycle, &node->atom, at->cell);
    node->value = node->found;
    if (node->direction == 'R')
        return;
    at->rank++;
    if (!single)
        node->given = spread(&node->atom, at->rank);
    const cm_edge *before = &cycle->nodes[(i + n - 1) % n].edge;
    uint64_t put = before->kind == CM_EDGE_RMW
                       ? cm_write_rmw_result(before->rmw, node->found, node->given)
                       : node->given;
    at->cell = node->value = overwrite(cycle, &node->atom, at->cell, put);
    add_write(cycle, node, at->rank, at->cell);
}

/* What expects 0 is part of a cycle only where it reads that. */
static void check_expected(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        if (node->edge.kind == CM_EDGE_RMW && node->edge.rmw->kind == CM_WRITE_TRY && node->found)
            cm_fail(work, node->edge.place, "%s of a location that was written, expected it first",
                    node->edge.rmw->name);
    }
}

static void make_values(cm_work *work, cm_cycle *cycle, int last_change)
{
    int n = cycle->node_count;
    bool single = last_change < 0;
    if (single)
        number_writes(cycle);
    cycle->writes = CM_NEW_ARRAY(work->arena, 2 * (size_t)n, cm_cycle_write);
    int begin = (single ? first_po(work, cycle) : last_change) + 1;
    walk at = {0, 0};
    for (int i = 0; i < n; i++) {
        step(cycle, &at, begin + i, single);
        if (!cycle->nodes[(begin + i) % n].edge.same)
            at = (walk){0, 0};
    }
    check_expected(work, cycle);
}

const cm_cycle_write *cm_cycle_write_at(const cm_cycle *cycle, int location, unsigned rank)
{
    for (int i = 0; i < cycle->write_count; i++)
        if (cycle->writes[i].location == location && cycle->writes[i].rank == rank)
            return &cycle->writes[i];
    return NULL;
}

/* ---- what conditions speak of ------------------------------------------------- */

static bool tells(const cm_edge *edge)
{
    return (edge->kind >= CM_EDGE_RF && edge->kind <= CM_EDGE_CO) || edge->kind == CM_EDGE_HAT;
}

/* A read is told about where a communication, a Hat or a read-modify-write begins or
 * ends; the read of an exclusive store where a communication does. */
static void mark_observed(cm_cycle *cycle)
{
    int n = cycle->node_count;
    for (int i = 0; i < n; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        bool told = tells(&cycle->nodes[(i + n - 1) % n].edge) || tells(&node->edge);
        if (node->direction == 'R')
            node->observed = told || node->edge.kind == CM_EDGE_RMW;
        else
            node->observed = told && node->atom.exclusive;
    }
}

void cm_cycle_values(cm_work *work, cm_cycle *cycle)
{
    cycle->natural = natural_of(cycle);
    int last_change = make_locations(work, cycle);
    make_values(work, cycle, last_change);
    mark_observed(cycle);
}
