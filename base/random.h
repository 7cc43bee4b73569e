/* Numbers that look random, and are the same on every machine. */
#ifndef CM_BASE_RANDOM_H
#define CM_BASE_RANDOM_H

#include <stdint.h>

/* splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
 * 2014).
 */
static inline uint64_t cm_random_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number from (seed, stream, index). */
static inline uint64_t cm_random(uint64_t seed, uint64_t stream, uint64_t index)
{
    return cm_random_mix(cm_random_mix(cm_random_mix(seed) ^ stream) ^ index);
}

#endif
