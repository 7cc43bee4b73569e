/* How many threads come to a barrier of PTX, and in which ways (PTX ISA, "barrier"). See ptx.h. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

/* ---- bar.red for a part of a CTA -------------------------------------------------------- */

/* The number of the barrier, plus 1; 0: it is for all threads. */
static uint64_t part_of(const cm_step *step)
{
    bool reduces = step->kind == CM_STEP_BARRIER && step->value->op == CM_OP_CONST &&
                   step->value->imm >= CM_PTX_LANES && cm_ptx_is_reduction(step->value->imm);
    return reduces ? step->value->imm >> 34 & 63 : 0;
}

static bool is_of_cta(const cm_step *step)
{
    return step->kind == CM_STEP_BARRIER && !cm_step_has_tag(step, "LANE") &&
           !cm_step_has_tag(step, "CLUSTER");
}

/* May the thread come to that barrier? Then only with the same count, for a result ("barrier":
 * .red is not to be mixed with .sync and .arrive). */
static bool takes_part(cm_work *work, const cm_thread *thread, const cm_step *meeting,
                       cm_place place)
{
    bool found = false;
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        bool other =
            s->value && s->value->op == CM_OP_CONST && s->value->imm != part_of(meeting) - 1;
        if (!is_of_cta(s) || other)
            continue;
        bool same = s->value->op == CM_OP_CONST && s->quorum && s->quorum->op == CM_OP_CONST &&
                    s->quorum->imm == meeting->quorum->imm && cm_step_has_tag(s, "RED");
        if (!same)
            cm_fail(work, place,
                    "P%d may come to the barrier of this `bar.red` by a register, with another "
                    "count or without a result, expected the same number and count, and a result",
                    thread->id);
        found = true;
    }
    return found;
}

/* The loads of the instruction that would read the word of a thread that takes no part. */
static void leave_out(cm_work *work, cm_test *test, cm_thread *thread, int first, int other)
{
    const char *name = cm_arena_printf(work->arena, ".lane.P%d", test->threads[other].id);
    cm_expr *never = CM_NEW(work->arena, cm_expr);
    *never = (cm_expr){.op = CM_OP_CONST, .bits = 64};
    for (int i = first; i < thread->step_count; i++) {
        cm_step *s = &thread->steps[i];
        uint64_t offset;
        if (s->instruction != thread->steps[first].instruction || s->kind != CM_STEP_LOAD)
            continue;
        int location = cm_test_locate(test, s->addr->imm, &offset);
        if (location >= 0 && strcmp(test->locations[location].name, name) == 0)
            s->guard = never;
    }
}

/* Who takes part is known where no more threads may come than take part. */
static void settle_meeting(cm_work *work, cm_test *test, int index, int step)
{
    cm_thread *thread = &test->threads[index];
    const cm_step *meeting = &thread->steps[step];
    cm_place place = thread->instructions[meeting->instruction].place;
    uint64_t come = 0;
    for (int t = 0; t < test->thread_count; t++) {
        if (t != index && !cm_threads_share(test, t, index, CM_SCOPE_CTA))
            continue;
        if (takes_part(work, &test->threads[t], meeting, place))
            come++;
        else
            leave_out(work, test, thread, step, t);
    }
    if (come > meeting->quorum->imm)
        cm_fail(work, place,
                "it is open which threads take part in this `bar.red`: it is for %llu threads of "
                "the test, and %llu may come to it, expected no more than take part",
                (unsigned long long)meeting->quorum->imm, (unsigned long long)come);
}

/* ---- all threads, or so many ------------------------------------------------------------ */

/* Is the step the barrier of a bar.red with a result of all threads? It has their number, and is
 * for all. */
static bool reduces_all(const cm_thread *thread, int step)
{
    int instruction = thread->steps[step].instruction;
    for (int i = step + 1; i < thread->step_count && thread->steps[i].instruction == instruction;
         i++) {
        const cm_step *s = &thread->steps[i];
        if (s->kind == CM_STEP_BARRIER && s->value->op == CM_OP_CONST &&
            cm_ptx_is_reduction(s->value->imm))
            return part_of(s) == 0;
    }
    return false;
}

/* Has the step, at the number of `own`, another count, or one where that has none? */
static bool counts_otherwise(const cm_step *own, const cm_thread *thread, int step)
{
    const cm_step *other = &thread->steps[step];
    if (!is_of_cta(other) || other->value->op != CM_OP_CONST ||
        other->value->imm != own->value->imm || !other->quorum || reduces_all(thread, step))
        return false;
    return !own->quorum ||
           (other->quorum->op == CM_OP_CONST && other->quorum->imm != own->quorum->imm);
}

/* "barrier": warps come to a barrier with the same name and the same count. Whether a count is
 * that of all threads a test does not say: its CTA may have others. */
static void refuse_other_counts(cm_work *work, const cm_test *test, int index, int step)
{
    const cm_thread *thread = &test->threads[index];
    const cm_step *own = &thread->steps[step];
    if (!is_of_cta(own) || own->value->op != CM_OP_CONST)
        return;
    /* Is the count one of the ISA's, and known? In published tests each count of a barrier has a
     * group of its own. */
    if (own->quorum && (own->value->imm >= CM_PTX_CTA_BARRIERS || own->quorum->op != CM_OP_CONST ||
                        reduces_all(thread, step)))
        return;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *other = &test->threads[t];
        if (t != index && !cm_threads_share(test, t, index, CM_SCOPE_CTA))
            continue;
        for (int i = 0; i < other->step_count; i++)
            if (counts_otherwise(own, other, i))
                cm_fail(work, thread->instructions[own->instruction].place,
                        "this barrier is for %s of the CTA, and for %s of them in P%d, expected "
                        "the same count, or none, wherever it is",
                        own->quorum ? "a number of threads" : "all threads",
                        own->quorum ? "another number" : "a number", other->id);
    }
}

void cm_ptx_settle(cm_work *work, cm_test *test, int thread)
{
    for (int i = 0; i < test->threads[thread].step_count; i++) {
        refuse_other_counts(work, test, thread, i);
        if (part_of(&test->threads[thread].steps[i]) > 0)
            settle_meeting(work, test, thread, i);
    }
}
