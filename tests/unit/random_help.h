/* Random numbers that are the same on every machine. */
#ifndef CM_RANDOM_HELP_H
#define CM_RANDOM_HELP_H

#include <stdint.h>

/* xorshift64 */
static inline uint64_t random_next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

#endif
