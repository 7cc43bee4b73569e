/* `small`: all programs of so many threads and instructions, each once.
 *
 * Two programs are one when they differ by the names of threads and of locations: given is the one
 * whose numbers come first in the order of their lists. Left out are programs in which a location
 * is never written or accessed once only; a fence stands at an end of its thread or beside another;
 * or some threads have no location in common with the others. Where accesses have sizes, two
 * programs are one, too, when the bytes of a location are taken from the other end: no model
 * counts them. */
#include "enumerate/small.h"
#include "enumerate/cycle_run.h"

#include "litmus/isa/isa.h"

#include <string.h>

enum { MOST_OPS = 64, MOST_NEEDS = 16, MOST_LOCATIONS = 4 };

typedef struct making {
    cm_work *work;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    cm_arch archs[2]; /* of threads */
    const cm_isa_writer *isas[2];
    int arch_count;
    cm_small_op ops[MOST_OPS];
    int mirrored[MOST_OPS]; /* by operation: the same from the other end of its location */
    bool mirrors;           /* each has one, and some is not its own */
    int op_count;
    cm_small_need needs[MOST_NEEDS];
    int need_count;
    cm_small_program program;
    cm_small_step steps[CM_SMALL_MOST];
    int size;
    unsigned levels; /* of places that threads share, by cm_scope */
    cm_arena *scratch;
    bool enough;
    const char *failure; /* of an instruction set that runs out of registers */
} making;

/* ---- what instruction sets have ---------------------------------------------------- */

static bool atom_fits(const cm_isa_writer *isa, cm_atom atom)
{
    if (cm_atom_plain(atom))
        return true;
    if (atom.size && !isa->sizes)
        return false;
    if (atom.elements && !isa->vectors)
        return false;
    if (atom.exclusive)
        return isa->halves &&
               (!atom.size || !isa->pair_sizes || strchr(isa->pair_sizes, atom.size));
    bool order = !atom.order || atom.order == 'P' ||
                 (!isa->one_order && isa->orders && strchr(isa->orders, atom.order));
    return order && (isa->scopes || atom.scope == CM_SCOPE_SYS);
}

static bool has_op(const cm_isa_writer *isa, const cm_small_op *op)
{
    if (op->kind == 'F')
        return cm_write_fence_own(isa, op->fence) != NULL;
    const cm_write_rmw *rmw = op->kind == 'X' ? cm_write_rmw_of(isa, op->rmw->name) : NULL;
    if (op->kind == 'X' &&
        !(rmw && cm_write_rmw_has_size(isa, rmw, op->atom.size, op->atom.elements)))
        return false;
    return atom_fits(isa, op->atom) && atom_fits(isa, op->written);
}

static bool has_need(const cm_isa_writer *isa, cm_small_need need)
{
    if (!isa->dependencies || (need->csel && !isa->select))
        return false;
    return need->dp != CM_DP_CTRLISB || (isa->isb && strcmp(isa->isb, need->isb) == 0);
}

/* ---- what programs are made of --------------------------------------------------- */

static bool same_op(const cm_small_op *a, const cm_small_op *b)
{
    return a->kind == b->kind && cm_atom_equal(a->atom, b->atom) &&
           cm_atom_equal(a->written, b->written) && a->fence == b->fence && a->rmw == b->rmw;
}

static void add_op(making *m, cm_place place, cm_small_op op)
{
    bool known = false;
    for (int a = 0; a < m->arch_count; a++)
        known = known || has_op(m->isas[a], &op);
    for (int i = 0; i < m->op_count; i++)
        if (same_op(&m->ops[i], &op))
            return;
    if (op.kind == 'X' && (op.atom.exclusive || op.written.exclusive))
        cm_fail(m->work, place, "a read-modify-write cannot be exclusive (X), expected P, A or L");
    if (!cm_atom_same_bytes(op.atom, op.written) && op.kind == 'X')
        cm_fail(m->work, place, "one instruction has two sizes, expected one");
    if (!known) {
        const char *arch = cm_writer_head(m->program.target.arch, m->program.target.dialect);
        if (op.kind == 'F')
            cm_fail(m->work, place, "fence %s does not exist in %s, expected one that does",
                    op.fence->name, arch);
        if (op.kind == 'X')
            cm_fail(m->work, place,
                    "this %s does not exist in %s, expected one of its read-modify-writes",
                    op.rmw->name, arch);
        cm_fail(m->work, place, "%s has no access with this annotation, expected one that it has",
                arch);
    }
    if (m->op_count == MOST_OPS)
        cm_fail(m->work, place, "there are too many kinds of instructions, expected at most %d",
                MOST_OPS);
    m->ops[m->op_count++] = op;
}

