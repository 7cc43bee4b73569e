/* The litmus test of a cycle: threads side by side, the condition that holds
 * exactly when the cycle happens, and what the diy tools write above them. */
#include "enumerate/columns.h"
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

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

typedef struct read_term {
    int thread;
    const char *reg;
    uint64_t value;
} read_term;

typedef struct printer {
    cm_work *work;
    cm_cycle *cycle;
    cm_writer *columns; /* threads, then observers */
    int column_count, labels;
    cm_text init;
    bool may_fail;    /* some thread */
    read_term *reads; /* terms of the condition that speak of registers */
    int read_count, read_capacity;
    const char **terms; /* of the condition: memory first, then registers */
    int term_count, term_capacity;
} printer;

static cm_writer *open_column(printer *p, cm_arch arch)
{
    int thread = p->column_count++;
    p->columns[thread] = cm_writer_open(p->work, arch, thread, &p->init, &p->labels,
                                        cm_cycle_location, p->cycle->location_count);
    cm_writer *w = &p->columns[thread];
    /* The first access of the thread, to blame; of an observer's, the test's. */
    int i = 0;
    while (i + 1 < p->cycle->node_count && p->cycle->nodes[i].thread != thread)
        i++;
    w->place = p->cycle->nodes[i].edge.place;
    if (p->cycle->dialect)
        w->isa = p->cycle->dialect;
    w->type = p->cycle->type ? p->cycle->type : w->type;
    w->natural = p->cycle->natural;
    w->pairs = p->cycle->style.pairs;
    return w;
}

static cm_write_access access_of(const cm_cycle_node *node)
{
    return (cm_write_access){.location = node->location,
                             .order = node->atom.order,
                             .scope = node->atom.scope,
                             .value = node->direction == 'W' ? node->given : node->value,
                             .exclusive = node->atom.exclusive,
                             .size = node->atom.size,
                             .offset = node->atom.offset};
}

/* What lies between an access and the next one of its thread; the next one's
 * dependency. */
static cm_write_need write_edge(cm_writer *w, const cm_isa_writer *isa, const cm_edge *edge,
                                int reg)
{
    cm_write_need need = {0};
    if (edge->kind == CM_EDGE_FENCE)
        cm_writer_fence(w, cm_write_fence_own(isa, edge->fence));
    if (edge->kind != CM_EDGE_DP)
        return need;
    if (edge->dp == CM_DP_CTRL || edge->dp == CM_DP_CTRLISB)
        isa->branch(w, edge->csel ? isa->select(w, reg) : reg, edge->dp == CM_DP_CTRLISB);
    else
        need = (cm_write_need){true, edge->dp == CM_DP_DATA, edge->csel, reg};
    return need;
}

/* The access of node *i, which moves to the write of a read-modify-write. Gives the
 * number of the register that it reads to, or -1. */
static int write_access(printer *p, cm_writer *w, int *i, cm_write_need need)
{
    const cm_isa_writer *isa = w->isa;
    cm_cycle_node *node = &p->cycle->nodes[*i];
    cm_write_access access = access_of(node);
    if (node->edge.kind == CM_EDGE_RMW) {
        cm_write_access written = access_of(&p->cycle->nodes[++*i]);
        const cm_write_rmw *rmw = cm_write_rmw_of(isa, node->edge.rmw->name);
        return isa->exchange(w, rmw, &access, &written, need, &node->reg);
    }
    if (access.exclusive)
        return isa->exclusive(w, &access, node->direction == 'W', need, &node->reg);
    if (node->direction == 'R')
        return isa->load(w, &access, need, &node->reg);
    isa->store(w, &access, need);
    return -1;
}

static void add_register_term(printer *p, int thread, const char *reg, uint64_t value);

static int last_of_thread(const cm_cycle *cycle, int thread)
{
    int i = cycle->node_count - 1;
    while (cycle->nodes[i].thread != thread)
        i--;
    return i;
}

