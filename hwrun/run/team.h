/* The CPU threads of a run: one pinned thread for each CPU role of each team, and
 * the threads that only make stress.
 *
 *     main     ─ start ─▶ [gate] launch ........... wait [gate] ─▶ next round
 *     worker   prepare its instances [gate] steps ....... [gate] count its instances
 */
#ifndef CM_HWRUN_RUN_TEAM_H
#define CM_HWRUN_RUN_TEAM_H

#include "hwrun/code/cpu_code.h"
#include "hwrun/machine/machine.h"
#include "hwrun/run/tally.h"

/* Where the areas of a plan lie. CPU addresses; `memory_gpu` is the memory's
 * address on the GPU, 0 without one; `scratch` is what the stress of the first GPU uses, NULL
 * where CPUs do not reach it. */
typedef struct cm_areas {
    unsigned char *memory, *results, *flags, *scratch;
    uint64_t memory_gpu;
} cm_areas;

typedef struct cm_crew cm_crew;

/* Starts the threads, which wait at the gate. The crew is in the work's arena and
 * everything else of it is released by cm_crew_end, which must be called. Errors
 * escape after everything has been released. */
cm_crew *cm_crew_start(cm_work *work, const cm_machine *machine, const cm_plan *plan,
                       const cm_areas *areas, const cm_cpu_thread *threads,
                       cm_cpu_body *const *bodies, double ticks_per_ns);

/* A round, in two calls of the main thread; each is false when the crew has given up
 * (no memory). When cm_crew_ready returns the memory is initialised and the steps
 * begin; cm_crew_done waits for their end (call it after the GPU is done). The
 * instances are then counted while the main thread goes on. `more`: another round
 * follows. */
bool cm_crew_ready(cm_crew *crew);
bool cm_crew_done(cm_crew *crew, bool more);

/* What the threads of a crew did together. */
typedef struct cm_crew_counts {
    uint64_t misaligned; /* steps */
    uint64_t excluded;   /* instances, by the test's filter */
    bool astray;         /* some final value is in the memory, but in none of the locations */
} cm_crew_counts;

/* Joins all threads (breaking off a round if one runs). Adds what was counted to
 * states, if that is not NULL. False: some thread had no memory. */
bool cm_crew_end(cm_crew *crew, cm_arena *arena, cm_states *states, cm_crew_counts *counts);

#endif
