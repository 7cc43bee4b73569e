/* Tests of the lowest parts: an arena for each, and random numbers that are the same on every
 * machine. */
#ifndef CM_ARENA_HELP_H
#define CM_ARENA_HELP_H

#include "base/arena.h"

#include <stdint.h>

static inline int arena_setup(void **state)
{
    *state = cm_arena_new(0);
    return *state ? 0 : 1;
}

static inline int arena_teardown(void **state)
{
    cm_arena_free(*state);
    return 0;
}

/* xorshift64 */
static inline uint64_t random_next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

#endif
