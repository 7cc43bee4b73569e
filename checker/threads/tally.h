/* How often a value went through stores, by group of stores: a byte for each of eight groups. More
 * than CM_TALLY_FULL count as so many. */
#ifndef CM_CHECKER_THREADS_TALLY_H
#define CM_CHECKER_THREADS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cm_tally;

enum { CM_TALLY_GROUPS = 8, CM_TALLY_FULL = 127 };

/* 0xff in each byte where that of a is at least that of b. */
static inline cm_tally cm_tally_reaches(cm_tally a, cm_tally b)
{
    const cm_tally tops = UINT64_C(0x8080808080808080);
    return (((a | tops) - b) & tops) / (CM_TALLY_FULL + 1) * 0xff;
}

/* Byte by byte: the greater one. */
static inline cm_tally cm_tally_most(cm_tally a, cm_tally b)
{
    return a ^ ((a ^ b) & ~cm_tally_reaches(a, b));
}

/* Byte by byte: the smaller one. */
static inline cm_tally cm_tally_least(cm_tally a, cm_tally b)
{
    return b ^ ((a ^ b) & ~cm_tally_reaches(a, b));
}

/* Is no byte of a greater than that of `most`? */
static inline bool cm_tally_within(cm_tally a, cm_tally most)
{
    return cm_tally_reaches(most, a) == UINT64_MAX;
}

/* So many more of a group. */
static inline cm_tally cm_tally_add(cm_tally a, int group, uint64_t more)
{
    uint64_t now = a >> 8 * group & 0xff, room = CM_TALLY_FULL - now;
    return a + ((more < room ? more : room) << 8 * group);
}

#endif
