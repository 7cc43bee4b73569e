/* Charts as SVG: one file that stands alone, no scripts and no fonts of its own, on
 * a white ground so that dark viewers show it too.
 *
 *     lines    y over x, a series each            (latency by working set)
 *     boxes    a row for each label: a line from p1 to p99, a box from p25 to p75,
 *              a bar at the median, a dot at the mean
 *     bars     a row for each label: one bar
 */
#ifndef CM_REPORT_SVG_H
#define CM_REPORT_SVG_H

#include "base/text.h"

typedef struct cm_svg_series {
    const char *name;
    const double *x, *y; /* in the order of x */
    size_t count;
} cm_svg_series;

typedef struct cm_svg_row {
    const char *label;
    const char *note; /* stands in place of the mark, or after the bar; NULL */
    double low, from, middle, to, high, mean; /* bars: `middle` alone */
    bool empty;                               /* nothing but the note */
    unsigned color;                           /* rows of one colour belong together */
} cm_svg_row;

typedef struct cm_svg_axis {
    const char *label;
    bool log;
    bool bytes;    /* ticks at powers of 1024 and their halves, "64 KiB" */
    double covers; /* a value on the axis whatever the data are; 0: none */
} cm_svg_axis;

typedef struct cm_svg_chart {
    const char *title, *subtitle;
    cm_svg_axis x, y; /* of rows: x is the axis of the values */
    const cm_svg_series *series;
    size_t series_count;
    const cm_svg_row *rows;
    size_t row_count;
    bool boxes; /* rows are boxes, else bars */
} cm_svg_chart;

/* Appends the picture: lines when there are series, else rows. */
void cm_svg_write(cm_text *out, const cm_svg_chart *chart);

/* A round step for about `wanted` ticks over the span: 1, 2 or 5 times a power of ten. */
double cm_svg_step(double span, unsigned wanted);

#endif