/* A read of the write that comes after the last access of the thread: diy's local
 * observers. None where that access reads what was there in the beginning. */
static void observe_locally(printer *p, cm_writer *w, int thread)
{
    int last = last_of_thread(p->cycle, thread);
    const cm_cycle_node *node = &p->cycle->nodes[last];
    const cm_cycle_node *next = &p->cycle->nodes[(last + 1) % p->cycle->node_count];
    bool before = node->edge.kind == CM_EDGE_FR || node->edge.kind == CM_EDGE_CO;
    if (!before || (node->direction == 'R' && node->value == 0))
        return;
    cm_write_access access = {.location = node->location, .scope = CM_SCOPE_SYS};
    const char *reg;
    w->isa->load(w, &access, (cm_write_need){0}, &reg);
    add_register_term(p, thread, reg, next->value);
}

static void write_thread(printer *p, int thread)
{
    cm_cycle *cycle = p->cycle;
    cm_writer *w = open_column(p, cycle->seats[thread].arch);
    const cm_isa_writer *isa = w->isa;
    cm_write_need need = {0};
    for (int i = 0; i < cycle->node_count; i++) {
        if (cycle->nodes[i].thread != thread)
            continue;
        for (int k = 0; k < cycle->nodes[i].fence_count; k++)
            cm_writer_fence(w, cm_write_fence_own(isa, cycle->nodes[i].fences[k]));
        /* Where what the thread has read is to tell that others have done with memory that is not
         * atomic, it looks before it goes there. */
        const cm_cycle_node *before = i > 0 ? &cycle->nodes[i - 1] : NULL;
        if (w->isa->guard && cycle->nodes[i].atom.order == 'K' && before &&
            before->thread == w->thread && before->observed && before->reg)
            w->isa->guard(w, before->reg, before->direction == 'R' ? before->value : before->found);
        int reg = write_access(p, w, &i, need);
        const cm_edge *edge = &cycle->nodes[i].edge;
        need = edge->external ? (cm_write_need){0} : write_edge(w, isa, edge, reg);
    }
    /* Writes of Store go to the front, with registers of their own. */
    int row = w->row_count;
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        if (node->thread != thread || !node->store)
            continue;
        cm_write_access access = {
            .location = node->location, .scope = CM_SCOPE_SYS, .value = node->stored};
        isa->store(w, &access, (cm_write_need){0});
    }
    cm_writer_to_front(w, row);
    /* The terms of what the thread reads, in the order of its accesses. */
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        bool shown = node->observed || (cycle->style.asks == CM_ASK_ALL && node->direction == 'R' &&
                                        cm_cycle_write_at(cycle, node->location, 1));
        if (node->thread == thread && shown && node->reg)
            add_register_term(p, thread, node->reg,
                              node->direction == 'R' ? node->value : node->found);
    }
    for (int i = 0; i < w->status_count; i++)
        add_register_term(p, thread, w->statuses[i], 0);
    if (cycle->style.observers == CM_OBSERVE_LOCAL && cycle->style.asks != CM_ASK_UNICOND)
        observe_locally(p, w, thread);
    if (isa->finish)
        isa->finish(w);
    p->may_fail = p->may_fail || w->may_fail;
    cm_text_add_char(&p->init, '\n');
}

/* ---- the condition ---------------------------------------------------- */

static void add_term(printer *p, const char *term)
{
    CM_PUSH(p->work->arena, p->terms, p->term_count, p->term_capacity, term);
}

/* Numbers of several sizes are easier to read byte by byte. */
static const char *number_text(printer *p, uint64_t value)
{
    return cm_arena_printf(p->work->arena, p->cycle->natural ? "0x%llx" : "%llu",
                           (unsigned long long)value);
}

static unsigned write_count(const cm_cycle *cycle, int location)
{
    unsigned count = 0;
    while (cm_cycle_write_at(cycle, location, count + 1))
        count++;
    return count;
}

