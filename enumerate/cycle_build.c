/* From edges to a cycle: do they compose, which thread and location is each
 * access in, what does it write or read. */
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <string.h>

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
            cm_fail(work, word, "there are too many edges, expected at most %d", CM_CYCLE_MAX);
        if (end > at)
            edges[(*count)++] = cm_edge_parse(work, word);
        at = end + 1;
    }
    if (*count == 0)
        cm_fail(work, place, "there are no edges, expected a cycle such as PodWW Rfe PodRR Fre");
    return edges;
}

const cm_isa_writer *cm_cycle_writer(const cm_cycle *cycle, int thread)
{
    return cycle->dialect ? cycle->dialect : cm_writer_of(cycle->seats[thread].arch);
}

/* ---- composing -------------------------------------------------------- */

/* What is said of an access before its edge. */
typedef struct lead {
    bool store, noted;
    cm_atom atom;
    const cm_write_fence **fences;
    int fence_count;
} lead;

static cm_atom merge_atoms(cm_work *work, const cm_edge *before, const lead *said,
                           const cm_edge *after)
{
    cm_atom atom = before->target;
    if (said->noted && !cm_atom_join(atom, said->atom, &atom))
        cm_fail(work, after->place,
                "its first access has another annotation than the last access of `%s`",
                cm_edge_text(work, before));
    if (!cm_atom_join(atom, after->source, &atom))
        cm_fail(work, after->place,
                "the first access of `%s` has another annotation than the last access of `%s`",
                cm_edge_text(work, after), cm_edge_text(work, before));
    return atom;
}

static void add_node(cm_work *work, cm_cycle *cycle, const cm_edge *before, const lead *said,
                     const cm_edge *after)
{
    static const char *const names[] = {"write", "read"};
    if (after->from == '*' || after->to == '*')
        cm_fail(work, after->place,
                "an access of a cycle is a read or a write, expected R or W in place of *");
    /* A data dependency goes to a write, or to the write of a read-modify-write. */
    if (before->kind == CM_EDGE_DP && before->dp == CM_DP_DATA && before->to == 'R' &&
        after->kind != CM_EDGE_RMW)
        cm_fail(work, before->place,
                "a data dependency cannot lead to a read, expected a write or a read-modify-write");
    if (before->to != after->from)
        cm_fail(work, after->place,
                "`%s` begins with a %s where `%s` ends with a %s, expected the same",
                cm_edge_text(work, after), names[after->from == 'R'], cm_edge_text(work, before),
                names[before->to == 'R']);
    cm_cycle_node *node = &cycle->nodes[cycle->node_count++];
    *node = (cm_cycle_node){.direction = after->from,
                            .atom = merge_atoms(work, before, said, after),
                            .edge = *after,
                            .store = said->store,
                            .fences = said->fences,
                            .fence_count = said->fence_count};
    if (!cm_atom_fits(node->atom, node->direction))
        cm_fail(work, after->place, "this annotation does not fit a %s, expected another",
                names[node->direction == 'R']);
    if (before->kind == CM_EDGE_RMW && node->fence_count > 0)
        cm_fail(work, after->place, "a fence cannot be inside `%s`, expected it before or after it",
                cm_edge_text(work, before));
}

static void add_lead(cm_work *work, lead *to, const cm_edge *edge)
{
    if (edge->kind == CM_EDGE_STORE && to->store)
        cm_fail(work, edge->place,
                "Store is given twice in a row, expected another edge after the first");
    if (edge->kind == CM_EDGE_NOTE && to->noted && !cm_atom_join(to->atom, edge->source, &to->atom))
        cm_fail(work, edge->place, "`%s` contradicts the annotation before it",
                cm_edge_text(work, edge));
    if (edge->kind == CM_EDGE_NOTE && !to->noted)
        to->atom = edge->source;
    to->store |= edge->kind == CM_EDGE_STORE;
    to->noted |= edge->kind == CM_EDGE_NOTE;
    if (edge->kind != CM_EDGE_INSERT)
        return;
    const cm_write_fence **more =
        CM_NEW_ARRAY(work->arena, (size_t)to->fence_count + 1, const cm_write_fence *);
    for (int i = 0; i < to->fence_count; i++)
        more[i] = to->fences[i];
    more[to->fence_count++] = edge->fence;
    to->fences = more;
}