static const cm_atom plain = {.scope = CM_SCOPE_SYS};

/* A half of a pair has the order of its own access only: XL of a read is X. */
static cm_atom half(cm_atom atom, char direction)
{
    bool both = atom.order == 'b';
    if (direction == 'R')
        atom.order = both || atom.order == 'A' ? 'A' : 'P';
    else
        atom.order = both || atom.order == 'L' ? 'L' : 'P';
    return atom;
}

static void add_access(making *m, cm_place place, char direction, cm_atom atom)
{
    static const char directions[] = "RW";
    for (int i = 0; i < 2; i++)
        if ((direction == '*' || direction == directions[i]) && cm_atom_fits(atom, directions[i]))
            add_op(m, place,
                   (cm_small_op){.kind = directions[i],
                                 .atom = cm_atom_unsaid(atom) ? plain
                                         : atom.exclusive     ? half(atom, directions[i])
                                                              : atom,
                                 .written = plain});
}

static void add_need(making *m, const cm_edge *edge)
{
    for (int i = 0; i < m->need_count; i++)
        if (m->needs[i]->dp == edge->dp && m->needs[i]->csel == edge->csel)
            return;
    if (m->need_count == MOST_NEEDS)
        cm_fail(m->work, edge->place,
                "there are too many kinds of dependencies, expected at most %d", MOST_NEEDS);
    m->needs[m->need_count++] = edge;
}

/* An edge stands for the accesses at its ends and what lies between them. */
static void add_edge(making *m, const cm_edge *edge)
{
    if (edge->kind == CM_EDGE_RMW) {
        add_op(m, edge->place,
               (cm_small_op){.kind = 'X',
                             .atom = cm_atom_unsaid(edge->source) ? plain : edge->source,
                             .written = cm_atom_unsaid(edge->target) ? plain : edge->target,
                             .rmw = edge->rmw});
        return;
    }
    if (edge->kind == CM_EDGE_FENCE)
        add_op(m, edge->place,
               (cm_small_op){.kind = 'F', .atom = plain, .written = plain, .fence = edge->fence});
    if (edge->kind == CM_EDGE_DP)
        add_need(m, edge);
    add_access(m, edge->place, edge->from, edge->source);
    add_access(m, edge->place, edge->to, edge->target);
}

/* ---- sizes ------------------------------------------------------------------------ */

static void mirror(const making *m, cm_atom *atom)
{
    if (atom->size)
        atom->offset =
            (unsigned char)((unsigned)m->program.natural - atom->offset - cm_atom_extent(*atom));
}

static void keep_op(cm_small_op *ops, int *count, const cm_small_op *op)
{
    for (int i = 0; i < *count; i++)
        if (same_op(&ops[i], op))
            return;
    ops[(*count)++] = *op;
}

/* Sizes that are the same are said in one way, once each. */
static void settle_sizes(making *m)
{
    int count = 0;
    /* As of cycles: a word, or all 8 bytes where sizes reach as far; an access of no size has all.
     */
    int natural = 0;
    for (int i = 0; i < m->op_count; i++) {
        const cm_atom *atom = &m->ops[i].atom;
        unsigned end = atom->size ? atom->offset + cm_atom_extent(*atom) : 0;
        if (end && natural < 8)
            natural = end > 4 ? 8 : 4;
    }
    m->program.natural = natural;
    const char whole = m->program.natural == 8 ? 'q' : 'w';
    if (!m->program.natural)
        return;
    for (int i = 0; i < m->op_count; i++) {
        cm_small_op op = m->ops[i];
        /* Where it is all bytes an access says its size, and a read-modify-write none. */
        if (strchr("RW", op.kind) && !op.atom.size)
            op.atom.size = whole;
        if (op.kind == 'X' && op.atom.size == whole && !op.atom.elements)
            op.atom.size = op.written.size = '\0';
        keep_op(m->ops, &count, &op);
    }
    m->op_count = count;
    /* What each is from the other end of its location. */
    bool all = true, other = false;
    for (int i = 0; i < m->op_count; i++) {
        cm_small_op op = m->ops[i];
        mirror(m, &op.atom);
        mirror(m, &op.written);
        int k = 0;
        while (k < m->op_count && !same_op(&m->ops[k], &op))
            k++;
        m->mirrored[i] = k;
        all = all && k < m->op_count;
        other = other || k != i;
    }
    m->mirrors = all && other;
}