/* Is there an exclusive access to it? What those write back is seen in the end. */
static bool exclusive_at(const cm_cycle *cycle, int location)
{
    for (int i = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].location == location && cycle->nodes[i].atom.exclusive)
            return true;
    return false;
}

/* Before the memory is known, which comes first: kept apart. */
static void add_register_term(printer *p, int thread, const char *reg, uint64_t value)
{
    CM_RESERVE(p->work->arena, p->reads, p->read_count, p->read_capacity);
    p->reads[p->read_count++] = (read_term){thread, reg, value};
}

/* Does the final value leave the coherence order of the writes open? It tells
 * the last one; writes before it are in order when one thread makes them. In a
 * cycle through one location the reads and the last write contradict coherence
 * whatever the order of the others. */
static bool order_open(const cm_cycle *cycle, int location)
{
    unsigned count = write_count(cycle, location);
    if (cycle->style.observers == CM_OBSERVE_FORCE)
        return count >= 2;
    if (cycle->location_count == 1)
        return false;
    for (unsigned rank = 1; rank + 1 < count; rank++)
        if (cm_cycle_write_at(cycle, location, rank)->thread !=
            cm_cycle_write_at(cycle, location, rank + 1)->thread)
            return true;
    return false;
}

/* A thread that reads the values of the writes in their order: all but the last,
 * which is the final one, or all of them. */
static void write_observer(printer *p, int location)
{
    if (p->cycle->style.observers == CM_OBSERVE_AVOID)
        cm_fail(
            p->work, p->cycle->nodes[0].edge.place,
            "--obs avoid allows no thread that looks on, and %s has three writes or more, whose "
            "order such a thread would have to observe",
            cm_cycle_location(p->work->arena, location));
    cm_writer *w = open_column(p, p->cycle->seats[0].arch);
    const cm_isa_writer *isa = w->isa;
    unsigned count = write_count(p->cycle, location);
    count += p->cycle->style.observers == CM_OBSERVE_FORCE;
    for (unsigned rank = 1; rank < count; rank++) {
        cm_write_access access = {.location = location, .scope = CM_SCOPE_SYS};
        const char *reg;
        isa->load(w, &access, (cm_write_need){0}, &reg);
        add_register_term(p, w->thread, reg, cm_cycle_write_at(p->cycle, location, rank)->value);
    }
    cm_text_add_char(&p->init, '\n');
}

/* ---- all outcomes that coherence leaves ------------------------------- */

/* Location by location: what diy calls unicond (gen/run_gen.ml, "uniproc only"). Coherence of one
 * location is sequential consistency of its accesses (Cantin, Lipasti, Smith, SPAA 2003), so that
 * each interleaving of the threads' accesses is one way that it can go. */

/* Of each outcome a row of values, by access what is read (a write: 0), and at last what is there
 * in the end. */
typedef struct outcomes {
    const int *nodes; /* which accesses */
    int node_count;
    uint64_t **rows;
    int count, capacity;
} outcomes;

enum { MOST_STEPS = 1 << 20 }; /* of all interleavings of one location */

typedef struct play {
    cm_work *work;
    const cm_cycle *cycle;
    outcomes *out;
    int *order; /* nodes of the location, thread by thread */
    int count;
    bool *done;       /* by place in order */
    uint64_t *values; /* by place in order: what is read; behind them, what is there at last */
    int steps;
} play;

static const cm_cycle_node *node_at(const play *p, int place)
{
    return &p->cycle->nodes[p->order[place]];
}

/* Is it the next one of its thread? */
static bool is_next(const play *p, int place)
{
    for (int i = 0; i < place; i++)
        if (!p->done[i] && node_at(p, i)->thread == node_at(p, place)->thread)
            return false;
    return !p->done[place];
}

static bool is_same(const play *p, const uint64_t *row)
{
    bool same = true;
    for (int i = 0; i <= p->count; i++)
        same = same && row[i] == p->values[i];
    return same;
}

