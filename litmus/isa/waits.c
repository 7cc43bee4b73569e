/* What makes threads wait. See waits.h. */
#include "litmus/isa/waits.h"

#include "litmus/isa/isa.h"

#include <stdlib.h>
#include <string.h>

static const cm_isa_waits *described(const cm_test *test, int thread)
{
    const cm_isa *isa = cm_isa_for(test->threads[thread].arch);
    return isa ? isa->waits : NULL;
}

cm_waits cm_waits_for(cm_arena *arena, const cm_test *test, int thread, int instruction)
{
    cm_waits waits = {.arena = arena};
    const cm_isa_waits *how = described(test, thread);
    if (how && how->begun)
        how->begun(&waits, test, &test->threads[thread].instructions[instruction]);
    return waits;
}

cm_waits cm_waits_for_launch(cm_arena *arena, const cm_test *test, int thread)
{
    cm_waits waits = {.arena = arena};
    const cm_isa_waits *how = described(test, thread);
    const char *begins = test->threads[thread].begins;
    if (how && how->launch && begins && strstr(begins, "dependent"))
        how->launch(&waits);
    return waits;
}

void cm_waits_add(cm_waits *waits, cm_wait_form wait)
{
    CM_PUSH(waits->arena, waits->items, waits->count, waits->capacity, wait);
}

/* The largest number in the text, or -1. */
static long largest_in(const char *text)
{
    long largest = -1;
    for (const char *c = text + strcspn(text, "0123456789"); *c; c += strcspn(c, "0123456789")) {
        long number = strtol(c, NULL, 10);
        largest = number > largest ? number : largest;
        c += strspn(c, "0123456789");
    }
    return largest;
}

/* Among the operands of the thread's barriers. */
static long largest_number(const cm_thread *thread)
{
    long largest = -1;
    for (int i = 0; i < thread->step_count; i++) {
        if (thread->steps[i].kind != CM_STEP_BARRIER)
            continue;
        const char *text = thread->instructions[thread->steps[i].instruction].text;
        long number = largest_in(text + strcspn(text, " \t"));
        largest = number > largest ? number : largest;
    }
    return largest;
}

const char *cm_wait_barrier(cm_arena *arena, const cm_test *test, int thread, double *cost)
{
    enum { BARRIERS = 16 };
    const cm_isa_waits *how = described(test, thread);
    long number = -1;
    for (int t = 0; t < test->thread_count; t++) {
        long own = largest_number(&test->threads[t]);
        number = own > number ? own : number;
    }
    if (!how || !how->barrier || number + 1 >= BARRIERS)
        return NULL;
    *cost = how->barrier_cost;
    return how->barrier(arena, (int)number + 1);
}
