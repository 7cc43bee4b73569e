/* The blocks of a function: an order, its loops, and which values are needed where. */
#include "import/dominators.h"
#include "import/ll.h"

#include <string.h>

typedef struct making {
    const cm_ll_module *module;
    cm_arena *arena;
    cm_ll_function *f;
    cm_ll_graph *g;
    int *number;  /* by block: its place in the order, or -1 */
    int *above;   /* by block: its immediate dominator */
    int words;    /* of a set of slots */
    bool *simple; /* by instruction: an object that only loads and stores name */
} making;

static const cm_ll_instruction *last_of(const cm_ll_function *f, int block)
{
    return &f->instructions[f->blocks[block].to - 1];
}

/* Where it goes on; of a return: nowhere. */
static int successors(const cm_ll_function *f, int block, const int **blocks)
{
    const cm_ll_instruction *i = last_of(f, block);
    bool goes = i->op == CM_LL_BR || i->op == CM_LL_SWITCH;
    *blocks = i->blocks;
    return goes ? i->block_count : 0;
}

/* ---- order and loops ---------------------------------------------------------------- */

static void find_order(making *m)
{
    cm_ways w = {.count = m->f->block_count};
    int most = 0;
    const int *to;
    for (int b = 0; b < w.count; b++)
        most += successors(m->f, b, &to);
    w.first = CM_NEW_ARRAY(m->arena, (size_t)w.count + 1, int);
    w.next = CM_NEW_ARRAY(m->arena, (size_t)most + 1, int);
    for (int b = 0; b < w.count; b++) {
        int goes = successors(m->f, b, &to);
        w.first[b + 1] = w.first[b] + goes;
        for (int i = 0; i < goes; i++)
            w.next[w.first[b] + i] = to[i];
    }
    const cm_dominators d = cm_dominators_from(m->arena, &w, 0);
    m->g->order = d.order;
    m->g->order_count = d.order_count;
    m->number = d.number;
    m->above = d.above;
}

static bool dominates(const making *m, int a, int b)
{
    while (b != a && b != 0)
        b = m->above[b];
    return a == b;
}

static cm_ll_loop *loop_headed(making *m, int head)
{
    cm_ll_graph *g = m->g;
    if (g->loop_at[head] < 0) {
        CM_RESERVE(m->arena, g->loops, g->loop_count, g->loop_capacity);
        g->loops[g->loop_count] = (cm_ll_loop){
            .head = head, .has = CM_NEW_ARRAY(m->arena, (size_t)m->f->block_count, bool)};
        g->loops[g->loop_count].has[head] = true;
        g->loop_at[head] = g->loop_count++;
    }
    return &g->loops[g->loop_at[head]];
}

/* What leads to the block without passing the head. */
static void fill(making *m, cm_ll_loop *loop, int block)
{
    loop->has[block] = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = m->g->order_count - 1; i >= 0; i--) {
            const int *to;
            int from = m->g->order[i], count = successors(m->f, from, &to);
            for (int s = 0; s < count && !loop->has[from]; s++)
                if (to[s] != loop->head && loop->has[to[s]])
                    more = loop->has[from] = true;
        }
    }
}

static void find_loops(making *m)
{
    const cm_ll_graph *g = m->g;
    for (int i = 0; i < g->order_count; i++) {
        const int *to;
        int block = g->order[i], count = successors(m->f, block, &to);
        for (int s = 0; s < count; s++) {
            if (m->number[to[s]] > i)
                continue;
            if (!dominates(m, to[s], block))
                cm_fail(m->module->work, last_of(m->f, block)->place,
                        "the loop is entered at several places, which is not supported, expected "
                        "one place");
            fill(m, loop_headed(m, to[s]), block);
        }
    }
}

/* ---- what is needed where ----------------------------------------------------------- */

static bool is_local(const cm_ll_value *v, int local)
{
    return v->kind == CM_LL_LOCAL && v->local == local;
}

typedef struct searching {
    uint64_t offset, bytes;
    int index, found;
} searching;

static void look(void *context, const cm_ll_type *scalar, uint64_t offset)
{
    searching *s = context;
    if (offset == s->offset && cm_ll_size(scalar) == s->bytes)
        s->found = s->index;
    s->index++;
}

