/* Barriers and jumps as ptxas takes them (PTX ISA 9.7.13.1, 9.7.12).
 *
 * A thread of the test is `barrier_factor` threads of the machine, each with an
 * instance of its own, and a barrier of the machine belongs to the CTA: the
 * instances of a CTA go through it together. That is what the test says as long
 * as all of them come to the same barriers; where memory decides that, the caller
 * has one instance in a CTA (cm_native_barriers_vary), and the threads go through
 * their programs together before the run (ptx_native_lanes.c). A test whose barrier
 * waits for threads that do not exist is refused.
 */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

/* One of the 16 barriers is the caller's. */
enum { MOST_BARRIERS = 15, WARP = 32 };

/* ---- which registers differ between instances ------------------------ */

bool cm_ptxn_depends(const bool *varying, const cm_expr *expr)
{
    return expr &&
           ((expr->op == CM_OP_REG && varying[expr->reg]) || cm_ptxn_depends(varying, expr->a) ||
            cm_ptxn_depends(varying, expr->b) || cm_ptxn_depends(varying, expr->c));
}

void cm_ptxn_find_jumped(const cm_thread *thread, int branch, int *from, int *to)
{
    int target = thread->steps[branch].target;
    *from = target < branch ? target : branch;
    *to = target > branch ? target : branch + 1;
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

/* Does it hang on a jump that such a register decides whether, or how often, the step is done? */
static bool skipped_by_memory(const cm_thread *thread, int step, const bool *varying)
{
    int from, to;
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (s->kind != CM_STEP_BRANCH || !cm_ptxn_depends(varying, s->value))
            continue;
        cm_ptxn_find_jumped(thread, i, &from, &to);
        if (step != i && from <= step && step < to)
            return true;
    }
    return false;
}

const bool *cm_ptxn_varying(cm_arena *arena, const cm_thread *thread, bool jumps)
{
    bool *varying = CM_NEW_ARRAY(arena, (size_t)thread->register_count, bool);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            if (s->dst < 0 || varying[s->dst])
                continue;
            varying[s->dst] = s->kind == CM_STEP_LOAD || s->kind == CM_STEP_CHOOSE ||
                              cm_ptxn_depends(varying, s->value) ||
                              cm_ptxn_depends(varying, s->guard) ||
                              (jumps && skipped_by_memory(thread, i, varying));
            changed |= varying[s->dst];
        }
    }
    return varying;
}

bool cm_ptxn_varies(cm_ptxn *n, const cm_insn_operand *operand)
{
    if (!n->varying)
        n->varying = cm_ptxn_varying(n->work->arena, n->thread, false);
    return operand->kind == CM_INSN_REGISTER && n->varying[operand->index];
}

bool cm_ptxn_diverges(const cm_ptxn *n)
{
    const bool *varying = cm_ptxn_varying(n->work->arena, n->thread, false);
    for (int i = 0; i < n->thread->step_count; i++)
        if (n->thread->steps[i].kind == CM_STEP_BRANCH &&
            cm_ptxn_depends(varying, n->thread->steps[i].value))
            return true;
    return false;
}

/* ---- who comes ------------------------------------------------------- */

static bool same_cta(const cm_thread *a, const cm_thread *b)
{
    return cm_placement_share(&a->at, &b->at, CM_SCOPE_CTA);
}

static bool same_constant(const cm_expr *a, const cm_expr *b)
{
    if (a->op != CM_OP_CONST || b->op != CM_OP_CONST)
        return true; /* perhaps */
    return a->imm == b->imm;
}

static bool same_id(const cm_expr *a, const cm_expr *b)
{
    if (a->op != b->op && a->op != CM_OP_CONST && b->op != CM_OP_CONST)
        return true;
    if (a->op != CM_OP_OR || b->op != CM_OP_OR)
        return a->op != b->op ? false : same_constant(a, b);
    return same_constant(a->a->a, b->a->a) && same_constant(a->b, b->b);
}

bool cm_ptxn_same_barrier(const cm_step *a, const cm_step *b)
{
    return same_id(a->value, b->value);
}

/* Meetings of lanes of a warp have numbers that no other barrier has (ptx_warp.c). */
bool cm_ptxn_is_of_lanes(const cm_step *step)
{
    return step->kind == CM_STEP_BARRIER && cm_ptx_fixed_id(step->value) != 0;
}

