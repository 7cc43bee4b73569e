/* The CTAs that hammer scratch memory while others run the test. */
#include "hwrun/code/gpu_code_internal.h"

static const char *access_text(cm_stress_pattern pattern, bool second)
{
    bool load = second ? pattern % 2 == 1 : pattern >= CM_STRESS_LOAD_STORE;
    if (pattern == CM_STRESS_ATOMICS)
        return "\tred.relaxed.gpu.global.add.u32 [%address], %chance;\n";
    return load ? "\tld.volatile.global.u32 %seen, [%address];\n"
                : "\tst.volatile.global.u32 [%address], %chance;\n";
}

static void stress_access(cm_gpu_writer *w, cm_stress_pattern pattern, bool second)
{
    if (pattern == CM_STRESS_ARITHMETIC) {
        /* Keeps the multiply-add units busy; what comes out is one number of the next address. */
        enum { STEPS = 32 };
        for (int i = 0; i < STEPS; i++)
            cm_gpu_put(w, "\tmad.lo.u32 %%chance, %%chance, 1664525, 1013904223;\n");
        return;
    }
    cm_gpu_put(w,
               "\tmad.lo.u32 %%chance, %%chance, 1664525, 1013904223;\n" /* Numerical Recipes */
               "\tshr.u32 %%line, %%chance, 16;\n"
               "\trem.u32 %%line, %%line, %u;\n"
               "\tmad.wide.u32 %%address, %%line, %d, %%scratch;\n",
               w->plan->parameters.tuned[CM_STRESS_LINES],
               (int)w->plan->parameters.tuned[CM_STRESS_STRIDE]);
    cm_gpu_put(w, "%s", access_text(pattern, second));
}

/* Volatile accesses stay as they are. Now and then a look at whether all test
 * CTAs have finished; bounded. */
void cm_gpu_put_stress(cm_gpu_writer *w)
{
    enum { PAIRS = 16, LOOKS = 200000 };
    cm_stress_pattern pattern = (cm_stress_pattern)w->plan->parameters.tuned[CM_STRESS_PATTERN];
    cm_gpu_put(w, "$stress:\n"
                  "\tmad.lo.u32 %%chance, %%cta, 2654435761, %%thread;\n"
                  "\tmad.lo.u32 %%chance, %%chance, 2246822519, %%seed;\n"
                  "\tand.b32 %%lane, %%thread, 31;\n"
                  "\tmad.wide.u32 %%scratch, %%lane, 4, %%scratch;\n"
                  "\tmov.u32 %%step, 0;\n"
                  "\t.pragma \"nounroll\";\n"
                  "$hammer:\n"
                  "\tmov.u32 %%count, 0;\n"
                  "\t.pragma \"nounroll\";\n"
                  "$pair:\n");
    stress_access(w, pattern, false);
    stress_access(w, pattern, true);
    cm_gpu_put(w,
               "\tadd.u32 %%count, %%count, 1;\n"
               "\tsetp.lt.u32 %%more, %%count, %d;\n"
               "\t@%%more bra $pair;\n"
               "\tld.relaxed.gpu.global.u64 %%value, [%%counters+%d];\n"
               "\tsetp.ge.u64 %%there, %%value, %u;\n"
               "\t@%%there bra $calm;\n"
               "\tadd.u32 %%step, %%step, 1;\n"
               "\tsetp.lt.u32 %%more, %%step, %d;\n"
               "\t@%%more bra $hammer;\n"
               "$calm:\n"
               "\tret;\n",
               PAIRS, (int)sizeof(uint64_t) * CM_COUNT_FINISHED,
               w->plan->teams * (uint32_t)w->plan->cta_count, LOOKS);
}
