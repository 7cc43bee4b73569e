/* A function as one thread runs it. Blocks come in an order in which all that leads forward to a
 * block stands before it, so that what is known there is what all ways agree in; what they differ
 * in is moved to a register on each way.
 *
 * A loop is tried round by round. If each round is known to go on or to end, as that of a counter
 * is, all rounds are followed. Otherwise the rounds are one piece of code with a jump back, and
 * what they change is in registers there. Either way the moves are of values of the thread alone.
 */
#include "import/ll.h"

#include <string.h>

enum { MOST_DEPTH = 64, MOST_ROUNDS = 64, MOST_SLOTS = 4096 };

/* A way to a block: where it comes from, and what is known on it. */
typedef struct edge {
    int from, to; /* blocks; to -1: it returns */
    cm_ll_piece *piece;
    cm_ll_state state;
    cm_ll_known result; /* of a return */
    cm_place place;
} edge;

typedef struct edges {
    edge *items;
    int count, capacity;
} edges;

/* A loop that is tried: has its end been decided in this round? */
typedef struct cm_ll_round {
    struct cm_ll_round *outer;
    const cm_ll_loop *loop;
    bool decided;
} cm_ll_round;

static void add_edge(cm_ll_thread *t, edges *list, edge e)
{
    CM_PUSH(t->work->arena, list->items, list->count, list->capacity, e);
}

/* ---- pieces and states -------------------------------------------------------------- */

static cm_ll_piece *new_piece(cm_ll_thread *t)
{
    cm_ll_piece *piece = CM_NEW(t->work->arena, cm_ll_piece);
    if (t->last)
        t->last->next = piece;
    else
        t->first = piece;
    return t->last = piece;
}

static cm_ll_state copy_of(cm_ll_thread *t, const cm_ll_state *state)
{
    size_t count = (size_t)state->count;
    return (cm_ll_state){
        cm_arena_grow(t->work->arena, state->slots, count, count + 1, sizeof *state->slots),
        state->count, state->success};
}

static void jump(cm_ll_thread *t, const edge *e, int label)
{
    cm_ll_add(t, e->piece, (cm_ll_row){.kind = CM_LL_ROW_JUMP, .label = label, .place = e->place});
}

static void put_label(cm_ll_thread *t, int label, cm_place place)
{
    t->piece = new_piece(t);
    cm_ll_label(t, label, place);
}

/* Is the slot needed in the block? Those of frames around may be. */
static bool is_needed(const cm_ll_thread *t, int block, int slot)
{
    int own = slot - t->frame->base;
    return own < 0 || block < 0 || cm_ll_live(t->frame->function->graph->live[block], own);
}

/* Is the value of the slot on this way `value`, too? */
static bool has_value(const cm_ll_state *state, int slot, cm_ll_known value)
{
    return cm_ll_same(state->slots[slot], value) ||
           (cm_ll_same(state->success.read, value) &&
            cm_ll_same(state->success.expected, state->slots[slot]));
}

/* The way whose value of the slot is that of all ways; -1: none is. */
static int common_value(const edges *in, int slot)
{
    for (int e = 0; e < in->count; e++) {
        cm_ll_known value = in->items[e].state.slots[slot];
        int same = 0;
        while (same < in->count && has_value(&in->items[same].state, slot, value))
            same++;
        if (same == in->count)
            return e;
    }
    return -1;
}

/* Goes on with what all ways agree in; the rest is moved to registers. Each way ends in a jump
 * here.
 */
static void join(cm_ll_thread *t, const edges *in, int block)
{
    int label = t->labels++;
    cm_ll_state *state = &t->state;
    cm_ll_known *values = CM_NEW_ARRAY(t->work->arena, (size_t)in->count + 1, cm_ll_known);
    cm_ll_way *ways = CM_NEW_ARRAY(t->work->arena, (size_t)in->count + 1, cm_ll_way);
    for (int e = 0; e < in->count; e++)
        ways[e] = (cm_ll_way){in->items[e].piece, in->items[e].place};
    *state = copy_of(t, &in->items[0].state);
    for (int s = 0; s < state->count; s++) {
        int common = common_value(in, s);
        bool unset = false,
             own = s - t->frame->base < t->frame->function->local_count && s >= t->frame->base;
        for (int e = 0; e < in->count; e++) {
            values[e] = in->items[e].state.slots[s];
            unset |= values[e].kind == CM_LL_NOTHING;
        }
        if (common < 0 && unset)
            cm_ll_lose(t->program, s);
        own |= cm_ll_is_early(t->program, s);
        if (!is_needed(t, block, s) || (common < 0 && unset && own))
            state->slots[s] = (cm_ll_known){.kind = CM_LL_NOTHING};
        else if (common >= 0)
            state->slots[s] = in->items[common].state.slots[s];
        else
            state->slots[s] = cm_ll_join_values(t, values, ways, in->count);
    }
    for (int e = 0; e < in->count; e++) {
        if (!cm_ll_same(in->items[e].state.success.read, state->success.read))
            state->success = (cm_ll_success){.read.kind = CM_LL_NOTHING};
        jump(t, &in->items[e], label);
    }
    put_label(t, label, in->items[0].place);
}