bool cm_ptx_meets_for_result(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (cm_ptxn_is_of_lanes(&thread->steps[i]) &&
            cm_ptx_is_reduction(cm_ptx_fixed_id(thread->steps[i].value)))
            return true;
    return false;
}

/* Of a CTA; that of a cluster has no number. */
static bool is_barrier(const cm_step *step)
{
    return step->kind == CM_STEP_BARRIER && !cm_ptxn_is_of_lanes(step) &&
           !cm_step_has_tag(step, "CLUSTER");
}

bool cm_ptx_barriers_vary(cm_arena *arena, const cm_thread *thread)
{
    const bool *varying = cm_ptxn_varying(arena, thread, true);
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (is_barrier(s) &&
            (cm_ptxn_depends(varying, s->value) || cm_ptxn_depends(varying, s->quorum) ||
             cm_ptxn_depends(varying, s->guard) || skipped_by_memory(thread, i, varying)))
            return true;
    }
    return false;
}

bool cm_ptx_lanes(const cm_test *test, bool *others)
{
    bool found = false;
    *others = false;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        for (int i = 0; i < thread->instruction_count; i++) {
            const cm_insn *insn = thread->instructions[i].insn;
            /* It meets nobody, and says who is there. */
            found |= insn && strcmp(insn->opcode, "activemask") == 0;
        }
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            bool lanes = cm_ptxn_is_of_lanes(s) && !cm_ptx_is_reduction(cm_ptx_fixed_id(s->value));
            found = found || lanes;
            *others = *others || (s->kind == CM_STEP_BARRIER && !lanes);
        }
    }
    return found;
}

static bool comes(const cm_thread *thread, const cm_expr *id)
{
    for (int i = 0; i < thread->step_count; i++)
        if (is_barrier(&thread->steps[i]) && same_id(thread->steps[i].value, id))
            return true;
    return false;
}

/* A barrier counts whole warps, whichever of their threads have exited (PTX ISA, "barrier{.cta}"):
 * those of the CTA of which a thread comes. */
static unsigned warps_that_come(const cm_ptxn *n, const cm_expr *id)
{
    unsigned count = 0;
    for (int i = 0; i < n->test->thread_count; i++) {
        if (!same_cta(n->thread, &n->test->threads[i]) || !comes(&n->test->threads[i], id))
            continue;
        bool known = false;
        for (int k = 0; k < i; k++)
            known |= same_cta(n->thread, &n->test->threads[k]) && comes(&n->test->threads[k], id) &&
                     cm_ptx_tid(n->test, k) / WARP == cm_ptx_tid(n->test, i) / WARP;
        count += !known;
    }
    return count;
}

/* A thread waits in sync, so it comes once to each phase. */
static void check_quorum(cm_ptxn *n, const cm_step *step, unsigned quorum)
{
    unsigned count = 0;
    for (int i = 0; i < n->test->thread_count; i++) {
        const cm_thread *other = &n->test->threads[i];
        count += same_cta(n->thread, other) && comes(other, step->value);
    }
    if (count != quorum)
        cm_ptxn_refuse(n, n->instruction->place,
                       "some thread may wait for ever: this barrier is for %u threads of the CTA, "
                       "and %u come to it",
                       quorum, count);
}

/* ---- the barrier ----------------------------------------------------- */

typedef struct cursor {
    int thread, step; /* the next one */
} cursor;

/* The barriers of the test's CTAs one after the other, from {0, 0} on; NULL: there is no more. */
static const cm_step *next_barrier(const cm_test *test, cursor *at)
{
    for (; at->thread < test->thread_count; at->thread++, at->step = 0) {
        const cm_thread *thread = &test->threads[at->thread];
        while (at->step < thread->step_count) {
            const cm_step *s = &thread->steps[at->step++];
            if (is_barrier(s))
                return s;
        }
    }
    return NULL;
}

/* Published tests name an instance a of a barrier b: for the machine each such
 * pair is a barrier of its own. Numbers of pairs come after the single ones. */
static uint64_t first_pair(const cm_test *test)
{
    uint64_t first = 0;
    const cm_step *s;
    for (cursor at = {0, 0}; (s = next_barrier(test, &at));)
        if (s->value->op == CM_OP_CONST && s->value->imm >= first)
            first = s->value->imm + 1;
    return first;
}