/* ---- each once ------------------------------------------------------------------------- */

typedef struct code {
    int numbers[6 * CM_SMALL_MOST];
    int count;
} code;

static int need_number(const making *m, cm_small_need need)
{
    for (int i = 0; i < m->need_count; i++)
        if (m->needs[i] == need)
            return i + 1;
    return 0;
}

/* The numbers of the program with its threads in that order, locations by first use; those of the
 * set `mirrored` from the other end. */
static code code_of(const making *m, const int *order, unsigned mirrored)
{
    const cm_small_program *p = &m->program;
    code c = {.count = 0};
    int names[MOST_LOCATIONS], used = 0;
    for (int l = 0; l < MOST_LOCATIONS; l++)
        names[l] = -1;
    for (int t = 0; t < p->thread_count; t++)
        for (int i = 0; i < p->threads[order[t]].count; i++) {
            const cm_small_step *s = &p->threads[order[t]].steps[i];
            if (s->location >= 0 && names[s->location] < 0)
                names[s->location] = used++;
            c.numbers[c.count++] = s->location < 0 ? -1 : names[s->location];
            bool mirror = s->location >= 0 && mirrored >> s->location & 1;
            c.numbers[c.count++] = mirror ? m->mirrored[s->op] : s->op;
            c.numbers[c.count++] = need_number(m, s->need);
        }
    c.count += cm_small_place_numbers(p, order, &c.numbers[c.count]);
    return c;
}

static bool comes_before(const code *a, const code *b)
{
    for (int i = 0; i < a->count; i++)
        if (a->numbers[i] != b->numbers[i])
            return a->numbers[i] < b->numbers[i];
    return false;
}

/* Does the program come before all those with threads alike in another order? at: threads that
 * have their place; recursion is bounded by CM_SMALL_MOST. */
static bool is_first(const making *m, const code *own, int *order, int at)
{
    const cm_small_program *p = &m->program;
    if (at == p->thread_count) {
        /* Does the program come before all those with its threads in that order? */
        unsigned sets = m->mirrors ? 1U << m->program.location_count : 1;
        for (unsigned mirrored = 0; mirrored < sets; mirrored++) {
            code other = code_of(m, order, mirrored);
            if (comes_before(&other, own))
                return false;
        }
        return true;
    }
    for (int t = at; t < p->thread_count; t++) {
        const cm_small_thread *a = &p->threads[at];
        const cm_small_thread *b = &p->threads[order[t]];
        if (!(a->arch == b->arch && a->count == b->count))
            continue;
        int kept = order[at];
        order[at] = order[t];
        order[t] = kept;
        bool first = is_first(m, own, order, at + 1);
        order[t] = order[at];
        order[at] = kept;
        if (!first)
            return false;
    }
    return true;
}

static bool is_representative(const making *m)
{
    int order[CM_SMALL_MOST];
    for (int t = 0; t < m->program.thread_count; t++)
        order[t] = t;
    code own = code_of(m, order, 0);
    return is_first(m, &own, order, 0);
}

/* ---- what is left out --------------------------------------------------------------- */

static bool locations_matter(const making *m)
{
    int accesses[MOST_LOCATIONS] = {0}, writes[MOST_LOCATIONS] = {0};
    for (int i = 0; i < m->size; i++)
        if (m->steps[i].location >= 0) {
            accesses[m->steps[i].location]++;
            writes[m->steps[i].location] += m->ops[m->steps[i].op].kind != 'R';
        }
    for (int l = 0; l < m->program.location_count; l++)
        if (accesses[l] < 2 || writes[l] < 1)
            return false;
    return true;
}

