/* Registers that a loop sets and that hold one value at the head of each of its rounds.
 * On AMD's GPUs a loop of lanes goes on while EXEC is not 0: `s_or_b64 s[4:5], vcc, s[4:5];
 * s_andn2_b64 exec, exec, s[4:5]`. Both are set in each round from what they were, and yet a
 * round that goes back leaves them as they were when the loop began: else it would not go back.
 *
 * A register is kept if it has one constant on all ways into the loop, and if a round that begins
 * with these constants, whatever else the registers hold and its loads find, and that goes back,
 * ends with it. Then it holds it in every round, by induction. The constants are those that the
 * steps before the loop give; whether a round ends with them is asked of the solver (round.h).
 *
 * A register is copied round, whatever it holds, if on every way back it holds a copy of itself, as
 * it was at the head: compilers that do not optimise move a value that stays through several
 * registers. A copy also depends on what the first one depended on, and on nothing less. Ways are
 * followed one by one, since constants that are set on a way may say how it goes on: `while
 * (!pop(&v))` goes back where pop() has returned 0, and there it has left v alone. If there are too
 * many ways, no register counts as copied.
 */
#include "checker/loops/kept.h"

#include <string.h>

/* ---- constants on the ways into the loop ------------------------------------ */

typedef struct constant {
    bool known;
    uint64_t value;
    uint64_t may; /* bits that may be 1: EXEC is not 0 behind s_cbranch_execz, and has one lane */
} constant;

typedef struct constants {
    cm_job *job;
    const cm_thread *thread;
    cm_loop loop;
    constant **before; /* by step, and the end: registers; NULL: not reached (yet) */
    constant *ways[2]; /* registers on the ways on from a step */
    bool changed;
} constants;

static bool constant_in(const void *registers, int reg, uint64_t *value)
{
    const constant *held = (const constant *)registers + reg;
    *value = held->value;
    return held->known;
}

/* Bits of the value that may be 1. */
static uint64_t bits_of(const cm_expr *e, const constant *registers)
{
    uint64_t all = e->bits >= 64 || e->bits == 0 ? UINT64_MAX : (UINT64_C(1) << e->bits) - 1;
    switch (e->op) {
    case CM_OP_CONST:
        return e->imm;
    case CM_OP_REG:
        return registers[e->reg].known ? registers[e->reg].value : registers[e->reg].may;
    case CM_OP_AND:
        return all & bits_of(e->a, registers) & bits_of(e->b, registers);
    case CM_OP_OR:
    case CM_OP_XOR:
        return all & (bits_of(e->a, registers) | bits_of(e->b, registers));
    case CM_OP_ZEXT:
        return e->imm >= 64 ? bits_of(e->a, registers)
                            : bits_of(e->a, registers) & ((UINT64_C(1) << e->imm) - 1);
    case CM_OP_SHL:
    case CM_OP_LSHR:
        if (e->b->op != CM_OP_CONST || e->b->imm >= e->bits)
            return all;
        return e->op == CM_OP_SHL ? all & (bits_of(e->a, registers) << e->b->imm)
                                  : (all & bits_of(e->a, registers)) >> e->b->imm;
    default:
        return all;
    }
}

static constant constant_of(const cm_expr *e, const constant *registers)
{
    constant made = {.may = bits_of(e, registers)};
    made.known = cm_expr_known(e, constant_in, registers, &made.value);
    if (!made.known && made.may == 0)
        made = (constant){true, 0, 0};
    return made;
}

/* The way on which the branch is taken, or is not: `register == 0` says what it holds there. */
static void learn(const cm_expr *value, bool taken, constant *registers)
{
    bool eq = value->op == CM_OP_EQ;
    if ((!eq && value->op != CM_OP_NE) || value->a->op != CM_OP_REG ||
        value->b->op != CM_OP_CONST || value->b->imm != 0)
        return;
    constant *held = &registers[value->a->reg];
    if (value->bits < 64 && held->may >> value->bits != 0)
        return;
    bool one = held->may && (held->may & (held->may - 1)) == 0;
    if (eq == taken)
        *held = (constant){true, 0, 0};
    else if (one)
        *held = (constant){true, held->may, held->may};
}

