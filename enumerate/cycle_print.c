/* The litmus test of a cycle: threads side by side, the condition that holds
 * exactly when the cycle happens, and what the diy tools write above them. */
#include "enumerate/cycle_emit.h"
#include "litmus/isa/isa.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- what emitters share ---------------------------------------------- */

void cm_emit_row(cm_emit *e, const char *format, ...)
{
    cm_arena *arena = e->work->arena;
    CM_RESERVE(arena, e->rows, e->row_count, e->row_capacity);
    va_list args;
    va_start(args, format);
    e->rows[e->row_count++] = cm_arena_vprintf(arena, format, args);
    va_end(args);
}

const char *cm_emit_label(cm_emit *e)
{
    return cm_arena_printf(e->work->arena, "LC%02d", (*e->labels)++);
}

int cm_emit_register(cm_emit *e, int limit)
{
    if (e->begun < limit)
        return e->begun++;
    const cm_cycle_node *node = e->cycle->nodes;
    const cm_cycle_node *end = node + e->cycle->node_count;
    while (node + 1 < end && node->thread != e->thread)
        node++;
    cm_fail(e->work, node->edge.place,
            "thread %d needs more registers than there are, expected at most %d", e->thread, limit);
}

const char *cm_cycle_location(cm_arena *arena, int location)
{
    static const char letters[] = "xyzabcdefghijklmnopqrstuvw";
    int n = sizeof letters - 1;
    char letter = letters[location % n];
    return location < n ? cm_arena_printf(arena, "%c", letter)
                        : cm_arena_printf(arena, "%c%d", letter, location / n);
}

/* ---- threads ---------------------------------------------------------- */

typedef struct printer {
    cm_work *work;
    cm_cycle *cycle;
    cm_emit *columns; /* threads, then observers */
    int column_count, labels;
    cm_text init;
    const char **terms; /* of the condition: memory first, then registers */
    int term_count, term_capacity;
} printer;

static const cm_emit_isa *isa_of(cm_arch arch)
{
    static const cm_emit_isa *const all[] = {&cm_emit_aarch64, &cm_emit_x86, &cm_emit_x86_64,
                                             &cm_emit_ptx};
    size_t i = 0;
    while (all[i]->arch != arch)
        i++;
    return all[i];
}

static cm_emit *open_column(printer *p, cm_arch arch)
{
    cm_emit *e = &p->columns[p->column_count];
    int locations = p->cycle->location_count;
    *e = (cm_emit){.work = p->work,
                   .cycle = p->cycle,
                   .arch = arch,
                   .thread = p->column_count++,
                   .init = &p->init,
                   .labels = &p->labels,
                   .address = CM_NEW_ARRAY(p->work->arena, (size_t)locations, int)};
    for (int i = 0; i < locations; i++)
        e->address[i] = -1;
    return e;
}

/* What lies between an access and the next one of its thread; the next one's
 * dependency. */
static cm_emit_need emit_edge(cm_emit *e, const cm_emit_isa *isa, const cm_edge *edge, int reg)
{
    cm_emit_need need = {0};
    if (edge->kind == CM_EDGE_FENCE)
        isa->fence(e, edge->fence->text);
    if (edge->kind != CM_EDGE_DP)
        return need;
    if (edge->dp == CM_DP_CTRL || edge->dp == CM_DP_CTRLISB)
        isa->branch(e, reg, edge->dp == CM_DP_CTRLISB);
    else
        need = (cm_emit_need){true, edge->dp, reg};
    return need;
}

static void emit_thread(printer *p, int thread)
{
    cm_cycle *cycle = p->cycle;
    cm_emit *e = open_column(p, cycle->seats[thread].arch);
    const cm_emit_isa *isa = isa_of(e->arch);
    cm_emit_need need = {0};
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        if (node->thread != thread)
            continue;
        int reg = -1;
        if (node->edge.kind == CM_EDGE_RMW) {
            reg = isa->rmw(e, node, &cycle->nodes[i + 1], need);
            node = &cycle->nodes[++i];
        } else if (node->direction == 'R') {
            reg = isa->read(e, node, need);
        } else {
            isa->write(e, node, need);
        }
        need = node->edge.external ? (cm_emit_need){0} : emit_edge(e, isa, &node->edge, reg);
    }
    cm_text_add_char(&p->init, '\n');
}

/* ---- the condition ---------------------------------------------------- */

static void add_term(printer *p, const char *term)
{
    CM_RESERVE(p->work->arena, p->terms, p->term_count, p->term_capacity);
    p->terms[p->term_count++] = term;
}

