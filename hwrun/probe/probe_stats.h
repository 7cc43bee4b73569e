/* Statistics of measured samples. Nothing here can fail. */
#ifndef CM_HWRUN_PROBE_PROBE_STATS_H
#define CM_HWRUN_PROBE_PROBE_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cm_stats {
    size_t count; /* 0: all the rest is 0 */
    double min, p1, p5, p25, median, p75, p95, p99, max, mean;
} cm_stats;

/* Sorts the samples. */
void cm_stats_sort(double *samples, size_t count);
/* Percentile p (0 to 100) of sorted samples, at least one: the value at place
 * p/100 * (count - 1), between two samples in proportion. */
double cm_stats_percentile(const double *sorted, size_t count, double p);
/* Of sorted samples. */
cm_stats cm_stats_of(const double *sorted, size_t count);

/* Counts samples in `bins` pieces of equal width of [low, high]; what lies outside
 * goes to the first or the last piece. low < high. */
void cm_stats_histogram(const double *samples, size_t count, double low, double high,
                        uint64_t *counts, size_t bins);

#endif
