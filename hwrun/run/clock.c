#include "hwrun/run/clock.h"

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

const char *cm_clock_utc(cm_arena *arena)
{
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    if (!gmtime_r(&now, &parts))
        return "";
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return cm_arena_text(arena, text, length);
}
