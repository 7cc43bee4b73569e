/* The litmus test of a cycle: threads side by side, the condition that holds
 * exactly when the cycle happens, and what the diy tools write above them. */
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- threads ----------------------------------------------------------- */

const char *cm_cycle_location(cm_arena *arena, int location)
{
    static const char letters[] = "xyzabcdefghijklmnopqrstuvw";
    int n = sizeof letters - 1;
    char letter = letters[location % n];
    return location < n ? cm_arena_printf(arena, "%c", letter)
                        : cm_arena_printf(arena, "%c%d", letter, location / n);
}

typedef struct printer {
    cm_work *work;
    cm_cycle *cycle;
    cm_writer *columns; /* threads, then observers */
    int column_count, labels;
    cm_text init;
    const char **terms; /* of the condition: memory first, then registers */
    int term_count, term_capacity;
} printer;

/* The first access of the thread, to blame; of an observer's, the test's. */
static cm_place place_of(const cm_cycle *cycle, int thread)
{
    int i = 0;
    while (i + 1 < cycle->node_count && cycle->nodes[i].thread != thread)
        i++;
    return cycle->nodes[i].edge.place;
}

static cm_writer *open_column(printer *p, cm_arch arch)
{
    int thread = p->column_count++;
    p->columns[thread] = cm_writer_open(p->work, arch, thread, &p->init, &p->labels,
                                        cm_cycle_location, p->cycle->location_count);
    p->columns[thread].place = place_of(p->cycle, thread);
    return &p->columns[thread];
}

static cm_write_access access_of(const cm_cycle_node *node)
{
    return (cm_write_access){.location = node->location,
                             .order = node->atom.order,
                             .scope = cm_scope_name(node->atom.scope),
                             .value = node->value};
}

/* What lies between an access and the next one of its thread; the next one's
 * dependency. */
static cm_write_need write_edge(cm_writer *w, const cm_isa_writer *isa, const cm_edge *edge,
                                int reg)
{
    cm_write_need need = {0};
    if (edge->kind == CM_EDGE_FENCE)
        cm_writer_fence(w, edge->fence);
    if (edge->kind != CM_EDGE_DP)
        return need;
    if (edge->dp == CM_DP_CTRL || edge->dp == CM_DP_CTRLISB)
        isa->branch(w, reg, edge->dp == CM_DP_CTRLISB);
    else
        need = (cm_write_need){true, edge->dp == CM_DP_DATA, reg};
    return need;
}

static void write_thread(printer *p, int thread)
{
    cm_cycle *cycle = p->cycle;
    cm_writer *w = open_column(p, cycle->seats[thread].arch);
    const cm_isa_writer *isa = cm_isa_for(w->arch)->writer;
    cm_write_need need = {0};
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        if (node->thread != thread)
            continue;
        int reg = -1;
        cm_write_access access = access_of(node);
        if (node->edge.kind == CM_EDGE_RMW) {
            cm_write_access written = access_of(&cycle->nodes[++i]);
            reg = isa->exchange(w, &access, &written, need, &node->reg);
            node = &cycle->nodes[i];
        } else if (node->direction == 'R') {
            reg = isa->load(w, &access, need, &node->reg);
        } else {
            isa->store(w, &access, need);
        }
        need = node->edge.external ? (cm_write_need){0} : write_edge(w, isa, &node->edge, reg);
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
static void write_observer(printer *p, int location)
{
    cm_writer *w = open_column(p, p->cycle->seats[0].arch);
    const cm_isa_writer *isa = cm_isa_for(w->arch)->writer;
    unsigned count = write_count(p->cycle, location);
    for (unsigned rank = 1; rank < count; rank++) {
        cm_cycle_node node = {.direction = 'R', .location = location};
        node.value = write_at(p->cycle, location, rank)->value;
        cm_write_access access = access_of(&node);
        isa->load(w, &access, (cm_write_need){0}, &node.reg);
        add_register_term(p, w->thread, &node);
    }
    cm_text_add_char(&p->init, '\n');
}

static void write_all(printer *p)
{
    for (int t = 0; t < p->cycle->thread_count; t++)
        write_thread(p, t);
    add_memory_terms(p);
    add_register_terms(p);
    for (int l = 0; l < p->cycle->location_count; l++)
        if (order_open(p->cycle, l))
            write_observer(p, l);
}

/* ---- layout ----------------------------------------------------------- */

static const char *head_of(printer *p, int column)
{
    cm_arena *arena = p->work->arena;
    const cm_cycle *cycle = p->cycle;
    bool observer = column >= cycle->thread_count;
    cm_cycle_seat seat = cycle->seats[observer ? 0 : column];
    if (observer) {
        seat.at.cta = column;
        seat.at.cluster = -1;
    }
    const char *word = cycle->arch == CM_CMCM ? cm_isa_for(seat.arch)->word : "";
    cm_text head;
    cm_text_init(&head, arena);
    cm_text_append(&head, "P%d%s%s", column, *word ? "@" : "", word);
    if (cm_arch_is_gpu(seat.arch))
        cm_placement_print(&head, *word ? "," : "@", &seat.at);
    return head.data;
}

static size_t column_width(const cm_writer *e, const char *head)
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
        const cm_writer *e = &p->columns[c];
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
                 .columns = CM_NEW_ARRAY(work->arena, (size_t)columns, cm_writer)};
    cm_text_init(&p.init, work->arena);
    write_all(&p);
    cm_enum_open(out, cm_arch_name(cycle->arch), name, cm_cycle_edges(work->arena, cycle, 0), axes,
                 axis_count);
    print_metadata(&p, out);
    *body = out->length;
    print_init(&p, out);
    print_program(&p, out);
    print_condition(&p, out);
}
