/* How often a value went through stores, by group of stores: a byte for each of eight groups. More
 * than CM_PASSES_FULL count as so many. */
#ifndef CM_CHECKER_THREADS_PASSES_H
#define CM_CHECKER_THREADS_PASSES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t cm_passes;

enum { CM_PASSES_GROUPS = 8, CM_PASSES_FULL = 127 };

/* 0xff in each byte where that of a is at least that of b. */
static inline cm_passes cm_passes_reaches(cm_passes a, cm_passes b)
{
    const cm_passes tops = UINT64_C(0x8080808080808080);
    return (((a | tops) - b) & tops) / (CM_PASSES_FULL + 1) * 0xff;
}

/* Byte by byte: the greater one. */
static inline cm_passes cm_passes_most(cm_passes a, cm_passes b)
{
    return a ^ ((a ^ b) & ~cm_passes_reaches(a, b));
}

/* Byte by byte: the smaller one. */
static inline cm_passes cm_passes_least(cm_passes a, cm_passes b)
{
    return b ^ ((a ^ b) & ~cm_passes_reaches(a, b));
}

/* Is no byte of a greater than that of `most`? */
static inline bool cm_passes_within(cm_passes a, cm_passes most)
{
    return cm_passes_reaches(most, a) == UINT64_MAX;
}

/* So many more of a group. */
static inline cm_passes cm_passes_add(cm_passes a, int group, uint64_t more)
{
    uint64_t now = a >> 8 * group & 0xff, room = CM_PASSES_FULL - now;
    return a + ((more < room ? more : room) << 8 * group);
}

#endif
