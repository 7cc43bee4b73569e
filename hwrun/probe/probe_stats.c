/* Statistics of measured samples. */
#include "hwrun/probe/probe_stats.h"

#include <math.h>
#include <stdlib.h>

static int compare_samples(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void cm_stats_sort(double *samples, size_t count)
{
    if (count > 1)
        qsort(samples, count, sizeof *samples, compare_samples);
}

double cm_stats_percentile(const double *sorted, size_t count, double p)
{
    double place = p / 100 * (double)(count - 1);
    size_t below = (size_t)floor(place);
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

cm_stats cm_stats_of(const double *sorted, size_t count)
{
    cm_stats stats = {.count = count};
    if (count == 0)
        return stats;
    const struct {
        double *to, p;
    } wanted[] = {{&stats.min, 0},  {&stats.p1, 1},      {&stats.p5, 5},
                  {&stats.p25, 25}, {&stats.median, 50}, {&stats.p75, 75},
                  {&stats.p95, 95}, {&stats.p99, 99},    {&stats.max, 100}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        *wanted[i].to = cm_stats_percentile(sorted, count, wanted[i].p);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += sorted[i];
    stats.mean = sum / (double)count;
    return stats;
}

void cm_stats_histogram(const double *samples, size_t count, double low, double high,
                        uint64_t *counts, size_t bins)
{
    for (size_t i = 0; i < bins; i++)
        counts[i] = 0;
    for (size_t i = 0; i < count; i++) {
        double place = (samples[i] - low) / (high - low) * (double)bins;
        size_t bin = place < 0 ? 0 : place >= (double)bins ? bins - 1 : (size_t)place;
        counts[bin]++;
    }
}