static bool constant_pair(const cm_expr *id)
{
    return id->op == CM_OP_OR && id->a->a->op == CM_OP_CONST && id->b->op == CM_OP_CONST;
}

/* How many distinct pairs the test names before this one; all of them for NULL. */
static uint64_t pair_number(const cm_test *test, const cm_expr *id)
{
    enum { MOST = 16 };
    const cm_expr *seen[MOST] = {NULL};
    uint64_t count = 0;
    const cm_step *s;
    for (cursor at = {0, 0}; count < MOST && (s = next_barrier(test, &at));) {
        if (!constant_pair(s->value))
            continue;
        if (id && same_id(s->value, id))
            return count;
        bool known = false;
        for (uint64_t k = 0; k < count; k++)
            known |= same_id(seen[k], s->value);
        if (!known)
            seen[count++] = s->value;
    }
    return count;
}

/* With a register in it: all barriers must be of one instance, so that b tells
 * them apart. */
static void check_one_instance(cm_ptxn *n, const cm_expr *instance)
{
    const cm_step *s;
    for (cursor at = {0, 0}; (s = next_barrier(n->test, &at));) {
        const cm_expr *other = s->value->op == CM_OP_OR ? s->value->a->a : s->value;
        if (s->value->op != CM_OP_OR || other->op != CM_OP_CONST || instance->op != CM_OP_CONST ||
            other->imm != instance->imm)
            cm_ptxn_refuse(n, n->instruction->place,
                           "a barrier whose name is in a register cannot run next to ones of "
                           "other instances, expected one instance of all");
    }
}

/* Is the name of some barrier in a register? */
static bool any_in_register(const cm_test *test)
{
    const cm_step *s;
    for (cursor at = {0, 0}; (s = next_barrier(test, &at));)
        if (s->value->op != CM_OP_CONST && !constant_pair(s->value))
            return true;
    return false;
}

unsigned cm_ptx_barriers(const cm_test *test)
{
    uint64_t count = first_pair(test) + pair_number(test, NULL);
    return any_in_register(test) || count > MOST_BARRIERS ? MOST_BARRIERS : (unsigned)count;
}

static const char *number_of_barrier(cm_ptxn *n, uint64_t number)
{
    if (number >= MOST_BARRIERS)
        cm_ptxn_refuse(n, n->instruction->place,
                       "barrier %llu cannot run: one of the 16 aligns the runs, expected "
                       "barriers 0 to 14",
                       (unsigned long long)number);
    return cm_arena_printf(n->work->arena, "%llu", (unsigned long long)number);
}

static const char *register_name(cm_ptxn *n, const cm_expr *reg)
{
    const cm_insn_operand operand = {CM_INSN_REGISTER, reg->reg, .place = n->instruction->place};
    return cm_ptxn_source(n, &operand, (cm_ptx_type){CM_PTX_UNSIGNED, 32});
}

static const char *barrier_id(cm_ptxn *n, const cm_expr *id)
{
    if (id->op == CM_OP_CONST)
        return number_of_barrier(n, id->imm);
    if (id->op == CM_OP_REG)
        return register_name(n, id);
    if (!any_in_register(n->test))
        return number_of_barrier(n, first_pair(n->test) + pair_number(n->test, id));
    check_one_instance(n, id->a->a);
    return id->b->op == CM_OP_CONST ? number_of_barrier(n, id->b->imm) : register_name(n, id->b);
}

/* How many threads of the machine. */
static const char *barrier_count(cm_ptxn *n, const cm_step *step)
{
    unsigned factor = n->style->barrier_factor;
    if (step->quorum && step->quorum->op != CM_OP_CONST) {
        const char *count = cm_ptxn_temporary(n, 32);
        cm_ptxn_always(n, "mul.lo.u32 %s, %s, %u", count, register_name(n, step->quorum), factor);
        return count;
    }
    unsigned quorum = step->quorum ? (unsigned)step->quorum->imm : 0;
    for (int i = 0; i < n->test->thread_count && !step->quorum; i++)
        quorum += same_cta(n->thread, &n->test->threads[i]);
    if (step->party != 0)
        cm_ptxn_refuse(
            n, n->instruction->place,
            "a barrier that counts warps cannot run where threads of the test share one");
    check_quorum(n, step, quorum);
    if (n->lanes)
        quorum = warps_that_come(n, step->value);
    return cm_arena_printf(n->work->arena, "%u", quorum * factor);
}

