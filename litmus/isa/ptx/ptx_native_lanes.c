/* Do lanes of a warp come to what they do together?
 *
 * Who executes vote.sync and its like waits for all lanes that its mask names (PTX ISA,
 * "vote.sync"), and who comes to a barrier of its CTA or cluster for all threads of its warp that
 * have not exited ("barrier{.cta}", "barrier.cluster"). A lane of a run does not exit before the
 * others, so a test runs only if no execution leaves some of them waiting: a hang would end the
 * run. Here the lanes of a warp go through their programs together on values that are known, or
 * unknown but the same for all:
 *
 *   - a number                        constants, and what is computed of them
 *   - what a lane gave the others     a symbol: all that read it have the same value
 *   - anything else                   nothing, NULL; memory decides it
 *
 * Where a jump depends on symbols, both ways are tried, the same for all lanes that ask the same
 * question. A jump on which nothing is known may skip or repeat what no lane waits for, and goes on
 * behind it with nothing known of what is written there. A state that was there before is not
 * gone through again, which ends loops.
 *
 * A loop that a run gives up after too many rounds (hwrun/code) is left, not its body. A lane
 * counts its rounds of loops with meetings in them, so that those that go round together leave
 * together; that they do is one of the ways tried, for each round. */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

/* Fewer meetings than rounds after which a run gives up: loops that end by themselves are not. */
enum { MOST_LANES = 32, MOST_CHOICES = 64, MOST_MEETINGS = 1500, MOST_NODES = 400 };

/* CM_OP_CONST: the number imm. CM_OP_REG: the symbol imm. */
typedef struct value {
    cm_op op;
    uint8_t bits;
    uint64_t imm;
    const struct value *a, *b, *c;
    unsigned nodes;
} value;

typedef struct lane {
    const cm_thread *thread;
    int step; /* the next one; thread->step_count: it has ended */
    const value **registers;
    const value *given;       /* what it handed over last */
    uint64_t word;            /* address of the word where it does */
    unsigned rounds;          /* of loops with meetings */
    const value *id, *quorum; /* of the meeting that it is at */
} lane;

/* What is assumed of a value on this way. */
typedef struct decision {
    const value *of;
    bool holds;
    struct decision *next;
} decision;

typedef struct walk {
    cm_ptxn *n;
    lane lanes[MOST_LANES];
    int count;
    uint64_t symbols;
    decision *decisions;
    unsigned left, kept; /* the round at which loops are left, UINT_MAX: none so far; a round that
                          * was gone */
    bool choices[MOST_CHOICES];
    int used, fixed; /* choices: of this way so far, and those that it starts with */
    const char **seen;
    int seen_count, seen_capacity;
    int meetings;
    bool over; /* the way leads to a state seen before */
} walk;

/* The lane whose program cannot be followed waits, or makes others wait, at that step. */
static _Noreturn void refuse(walk *w, const lane *l)
{
    int step = l->step < l->thread->step_count ? l->step : l->thread->step_count - 1;
    const cm_instruction *at = &l->thread->instructions[l->thread->steps[step].instruction];
    cm_ptxn_refuse(
        w->n, at->place,
        "lanes of a warp may wait for ever at `%s`, for one that does not come, expected "
        "jumps around it that go the same way in all of them",
        at->text);
}

/* ---- values ------------------------------------------------------------ */

static const value *node(walk *w, value v)
{
    v.nodes = 1 + (v.a ? v.a->nodes : 0) + (v.b ? v.b->nodes : 0) + (v.c ? v.c->nodes : 0);
    if (v.nodes > MOST_NODES)
        return NULL;
    value *kept = CM_NEW(w->n->work->arena, value);
    *kept = v;
    return kept;
}

static const value *number(walk *w, uint64_t imm)
{
    return node(w, (value){.op = CM_OP_CONST, .imm = imm});
}

static bool is_number(const value *v)
{
    return v && v->op == CM_OP_CONST;
}