/* The edges that are some. What is said behind the last of them is said of the first. */
static cm_edge *split_leads(cm_work *work, const cm_edge *edges, int *count, lead *leads)
{
    cm_edge *rest = CM_NEW_ARRAY(work->arena, (size_t)*count + 1, cm_edge);
    int n = 0, begin = *count;
    while (begin > 0 && cm_edge_is_pseudo(&edges[begin - 1]))
        begin--;
    if (begin == 0)
        cm_fail(work, edges[0].place, "%s is not an edge, expected an edge after it",
                cm_edge_text(work, &edges[0]));
    for (int i = 0; i < *count; i++) {
        const cm_edge *edge = &edges[(begin + i) % *count];
        if (cm_edge_is_pseudo(edge))
            add_lead(work, &leads[n], edge);
        else
            rest[n++] = *edge;
    }
    *count = n;
    return rest;
}

/* The full fence by its name in the instruction set. */
static void settle_fence(cm_work *work, const cm_cycle *cycle, cm_edge *edge)
{
    if (edge->kind != CM_EDGE_FENCE || edge->fence != &cm_edge_full_fence)
        return;
    const cm_isa_writer *can = cycle->dialect           ? cycle->dialect
                               : cycle->arch == CM_CMCM ? NULL
                                                        : cm_writer_of(cycle->arch);
    if (!can || !can->full)
        cm_fail(work, edge->place, "%s has no full fence here, expected a fence by its name",
                cm_writer_head(cycle->arch, cycle->dialect));
    edge->fence = can->full;
}

static void compose(cm_work *work, cm_cycle *cycle, const cm_edge *edges, int count)
{
    lead leads[CM_CYCLE_MAX + 1] = {{0}};
    cm_edge *rest = split_leads(work, edges, &count, leads);
    cycle->nodes = CM_NEW_ARRAY(work->arena, (size_t)count, cm_cycle_node);
    for (int i = 0; i < count; i++)
        settle_fence(work, cycle, &rest[i]);
    for (int i = 0; i < count; i++)
        add_node(work, cycle, &rest[(i + count - 1) % count], &leads[i], &rest[i]);
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

/* Is the edge before node i one that begins a thread for good? */
static bool begins(const cm_cycle *cycle, int i)
{
    const cm_edge *before = &cycle->nodes[(i + cycle->node_count - 1) % cycle->node_count].edge;
    return before->external && !before->leg;
}

/* Do Leave and Back of the edges match, walked from edge first? */
static bool is_balanced(const cm_cycle *cycle, int first)
{
    int depth = 0;
    for (int i = 0; i < cycle->node_count && depth >= 0; i++) {
        cm_edge_leg leg = cycle->nodes[(first + i) % cycle->node_count].edge.leg;
        depth += (leg == CM_LEG_LEAVE) - (leg == CM_LEG_BACK);
    }
    return depth == 0;
}

/* Node 0 must begin a thread, and Leave and Back match. */
static void number_threads(cm_cycle *cycle)
{
    int left[CM_CYCLE_MAX], depth = 0, thread = 0, count = 1;
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        node->thread = thread;
        node->inside = depth > 0;
        if (!node->edge.external || i + 1 == cycle->node_count)
            continue;
        if (node->edge.leg == CM_LEG_LEAVE)
            left[depth++] = thread;
        thread = node->edge.leg == CM_LEG_BACK ? left[--depth] : count++;
    }
    cycle->thread_count = count;
}

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
            "the cycle has communications only, and no order of the writes closes it, expected an "
            "edge of program order");
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

/* ---- values ------------------------------------------------------------------ */

