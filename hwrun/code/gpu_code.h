/* The PTX module of a plan: three kernels, all of them generated.
 *
 *   cmcm_init(memory, results)                 initial values of all instances
 *   cmcm_test(memory, results, flags, scratch, first, seed, counters)
 *                                              one round
 *   cmcm_collect(memory, results, table)       files the states of a round
 *
 * Pointers are 64-bit, first is the u32 that steps are counted from (the flags
 * are never reset), seed a u32. Constants of the plan are part of the text.
 *
 * Launch: cmcm_test needs teams * cta_count + stress blocks CTAs (the stress ones
 * last) of lanes * cta_roles threads, all resident at once; the two others any
 * shape (they go through the instances with the stride of the grid).
 *
 * counters: 64-bit words, added to: see cm_gpu_counter. Of an instance that got stuck the
 * word of plan->stuck_plane, which cmcm_init clears, is set to 1, and cmcm_collect passes
 * over it.
 *
 * table: CM_TABLE_SLOTS slots, each: u64 key (0: free), u64 count, state_width
 * values; then one u64: instances not filed because the table was full.
 */
#ifndef CM_HWRUN_CODE_GPU_CODE_H
#define CM_HWRUN_CODE_GPU_CODE_H

#include "hwrun/plan/plan.h"

enum { CM_TABLE_SLOTS = 4096, CM_COLLECT_THREADS = 256 };

typedef enum cm_gpu_counter {
    CM_COUNT_STUCK,      /* instances that got stuck in a loop */
    CM_COUNT_MISALIGNED, /* steps not aligned in time */
    CM_COUNT_FINISHED,   /* CTAs, for the stress blocks; the harness clears it */
    CM_COUNT_SUMS,       /* of scratch memory that met a number: keeps the reads alive */
    CM_GPU_COUNTERS
} cm_gpu_counter;

/* PTX for sm_70 and above, for one device of the plan, with the roles that run there; in the arena
 * of work; errors escape through it. `target`: compute capability as 90. */
const char *cm_gpu_code_of(cm_work *work, const cm_plan *plan, int device, unsigned target);

#endif