int cm_ll_cell(const cm_ll_type *type, uint64_t offset, uint64_t bytes)
{
    searching s = {offset, bytes, 0, -1};
    cm_ll_each_scalar(type, 0, look, &s);
    return s.found;
}

int cm_ll_cell_count(const cm_ll_type *type)
{
    searching s = {0, 0, 0, -1};
    bool good = cm_ll_size(type) <= 8 * CM_LL_MOST_CELLS && cm_ll_each_scalar(type, 0, look, &s);
    return good && s.index <= CM_LL_MOST_CELLS ? s.index : -1;
}

bool cm_ll_is_idle(const cm_ll_instruction *i)
{
    const char *name = i->op == CM_LL_CALL ? i->operands[0].name : NULL;
    return name && (strncmp(name, "llvm.lifetime.", 14) == 0 || strncmp(name, "llvm.dbg.", 9) == 0);
}

bool cm_ll_loads_own(const cm_ll_function *f, const cm_ll_instruction *i)
{
    for (int a = f->blocks[0].from; a < f->blocks[0].to; a++)
        if (f->instructions[a].op == CM_LL_ALLOCA && f->instructions[a].cells >= 0 &&
            is_local(&i->operands[0], f->instructions[a].result))
            return true;
    return false;
}

/* Does it only compute, from variables of the function? */
static bool only_computes(const cm_ll_function *f, const cm_ll_instruction *i)
{
    switch (i->op) {
    case CM_LL_BR:
    case CM_LL_SWITCH:
    case CM_LL_ICMP:
    case CM_LL_BINARY:
    case CM_LL_CAST:
    case CM_LL_SELECT:
    case CM_LL_PHI:
        return true;
    case CM_LL_LOAD:
        return cm_ll_loads_own(f, i);
    default:
        return cm_ll_is_idle(i);
    }
}

int cm_ll_behind_test(const cm_ll_function *f, const cm_ll_loop *loop)
{
    int head = loop->head, inside = -1;
    for (int i = f->blocks[head].from; i < f->blocks[head].to; i++) {
        const cm_ll_instruction *in = &f->instructions[i];
        if (!only_computes(f, in))
            return -1;
        for (int b = 0; b < in->block_count && (in->op == CM_LL_BR || in->op == CM_LL_SWITCH);
             b++) {
            if (!loop->has[in->blocks[b]])
                continue;
            if (inside >= 0 && inside != in->blocks[b])
                return -1;
            inside = in->blocks[b];
        }
    }
    return inside >= 0 && inside != head && f->graph->loop_at[inside] < 0 ? inside : -1;
}

/* Objects on the stack get cells, and those that only whole loads and stores name are as exact as
 * locals. */
static void place_objects(making *m)
{
    cm_ll_function *f = m->f;
    m->g->slots = f->local_count;
    for (int i = 0; i < f->instruction_count; i++) {
        cm_ll_instruction *a = &f->instructions[i];
        if (a->op != CM_LL_ALLOCA)
            continue;
        if (i >= f->blocks[0].to || a->operand_count > 0)
            cm_fail(m->module->work, a->place,
                    "the function makes an object on the stack on its way, which is not supported, "
                    "expected one of a known size, at its beginning");
        int cells = a->in_memory ? -1 : cm_ll_cell_count(a->type);
        a->in_memory = cells < 0;
        a->cells = cells < 0 ? -1 : m->g->slots;
        m->g->slots += cells < 0 ? 0 : cells;
        m->simple[i] = cells == 1;
        for (int k = 0; k < f->instruction_count && m->simple[i]; k++) {
            const cm_ll_instruction *u = &f->instructions[k];
            bool whole = u->type && cm_ll_size(u->type) == cm_ll_size(a->type);
            for (int o = 0; o < u->operand_count && !cm_ll_is_idle(u); o++)
                if (is_local(&u->operands[o], a->result))
                    m->simple[i] &= whole && ((u->op == CM_LL_LOAD && o == 0) ||
                                              (u->op == CM_LL_STORE && o == 1));
        }
    }
}

/* The simple object that the instruction loads or stores; NULL: none. */
static const cm_ll_instruction *object_of(const making *m, const cm_ll_instruction *u)
{
    const cm_ll_value *at = u->op == CM_LL_LOAD    ? u->operands
                            : u->op == CM_LL_STORE ? u->operands + 1
                                                   : NULL;
    for (int i = 0; at && i < m->f->blocks[0].to; i++)
        if (m->simple[i] && is_local(at, m->f->instructions[i].result))
            return &m->f->instructions[i];
    return NULL;
}

