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
    cm_gpu_fill(w, "stress", "lines", CM_GPU_N(w, w->plan->parameters.tuned[CM_STRESS_LINES]),
                "stride", CM_GPU_N(w, w->plan->parameters.tuned[CM_STRESS_STRIDE]), NULL);
    cm_gpu_put(w, "%s", access_text(pattern, second));
}

/* Volatile accesses stay as they are. Now and then a look at whether all test
 * CTAs have finished; bounded. */
void cm_gpu_put_stress(cm_gpu_writer *w)
{
    enum { PAIRS = 16, LOOKS = 200000 };
    cm_stress_pattern pattern = (cm_stress_pattern)w->plan->parameters.tuned[CM_STRESS_PATTERN];
    cm_gpu_fill(w, "hammer", NULL);
    stress_access(w, pattern, false);
    stress_access(w, pattern, true);
    cm_gpu_fill(w, "calm", "pairs", CM_GPU_N(w, PAIRS), "finished",
                CM_GPU_N(w, sizeof(uint64_t) * CM_COUNT_FINISHED), "ctas",
                CM_GPU_N(w, w->plan->teams * (uint32_t)w->plan->cta_count), "looks",
                CM_GPU_N(w, LOOKS), NULL);
}