static void add_write(cm_cycle *cycle, const cm_cycle_node *node, unsigned rank, uint64_t value)
{
    cycle->writes[cycle->write_count++] = (cm_cycle_write){
        .location = node->location, .thread = node->thread, .rank = rank, .value = value};
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

static void make_values(cm_work *work, cm_cycle *cycle, int last_change)
{
    int n = cycle->node_count;
    bool single = last_change < 0;
    if (single) {
        /* Through one location, writes are numbered thread by thread. */
        uint64_t written = 0;
        for (int i = 0; i < cycle->node_count; i++) {
            cm_cycle_node *node = &cycle->nodes[i];
            if (node->store)
                node->stored = ++written;
            if (node->direction == 'W')
                node->given = spread(&node->atom, ++written);
        }
    }
    cycle->writes = CM_NEW_ARRAY(work->arena, 2 * (size_t)n, cm_cycle_write);
    int begin = (single ? first_po(work, cycle) : last_change) + 1;
    walk at = {0, 0};
    for (int i = 0; i < n; i++) {
        step(cycle, &at, begin + i, single);
        if (!cycle->nodes[(begin + i) % n].edge.same)
            at = (walk){0, 0};
    }
    /* What expects 0 is part of a cycle only where it reads that. */
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        if (node->edge.kind == CM_EDGE_RMW && node->edge.rmw->kind == CM_WRITE_TRY && node->found)
            cm_fail(work, node->edge.place,
                    "%s expects 0, but an earlier write changes the location, expected it as the "
                    "first write",
                    node->edge.rmw->name);
    }
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

static void find_values(cm_work *work, cm_cycle *cycle)
{
    /* What accesses without a size have: a word, or all 8 bytes where sizes reach as far. */
    int natural = 0;
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_atom *atom = &cycle->nodes[i].atom;
        unsigned end = atom->size ? atom->offset + cm_atom_bytes(atom->size) : 0;
        if (end && natural < 8)
            natural = end > 4 ? 8 : 4;
    }
    cycle->natural = natural;
    int last_change = make_locations(work, cycle);
    make_values(work, cycle, last_change);
    /* A read is told about where a communication, a Hat or a read-modify-write begins or
     * ends; the read of an exclusive store where a communication does. */
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

/* ---- the whole -------------------------------------------------------- */

void cm_cycle_settle(cm_cycle *cycle)
{
    int n = cycle->node_count;
    for (int i = 0; i < n; i++) {
        cycle->nodes[i].edge.source = cycle->nodes[i].atom;
        cycle->nodes[i].edge.target = cycle->nodes[(i + 1) % n].atom;
    }
}

int cm_cycle_first_of(const cm_cycle *cycle, int thread)
{
    int node = 0;
    while (cycle->nodes[node].thread != thread)
        node++;
    return node;
}

cm_cycle *cm_cycle_make(cm_work *work, const cm_edge *edges, int count, cm_enum_target target,
                        cm_arch cpu)
{
    cm_cycle *cycle = CM_NEW(work->arena, cm_cycle);
    cycle->arch = target.arch;
    cycle->dialect = target.dialect;
    compose(work, cycle, edges, count);
    /* Threads, from one that is whole. */
    int first = 0, n = cycle->node_count;
    bool external = false;
    for (int i = 0; i < n; i++)
        external = external || begins(cycle, i);
    if (!external)
        cm_fail(work, cm_place_join(cycle->nodes[0].edge.place, cycle->nodes[n - 1].edge.place),
                "the cycle has no external edge, expected at least one of Rfe, Fre and Coe");
    while (first < n && !(begins(cycle, first) && is_balanced(cycle, first)))
        first++;
    if (first == n)
        cm_fail(work, cm_place_join(cycle->nodes[0].edge.place, cycle->nodes[n - 1].edge.place),
                "Leave and Back do not match, expected a Back after each Leave");
    rotate_nodes(work->arena, cycle, first);
    number_threads(cycle);
    if (cm_cycle_shape_of(work->arena, cycle, &first)) { /* its first thread becomes thread 0 */
        rotate_nodes(work->arena, cycle, cm_cycle_first_of(cycle, first));
        number_threads(cycle);
    }
    find_values(work, cycle);
    cm_cycle_settle(cycle);
    /* Each thread is alone in its CTA. */
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
    return cycle;
}

/* ---- what instruction sets have --------------------------------------- */

/* The size of a read-modify-write, of which exclusive accesses are pairs. */
static void check_size(cm_work *work, const cm_write_rmw *rmw, char size, cm_place place,
                       const cm_isa_writer *can, const char *of)
{
    if (!cm_write_rmw_has_size(can, rmw, size, 0))
        cm_fail(work, place, "%s of that size does not exist in %s, expected a word or more",
                rmw->kind == CM_WRITE_PAIR ? "an exclusive pair" : rmw->name, of);
}

static void check_atom(cm_work *work, const cm_cycle_node *node, const cm_isa_writer *can,
                       const char *of)
{
    static const cm_write_rmw pair = {"X", NULL, CM_WRITE_PAIR, CM_WRITE_NEW};
    const cm_atom *atom = &node->atom;
    cm_place place = node->edge.place;
    if (atom->exclusive && !can->exclusive)
        cm_fail(work, place, "annotation X does not exist in %s, expected one of %s", of,
                cm_atom_words(work->arena, can->orders));
    if (!atom->exclusive && atom->order && !strchr(can->orders, atom->order))
        cm_fail(work, place, "annotation %s does not exist in %s, expected one of %s",
                cm_atom_words(work->arena, (char[]){atom->order, '\0'}), of,
                cm_atom_words(work->arena, can->orders));
    if (atom->size && !can->sizes)
        cm_fail(work, place,
                "accesses of %s have no sizes here, expected AArch64, RISCV, X86_64 or PTX", of);
    if (atom->elements)
        cm_fail(work, place,
                "cycles have no vectors, expected them in small programs (--programs)");
    if (atom->exclusive)
        check_size(work, &pair, atom->size, place, can, of);
    if (atom->scope != CM_SCOPE_SYS && !can->scopes)
        cm_fail(work, place, "accesses of %s have no scope, expected a scope in threads of GPUs",
                of);
}

static void check_fence(cm_work *work, cm_place place, const cm_write_fence *fence,
                        const cm_isa_writer *can, const char *of)
{
    if (!cm_write_fence_own(can, fence))
        cm_fail(work, place, "fence %s does not exist in %s, expected one that does", fence->name,
                of);
}

static void check_node(cm_work *work, const cm_cycle_node *node, const cm_isa_writer *can,
                       const char *of)
{
    const cm_edge *edge = &node->edge;
    check_atom(work, node, can, of);
    for (int i = 0; i < node->fence_count; i++)
        check_fence(work, edge->place, node->fences[i], can, of);
    if (edge->kind == CM_EDGE_FENCE)
        check_fence(work, edge->place, edge->fence, can, of);
    if (edge->kind == CM_EDGE_DP) {
        if (!can->dependencies)
            cm_fail(work, edge->place,
                    "%s has no dependencies here, expected program order or a fence", of);
        if (edge->dp == CM_DP_CTRLISB && edge->isb != can->isb)
            cm_fail(work, edge->place, "there is no %s in %s, expected DpCtrl%s", edge->isb, of,
                    can->isb ? can->isb : "");
        if (edge->csel && !can->select)
            cm_fail(work, edge->place,
                    "%s has no conditional selection, expected one of its dependencies", of);
    }
    if (edge->kind == CM_EDGE_RMW && !cm_write_rmw_of(can, edge->rmw->name))
        cm_fail(work, edge->place, "there is no %s in %s, expected one of its read-modify-writes",
                edge->rmw->name, of);
}

void cm_cycle_check(cm_work *work, const cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        const cm_isa_writer *can = cm_cycle_writer(cycle, node->thread);
        const char *of = cm_writer_head(cycle->seats[node->thread].arch, can);
        check_node(work, node, can, of);
        if (node->edge.kind == CM_EDGE_RMW) {
            /* Both accesses of one instruction or exclusive pair. */
            cm_place place = node->edge.place;
            const cm_atom *r = &node->atom, *w = &cycle->nodes[(i + 1) % cycle->node_count].atom;
            if (r->scope != w->scope)
                cm_fail(work, place, "one instruction has two scopes, expected one");
            if (r->size != w->size || r->offset != w->offset)
                cm_fail(work, place, "one instruction has two sizes, expected one");
            if (r->exclusive || w->exclusive)
                cm_fail(work, place,
                        "a read-modify-write cannot be exclusive (X), expected P, A or L");
            if (strchr("QKV", r->order ? r->order : 'P') ||
                strchr("QKV", w->order ? w->order : 'P'))
                cm_fail(work, place, "a read-modify-write cannot be Q, K or V, expected P, A or L");
            const cm_write_rmw *rmw = cm_write_rmw_of(can, node->edge.rmw->name);
            check_size(work, rmw, r->size, place, can, of);
            if (!cm_write_rmw_gives(rmw) && r->order && r->order != 'P')
                cm_fail(work, place, "%s reads nothing that it could acquire, expected P",
                        rmw->name);
        }
    }
}