/* The write of that rank to a location, or NULL. */
static const cm_cycle_node *write_at(const cm_cycle *cycle, int location, unsigned rank)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        if (node->direction == 'W' && node->location == location && node->rank == rank)
            return node;
    }
    return NULL;
}

static unsigned write_count(const cm_cycle *cycle, int location)
{
    unsigned count = 0;
    while (write_at(cycle, location, count + 1))
        count++;
    return count;
}

static void add_memory_terms(printer *p)
{
    for (int l = 0; l < p->cycle->location_count; l++) {
        unsigned count = write_count(p->cycle, l);
        if (count < 2)
            continue;
        add_term(p, cm_arena_printf(p->work->arena, "[%s]=%u", cm_cycle_location(p->work->arena, l),
                                    write_at(p->cycle, l, count)->value));
    }
}

static void add_register_term(printer *p, int thread, const cm_cycle_node *node)
{
    add_term(p, cm_arena_printf(p->work->arena, "%d:%s=%u", thread, node->reg, node->value));
}

static void add_register_terms(printer *p)
{
    for (int i = 0; i < p->cycle->node_count; i++) {
        const cm_cycle_node *node = &p->cycle->nodes[i];
        if (node->observed)
            add_register_term(p, node->thread, node);
    }
}

/* Does the final value leave the coherence order of the writes open? It tells
 * the last one; writes before it are in order when one thread makes them. In a
 * cycle through one location the reads and the last write contradict coherence
 * whatever the order of the others. */
static bool order_open(const cm_cycle *cycle, int location)
{
    if (cycle->location_count == 1)
        return false;
    unsigned count = write_count(cycle, location);
    for (unsigned rank = 1; rank + 1 < count; rank++)
        if (write_at(cycle, location, rank)->thread != write_at(cycle, location, rank + 1)->thread)
            return true;
    return false;
}

/* A thread that reads the values of the writes in their order: all but the last,
 * which is the final one. */
static void emit_observer(printer *p, int location)
{
    cm_emit *e = open_column(p, p->cycle->seats[0].arch);
    const cm_emit_isa *isa = isa_of(e->arch);
    unsigned count = write_count(p->cycle, location);
    for (unsigned rank = 1; rank < count; rank++) {
        cm_cycle_node node = {.direction = 'R', .location = location};
        node.value = write_at(p->cycle, location, rank)->value;
        isa->read(e, &node, (cm_emit_need){0});
        add_register_term(p, e->thread, &node);
    }
    cm_text_add_char(&p->init, '\n');
}

static void emit_all(printer *p)
{
    for (int t = 0; t < p->cycle->thread_count; t++)
        emit_thread(p, t);
    add_memory_terms(p);
    add_register_terms(p);
    for (int l = 0; l < p->cycle->location_count; l++)
        if (order_open(p->cycle, l))
            emit_observer(p, l);
}

/* ---- layout ----------------------------------------------------------- */

static const char *head_of(printer *p, int column)
{
    cm_arena *arena = p->work->arena;
    const cm_cycle *cycle = p->cycle;
    bool observer = column >= cycle->thread_count;
    cm_cycle_seat seat = cycle->seats[observer ? 0 : column];
    if (observer)
        seat.at = (cm_placement){.cta = column, .cluster = -1, .gpu = seat.at.gpu, .system = -1};
    bool compound = cycle->arch == CM_CMCM;
    if (seat.arch != CM_PTX)
        return cm_arena_printf(arena, "P%d%s%s", column, compound ? "@" : "",
                               !compound                 ? ""
                               : seat.arch == CM_AARCH64 ? "aarch64"
                                                         : "x86_64");
    const char *cluster =
        seat.at.cluster < 0 ? "" : cm_arena_printf(arena, "cluster %d,", seat.at.cluster);
    return cm_arena_printf(arena, "P%d@%scta %d,%sgpu %d", column, compound ? "ptx," : "",
                           seat.at.cta, cluster, seat.at.gpu);
}

static size_t column_width(const cm_emit *e, const char *head)
{
    size_t width = strlen(head);
    for (int r = 0; r < e->row_count; r++)
        if (strlen(e->rows[r]) > width)
            width = strlen(e->rows[r]);
    return width;
}

/* Row -1: the heads. */
static void print_row(printer *p, cm_text *out, const char *const *heads, const size_t *widths,
                      int row)
{
    for (int c = 0; c < p->column_count; c++) {
        const cm_emit *e = &p->columns[c];
        const char *cell = row < 0 ? heads[c] : row < e->row_count ? e->rows[row] : "";
        cm_text_append(out, "%s%s", c ? " | " : " ", cell);
        cm_text_fill(out, ' ', widths[c] - strlen(cell));
    }
    cm_text_add(out, " ;\n");
}