/* ---- ways on ------------------------------------------------------------------------ */

/* Sets the phis of the block that the way leads to, all at once. */
static void set_phis(cm_ll_thread *t, edge *e)
{
    const cm_ll_function *f = t->frame->function;
    int base = t->frame->base;
    cm_ll_state before = t->state;
    t->state = copy_of(t, &e->state);
    for (int i = f->blocks[e->to].from; i < f->blocks[e->to].to; i++) {
        const cm_ll_instruction *phi = &f->instructions[i];
        bool found = false;
        for (int o = 0; phi->op == CM_LL_PHI && o < phi->operand_count && !found; o++) {
            found = phi->blocks[o] == e->from;
            if (found)
                e->state.slots[base + phi->result] = cm_ll_operand(t, &phi->operands[o]);
        }
        if (phi->op == CM_LL_PHI && !found)
            cm_fail(t->work, phi->place, "the phi has no value for block `%%%s`, expected one",
                    f->blocks[e->from].name);
    }
    t->state = before;
}

static void go(cm_ll_thread *t, edges *out, int from, int to, const cm_ll_instruction *i)
{
    edge e = {.from = from,
              .to = to,
              .piece = new_piece(t),
              .state = copy_of(t, &t->state),
              .place = i->place};
    set_phis(t, &e);
    add_edge(t, out, e);
}

/* Where this branch goes is known, so it decides this round of every loop that it may leave. */
static void decide(cm_ll_thread *t, const cm_ll_instruction *i)
{
    for (cm_ll_round *r = t->frame->round; r; r = r->outer)
        for (int b = 0; b < i->block_count; b++)
            r->decided |= !r->loop->has[i->blocks[b]];
}

static void branch(cm_ll_thread *t, edges *out, int block, const cm_ll_instruction *i)
{
    const cm_ll_function *f = t->frame->function;
    if (i->operand_count == 0) {
        go(t, out, block, i->blocks[0], i);
        return;
    }
    cm_ll_known c = cm_ll_operand(t, &i->operands[0]);
    if (c.kind == CM_LL_KNOWN) {
        decide(t, i);
        go(t, out, block, i->blocks[c.number & 1 ? 0 : 1], i);
        return;
    }
    const char *text = cm_ll_text(t, c, i->place);
    for (int fails = 0; fails < 2; fails++) {
        if (!cm_ll_fails(f, i->blocks[fails]) || i->blocks[0] == i->blocks[1])
            continue;
        if (fails == 0) {
            cm_ll_known turned = cm_ll_new_register(t);
            cm_ll_emit(t, i->place, "xor.i8 %s, %s, 1", cm_ll_text(t, turned, i->place), text);
            text = cm_ll_text(t, turned, i->place);
        }
        cm_ll_emit(t, i->place, "assert %s", text);
        go(t, out, block, i->blocks[1 - fails], i);
        return;
    }
    int label = t->labels++;
    cm_ll_branch(t, text, label, i->place);
    go(t, out, block, i->blocks[1], i);
    put_label(t, label, i->place);
    if (cm_ll_same(c, t->succeeds))
        t->state.success = t->if_success;
    go(t, out, block, i->blocks[0], i);
}

/* The rows that follow are only for that value; for others is the label, which is to be put. */
static int only_where(cm_ll_thread *t, unsigned bits, cm_ll_known v, const char *value,
                      cm_place place)
{
    const char *is = cm_ll_text(t, cm_ll_new_register(t), place);
    int label = t->labels++, next = t->labels++;
    cm_ll_emit(t, place, "icmp.eq.i%u %s, %s, %s", bits, is, cm_ll_text(t, v, place), value);
    cm_ll_branch(t, is, label, place);
    cm_ll_add(t, t->piece, (cm_ll_row){.kind = CM_LL_ROW_JUMP, .label = next, .place = place});
    put_label(t, label, place);
    return next;
}

