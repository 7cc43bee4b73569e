/* Counts of final states while a test runs: one per thread, outside of arenas. */
#ifndef CM_HWRUN_RUN_TALLY_H
#define CM_HWRUN_RUN_TALLY_H

#include "litmus/state.h"

typedef struct cm_tally {
    int width;        /* values of a state */
    uint64_t *values; /* slot * width; malloc'ed */
    uint64_t *counts; /* 0: the slot is free */
    size_t slots, used;
    size_t last; /* slot of the state counted last: mostly the next one as well */
} cm_tally;

/* False: no memory. */
bool cm_tally_init(cm_tally *tally, int width);
void cm_tally_free(cm_tally *tally);
/* False: no memory. */
bool cm_tally_add(cm_tally *tally, const uint64_t *values, uint64_t count);
/* Adds everything to states (with counts) except what the test's filter excludes:
 * the number of that. */
uint64_t cm_tally_pour(const cm_tally *tally, cm_arena *arena, cm_states *states);
/* States with a place for counts. */
cm_states *cm_tally_states(cm_arena *arena, const cm_test *test);
/* One state, unless the filter excludes it: then count, else 0. */
uint64_t cm_tally_file(cm_arena *arena, cm_states *states, const uint64_t *values, uint64_t count);

#endif
