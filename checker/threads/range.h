/* Ranges: between which numbers a location's values are.
 *
 * Where every store of a location writes a constant or adds one to what a load has found there,
 * reads find more and more values from round to round (execute.h): a lock that readers add 4 to and
 * take 4 from again seems to hold every multiple of 4. But in an execution without a cycle of
 * reads-from and dependencies a value is computed along a path on which no store comes twice
 * (flow.h). Such a value is one of the constants, plus what some of the stores add. Domains leave
 * other values out. They are not settled then, and flow.h says where cycles are asked for. */
#ifndef CM_CHECKER_THREADS_RANGE_H
#define CM_CHECKER_THREADS_RANGE_H

#include "checker/threads/memory.h"

typedef struct cm_sums {
    int64_t *items;
    uint32_t count, capacity;
} cm_sums;

/* Of numbers with a sign, as wide as the accesses. */
struct cm_range {
    bool refused;   /* nothing is known */
    unsigned width; /* bytes of all accesses, at this offset; 0: none yet */
    uint32_t offset;
    int64_t low, high;     /* of initial memory, and of constants that are stored */
    int64_t less, greater; /* what stores add up to, of those that add less, or more, than 0 */
    cm_sums bases, adds;   /* the constants; what each store adds */
    bool listed;           /* once all is known, `bases` are all values that there may be */
};

/* By location, as the threads have executed last: memory->ranges. */
void cm_ranges_find(cm_memory *memory);
/* May a load of the place, of all that its accesses have, find the value? Notes if it may not. */
bool cm_range_has(cm_memory *memory, cm_spot spot, unsigned width, uint64_t value);

#endif
