/* Do threads come to what they do together?
 *
 * Who executes vote.sync and its like waits for all lanes that its mask names (PTX ISA,
 * "vote.sync"), and who comes to a barrier of its CTA or cluster for all threads of its warp that
 * have not exited, and for other warps ("barrier{.cta}", "barrier.cluster"). A thread of a run does
 * not exit before the others, so a test runs only if no execution leaves some of them waiting: a
 * hang would end the run. Here the lanes of a warp, or all threads of a CTA where only one instance
 * is in it, go through their programs together on values that are known, or unknown but the same
 * for all:
 *
 *   - a number                        constants, and what is computed of them
 *   - what a thread gave the others   a symbol: all that read it have the same value (votes,
 *                                     shuffles, barriers with a result)
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
#include "litmus/isa/ptx/ptx_native_walk.h"

#include <string.h>

void cm_ptxn_refuse_wait(walk *w, const lane *l)
{
    int step = l->step < l->thread->step_count ? l->step : l->thread->step_count - 1;
    const cm_instruction *at = &l->thread->instructions[l->thread->steps[step].instruction];
    const cm_step *s = &l->thread->steps[step];
    bool of_lanes = cm_ptxn_is_of_lanes(s) && !cm_ptx_is_reduction(cm_ptx_fixed_id(s->value));
    if (of_lanes || (!w->of_cta && w->n->lanes))
        cm_ptxn_refuse(
            w->n, at->place,
            "lanes of a warp may wait for ever at `%s`, for one that does not come, expected "
            "jumps around it that go the same way in all of them",
            at->text);
    cm_ptxn_refuse(w->n, at->place,
                   "threads of a CTA may wait for ever at `%s`, for one that does not come, "
                   "expected jumps around it that go the same way in all of them",
                   at->text);
}

/* activemask waits for nobody: it finds who is there. */
static bool waits(const cm_step *step)
{
    return step->kind == CM_STEP_BARRIER && !step->assumed;
}

/* ---- ways --------------------------------------------------------------- */

static bool choose(walk *w, const lane *l)
{
    if (w->used == MOST_CHOICES)
        cm_ptxn_refuse_wait(w, l);
    if (w->used == w->fixed)
        w->choices[w->fixed++] = false;
    return w->choices[w->used++];
}

/* Is v equal to 0, or not (CM_OP_NE)? */
static const value *against_zero(walk *w, cm_op op, const value *v)
{
    const value *zero = cm_ptxn_value_number(w, 0);
    return cm_ptxn_value_node(w, (value){.op = op, .bits = 32, .a = v, .b = zero});
}

/* The answer to a question that was decided, for short: else what a loop hands from round to round
 * would grow. It is no number, for another way decides it otherwise. */
static const value *shorter(walk *w, const value *kept, const decision *d)
{
    bool turned = false;
    if (!kept || !d->answer || !cm_ptxn_value_is_truth(kept) ||
        !cm_ptxn_value_equal(cm_ptxn_value_core(kept, &turned), d->of))
        return kept;
    return turned ? against_zero(w, CM_OP_EQ, d->answer) : d->answer;
}

static const decision *decide(walk *w, const value *of, const value *answer, bool holds)
{
    decision *d = CM_NEW(w->n->work->arena, decision);
    *d = (decision){of, answer, holds, w->decisions};
    w->decisions = d;
    return d;
}

static const value *new_symbol(walk *w)
{
    return cm_ptxn_value_node(w, (value){.op = CM_OP_REG, .imm = w->symbols++});
}

/* Is the value, of which something is known, not 0 on this way? */
static bool holds(walk *w, const lane *l, const value *v)
{
    if (cm_ptxn_value_is_number(v))
        return v->imm != 0;
    bool turned = false;
    const value *of = cm_ptxn_value_core(v, &turned);
    for (const decision *d = w->decisions; d; d = d->next)
        if (cm_ptxn_value_equal(d->of, of))
            return d->holds != turned;
    const value *answer = against_zero(w, CM_OP_NE, new_symbol(w));
    const decision *d = decide(w, of, answer, choose(w, l));
    for (int i = 0; i < w->count; i++) {
        const lane *other = &w->lanes[i];
        for (int r = 0; other->registers && r < other->thread->register_count; r++)
            other->registers[r] = shorter(w, other->registers[r], d);
    }
    decide(w, answer, NULL, d->holds);
    return d->holds != turned;
}