static bool equal(const value *a, const value *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->op == b->op && a->bits == b->bits && a->imm == b->imm && equal(a->a, b->a) &&
           equal(a->b, b->b) && equal(a->c, b->c);
}

static const value *evaluate(walk *w, const lane *l, const cm_expr *e);

static const value *operate(walk *w, const lane *l, const cm_expr *e)
{
    const value *a = e->a ? evaluate(w, l, e->a) : NULL, *b = e->b ? evaluate(w, l, e->b) : NULL;
    const value *c = e->c ? evaluate(w, l, e->c) : NULL;
    if (e->op == CM_OP_SELECT && is_number(a))
        return a->imm ? b : c;
    if ((e->a && !a) || (e->b && !b) || (e->c && !c))
        return NULL;
    bool known = (!a || is_number(a)) && (!b || is_number(b)) && (!c || is_number(c));
    if (known)
        return number(w, cm_op_apply(e->op, e->bits, e->imm, a ? a->imm : 0, b ? b->imm : 0,
                                     c ? c->imm : 0, c != NULL));
    return node(w, (value){.op = e->op, .bits = e->bits, .imm = e->imm, .a = a, .b = b, .c = c});
}

static const value *evaluate(walk *w, const lane *l, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return number(w, e->imm);
    return e->op == CM_OP_REG ? l->registers[e->reg] : operate(w, l, e);
}

static bool is_truth(const value *v)
{
    return v->op >= CM_OP_EQ && v->op <= CM_OP_SLE;
}

/* The value that the question whether v is 0 comes down to; turned: asked the other way round. */
static const value *core(const value *v, bool *turned)
{
    while ((v->op == CM_OP_EQ || v->op == CM_OP_NE) && is_number(v->b) && v->b->imm == 0 &&
           is_truth(v->a)) {
        *turned = *turned != (v->op == CM_OP_EQ);
        v = v->a;
    }
    return v;
}

/* ---- ways --------------------------------------------------------------- */

static bool choose(walk *w, const lane *l)
{
    if (w->used == MOST_CHOICES)
        refuse(w, l);
    if (w->used == w->fixed)
        w->choices[w->fixed++] = false;
    return w->choices[w->used++];
}

/* The next way: the last choice that was not taken is; false: there is none. */
static bool turn(walk *w)
{
    while (w->fixed > 0 && w->choices[w->fixed - 1])
        w->fixed--;
    if (w->fixed > 0)
        w->choices[w->fixed - 1] = true;
    return w->fixed > 0;
}

/* Is the value, of which something is known, not 0 on this way? */
static bool holds(walk *w, const lane *l, const value *v)
{
    if (is_number(v))
        return v->imm != 0;
    bool turned = false;
    const value *of = core(v, &turned);
    for (const decision *d = w->decisions; d; d = d->next)
        if (equal(d->of, of))
            return d->holds != turned;
    decision *d = CM_NEW(w->n->work->arena, decision);
    *d = (decision){of, choose(w, l), w->decisions};
    w->decisions = d;
    return d->holds != turned;
}

/* Does the run give up loops in this round? A loop whose rounds are numbers ends by itself. */
static bool leaves(walk *w, const lane *l, bool counted)
{
    if (l->rounds >= w->left)
        return true;
    if (counted || l->rounds <= w->kept)
        return false;
    if (choose(w, l))
        w->left = l->rounds;
    else
        w->kept = l->rounds;
    return l->rounds >= w->left;
}

/* ---- jumps ---------------------------------------------------------------- */

/* Steps from..to that some way through them leaves out or repeats if the jump is taken or not. */
static void widen(const cm_thread *thread, int *from, int *to)
{
    for (bool wider = true; wider;) {
        wider = false;
        for (int i = *from; i < *to; i++) {
            const cm_step *s = &thread->steps[i];
            if (s->kind != CM_STEP_BRANCH || (s->target >= *from && s->target <= *to))
                continue;
            *from = s->target < *from ? s->target : *from;
            *to = s->target > *to ? s->target : *to;
            wider = true;
        }
    }
}