static unsigned locations_of(const cm_small_thread *thread)
{
    unsigned set = 0;
    for (int i = 0; i < thread->count; i++)
        if (thread->steps[i].location >= 0)
            set |= 1U << thread->steps[i].location;
    return set;
}

static bool threads_meet(const making *m)
{
    const cm_small_program *p = &m->program;
    unsigned reached = locations_of(&p->threads[0]), before = 0;
    while (reached != before) {
        before = reached;
        for (int t = 0; t < p->thread_count; t++)
            if (locations_of(&p->threads[t]) & reached)
                reached |= locations_of(&p->threads[t]);
    }
    return reached == (1U << p->location_count) - 1;
}

typedef struct printing {
    making *m;
    cm_work work; /* of the scratch arena */
    cm_text text;
    cm_enum_test test;
} printing;

static void print_small_test(void *argument)
{
    printing *p = argument;
    p->text = cm_text_new(p->m->scratch);
    p->test.name = cm_small_name(p->m->scratch, &p->m->program);
    cm_small_text(&p->work, &p->m->program, p->test.name, &p->text, &p->test.body);
}

static void give_placed(void *context)
{
    making *m = context;
    if (m->enough || !is_representative(m))
        return;
    printing p = {.m = m};
    cm_arena_reset(m->scratch, 0);
    p.work = cm_work_new(m->scratch);
    if (!cm_arena_protect(m->scratch, print_small_test, &p)) {
        const char *why = p.work.diags.count ? p.work.diags.items[0].message : "out of memory";
        m->failure = cm_arena_text(m->work->arena, why, strlen(why));
        m->enough = true;
        return;
    }
    p.test.text = p.text.data;
    p.test.length = p.text.length;
    m->enough = !m->sink(m->context, &p.test);
}

/* ---- all of them -------------------------------------------------------------------- */

static void fill_steps(making *m, int thread, int at);

/* The latest read of the thread before that step, or NULL. */
static const cm_small_step *read_before(const making *m, const cm_small_thread *thread, int at)
{
    while (--at >= 0)
        if (strchr("RX", m->ops[thread->steps[at].op].kind))
            return &thread->steps[at];
    return NULL;
}

static bool may_need(const making *m, const cm_small_thread *thread, int at, cm_small_need need)
{
    const cm_small_step *read = read_before(m, thread, at);
    char kind = m->ops[thread->steps[at].op].kind;
    if (!read || !has_need(thread->isa, need) || (need->dp == CM_DP_DATA && kind == 'R'))
        return false;
    const cm_small_op *op = &m->ops[read->op];
    return op->kind == 'R' || cm_write_rmw_gives(op->rmw);
}

/* The exclusive load before that step whose store is still to come, or NULL. */
static const cm_small_step *open_pair(const making *m, const cm_small_thread *thread, int at)
{
    while (--at >= 0)
        if (m->ops[thread->steps[at].op].atom.exclusive)
            return m->ops[thread->steps[at].op].kind == 'R' ? &thread->steps[at] : NULL;
    return NULL;
}

/* An exclusive load has its store behind it, to the same bytes, and no other pair between: else
 * the store fails, or does what nobody says (Arm ARM B2.12). */
static bool pair_fits(const making *m, const cm_small_thread *thread, int at)
{
    const cm_small_step *step = &thread->steps[at], *load = open_pair(m, thread, at);
    const cm_small_op *op = &m->ops[step->op];
    if (op->kind == 'X' && op->rmw->kind == CM_WRITE_PAIR)
        return !load;
    if (!op->atom.exclusive)
        return !load || at + 1 < thread->count;
    if (op->kind == 'R')
        return !load && at + 1 < thread->count;
    return load && load->location == step->location &&
           cm_atom_same_bytes(m->ops[load->op].atom, op->atom);
}

static void fill_access(making *m, int thread, int at)
{
    cm_small_thread *t = &m->program.threads[thread];
    cm_small_step *step = &t->steps[at];
    int known = m->program.location_count;
    for (int l = 0; l <= known && l < MOST_LOCATIONS && !m->enough; l++) {
        step->location = l;
        if (!pair_fits(m, t, at))
            continue;
        m->program.location_count = l == known ? known + 1 : known;
        step->need = NULL;
        fill_steps(m, thread, at + 1);
        for (int n = 0; n < m->need_count && !m->enough; n++)
            if (may_need(m, t, at, m->needs[n])) {
                step->need = m->needs[n];
                fill_steps(m, thread, at + 1);
            }
        step->need = NULL;
    }
    m->program.location_count = known;
}