static void put(uint64_t *set, int slot, bool in)
{
    uint64_t bit = UINT64_C(1) << (slot % 64);
    set[slot / 64] = in ? set[slot / 64] | bit : set[slot / 64] & ~bit;
}

/* From behind the block to before it; phis are set on the ways that lead here. */
static void go_back(const making *m, int block, uint64_t *live)
{
    const cm_ll_function *f = m->f;
    for (int i = f->blocks[block].to - 1; i >= f->blocks[block].from; i--) {
        const cm_ll_instruction *in = &f->instructions[i], *object = object_of(m, in);
        if (in->op == CM_LL_PHI)
            continue;
        if (in->result >= 0)
            put(live, in->result, false);
        if (object)
            put(live, object->cells, in->op == CM_LL_LOAD);
        for (int o = 0; o < in->operand_count; o++)
            if (in->operands[o].kind == CM_LL_LOCAL)
                put(live, in->operands[o].local, true);
    }
}

/* Behind the block: what is needed on one of the ways on. */
static void gather(const making *m, int block, uint64_t *live)
{
    const cm_ll_function *f = m->f;
    const int *to;
    int count = successors(f, block, &to);
    uint64_t *used = CM_NEW_ARRAY(m->arena, (size_t)m->words, uint64_t);
    for (int s = 0; s < count; s++) {
        memcpy(used, m->g->live[to[s]], (size_t)m->words * sizeof *used);
        for (int i = f->blocks[to[s]].from; i < f->blocks[to[s]].to; i++)
            if (f->instructions[i].op == CM_LL_PHI)
                put(used, f->instructions[i].result, false);
        for (int i = f->blocks[to[s]].from; i < f->blocks[to[s]].to; i++) {
            const cm_ll_instruction *phi = &f->instructions[i];
            for (int o = 0; phi->op == CM_LL_PHI && o < phi->operand_count; o++)
                if (phi->blocks[o] == block && phi->operands[o].kind == CM_LL_LOCAL)
                    put(used, phi->operands[o].local, true);
        }
        for (int w = 0; w < m->words; w++)
            live[w] |= used[w];
    }
    for (int i = 0; i < f->blocks[0].to; i++) { /* any load may need these */
        const cm_ll_instruction *a = &f->instructions[i];
        bool cells = a->op == CM_LL_ALLOCA && a->cells >= 0 && !m->simple[i];
        for (int c = 0; cells && c < cm_ll_cell_count(a->type); c++)
            put(live, a->cells + c, true);
    }
}

static void find_live(making *m)
{
    cm_ll_graph *g = m->g;
    g->live = CM_NEW_ARRAY(m->arena, (size_t)m->f->block_count, uint64_t *);
    for (int b = 0; b < m->f->block_count; b++)
        g->live[b] = CM_NEW_ARRAY(m->arena, (size_t)m->words, uint64_t);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = g->order_count - 1; i >= 0; i--) {
            int block = g->order[i];
            uint64_t *live = CM_NEW_ARRAY(m->arena, (size_t)m->words, uint64_t);
            gather(m, block, live);
            go_back(m, block, live);
            changed |= memcmp(live, g->live[block], (size_t)m->words * sizeof *live) != 0;
            g->live[block] = live;
        }
    }
}

const cm_ll_graph *cm_ll_graph_of(const cm_ll_module *module, cm_ll_function *f)
{
    cm_arena *arena = module->work->arena;
    size_t blocks = (size_t)f->block_count;
    if (f->graph)
        return f->graph;
    making m = {.module = module, .arena = arena, .f = f, .g = CM_NEW(arena, cm_ll_graph)};
    if (f->block_count == 0)
        cm_fail(module->work, f->place, "`%s` is empty, expected instructions", f->name);
    m.simple = CM_NEW_ARRAY(arena, (size_t)f->instruction_count, bool);
    m.g->loop_at = CM_NEW_ARRAY(arena, blocks, int);
    for (int b = 0; b < f->block_count; b++)
        m.g->loop_at[b] = -1;
    find_order(&m);
    find_loops(&m);
    place_objects(&m);
    m.words = m.g->slots / 64 + 1;
    find_live(&m);
    f->graph = m.g;
    return m.g;
}