/* Where ways meet, what they disagree about is not known. */
static void join_constants(constants *c, int from, int to, const constant *registers)
{
    size_t count = (size_t)c->thread->register_count;
    if (to == c->loop.head && cm_loop_has(&c->loop, from))
        return; /* a round that goes back */
    if (!c->before[to]) {
        c->before[to] = CM_NEW_ARRAY(c->job->arena, count + 1, constant);
        memcpy(c->before[to], registers, count * sizeof *registers);
        c->changed = true;
        return;
    }
    for (size_t r = 0; r < count; r++) {
        constant *there = &c->before[to][r];
        bool same = registers[r].known && registers[r].value == there->value;
        uint64_t may = there->may | registers[r].may;
        c->changed |= (there->known && !same) || may != there->may;
        there->known = there->known && same;
        there->may = may;
    }
}

static void pass_step(constants *c, int step)
{
    size_t count = (size_t)c->thread->register_count;
    const cm_step *s = &c->thread->steps[step];
    constant *const *ways = c->ways, *registers = ways[0];
    memcpy(registers, c->before[step], count * sizeof *registers);
    if (s->kind == CM_STEP_BRANCH) { /* ways that the constants rule out are none */
        constant taken = {s->value == NULL, true, 1};
        if (s->value)
            taken = constant_of(s->value, registers);
        memcpy(ways[1], registers, count * sizeof *registers);
        for (int way = 0; way < 2 && s->value && !s->guard; way++)
            learn(s->value, way == 1, ways[way]);
        if (!taken.known || taken.value)
            join_constants(c, step, s->target, ways[1]);
        if (!taken.known || !taken.value || s->guard)
            join_constants(c, step, step + 1, ways[0]);
        return;
    }
    if (s->dst >= 0) {
        constant made = {.may = UINT64_MAX}, *held = &registers[s->dst];
        if (s->kind == CM_STEP_ASSIGN)
            made = constant_of(s->value, registers);
        else if (s->kind == CM_STEP_LOAD && s->width < 8)
            made.may >>= 64 - 8 * s->width;
        constant happens = {true, true, 1};
        if (s->guard)
            happens = constant_of(s->guard, registers);
        bool same = made.known && held->known && made.value == held->value;
        if (!happens.known)
            *held = (constant){same, held->value, held->may | made.may};
        else if (happens.known && happens.value)
            *held = made;
    }
    join_constants(c, step, step + 1, registers);
}

/* The ways of the thread; rounds that go back to the head of the loop are none. */
static constants follow_constants(cm_job *job, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    constants c = {.job = job, .thread = t, .loop = loop};
    c.before = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, constant *);
    for (int way = 0; way < 2; way++)
        c.ways[way] = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, constant);
    constant *start = c.ways[0];
    for (int r = 0; r < t->register_count; r++)
        start[r] = constant_of(t->registers[r].init, start);
    join_constants(&c, -1, 0, start);
    while (c.changed) {
        c.changed = false;
        for (int i = 0; i < t->step_count; i++)
            if (c.before[i])
                pass_step(&c, i);
    }
    return c;
}

/* At the head, by register; NULL: nothing leads there. */
static const constant *constants_at_head(cm_job *job, cm_loop loop)
{
    return follow_constants(job, loop).before[loop.head];
}

const bool *cm_thread_always(cm_job *job, int thread)
{
    const cm_thread *t = &job->test->threads[thread];
    bool *always = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, bool);
    if (!cm_loops_can_be_followed(job->test))
        return always;
    constants c = follow_constants(job, (cm_loop){job->test, thread, 0, -1});
    for (int i = 0; i < t->step_count; i++) {
        constant happens = {0};
        if (c.before[i] && t->steps[i].guard)
            happens = constant_of(t->steps[i].guard, c.before[i]);
        always[i] = happens.known && happens.value;
    }
    return always;
}

/* ---- registers that rounds leave as they were --------------------------------- */

bool cm_loop_sets(const cm_loop *loop, int reg)
{
    const cm_thread *t = cm_loop_thread(loop);
    for (int i = loop->head; i <= loop->end; i++)
        if (t->steps[i].dst == reg && t->steps[i].kind != CM_STEP_BRANCH)
            return true;
    return false;
}

/* A round that begins with the constants of the registers that are kept so far. Steps are
 * followed; of those that change a register that is kept, none but the last word counts. */
static cm_round follow_kept(cm_job *job, cm_loop loop, const cm_keeping *k, const constant *at_head)
{
    cm_round r = cm_round_begin(job, loop);
    for (int i = 0; i < r.thread->register_count; i++)
        if (k->kept[i])
            r.steps[0].registers[i] = r.start[i] = cm_vector_constant(at_head[i].value);
    for (int i = loop.head; i <= loop.end; i++)
        cm_round_step(&r, i);
    return r;
}