/* Does the run give up loops in this round? A loop whose rounds are numbers ends by itself. */
static bool leaves(walk *w, const lane *l, bool counted)
{
    if (l->rounds >= w->left)
        return true;
    if (counted || l->rounds <= w->kept)
        return false;
    if (choose(w, l)) /* short ways first */
        w->kept = l->rounds;
    else
        w->left = l->rounds;
    return l->rounds >= w->left;
}

/* ---- jumps ---------------------------------------------------------------- */

bool cm_ptxn_goes_round_meeting(const cm_thread *thread, int branch)
{
    for (int i = thread->steps[branch].target; i < branch; i++)
        if (waits(&thread->steps[i]))
            return true;
    return false;
}

/* Memory decides the jump. */
static void pass_over(walk *w, lane *l)
{
    int from, to;
    cm_ptxn_find_jumped(l->thread, l->step, &from, &to);
    for (int i = from; i < to; i++) {
        if (waits(&l->thread->steps[i])) {
            l->step = i;
            cm_ptxn_refuse_wait(w, l);
        }
        if (l->thread->steps[i].dst >= 0)
            l->registers[l->thread->steps[i].dst] = NULL;
    }
    l->step = to;
}

static void jump(walk *w, lane *l)
{
    const cm_step *s = &l->thread->steps[l->step];
    const value *condition =
        s->value ? cm_ptxn_evaluate(w, l, s->value) : cm_ptxn_value_number(w, 1);
    if (s->addr)
        cm_ptxn_refuse_wait(w, l);
    if (!condition) {
        pass_over(w, l);
        return;
    }
    bool taken = holds(w, l, condition), back = taken && s->target <= l->step;
    if (back && cm_ptxn_goes_round_meeting(l->thread, l->step)) {
        l->rounds++;
        taken = !leaves(w, l, s->value && cm_ptxn_value_is_number(condition));
    } else if (back) {
        taken = l->turns++ < w->n->style->loop_limit;
    }
    l->step = taken ? s->target : l->step + 1;
}

/* ---- steps ----------------------------------------------------------------- */

/* A value of which nothing is known is the same for all who read it, and for who gives it. */
static void give(walk *w, lane *l, const cm_step *s)
{
    const value *address = cm_ptxn_evaluate(w, l, s->addr);
    l->given = cm_ptxn_evaluate(w, l, s->value);
    if (cm_ptxn_value_is_number(address))
        l->word = address->imm;
    if (!l->given)
        l->given = new_symbol(w);
    if (s->value->op == CM_OP_REG)
        l->registers[s->value->reg] = l->given;
}

static const value *result(walk *w, const lane *l, const cm_step *s)
{
    if (s->kind == CM_STEP_ASSIGN || s->kind == CM_STEP_NOTE)
        return cm_ptxn_evaluate(w, l, s->value);
    if (s->kind != CM_STEP_LOAD || !cm_step_has_tag(s, "LANE"))
        return NULL;
    const value *address = cm_ptxn_evaluate(w, l, s->addr);
    for (int i = 0; cm_ptxn_value_is_number(address) && i < w->count; i++)
        if (w->lanes[i].word == address->imm)
            return w->lanes[i].given;
    return NULL;
}

/* Of a step that is no jump; false: the lane waits here. */
static bool take(walk *w, lane *l)
{
    const cm_step *s = &l->thread->steps[l->step];
    const value *guard = s->guard ? cm_ptxn_evaluate(w, l, s->guard) : cm_ptxn_value_number(w, 1);
    if (!guard && waits(s))
        cm_ptxn_refuse_wait(w, l);
    if (!guard && s->dst >= 0)
        l->registers[s->dst] = NULL;
    bool happens = guard && holds(w, l, guard);
    if (happens && waits(s))
        return false;
    if (happens && s->dst >= 0) {
        const value *v = result(w, l, s);
        for (const decision *d = w->decisions; d; d = d->next)
            v = shorter(w, v, d);
        l->registers[s->dst] = v;
    }
    if (happens && s->kind == CM_STEP_STORE && cm_step_has_tag(s, "LANE"))
        give(w, l, s);
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
    l->id = cm_ptxn_evaluate(w, l, s->value);
    l->quorum = s->quorum ? cm_ptxn_evaluate(w, l, s->quorum) : NULL;
    bool open = cm_ptxn_is_of_lanes(s) && !cm_ptxn_value_is_number(l->id); /* which lanes? */
    if (!l->id || open || (s->quorum && !l->quorum))
        cm_ptxn_refuse_wait(w, l);
}