static bool meets_within(const cm_thread *thread, int from, int to)
{
    for (int i = from; i < to; i++)
        if (thread->steps[i].kind == CM_STEP_BARRIER)
            return true;
    return false;
}

bool cm_ptxn_goes_round_meeting(const cm_thread *thread, int branch)
{
    return meets_within(thread, thread->steps[branch].target, branch);
}

/* Memory decides the jump. */
static void pass_over(walk *w, lane *l)
{
    const cm_step *jump = &l->thread->steps[l->step];
    int from = jump->target < l->step ? jump->target : l->step;
    int to = jump->target > l->step ? jump->target : l->step + 1;
    widen(l->thread, &from, &to);
    for (int i = from; i < to; i++) {
        if (l->thread->steps[i].kind == CM_STEP_BARRIER) {
            l->step = i;
            refuse(w, l);
        }
        if (l->thread->steps[i].dst >= 0)
            l->registers[l->thread->steps[i].dst] = NULL;
    }
    l->step = to;
}

static void jump(walk *w, lane *l)
{
    const cm_step *s = &l->thread->steps[l->step];
    const value *condition = s->value ? evaluate(w, l, s->value) : number(w, 1);
    if (s->addr)
        refuse(w, l);
    if (!condition) {
        pass_over(w, l);
        return;
    }
    bool taken = holds(w, l, condition);
    if (taken && s->target <= l->step && cm_ptxn_goes_round_meeting(l->thread, l->step)) {
        l->rounds++;
        taken = !leaves(w, l, s->value && is_number(condition));
    }
    l->step = taken ? s->target : l->step + 1;
}

/* ---- steps ----------------------------------------------------------------- */

static const value *given_at(const walk *w, const value *address)
{
    for (int i = 0; is_number(address) && i < w->count; i++)
        if (w->lanes[i].word == address->imm)
            return w->lanes[i].given;
    return NULL;
}

/* A value of which nothing is known is the same for all who read it, and for who gives it. */
static void give(walk *w, lane *l, const cm_step *s)
{
    const value *address = evaluate(w, l, s->addr);
    l->given = evaluate(w, l, s->value);
    if (is_number(address))
        l->word = address->imm;
    if (!l->given)
        l->given = node(w, (value){.op = CM_OP_REG, .imm = w->symbols++});
    if (s->value->op == CM_OP_REG)
        l->registers[s->value->reg] = l->given;
}

static const value *result(walk *w, const lane *l, const cm_step *s)
{
    if (s->kind == CM_STEP_ASSIGN || s->kind == CM_STEP_NOTE)
        return evaluate(w, l, s->value);
    if (s->kind == CM_STEP_LOAD && cm_step_has_tag(s, "LANE"))
        return given_at(w, evaluate(w, l, s->addr));
    return NULL;
}

static void perform(walk *w, lane *l, const cm_step *s)
{
    if (s->dst >= 0)
        l->registers[s->dst] = result(w, l, s);
    if (s->kind == CM_STEP_STORE && cm_step_has_tag(s, "LANE"))
        give(w, l, s);
}

/* Of a step that is no jump; false: the lane waits here. */
static bool take(walk *w, lane *l)
{
    const cm_step *s = &l->thread->steps[l->step];
    const value *guard = s->guard ? evaluate(w, l, s->guard) : number(w, 1);
    if (!guard && s->kind == CM_STEP_BARRIER)
        refuse(w, l);
    if (!guard && s->dst >= 0)
        l->registers[s->dst] = NULL;
    bool happens = guard && holds(w, l, guard);
    if (happens && s->kind == CM_STEP_BARRIER)
        return false;
    if (happens)
        perform(w, l, s);
    l->step++;
    return true;
}