/* Drops those of which a round that goes back ends with another value. */
static bool drop_lost(cm_keeping *k, const cm_round *r, const constant *at_head)
{
    cm_form *form = &r->job->form;
    int count = r->after ? r->thread->register_count : 0;
    cm_lit *lost = CM_NEW_ARRAY(r->job->arena, (size_t)count + 1, cm_lit);
    bool any = false, *never = CM_NEW_ARRAY(r->job->arena, (size_t)count + 1, bool);
    for (int i = 0; i < count; i++) {
        lost[i] = CM_FALSE;
        if (!k->kept[i])
            continue;
        cm_vector kept = cm_vector_constant(at_head[i].value);
        lost[i] = cm_form_and(form, r->back, -cm_vector_equal(form, &r->after[i], &kept, 64));
    }
    cm_round_find_never(r->job, lost, count, never);
    for (int i = 0; i < count; i++) {
        any |= !never[i];
        k->kept[i] &= never[i];
    }
    return any;
}

/* Steps whose guard holds whenever they are come to. */
static void find_always(cm_keeping *k, const cm_round *r)
{
    int count = r->loop.end - r->loop.head + 1;
    cm_lit *fails = CM_NEW_ARRAY(r->job->arena, (size_t)count, cm_lit);
    for (int i = 0; i < count; i++)
        fails[i] = cm_form_and(&r->job->form, r->steps[i].path, -r->steps[i].when);
    cm_round_find_never(r->job, fails, count, k->always);
    for (int i = 0; i < count; i++) {
        k->always[i] &= r->thread->steps[r->loop.head + i].guard && r->steps[i].path != CM_FALSE;
        k->any |= k->always[i];
    }
}

/* ---- registers that are copied round -------------------------------------------- */

enum { NOT_REACHED = -2, NO_COPY = -1 };

/* What comes back to the head: by register the one of the head that it is a copy of. */
static void join_copies(const cm_thread *t, int *there, const int *copies)
{
    for (int r = 0; r < t->register_count; r++)
        if (there[r] == NOT_REACHED)
            there[r] = copies[r];
        else if (there[r] != copies[r])
            there[r] = NO_COPY;
}

/* The register of the head that the step's value is a copy of. Bits that it does not have there
 * may be cut off. */
static int copy_made(const cm_step *s, const int *copies, const constant *at_head)
{
    const cm_expr *e = s->value;
    uint64_t cut = 0;
    if (s->kind != CM_STEP_ASSIGN || s->undefined || s->opaque || s->control)
        return NO_COPY;
    for (; e->op == CM_OP_ZEXT && e->imm < 64; e = e->a)
        cut |= UINT64_MAX << e->imm;
    int copy = e->op == CM_OP_REG ? copies[e->reg] : NO_COPY;
    if (e->op == CM_OP_REG && e->bits && e->bits < 64)
        cut |= UINT64_MAX << e->bits;
    return copy >= 0 && cut && (!at_head || (at_head[copy].may & cut)) ? NO_COPY : copy;
}

typedef struct following {
    cm_job *job;
    const cm_loop *loop;
    const constant *at_head;
    int *back; /* what comes back to the head */
    int left;  /* ways that may still be followed */
} following;

/* A way from step i on. False: there are too many. */
static bool follow_way(following *f, int i, const constant *held_before, const int *copies_before)
{
    const cm_thread *t = cm_loop_thread(f->loop);
    size_t count = (size_t)t->register_count;
    if (f->left-- == 0)
        return false;
    constant *held = CM_NEW_ARRAY(f->job->arena, count + 1, constant);
    int *copies = CM_NEW_ARRAY(f->job->arena, count + 1, int);
    memcpy(held, held_before, count * sizeof *held);
    memcpy(copies, copies_before, count * sizeof *copies);
    for (; i <= f->loop->end; i++) {
        const cm_step *s = &t->steps[i];
        constant happens = {true, true, 1};
        if (s->guard)
            happens = constant_of(s->guard, held);
        if (happens.known && !happens.value)
            continue;
        if (s->kind != CM_STEP_BRANCH) {
            if (s->dst < 0)
                continue;
            constant made = {.may = UINT64_MAX};
            if (s->kind == CM_STEP_ASSIGN && !s->opaque && happens.known)
                made = constant_of(s->value, held);
            int copy = copy_made(s, copies, f->at_head);
            copies[s->dst] = happens.known || copies[s->dst] == copy ? copy : NO_COPY;
            held[s->dst] = made;
            continue;
        }
        constant taken = {true, true, 1};
        if (s->value)
            taken = constant_of(s->value, held);
        bool jumps = !taken.known || taken.value, inside = cm_loop_has(f->loop, s->target);
        if (jumps && s->target == f->loop->head)
            join_copies(t, f->back, copies);
        else if (jumps && inside && !follow_way(f, s->target, held, copies))
            return false;
        if (taken.known && taken.value && happens.known)
            return true;
    }
    return true;
}