static void choose_case(cm_ll_thread *t, edges *out, int block, const cm_ll_instruction *i)
{
    cm_ll_known v = cm_ll_operand(t, &i->operands[0]);
    unsigned bits = i->operands[0].type->kind == CM_LL_INTEGER ? i->operands[0].type->bits : 0;
    if (v.kind == CM_LL_KNOWN) {
        int to = 0;
        if (bits < 64)
            v.number &= (UINT64_C(1) << bits) - 1;
        for (int k = 1; k < i->operand_count && to == 0; k++)
            to = i->operands[k].number == v.number ? k : 0;
        decide(t, i);
        go(t, out, block, i->blocks[to], i);
        return;
    }
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        cm_fail(t->work, i->place, "`switch` of i%u is not supported, expected i8, i16, i32 or i64",
                bits);
    for (int k = 1; k < i->operand_count; k++) {
        int next = only_where(
            t, bits, v, cm_arena_printf(t->work->arena, "%lld", (long long)i->operands[k].number),
            i->place);
        go(t, out, block, i->blocks[k], i);
        put_label(t, next, i->place);
    }
    go(t, out, block, i->blocks[0], i);
}

/* ---- blocks ------------------------------------------------------------------------ */

/* What leads into the block is joined already. */
static void follow_block(cm_ll_thread *t, int block, edges *out)
{
    cm_ll_function *f = t->frame->function;
    cm_ll_count(t, f->instructions[f->blocks[block].from].place);
    for (int i = f->blocks[block].from; i < f->blocks[block].to; i++) {
        cm_ll_instruction *in = &f->instructions[i];
        edge back = {.from = block, .to = -1, .place = in->place};
        switch (in->op) {
        case CM_LL_CALL:
            cm_ll_call(t, in);
            break;
        case CM_LL_BR:
            branch(t, out, block, in);
            break;
        case CM_LL_SWITCH:
            choose_case(t, out, block, in);
            break;
        case CM_LL_RET:
            if (in->operand_count > 0)
                back.result = cm_ll_operand(t, &in->operands[0]);
            back.piece = new_piece(t);
            back.state = copy_of(t, &t->state);
            add_edge(t, out, back);
            break;
        case CM_LL_UNREACHABLE:
            cm_ll_end(t, in->place);
            break;
        case CM_LL_ALLOCA:
        case CM_LL_LOAD:
        case CM_LL_STORE:
        case CM_LL_RMW:
        case CM_LL_CMPXCHG:
        case CM_LL_FENCE:
        case CM_LL_GEP:
        case CM_LL_BINARY:
        case CM_LL_ICMP:
        case CM_LL_CAST:
        case CM_LL_SELECT:
        case CM_LL_PHI:
        case CM_LL_EXTRACT:
        case CM_LL_INSERT:
        case CM_LL_FREEZE:
        case CM_LL_REFUSED:
            cm_ll_step(t, in);
            break;
        }
        if (t->ends) {
            t->ends = false;
            return;
        }
    }
}

static void follow_loop(cm_ll_thread *t, const cm_ll_loop *loop, const edges *in, edges *out);

/* Does the block only decide where to go, by variables of the function? That is what `return` in a
 * loop or scope leads through: ways are followed there one by one, since each knows its goal. */
static bool only_decides(const cm_ll_function *f, int block)
{
    for (int i = f->blocks[block].from; i < f->blocks[block].to; i++) {
        const cm_ll_instruction *in = &f->instructions[i];
        bool decides = in->op == CM_LL_BR || in->op == CM_LL_SWITCH;
        if (!decides && !cm_ll_is_idle(in) && !(in->op == CM_LL_LOAD && cm_ll_loads_own(f, in)))
            return false;
    }
    return true;
}

/* The ways into the block are joined, or followed one by one. */
static void follow_from(cm_ll_thread *t, const edges *in, int block, edges *out)
{
    bool alone = in->count > 1 && only_decides(t->frame->function, block);
    for (int e = 0; e < (alone ? in->count : 1); e++) {
        edges one = {.items = in->items + e, .count = alone ? 1 : in->count};
        join(t, &one, block);
        follow_block(t, block, out);
    }
}

/* Follows the blocks of the loop (NULL: of the function) from one on. Ways to the head go to
 * `back`, ways out of the loop to `out`. joined: the ways into the first block have been joined. */
