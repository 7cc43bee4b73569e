/* Where everything of a picture lies: columns for threads, rows in program order, initial
 * writes above, boxes around threads of one place, edges as curves between.
 *
 *         a: W [x]=0   b: W [y]=0
 *      +- CPU -----+  +- GPU 0 -------+
 *      |           |  | +- CTA 0 ---+ |
 *      | P0        |  | | P1        | |
 *      | [c: W x]  |  | | [e: R y]  | |
 *      |    |      |  | |    |      | |
 *      | [d: W y]  |  | | [f: R x]  | |
 *      +-----------+  +---------------+
 *
 * Letters are taken to be of one width, as the fonts are that pictures ask for. No label
 * lies on an event, a heading, another label or another edge: where there is no room, columns and
 * rows move apart. Units: pixels, y downwards. Lives in one arena.
 */
#ifndef CM_REPORT_LAYOUT_H
#define CM_REPORT_LAYOUT_H

#include "report/draw.h"

typedef struct cm_point {
    double x, y;
} cm_point;

typedef struct cm_rect {
    double x, y, w, h;
} cm_rect;

typedef struct cm_laid_text {
    const char *text;
    cm_rect at; /* as wide as it is, one line high */
} cm_laid_text;

typedef struct cm_laid_node {
    cm_rect at;
    const char *access; /* "c: W [x]=1" */
    const char *source; /* its instruction, shortened; "": an initial write */
    int column, row;    /* column -1: an initial write */
    bool hidden;        /* one without edges */
} cm_laid_node;

typedef struct cm_laid_box {
    cm_rect at;
    int depth;
    cm_laid_text title;
} cm_laid_box;

typedef struct cm_laid_edge {
    cm_point *points; /* cubic curves: 1 + 3 * curve_count, each begins where the last ends */
    int curve_count;
    cm_laid_text label; /* text "": none */
} cm_laid_edge;

typedef struct cm_layout {
    double width, height;
    cm_laid_text *above; /* lines of the title and subtitle */
    int above_count;
    cm_laid_text *below; /* of the caption */
    int below_count;
    cm_laid_node *nodes; /* by event */
    int node_count;
    cm_laid_text *heads; /* of threads, by column */
    int column_count;
    cm_laid_box *boxes;
    int box_count;
    cm_laid_edge *edges; /* by edge of the drawing */
    int edge_count;
    int collisions; /* labels for which no room was found */
    int covered;    /* labels that lie on another edge */
} cm_layout;

/* Sizes of letters, in pixels; widths are those of monospaced fonts. */
enum { CM_TITLE_SIZE = 14, CM_ACCESS_SIZE = 13, CM_SOURCE_SIZE = 11, CM_LABEL_SIZE = 12 };
double cm_text_width(const char *text, double size);
bool cm_rects_overlap(cm_rect a, cm_rect b);

cm_layout *cm_layout_new(cm_arena *arena, const cm_drawing *drawing);

/* ---- between layout.c and route.c ------------------------------------------- */

enum { CM_FALLS_APART = 15 }; /* of edges from initial writes down a column: room for `rf` */

typedef struct cm_laying {
    cm_arena *arena;
    const cm_drawing *drawing;
    cm_layout *out;
    cm_columns columns;
    int *column_of;       /* by thread */
    int *lengths;         /* events by column */
    double *left, *right; /* by column: room for curves beside its events */
    double *xs, *ws;      /* by column: of its events */
    double *reach;        /* by edge that goes round: how far from its column */
    double row_gap;       /* between events */
    double top;           /* of the first row */
    double boxes_top;     /* of all boxes */
    double spread;        /* of columns; 1: as close as it can be */
    double rows_spread;   /* likewise */
} cm_laying;

/* Curves, then labels. */
void cm_route_all(cm_laying *laying);
/* Is the edge between events of one thread that do not follow each other, or upwards? Then it
 * goes round, in the room of its column. */
bool cm_goes_round(const cm_laying *laying, const cm_drawn_edge *edge);

#endif
