/* Native texts: the way to each instruction set, and what they share. */
#include "litmus/isa/native.h"

/* ---- what an instruction does ---------------------------------------- */

static bool has_step(const cm_thread *thread, int instruction, cm_step_kind kind)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].instruction == instruction && thread->steps[i].kind == kind)
            return true;
    return false;
}

bool cm_native_drops_fence(const cm_thread *thread, int instruction, unsigned changes)
{
    if (!has_step(thread, instruction, CM_STEP_FENCE))
        return false;
    for (int i = 0; i < instruction && (changes & CM_NATIVE_DROP_ACQUIRE); i++)
        if (has_step(thread, i, CM_STEP_LOAD))
            return true;
    for (int i = instruction + 1;
         i < thread->instruction_count && (changes & CM_NATIVE_DROP_RELEASE); i++)
        if (has_step(thread, i, CM_STEP_STORE))
            return true;
    return false;
}

int cm_native_label_place(const cm_thread *thread, int label)
{
    int step = thread->labels[label].step;
    return step < thread->step_count ? thread->steps[step].instruction : thread->instruction_count;
}

cm_lexer cm_native_lexer(cm_work *work, const cm_thread *thread, int instruction)
{
    cm_place place = thread->instructions[instruction].place;
    return cm_lexer_over(work, place.source, place.offset, place.offset + place.length,
                         cm_isa_for(thread->arch)->slash_comments);
}

/* ---- dispatch -------------------------------------------------------- */

/* The memory of a real test has one name and one way to it each. */
static void refuse_other_ways(cm_work *work, const cm_test *test)
{
    cm_place place = cm_test_place(test);
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *location = &test->locations[i];
        if (location->alias_of >= 0)
            cm_fail(work, place,
                    "`%s` is a second name of `%s` and cannot be run, expected locations without "
                    "aliases",
                    location->name, test->locations[location->alias_of].name);
        if (location->proxy != CM_GENERIC)
            cm_fail(work, place,
                    "`%s` is reached through another proxy and cannot be run, expected generic "
                    "locations",
                    location->name);
    }
}

static bool is_code(const cm_test *test, uint64_t value)
{
    return value >= CM_CODE_BASE &&
           value - CM_CODE_BASE < (uint64_t)test->thread_count * CM_CODE_STRIDE;
}

/* Code of a real thread lies elsewhere than the model says. */
static void refuse_code_addresses(cm_work *work, const cm_test *test, const cm_thread *thread)
{
    cm_place place = cm_test_place(test);
    for (int i = 0; i < thread->register_count; i++)
        if (thread->registers[i].init->op == CM_OP_CONST &&
            is_code(test, thread->registers[i].init->imm))
            cm_fail(work, place,
                    "%s of thread P%d starts with an address of code, which cannot be run, "
                    "expected numbers and locations",
                    thread->registers[i].name, thread->id);
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t e = 0; e < test->locations[i].count; e++)
            if (is_code(test, test->locations[i].init[e]))
                cm_fail(work, place,
                        "`%s` starts with an address of code, which cannot be run, expected "
                        "numbers and locations",
                        test->locations[i].name);
}

cm_native cm_native_thread(cm_work *work, const cm_test *test, int thread,
                           const cm_native_style *style)
{
    refuse_other_ways(work, test);
    for (int t = 0; t < test->thread_count; t++)
        if (test->threads[t].begins)
            cm_fail(work, cm_test_place(test),
                    "P%d begins %s: kernels one after the other cannot be run yet, expected "
                    "threads that begin together",
                    test->threads[t].id, test->threads[t].begins);
    const cm_thread *t = &test->threads[thread];
    refuse_code_addresses(work, test, t);
    for (int i = 0; i < t->register_count; i++)
        if (t->registers[i].fault)
            cm_fail(work, cm_test_place(test),
                    "thread P%d may end in a fault (%s), which cannot be run, expected none", t->id,
                    t->registers[i].fault->type);
    const cm_isa *isa = cm_isa_for(t->arch);
    if (isa->not_run)
        cm_fail(work, t->instruction_count > 0 ? t->instructions[0].place : cm_test_place(test),
                "%s", isa->not_run);
    return isa->native(work, test, thread, style);
}

unsigned cm_native_barriers(const cm_test *test)
{
    unsigned most = 0;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(test->threads[i].arch);
        unsigned count = isa->barriers ? isa->barriers(test) : 0;
        most = count > most ? count : most;
    }
    return most;
}

bool cm_native_lanes(const cm_test *test, bool *others)
{
    *others = false;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(test->threads[i].arch);
        if (isa->lanes && isa->lanes(test, others))
            return true;
    }
    return false;
}

bool cm_native_meets_for_result(const cm_test *test)
{
    for (int i = 0; i < test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(test->threads[i].arch);
        if (isa->meets_for_result && isa->meets_for_result(&test->threads[i]))
            return true;
    }
    return false;
}

bool cm_native_barriers_vary(cm_arena *arena, const cm_test *test)
{
    for (int i = 0; i < test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(test->threads[i].arch);
        if (isa->barriers_vary && isa->barriers_vary(arena, &test->threads[i]))
            return true;
    }
    return false;
}

bool cm_native_has_object(const cm_test *test, int location, uint64_t from, uint64_t past)
{
    uint64_t at;
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++) {
            const cm_step *step = &test->threads[t].steps[s];
            if (step->addr && step->addr->op == CM_OP_CONST && cm_step_has_tag(step, "MBARRIER") &&
                cm_test_locate(test, step->addr->imm, &at) == location && at < past &&
                from < at + CM_NATIVE_OBJECT)
                return true;
        }
    return false;
}

uint64_t cm_native_room(const cm_test *test)
{
    uint64_t most = 0;
    for (int l = 0; l < test->location_count; l++) {
        uint64_t bytes = cm_location_bytes(&test->locations[l]);
        if (bytes > most && cm_native_has_object(test, l, 0, bytes))
            most = bytes;
    }
    return (most + CM_NATIVE_OBJECT - 1) / CM_NATIVE_OBJECT * CM_NATIVE_OBJECT;
}

int cm_native_preserved(const cm_native *native)
{
    int count = 0;
    while (native->preserved[count])
        count++;
    return count;
}

int cm_native_stack_bytes(const cm_native *native)
{
    return (cm_native_preserved(native) + 1) / 2 * 16;
}