static void go_on(walk *w, lane *l)
{
    l->step++;
    advance(w, l);
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

/* Do rounds still matter to the lane: may it go round a loop with a meeting? */
static bool may_turn(const lane *l)
{
    for (int i = l->step; i < l->thread->step_count; i++) {
        const cm_step *s = &l->thread->steps[i];
        if (s->kind == CM_STEP_BRANCH && s->target <= i && cm_ptxn_goes_round_meeting(l->thread, i))
            return true;
    }
    return false;
}

static const char *state_of(const walk *w)
{
    naming n = {.count = 0};
    unsigned fewest = UINT32_MAX; /* rounds */
    for (int i = 0; i < w->count; i++)
        if (may_turn(&w->lanes[i]) && w->lanes[i].rounds < fewest)
            fewest = w->lanes[i].rounds;
    n.text = cm_text_new(w->n->work->arena);
    bool leaving = w->left != UINT32_MAX;
    cm_text_append(&n.text, "%u%s%u", leaving && w->left > fewest ? w->left - fewest : 0,
                   leaving ? "+" : "-", w->kept > fewest ? w->kept - fewest : 0);
    for (int i = 0; i < w->count; i++) {
        const lane *l = &w->lanes[i];
        cm_text_append(&n.text, " %d,%u:", l->step, may_turn(l) ? l->rounds - fewest : 0);
        for (int r = 0; r < l->thread->register_count; r++)
            show(&n, l->registers[r]);
        show(&n, l->given);
        show(&n, l->arrived);
        cm_text_append(&n.text, "%u", l->cluster_arrivals);
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
    CM_PUSH(w->n->work->arena, w->seen, w->seen_count, w->seen_capacity, state);
    return false;
}

/* ---- the warp --------------------------------------------------------------------- */

static void start(walk *w)
{
    w->symbols = 0;
    w->decisions = NULL;
    w->left = UINT32_MAX;
    w->kept = 0;
    w->used = w->meetings = 0;
    for (int i = 0; i < w->count; i++) {
        lane *l = &w->lanes[i];
        *l = (lane){.thread = l->thread};
        l->registers =
            CM_NEW_ARRAY(w->n->work->arena, (size_t)l->thread->register_count, const value *);
        for (int r = 0; r < l->thread->register_count; r++)
            l->registers[r] = cm_ptxn_evaluate(w, l, l->thread->registers[r].init);
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
        if (cm_ptxn_all_come(w, l))
            return l;
        waiting = l;
    }
    if (waiting)
        cm_ptxn_refuse_wait(w, waiting);
    return NULL;
}

static void go_one_way(walk *w)
{
    start(w);
    for (const lane *at; (at = next_meeting(w)) != NULL;) {
        if (w->meetings++ == MOST_MEETINGS || w->all_meetings++ == MOST_IN_ALL)
            cm_ptxn_refuse_wait(w, at);
        if (was_here(w))
            return;
        cm_ptxn_meet(w, at, go_on);
    }
}

void cm_ptxn_check_meetings(cm_ptxn *n, bool of_cta)
{
    walk *w = CM_NEW(n->work->arena, walk);
    int own = (int)(n->thread - n->test->threads);
    w->n = n;
    w->of_cta = of_cta;
    w->lanes = CM_NEW_ARRAY(n->work->arena, (size_t)n->test->thread_count, lane);
    for (int t = 0; t < n->test->thread_count; t++) {
        bool in_warp = cm_ptx_tid(n->test, own) / MOST_LANES == cm_ptx_tid(n->test, t) / MOST_LANES;
        if (t == own || (cm_threads_share(n->test, own, t, CM_SCOPE_CTA) && (in_warp || of_cta)))
            w->lanes[w->count++].thread = &n->test->threads[t];
    }
    do { /* the next way: the last choice that was not taken is */
        go_one_way(w);
        while (w->fixed > 0 && w->choices[w->fixed - 1])
            w->fixed--;
        if (w->fixed > 0)
            w->choices[w->fixed - 1] = true;
    } while (w->fixed > 0);
}