/* bar.red with a result: the instance's own threads meet there, one of each warp (the plan has
 * one instance in a CTA then), for the others would be counted, too. */
static void reducing_barrier(cm_ptxn *n, const char *how)
{
    bool counts = strcmp(how, "popc") == 0;
    const cm_ptx_type predicate = {CM_PTX_PRED, 1}, number = {CM_PTX_UNSIGNED, 32};
    const cm_ptx_type type = counts ? number : predicate;
    const cm_step *step = &n->thread->steps[n->first];
    while (!is_barrier(step))
        step++;
    n->has_barrier = true;
    const char *id = barrier_id(n, step->value), *count = barrier_count(n, step);
    const char *own = cm_ptxn_source(n, &n->operands[n->operand_count - 1], predicate);
    const char *target = cm_ptxn_target(n, &n->operands[0], type);
    cm_ptxn_line(n, "barrier.cta.red.%s.%s %s, %s, %s, %s", how, counts ? "u32" : "pred", target,
                 id, count, own);
    cm_ptxn_settle(n, &n->operands[0], type, target);
}

void cm_ptxn_barrier(cm_ptxn *n)
{
    const cm_step *step = &n->thread->steps[n->first];
    if (cm_ptxn_has(n, "cluster")) {
        cm_ptxn_cluster_barrier(n);
        return;
    }
    if (cm_ptxn_has(n, "warp")) {
        n->form = ".warp.sync -3";
        cm_ptxn_lanes(n);
        return;
    }
    const char *mode = cm_ptxn_find(n, "sync|arrive|red");
    const char *how = cm_ptxn_find(n, "popc|and|or");
    if (how) {
        reducing_barrier(n, how);
        return;
    }
    n->has_barrier = true;
    const char *id = barrier_id(n, step->value), *count = barrier_count(n, step);
    if (strcmp(mode, "red") == 0) /* reduces nothing that the test could see */
        cm_ptxn_line(n, "barrier.cta.red.popc.u32 %s, %s, %s, 1", cm_ptxn_temporary(n, 32), id,
                     count);
    else
        cm_ptxn_line(n, "barrier.cta.%s %s, %s", mode, id, count);
}

/* ---- jumps ----------------------------------------------------------- */

static int branch_step(const cm_ptxn *n)
{
    int step = n->first;
    while (n->thread->steps[step].kind != CM_STEP_BRANCH)
        step++;
    return step;
}

/* The guard without "@" and the blank; NULL: none. */
static const char *guard_predicate(const cm_ptxn *n)
{
    size_t length = strlen(n->guard);
    return length < 2 ? NULL : cm_arena_text(n->work->arena, n->guard + 1, length - 2);
}

void cm_ptxn_branch(cm_ptxn *n)
{
    int step = branch_step(n);
    cm_ptxn_jump(n, guard_predicate(n), step, n->thread->steps[step].target);
}

void cm_ptxn_compare_branch(cm_ptxn *n)
{
    cm_ptx_type type = cm_ptxn_type(n, 0);
    if (type.bits == 0) {
        unsigned a = cm_ptxn_name_bits(n, &n->operands[0]);
        unsigned b = cm_ptxn_name_bits(n, &n->operands[1]);
        type = (cm_ptx_type){CM_PTX_SIGNED, a > 32 || b > 32 ? 64 : 32};
    }
    char kind = type.kind == CM_PTX_SIGNED ? 's' : 'u';
    const char *holds = cm_ptxn_temporary(n, 1), *guard = guard_predicate(n);
    const char *a = cm_ptxn_source(n, &n->operands[0], type);
    const char *b = cm_ptxn_source(n, &n->operands[1], type);
    if (cm_ptxn_varies(n, &n->operands[0]) || cm_ptxn_varies(n, &n->operands[1]))
        a = cm_ptxn_hidden(n, a, type.bits);
    cm_ptxn_always(n, "setp.%s%s.%c%u %s, %s, %s%s%s", n->form, guard ? ".and" : "", kind,
                   type.bits, holds, a, b, guard ? ", " : "", guard ? guard : "");
    int step = branch_step(n);
    cm_ptxn_jump(n, holds, step, n->thread->steps[step].target);
}