static void follow_region(cm_ll_thread *t, const cm_ll_loop *loop, int first, const edges *in,
                          bool joined, edges *back, edges *out)
{
    const cm_ll_function *f = t->frame->function;
    const cm_ll_graph *g = f->graph;
    edges *pending = CM_NEW_ARRAY(t->work->arena, (size_t)f->block_count, edges);
    pending[first] = *in;
    for (int i = 0; i < g->order_count; i++) {
        int block = g->order[i];
        edges made = {0};
        bool inner = g->loop_at[block] >= 0 && !(loop && block == loop->head);
        if (pending[block].count == 0)
            continue;
        if (inner) {
            follow_loop(t, &g->loops[g->loop_at[block]], &pending[block], &made);
        } else {
            if (joined && block == first)
                follow_block(t, block, &made);
            else
                follow_from(t, &pending[block], block, &made);
        }
        for (int e = 0; e < made.count; e++) {
            edge *way = &made.items[e];
            bool leaves = way->to < 0 || (loop && !loop->has[way->to]);
            add_edge(t,
                     leaves                          ? out
                     : loop && way->to == loop->head ? back
                                                     : &pending[way->to],
                     *way);
        }
    }
}

/* ---- loops -------------------------------------------------------------------------- */

/* What is put back when one way of following a loop has failed and another one is tried. */
typedef struct mark {
    cm_ll_piece *last;
    int *rows; /* of the pieces of the ways into the loop */
    cm_ll_known succeeds;
    cm_ll_success if_success;
    int registers, labels, stuck, objects, runs, made;
} mark;

static mark mark_here(cm_ll_thread *t, const edges *in)
{
    mark m = {
        .last = t->last, .registers = t->registers, .labels = t->labels, .objects = t->objects};
    m.stuck = t->stuck;
    m.succeeds = t->succeeds;
    m.if_success = t->if_success;
    m.runs = t->program->run_count;
    m.made = t->program->object_count;
    m.rows = CM_NEW_ARRAY(t->work->arena, (size_t)in->count, int);
    for (int e = 0; e < in->count; e++)
        m.rows[e] = in->items[e].piece->count;
    return m;
}

static void go_back_to(cm_ll_thread *t, const mark *m, const edges *in)
{
    t->last = m->last;
    t->last->next = NULL;
    t->registers = m->registers; /* others will have these numbers */
    t->succeeds = m->succeeds;
    t->if_success = m->if_success;
    t->labels = m->labels;
    t->stuck = m->stuck;
    t->objects = m->objects;
    t->program->run_count = m->runs;
    t->program->object_count = m->made;
    for (int e = 0; e < in->count; e++)
        in->items[e].piece->count = m->rows[e];
}

/* False: memory decides how many rounds there are, or there are many. */
static bool follow_rounds(cm_ll_thread *t, const cm_ll_loop *loop, const edges *in, edges *out)
{
    cm_ll_round round = {.outer = t->frame->round, .loop = loop};
    edges into = *in;
    bool good = true;
    t->frame->round = &round;
    for (int k = 0; into.count > 0 && good; k++) {
        edges back = {0};
        round.decided = false;
        follow_region(t, loop, loop->head, &into, false, &back, out);
        good = back.count == 0 || (round.decided && k < MOST_ROUNDS);
        into = back;
    }
    t->frame->round = round.outer;
    return good;
}

/* Moves what a round has changed to the registers of the head, all at once: a register that a later
 * move reads is copied before an earlier one writes it. */
static void go_round(cm_ll_thread *t, const edge *e, const cm_ll_state *head, int label)
{
    int count = head->count;
    cm_ll_known *from = CM_NEW_ARRAY(t->work->arena, (size_t)count + 1, cm_ll_known);
    for (int s = 0; s < count; s++) {
        from[s] = e->state.slots[s];
        if (head->slots[s].kind != CM_LL_REGISTER || cm_ll_same(from[s], head->slots[s]) ||
            from[s].kind != CM_LL_REGISTER)
            continue;
        for (int o = 0; o < s; o++)
            if (cm_ll_same(from[s], head->slots[o]) &&
                !cm_ll_same(e->state.slots[o], head->slots[o])) {
                cm_ll_known copy = cm_ll_new_register(t);
                cm_ll_move(t, e->piece, copy, from[s], e->place);
                from[s] = copy;
                break;
            }
    }
    for (int s = 0; s < count; s++)
        if (head->slots[s].kind == CM_LL_REGISTER && from[s].kind != CM_LL_NOTHING &&
            !cm_ll_same(from[s], head->slots[s]))
            cm_ll_move(t, e->piece, head->slots[s], from[s], e->place);
    jump(t, e, label);
}