static void add_outcome(play *p)
{
    outcomes *out = p->out;
    size_t width = (size_t)p->count + 1;
    for (int i = 0; i < out->count; i++)
        if (is_same(p, out->rows[i]))
            return;
    CM_RESERVE(p->work->arena, out->rows, out->count, out->capacity);
    uint64_t *row = out->rows[out->count++] = CM_NEW_ARRAY(p->work->arena, width, uint64_t);
    for (size_t i = 0; i < width; i++)
        row[i] = p->values[i];
}

/* Depth: the accesses of the cycle, CM_CYCLE_MAX at most. */
static void play_from(play *p, int left, uint64_t cell)
{
    if (++p->steps > MOST_STEPS)
        cm_fail(p->work, p->cycle->nodes[0].edge.place,
                "%s has too many outcomes for --cond unicond, expected a shorter cycle",
                cm_cycle_location(p->work->arena, node_at(p, 0)->location));
    if (left == 0) {
        p->values[p->count] = cell;
        add_outcome(p);
        return;
    }
    for (int i = 0; i < p->count; i++) {
        if (!is_next(p, i))
            continue;
        const cm_cycle_node *node = node_at(p, i);
        bool reads = node->direction == 'R';
        p->done[i] = true;
        p->values[i] = reads ? cell : 0;
        play_from(p, left - 1, reads ? cell : node->given);
        p->done[i] = false;
    }
}

static outcomes *find_outcomes(cm_work *work, const cm_cycle *cycle, int location)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        bool computes = node->edge.kind == CM_EDGE_RMW &&
                        (node->edge.rmw->kind == CM_WRITE_CAS ||
                         node->edge.rmw->kind == CM_WRITE_TRY || node->edge.rmw->op);
        if (node->atom.exclusive || node->atom.size || node->store || computes)
            cm_fail(work, node->edge.place,
                    "--cond unicond does not take exclusive accesses, sizes, Store and "
                    "instructions that compute, expected plain accesses and exchanges");
    }
    size_t room = (size_t)cycle->node_count + 1;
    outcomes *out = CM_NEW(work->arena, outcomes);
    play p = {.work = work,
              .cycle = cycle,
              .out = out,
              .order = CM_NEW_ARRAY(work->arena, room, int),
              .done = CM_NEW_ARRAY(work->arena, room, bool),
              .values = CM_NEW_ARRAY(work->arena, room, uint64_t)};
    for (int i = 0; i < cycle->node_count; i++)
        if (cycle->nodes[i].location == location)
            p.order[p.count++] = i;
    out->nodes = p.order;
    out->node_count = p.count;
    play_from(&p, p.count, 0);
    return out;
}

static void add_outcomes_of(printer *p, int location)
{
    const outcomes *all = find_outcomes(p->work, p->cycle, location);
    char **texts = CM_NEW_ARRAY(p->work->arena, (size_t)all->count, char *);
    int count = 0;
    cm_text term = cm_text_new(p->work->arena);
    for (int row = 0; row < all->count; row++) {
        /* One outcome of a location, what is seen of it; "" where nothing is. */
        const uint64_t *values = all->rows[row];
        cm_text out = cm_text_new(p->work->arena);
        for (int i = 0; i < all->node_count; i++) {
            const cm_cycle_node *node = &p->cycle->nodes[all->nodes[i]];
            if (node->direction == 'R' && node->observed && node->reg)
                cm_text_append(&out, "%s%d:%s=%s", out.length ? " /\\ " : "", node->thread,
                               node->reg, number_text(p, values[i]));
        }
        if (write_count(p->cycle, location) >= 2)
            cm_text_append(&out, "%s[%s]=%s", out.length ? " /\\ " : "",
                           cm_cycle_location(p->work->arena, location),
                           number_text(p, values[all->node_count]));
        char *text = out.data;
        int i = 0;
        while (i < count && strcmp(texts[i], text) != 0)
            i++;
        if (!*text || i < count)
            continue;
        texts[count++] = text;
        cm_text_append(&term, "%s%s", term.length ? " \\/ " : "", text);
    }
    if (count > 0)
        add_term(p, cm_arena_printf(p->work->arena, count > 1 ? "(%s)" : "%s", term.data));
}

