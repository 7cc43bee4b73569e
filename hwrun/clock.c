#include "hwrun/clock.h"

double cm_clock_ticks_per_ns(void)
{
    static const double window = 0.004; /* seconds */
    double start = cm_clock_seconds();
    uint64_t first = cm_clock_ticks();
    double now;
    do
        now = cm_clock_seconds();
    while (now - start < window);
    return (double)(cm_clock_ticks() - first) / ((now - start) * 1e9);
}