/* Adds the slots that a round changes to `changes`; true: some are new. */
static bool find_changes(cm_ll_thread *t, int first, const edges *back, const cm_ll_state *head,
                         bool *changes)
{
    bool more = false;
    for (int s = 0; s < head->count; s++)
        for (int e = 0; e < back->count; e++)
            if (!changes[s] && is_needed(t, first, s) &&
                !cm_ll_same(back->items[e].state.slots[s], head->slots[s]))
                changes[s] = more = true;
    return more;
}

/* Does the loop's test: ways on to the next round, and out of the loop. */
static edges follow_test(cm_ll_thread *t, const cm_ll_loop *loop, const edges *in, edges *out)
{
    edges made = {0}, on = {0};
    if (in->count > 0)
        follow_from(t, in, loop->head, &made);
    for (int e = 0; e < made.count; e++) {
        bool stays = made.items[e].to >= 0 && loop->has[made.items[e].to];
        add_edge(t, stays ? &on : out, made.items[e]);
    }
    return on;
}

/* As one piece of code, with a jump back. */
static void follow_as_loop(cm_ll_thread *t, const cm_ll_loop *loop, const edges *in, edges *out)
{
    int behind = cm_ll_behind_test(t->frame->function, loop);
    int first = behind >= 0 ? behind : loop->head;
    edges tested = {0};
    if (behind >= 0) {
        tested = follow_test(t, loop, in, out);
        in = &tested;
        if (tested.count == 0)
            return;
    }
    const mark m = mark_here(t, in);
    int count = in->items[0].state.count, known = out->count;
    bool *changes = CM_NEW_ARRAY(t->work->arena, (size_t)count + 1, bool);
    cm_ll_round *round = t->frame->round;
    t->undecided++;
    t->frame->round = NULL; /* what is decided in it holds of one round */
    for (bool more = true; more;) {
        edges back = {0};
        join(t, in, first);
        cm_ll_forget_all(t); /* what a round writes, the next one finds in memory */
        cm_place place = in->items[0].place;
        for (int s = 0; s < count; s++) {
            if (!changes[s])
                continue;
            cm_ll_known to = cm_ll_new_register(t);
            if (t->state.slots[s].kind != CM_LL_NOTHING)
                cm_ll_move(t, t->piece, to, t->state.slots[s], place);
            else
                cm_ll_lose(t->program, s);
            t->state.slots[s] = to;
        }
        int label = t->labels++;
        put_label(t, label, place);
        cm_ll_state head = copy_of(t, &t->state);
        follow_region(t, loop, first, in, true, &back, out);
        if (behind >= 0)
            back = follow_test(t, loop, &back, out);
        more = find_changes(t, first, &back, &head, changes);
        if (more) {
            go_back_to(t, &m, in);
            out->count = known;
            continue;
        }
        for (int e = 0; e < back.count; e++)
            go_round(t, &back.items[e], &head, label);
    }
    t->frame->round = round;
    t->undecided--;
}

static void follow_loop(cm_ll_thread *t, const cm_ll_loop *loop, const edges *in, edges *out)
{
    const mark m = mark_here(t, in);
    int known = out->count;
    if (follow_rounds(t, loop, in, out))
        return;
    go_back_to(t, &m, in);
    out->count = known;
    follow_as_loop(t, loop, in, out);
}

/* ---- functions ---------------------------------------------------------------------- */

static void check_depth(const cm_ll_thread *t, const cm_ll_function *f,
                        const cm_ll_instruction *from)
{
    int depth = 0;
    bool itself = false;
    for (const cm_ll_frame *frame = t->frame; frame; frame = frame->outer, depth++)
        itself |= frame->function == f;
    if (depth > MOST_DEPTH)
        cm_fail(t->work, from->place, "`%s` %s, which is not supported, expected calls that end",
                f->name, itself ? "calls itself" : "is called too deep");
}

/* Joins the ways on which a function returns: what it returns as a slot behind those of the frames
 * around. False: there is none. */
static bool join_returns(cm_ll_thread *t, cm_ll_function *f, const edges *out, int before,
                         cm_ll_known *result)
{
    cm_ll_frame *frame = t->frame, around = {.base = before + 1, .function = f};
    t->ends = out->count == 0;
    if (t->ends)
        return false;
    for (int e = 0; e < out->count; e++) {
        out->items[e].state.slots[before] = out->items[e].result;
        out->items[e].state.count = before + 1;
    }
    t->frame = &around;
    join(t, out, -1);
    t->frame = frame;
    *result = t->state.slots[before];
    t->state.count = before;
    return true;
}