static void write_all(printer *p)
{
    const cm_cycle *cycle = p->cycle;
    for (int t = 0; t < cycle->thread_count; t++)
        write_thread(p, t);
    bool by_threads = cycle->style.asks != CM_ASK_UNICOND &&
                      cycle->style.observers != CM_OBSERVE_LOCAL &&
                      cycle->style.observers != CM_OBSERVE_FINAL;
    for (int l = 0; l < cycle->location_count && by_threads; l++)
        if (order_open(cycle, l))
            write_observer(p, l);
    if (cycle->style.asks == CM_ASK_UNICOND) {
        for (int l = 0; l < cycle->location_count; l++)
            add_outcomes_of(p, l);
        return;
    }
    /* What memory ends as, then what registers do. */
    if (p->may_fail)
        add_term(p, "ok=1");
    for (int l = 0; l < cycle->location_count; l++) {
        unsigned count = write_count(cycle, l);
        bool several = count >= 2 && cycle->style.observers != CM_OBSERVE_LOCAL &&
                       cycle->style.observers != CM_OBSERVE_FORCE;
        if (count == 0 || !(several || cycle->style.asks == CM_ASK_ALL || exclusive_at(cycle, l)))
            continue;
        add_term(p, cm_arena_printf(p->work->arena, "[%s]=%s", cm_cycle_location(p->work->arena, l),
                                    number_text(p, cm_cycle_write_at(cycle, l, count)->value)));
    }
    for (int i = 0; i < p->read_count; i++)
        add_term(p, cm_arena_printf(p->work->arena, "%d:%s=%s", p->reads[i].thread, p->reads[i].reg,
                                    number_text(p, p->reads[i].value)));
}

/* ---- where locations live ---------------------------------------------- */

static bool touches(const cm_cycle *cycle, int thread, int location, char direction)
{
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[i];
        if (node->thread == thread && node->location == location && node->direction == direction)
            return true;
    }
    return false;
}

/* -1: nobody. */
static int home_thread(const cm_cycle *cycle, int location, bool writer)
{
    int last = -1;
    for (int t = 0; t < cycle->thread_count; t++) {
        bool writes = touches(cycle, t, location, 'W');
        if (writer ? writes : !writes && touches(cycle, t, location, 'R'))
            return t;
        last = writes ? t : last;
    }
    return last;
}

/* "gpu 1": where the location lives, in a test's words; NULL: not said. Of a thread that writes
 * it (the first one), or that only reads it or, without such a one, writes it last. */
static const char *home_of(cm_arena *arena, const cm_cycle *cycle, int location)
{
    const char *said = cycle->homes ? cycle->homes[location] : NULL;
    if (!said || strcmp(said, "cpu") == 0)
        return said;
    size_t word = strcspn(said, "0123456789");
    if (said[word])
        return cm_arena_printf(arena, "%.*s %s", (int)word, said, said + word);
    int thread = home_thread(cycle, location, strcmp(said, "writer") == 0);
    if (thread < 0)
        return NULL;
    const cm_cycle_seat *seat = &cycle->seats[thread];
    return cm_arch_is_gpu(seat->arch) ? cm_arena_printf(arena, "gpu %d", seat->at.gpu) : "cpu";
}

/* ---- layout ----------------------------------------------------------- */

/* What locations and registers in the condition are that hold other than a word, and where
 * locations live. */
static void print_types(const printer *p, cm_text *out)
{
    cm_arena *arena = p->work->arena;
    const char *type = p->cycle->natural == 8   ? "uint64_t "
                       : p->cycle->natural == 4 ? "uint32_t "
                                                : "";
    size_t begin = out->length;
    for (int l = 0; l < p->cycle->location_count; l++) {
        const char *home = home_of(arena, p->cycle, l);
        if (*type || home)
            cm_text_append(out, "%s%s%s%s%s;", out->length > begin ? " " : "", type,
                           cm_cycle_location(arena, l), home ? "@" : "", home ? home : "");
    }
    for (int i = 0; *type && i < p->read_count; i++)
        cm_text_append(out, " %s%d:%s;", type, p->reads[i].thread, p->reads[i].reg);
    if (out->length > begin)
        cm_text_add_char(out, '\n');
}