static bool follow_ways(cm_job *job, const cm_loop *loop, const constant *at_head, int *back)
{
    enum { MOST_WAYS = 1024 };
    following f = {job, loop, at_head, back, MOST_WAYS};
    size_t count = (size_t)cm_loop_thread(loop)->register_count;
    constant *held = CM_NEW_ARRAY(job->arena, count + 1, constant);
    int *copies = CM_NEW_ARRAY(job->arena, count + 1, int);
    for (size_t r = 0; r < count; r++) {
        held[r].may = UINT64_MAX;
        copies[r] = (int)r;
    }
    return follow_way(&f, loop->head, held, copies);
}

/* By register, of a simple loop: by induction, a register that comes back as it was has only bits
 * that it had where the loop began. */
static bool *find_copied(cm_job *job, cm_loop loop, const constant *at_head)
{
    size_t count = (size_t)cm_loop_thread(&loop)->register_count;
    bool *copied = CM_NEW_ARRAY(job->arena, count + 1, bool);
    int *back = CM_NEW_ARRAY(job->arena, count + 1, int);
    for (size_t r = 0; r < count; r++)
        back[r] = NOT_REACHED;
    bool followed = follow_ways(job, &loop, at_head, back);
    for (size_t r = 0; r < count; r++)
        copied[r] = followed && back[r] == (int)r;
    return copied;
}

/* Those with a constant at the head that no round changes; the round begins with them. */
static cm_round ask_kept(cm_job *job, cm_loop loop, cm_keeping *k, const constant *at_head)
{
    for (int i = 0; i < cm_loop_thread(&loop)->register_count; i++)
        k->any |= k->kept[i] = at_head[i].known;
    cm_round r = follow_kept(job, loop, k, at_head);
    while (drop_lost(k, &r, at_head))
        r = follow_kept(job, loop, k, at_head);
    return r;
}

cm_round cm_round_follow_kept(cm_job *job, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    cm_keeping k = {.kept = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, bool)};
    const constant *at_head = constants_at_head(job, loop);
    return at_head ? ask_kept(job, loop, &k, at_head) : cm_round_follow(job, loop);
}

cm_keeping cm_loop_keeps(cm_job *job, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    cm_keeping k = {.kept = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, bool)};
    k.always = CM_NEW_ARRAY(job->arena, (size_t)(loop.end - loop.head) + 1, bool);
    const constant *at_head =
        cm_loops_can_be_followed(job->test) ? constants_at_head(job, loop) : NULL;
    const bool *copied = find_copied(job, loop, at_head);
    if (at_head)
        k.round = ask_kept(job, loop, &k, at_head);
    bool asked = k.any;
    k.any = false;
    for (int i = 0; i < t->register_count; i++) {
        k.kept[i] |= copied[i];
        k.any |= k.kept[i] && cm_loop_sets(&loop, i);
    }
    if (asked)
        find_always(&k, &k.round);
    return k;
}

/* ---- bits of registers ---------------------------------------------------------- */

const uint64_t *cm_thread_register_bits(cm_job *job, int thread)
{
    const cm_thread *t = &job->test->threads[thread];
    constant *all = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, constant);
    uint64_t *bits = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, uint64_t);
    for (int r = 0; r < t->register_count; r++)
        bits[r] = all[r].may = bits_of(t->registers[r].init, all);
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < t->step_count; i++) {
            const cm_step *s = &t->steps[i];
            uint64_t may = UINT64_MAX;
            if (s->dst < 0)
                continue;
            if (s->kind == CM_STEP_ASSIGN && !s->opaque)
                may = bits_of(s->value, all);
            else if (s->kind == CM_STEP_LOAD && s->width < 8)
                may = (UINT64_C(1) << (8 * s->width)) - 1;
            else if (s->kind == CM_STEP_CHOOSE)
                may = 1;
            again |= (may & ~bits[s->dst]) != 0;
            bits[s->dst] = all[s->dst].may |= may;
        }
    }
    return bits;
}