/* Goes on to the lane's next meeting, or to its end. */
static void advance(walk *w, lane *l)
{
    while (l->step < l->thread->step_count) {
        const cm_step *s = &l->thread->steps[l->step];
        if (s->kind == CM_STEP_BRANCH)
            jump(w, l);
        else if (!take(w, l))
            break;
    }
    l->id = l->quorum = NULL;
    if (l->step == l->thread->step_count)
        return;
    const cm_step *s = &l->thread->steps[l->step];
    l->id = evaluate(w, l, s->value);
    l->quorum = s->quorum ? evaluate(w, l, s->quorum) : NULL;
    if (!l->id || (s->quorum && !l->quorum))
        refuse(w, l);
}

/* ---- meetings ---------------------------------------------------------------- */

/* Which lanes of the warp wait for each other: those of a mask, or all of them. */
static uint32_t mask_of(const value *id)
{
    return is_number(id) && id->imm >= CM_PTX_LANES ? cm_ptx_mask(id->imm) : UINT32_MAX;
}

static bool is_named(const walk *w, const lane *l, uint32_t mask)
{
    int index = (int)(l->thread - w->n->test->threads);
    return (mask >> cm_ptx_tid(w->n->test, index) % MOST_LANES & 1) != 0;
}

static bool same_meeting(const lane *a, const lane *b)
{
    if (b->step == b->thread->step_count)
        return false;
    const cm_step *s = &a->thread->steps[a->step], *t = &b->thread->steps[b->step];
    return s->arrives == t->arrives && s->clustered == t->clustered && equal(a->id, b->id) &&
           equal(a->quorum, b->quorum);
}

/* A lane that has ended comes to the barriers of the cluster that the others come to. */
static bool comes(const lane *l, const lane *other)
{
    bool ended = other->step == other->thread->step_count;
    return ended ? l->thread->steps[l->step].clustered : same_meeting(l, other);
}

static bool all_come(const walk *w, const lane *l)
{
    uint32_t mask = mask_of(l->id);
    for (int i = 0; i < w->count; i++)
        if (is_named(w, &w->lanes[i], mask) && !comes(l, &w->lanes[i]))
            return false;
    return true;
}

static void go_on(walk *w, lane *l)
{
    l->step++;
    advance(w, l);
}

/* All go on. */
static void meet(walk *w, const lane *at)
{
    const lane first = *at;
    uint32_t mask = mask_of(first.id);
    for (int i = 0; i < w->count; i++) {
        lane *l = &w->lanes[i];
        if (is_named(w, l, mask) && same_meeting(&first, l))
            go_on(w, l);
    }
}

/* ---- states -------------------------------------------------------------------- */

/* Symbols are numbered in the order in which a state shows them. */
typedef struct naming {
    cm_text text;
    uint64_t names[MOST_NODES];
    int count;
} naming;

static int name_of(const naming *n, uint64_t symbol)
{
    int i = 0;
    while (i < n->count && n->names[i] != symbol)
        i++;
    return i;
}

static void show(naming *n, const value *v)
{
    if (!v) {
        cm_text_add_char(&n->text, '?');
        return;
    }
    if (v->op != CM_OP_REG) {
        cm_text_append(&n->text, "(%d.%u.%llu", (int)v->op, v->bits, (unsigned long long)v->imm);
        const value *const parts[] = {v->a, v->b, v->c};
        for (int i = 0; i < 3 && parts[i]; i++)
            show(n, parts[i]);
        cm_text_add_char(&n->text, ')');
        return;
    }
    int name = name_of(n, v->imm);
    if (name == n->count && n->count < MOST_NODES)
        n->names[n->count++] = v->imm;
    cm_text_append(&n->text, "$%d", name);
}

static bool is_shown(const naming *n, const value *v)
{
    if (!v)
        return true;
    if (v->op == CM_OP_REG)
        return name_of(n, v->imm) < n->count;
    return is_shown(n, v->a) && is_shown(n, v->b) && is_shown(n, v->c);
}