/* ---- metadata --------------------------------------------------------- */

/* Is there a write to the location of node i before (-1) or after it (1), as far as
 * edges stay at the location? */
static bool write_beside(const cm_cycle *cycle, int i, int way)
{
    int n = cycle->node_count;
    for (int steps = 1; steps < n; steps++) {
        int edge = way < 0 ? (i + n - 1) % n : i;
        if (!cycle->nodes[edge].edge.same)
            return false;
        i = (i + n + way) % n;
        if (cycle->nodes[i].direction == 'W')
            return true;
    }
    return false;
}

/* The communication that a thread's last edge is, or that a Hat is part of. */
static cm_edge_kind communication(const cm_cycle *cycle, int i)
{
    cm_edge_kind kind = cycle->nodes[i].edge.kind;
    if (kind != CM_EDGE_HAT)
        return kind;
    bool before = write_beside(cycle, i, -1), after = write_beside(cycle, i, 1);
    return before && after ? CM_EDGE_CO : before ? CM_EDGE_RF : CM_EDGE_FR;
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
    /* First and last access of each thread that has several locations: flush (F) the
     * first one's, touch (T) what is read and keep (W) what is written last. */
    cm_text_add(out, "Prefetch=");
    for (int t = 0, shown = 0; t < cycle->thread_count; t++) {
        const cm_cycle_node *first = &cycle->nodes[cm_cycle_first_of(cycle, t)];
        const cm_cycle_node *last = &cycle->nodes[last_of_thread(cycle, t)];
        if (first->location != last->location)
            cm_text_append(out, "%s%d:%s=F,%d:%s=%c", shown++ ? "," : "", t,
                           cm_cycle_location(arena, first->location), t,
                           cm_cycle_location(arena, last->location),
                           last->direction == 'R' ? 'T' : 'W');
    }
    cm_text_add_char(out, '\n');
    cm_text_add(out, "Com=");
    for (int t = 0; t < cycle->thread_count; t++)
        cm_text_append(out, "%s%s", t ? " " : "",
                       names[communication(cycle, last_of_thread(cycle, t))]);
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
    p.init = cm_text_new(work->arena);
    write_all(&p);
    cm_enum_open(out, cm_writer_head(cycle->arch, cycle->dialect), name,
                 cm_cycle_edges(work->arena, cycle, 0), axes, axis_count);
    print_metadata(&p, out);
    *body = out->length;
    cm_text_add(out, p.may_fail ? "{ ok=1;\n" : "{\n");
    print_types(&p, out);
    cm_columns_init(out, p.init.data);
    cm_text_add(out, "}\n");
    const char **heads = CM_NEW_ARRAY(p.work->arena, (size_t)p.column_count, const char *);
    for (int c = 0; c < p.column_count; c++) {
        bool observer = c >= cycle->thread_count;
        cm_cycle_seat seat = cycle->seats[observer ? 0 : c];
        if (observer) {
            seat.at.cta = c;
            seat.at.cluster = -1;
        }
        heads[c] =
            cm_columns_head(p.work->arena, cycle->arch == CM_CMCM, c, &p.columns[c], &seat.at);
    }
    cm_writers_print(out, p.columns, heads, p.column_count);
    cm_text_add(out, p.cycle->style.asks == CM_ASK_UNICOND ? "forall\n(" : "exists\n(");
    for (int i = 0; i < p.term_count; i++)
        cm_text_append(out, "%s%s", i ? " /\\ " : "", p.terms[i]);
    cm_text_add(out, p.term_count ? ")\n" : "true)\n");
}