/* Steps of the thread from that one on, then the other threads. */
static void fill_steps(making *m, int thread, int at)
{
    if (thread == m->program.thread_count) {
        if (locations_matter(m) && threads_meet(m))
            cm_small_place(&m->program, m->levels, give_placed, m);
        return;
    }
    cm_small_thread *t = &m->program.threads[thread];
    if (at == t->count) {
        fill_steps(m, thread + 1, 0);
        return;
    }
    for (int op = 0; op < m->op_count && !m->enough; op++) {
        bool fence = m->ops[op].kind == 'F';
        if (!has_op(t->isa, &m->ops[op]) ||
            (fence && !(at > 0 && at + 1 < t->count && m->ops[t->steps[at - 1].op].kind != 'F')))
            continue;
        t->steps[at] = (cm_small_step){.op = op, .location = -1};
        if (fence)
            fill_steps(m, thread, at + 1);
        else
            fill_access(m, thread, at);
    }
}

/* Sizes of threads, none larger than the one before; of one size CPUs come first. left: how many
 * instructions still have no thread. */
static void divide_into_threads(making *m, int thread, int left)
{
    cm_small_program *p = &m->program;
    int rest = p->thread_count - thread;
    if (rest == 0) {
        if (left == 0)
            fill_steps(m, 0, 0);
        return;
    }
    int most = thread ? p->threads[thread - 1].count : left;
    for (int count = most < left - rest + 1 ? most : left - rest + 1; count >= 1; count--)
        for (int a = 0; a < m->arch_count && !m->enough; a++) {
            bool back = thread && count == p->threads[thread - 1].count && a == 0 &&
                        p->threads[thread - 1].arch != m->archs[0];
            if (back)
                continue;
            p->threads[thread] = (cm_small_thread){.arch = m->archs[a],
                                                   .isa = m->isas[a],
                                                   .count = count,
                                                   .steps = &m->steps[m->size - left]};
            divide_into_threads(m, thread + 1, left - count);
        }
}

void cm_small_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context)
{
    making *m = CM_NEW(work->arena, making);
    *m = (making){.work = work, .request = request, .sink = sink, .context = context};
    cm_enum_target target = cm_enum_target_named(work, request->arch, cm_arch_usual(false));
    cm_arch arch = target.arch;
    m->program.target = target;
    m->program.ops = m->ops;
    m->archs[0] = arch == CM_CMCM ? cm_enum_cpu(m->work, m->request->cpu) : arch;
    m->archs[1] = cm_arch_usual(true);
    m->arch_count = arch == CM_CMCM ? 2 : 1;
    for (int a = 0; a < m->arch_count; a++)
        m->isas[a] = target.dialect ? target.dialect : cm_writer_of(m->archs[a]);
    m->size = (int)m->request->size;
    if (m->size < 1 || m->size > CM_SMALL_MOST)
        cm_fail(m->work, (cm_place){0}, "programs have %d instructions, expected --size 1 to %d",
                m->size, CM_SMALL_MOST);
    m->levels = cm_small_levels(m->work, m->request);
    m->program.places_said = m->levels != 0;
    const cm_source *source = cm_cycle_words(m->work, m->request);
    cm_place all = {source, 0, (uint32_t)source->length};
    int count = 0;
    cm_edge *edges = source->length ? cm_cycle_parse(m->work, all, &count) : NULL;
    add_access(m, all, '*', plain);
    for (int i = 0; i < count; i++)
        add_edge(m, &edges[i]);
    settle_sizes(m);
    m->scratch = cm_arena_new(0);
    if (!m->scratch)
        cm_arena_escape(work->arena);
    int first = request->threads ? (int)request->threads : 1;
    int last = request->threads ? (int)request->threads : m->size;
    for (int threads = first; threads <= last && threads <= m->size && !m->enough; threads++) {
        m->program.thread_count = threads;
        m->program.location_count = 0;
        divide_into_threads(m, 0, m->size);
    }
    cm_arena_free(m->scratch);
    if (m->failure)
        cm_fail(work, (cm_place){0}, "%s", m->failure);
}