static void print_program(printer *p, cm_text *out)
{
    cm_arena *arena = p->work->arena;
    const char **heads = CM_NEW_ARRAY(arena, (size_t)p->column_count, const char *);
    size_t *widths = CM_NEW_ARRAY(arena, (size_t)p->column_count, size_t);
    int rows = 0;
    for (int c = 0; c < p->column_count; c++) {
        heads[c] = head_of(p, c);
        widths[c] = column_width(&p->columns[c], heads[c]);
        if (p->columns[c].row_count > rows)
            rows = p->columns[c].row_count;
    }
    for (int r = -1; r < rows; r++)
        print_row(p, out, heads, widths, r);
}

/* The initial state was gathered as one line a thread, each after a blank. */
static void print_init(const printer *p, cm_text *out)
{
    cm_text_add(out, "{\n");
    for (const char *line = p->init.data; *line;) {
        size_t length = strcspn(line, "\n");
        if (length > 1) {
            cm_text_add_bytes(out, line + 1, length - 1);
            cm_text_add_char(out, '\n');
        }
        line += length + (line[length] == '\n');
    }
    cm_text_add(out, "}\n");
}

static void print_condition(const printer *p, cm_text *out)
{
    cm_text_add(out, "exists\n(");
    for (int i = 0; i < p->term_count; i++)
        cm_text_append(out, "%s%s", i ? " /\\ " : "", p->terms[i]);
    cm_text_add(out, p->term_count ? ")\n" : "true)\n");
}

/* ---- metadata --------------------------------------------------------- */

/* First and last access of each thread that has several locations: flush (F) the
 * first one's, touch (T) what is read and keep (W) what is written last. */
static void print_prefetch(const printer *p, cm_text *out)
{
    const cm_cycle *cycle = p->cycle;
    cm_arena *arena = p->work->arena;
    cm_text_add(out, "Prefetch=");
    for (int i = 0, begin = 0, shown = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *first = &cycle->nodes[begin], *last = &cycle->nodes[i];
        if (!last->edge.external)
            continue;
        if (first->location != last->location)
            cm_text_append(out, "%s%d:%s=F,%d:%s=%c", shown++ ? "," : "", first->thread,
                           cm_cycle_location(arena, first->location), last->thread,
                           cm_cycle_location(arena, last->location),
                           last->direction == 'R' ? 'T' : 'W');
        begin = i + 1;
    }
    cm_text_add_char(out, '\n');
}

static void print_metadata(const printer *p, cm_text *out)
{
    static const char *const names[] = {
        [CM_EDGE_RF] = "Rf", [CM_EDGE_FR] = "Fr", [CM_EDGE_CO] = "Ws"};
    cm_arena *arena = p->work->arena;
    const cm_cycle *cycle = p->cycle;
    const char *least = NULL;
    for (int i = 0; i < cycle->node_count; i++) {
        const char *edges = cm_cycle_edges(arena, cycle, i);
        if (!least || strcmp(edges, least) < 0)
            least = edges;
    }
    cm_text_append(out, "Cycle=%s\n", least);
    print_prefetch(p, out);
    cm_text_add(out, "Com=");
    for (int i = 0, shown = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].edge.external)
            cm_text_append(out, "%s%s", shown++ ? " " : "", names[cycle->nodes[i].edge.kind]);
    cm_text_append(out, "\nOrig=%s\n", cm_cycle_edges(arena, cycle, 0));
}

/* ---- the whole -------------------------------------------------------- */

void cm_cycle_text(cm_work *work, cm_cycle *cycle, const char *name, const cm_enum_axis *axes,
                   int axis_count, cm_text *out, size_t *body)
{
    cm_cycle_check(work, cycle);
    int columns = cycle->thread_count + cycle->location_count;
    printer p = {.work = work,
                 .cycle = cycle,
                 .columns = CM_NEW_ARRAY(work->arena, (size_t)columns, cm_emit)};
    cm_text_init(&p.init, work->arena);
    emit_all(&p);
    cm_enum_open(out, cm_arch_name(cycle->arch), name, cm_cycle_edges(work->arena, cycle, 0), axes,
                 axis_count);
    print_metadata(&p, out);
    *body = out->length;
    print_init(&p, out);
    print_program(&p, out);
    print_condition(&p, out);
}