bool cm_ll_follow(cm_ll_thread *t, cm_ll_function *f, const cm_ll_known *arguments,
                  int argument_count, const cm_ll_instruction *from, cm_ll_known *result)
{
    cm_ll_frame frame = {.outer = t->frame, .function = f, .base = t->state.count};
    if (from)
        check_depth(t, f, from);
    const cm_ll_graph *g = cm_ll_graph_of(t->program->module, f);
    if (argument_count != f->parameter_count || f->variadic)
        cm_fail(t->work, from ? from->place : f->place, "`%s` has %d argument%s, expected %d",
                f->name, argument_count, argument_count == 1 ? "" : "s", f->parameter_count);
    frame.objects = CM_NEW_ARRAY(t->work->arena, (size_t)f->instruction_count, cm_ll_object *);
    size_t before = (size_t)t->state.count, after = before + (size_t)g->slots;
    if (after > MOST_SLOTS)
        cm_fail(t->work, f->place, "`%s` has too many values, expected a smaller function",
                f->name);
    t->state.slots =
        cm_arena_grow(t->work->arena, t->state.slots, before, after, sizeof *t->state.slots);
    t->state.count = (int)after;
    t->frame = &frame;
    for (int a = 0; a < argument_count; a++)
        cm_ll_set(t, a, arguments[a]);
    edges in = {0}, out = {0};
    cm_place place = from ? from->place : f->place;
    add_edge(t, &in,
             (edge){.from = -1,
                    .to = 0,
                    .piece = new_piece(t),
                    .state = copy_of(t, &t->state),
                    .place = place});
    follow_region(t, NULL, 0, &in, false, NULL, &out);
    t->frame = frame.outer;
    if (!join_returns(t, f, &out, (int)before, result))
        return false;
    if (from || t->is_created) /* what main returns from is the program */
        cm_ll_end_objects(t, &frame, f->instructions[f->instruction_count - 1].place);
    return true;
}

bool cm_ll_follow_any(cm_ll_thread *t, cm_ll_known address, const cm_ll_known *arguments,
                      int argument_count, const cm_ll_instruction *from, cm_ll_known *result)
{
    const cm_ll_module *m = t->program->module;
    edges out = {0};
    int before = t->state.count;
    cm_ll_function *caller = t->frame->function, *last = caller;
    t->program->any_called = true;
    for (int k = 0; k < m->function_count; k++) {
        cm_ll_function *f = &m->functions[k];
        if (!f->in_memory || f->parameter_count != argument_count || f->variadic ||
            !cm_ll_may_be(m, caller, from, f))
            continue;
        cm_ll_known code = {.kind = CM_LL_CODE, .function = f};
        edge way = {.from = -1, .to = -1, .place = from->place};
        int next = only_where(t, 64, address, cm_ll_text(t, code, from->place), from->place);
        cm_ll_state state = copy_of(t, &t->state);
        if (cm_ll_follow(t, f, arguments, argument_count, from, &way.result)) {
            way.piece = new_piece(t);
            /* with room for what is returned */
            way.state = copy_of(t, &t->state);
            add_edge(t, &out, way);
        }
        t->ends = false;
        last = f;
        t->state = state;
        put_label(t, next, from->place);
    }
    cm_ll_emit(t, from->place, "outside"); /* it is none of them */
    cm_ll_end(t, from->place);
    return join_returns(t, last, &out, before, result);
}

/* A way on which the function that was followed last returns nothing. */
static void add_return(cm_ll_thread *t, edges *out, cm_place place)
{
    edge way = {.from = -1, .to = -1, .piece = new_piece(t), .place = place};
    way.state = copy_of(t, &t->state); /* with room for what is returned */
    add_edge(t, out, way);
}

void cm_ll_follow_also(cm_ll_thread *t, cm_ll_known function, const cm_ll_instruction *from,
                       int label, const char *after)
{
    edges out = {0};
    cm_ll_known result;
    int before = t->state.count;
    add_return(t, &out, from->place);
    put_label(t, label, from->place);
    bool known = function.kind == CM_LL_CODE;
    if (known ? cm_ll_follow(t, function.function, NULL, 0, from, &result)
              : cm_ll_follow_any(t, function, NULL, 0, from, &result)) {
        cm_ll_emit(t, from->place, "%s", after);
        add_return(t, &out, from->place);
    }
    join_returns(t, t->frame->function, &out, before, &result);
}