static unsigned fewest_rounds(const walk *w)
{
    unsigned fewest = UINT32_MAX;
    for (int i = 0; i < w->count; i++)
        fewest = w->lanes[i].rounds < fewest ? w->lanes[i].rounds : fewest;
    return fewest;
}

static const char *state_of(const walk *w)
{
    naming n = {.count = 0};
    unsigned fewest = fewest_rounds(w);
    cm_text_init(&n.text, w->n->work->arena);
    bool leaving = w->left != UINT32_MAX;
    cm_text_append(&n.text, "%u%s%u", leaving && w->left > fewest ? w->left - fewest : 0,
                   leaving ? "+" : "-", w->kept > fewest ? w->kept - fewest : 0);
    for (int i = 0; i < w->count; i++) {
        const lane *l = &w->lanes[i];
        cm_text_append(&n.text, " %d,%u:", l->step, l->rounds - fewest);
        for (int r = 0; r < l->thread->register_count; r++)
            show(&n, l->registers[r]);
        show(&n, l->given);
    }
    for (const decision *d = w->decisions; d; d = d->next)
        if (is_shown(&n, d->of)) {
            cm_text_add(&n.text, d->holds ? "+" : "-");
            show(&n, d->of);
        }
    return n.text.data;
}

/* A way that goes again where an earlier one has gone looks at nothing before its last choice. */
static bool was_here(walk *w)
{
    const char *state = state_of(w);
    if (w->used < w->fixed)
        return false;
    for (int i = 0; i < w->seen_count; i++)
        if (strcmp(w->seen[i], state) == 0)
            return true;
    CM_RESERVE(w->n->work->arena, w->seen, w->seen_count, w->seen_capacity);
    w->seen[w->seen_count++] = state;
    return false;
}

/* ---- the warp --------------------------------------------------------------------- */

static void start(walk *w)
{
    w->symbols = 0;
    w->decisions = NULL;
    w->left = UINT32_MAX;
    w->kept = 0;
    w->used = 0;
    for (int i = 0; i < w->count; i++) {
        lane *l = &w->lanes[i];
        *l = (lane){.thread = l->thread};
        l->registers =
            CM_NEW_ARRAY(w->n->work->arena, (size_t)l->thread->register_count, const value *);
        for (int r = 0; r < l->thread->register_count; r++)
            l->registers[r] = evaluate(w, l, l->thread->registers[r].init);
    }
    for (int i = 0; i < w->count; i++)
        advance(w, &w->lanes[i]);
}

/* A lane at a meeting to which all come; NULL: there is none, and all have ended. */
static const lane *next_meeting(walk *w)
{
    const lane *waiting = NULL;
    for (int i = 0; i < w->count; i++) {
        const lane *l = &w->lanes[i];
        if (l->step == l->thread->step_count)
            continue;
        if (all_come(w, l))
            return l;
        waiting = l;
    }
    if (waiting)
        refuse(w, waiting);
    return NULL;
}

static void go_one_way(walk *w)
{
    start(w);
    for (const lane *at; (at = next_meeting(w)) != NULL;) {
        if (w->meetings++ == MOST_MEETINGS)
            refuse(w, at);
        if (was_here(w))
            return;
        meet(w, at);
    }
}

static bool in_warp(const cm_ptxn *n, int thread)
{
    int own = (int)(n->thread - n->test->threads);
    return own == thread ||
           (cm_threads_share(n->test, own, thread, CM_SCOPE_CTA) &&
            cm_ptx_tid(n->test, own) / MOST_LANES == cm_ptx_tid(n->test, thread) / MOST_LANES);
}

void cm_ptxn_check_lanes(cm_ptxn *n)
{
    walk *w = CM_NEW(n->work->arena, walk);
    w->n = n;
    for (int t = 0; t < n->test->thread_count && w->count < MOST_LANES; t++)
        if (in_warp(n, t))
            w->lanes[w->count++].thread = &n->test->threads[t];
    do
        go_one_way(w);
    while (turn(w));
}
