/* Pictures of one execution.
 *
 *     execution ─▶ drawing: which edges, which of them strong ─▶ dot
 *                     └─▶ layout (layout.h): where everything lies ─▶ svg, tikz, html
 *
 * What is strong is said by whoever makes the drawing: the cycle of an explanation. The
 * others are there for orientation: po and co from neighbour to neighbour, rf, fr to the
 * next write, dependencies.
 *
 * A drawing lives in one arena and refers to the execution. Writers append to a text and may
 * escape through its arena.
 */
#ifndef CM_REPORT_DRAW_H
#define CM_REPORT_DRAW_H

#include "base/text.h"
#include "execution/execution.h"
#include "report/origin.h"

/* How an edge is stroked: each kind has a colour and a pattern of its own. */
typedef enum cm_stroke {
    CM_STROKE_PO,
    CM_STROKE_RF,
    CM_STROKE_CO,
    CM_STROKE_FR,
    CM_STROKE_DEPENDENCY,
    CM_STROKE_DERIVED, /* of the model's definitions */
    CM_STROKE_PAIR,    /* two events that go together, such as a race: no direction, no head */
    CM_STROKE_MEETS,   /* partners of a barrier: likewise */
    CM_STROKES
} cm_stroke;

typedef struct cm_stroke_style {
    const char *word;         /* "rf": in classes and names of styles */
    const char *light, *dark; /* colours, "#b34700" */
    const char *dashes;       /* of SVG, "8 4"; "": solid */
    const char *dot;          /* style of Graphviz */
} cm_stroke_style;
const cm_stroke_style *cm_stroke_style_of(cm_stroke stroke);

/* From one event to another; all relations that are drawn there. */
typedef struct cm_drawn_edge {
    uint32_t from, to;
    const char **names; /* the strong ones first */
    int name_count;
    int strong_count; /* of these */
    cm_stroke stroke;
    bool extra; /* one of a page's, to be switched on: drawn without a label */
} cm_drawn_edge;

typedef struct cm_drawing {
    const char *title, *subtitle, *caption; /* above, and below; "" */
    const cm_execution *execution;          /* NULL: words only */
    cm_drawn_edge *edges;
    int edge_count, edge_capacity;
    bool *marked; /* by event: it is what the picture is about, as the ends of strong edges are */
} cm_drawing;

/* With the edges that every picture has. execution may be NULL. */
cm_drawing *cm_drawing_new(cm_arena *arena, const cm_execution *execution);
/* One edge; a strong one goes before others between the same events. */
void cm_drawing_add(cm_arena *arena, cm_drawing *drawing, uint32_t from, uint32_t to,
                    const char *name, bool strong);
/* A strong edge for two events that go together: CM_STROKE_PAIR, beside others between them. */
void cm_drawing_add_pair(cm_arena *arena, cm_drawing *drawing, uint32_t from, uint32_t to,
                         const char *name);
/* A relation of the execution's shows, as thin edges (`extra`: those of a page). */
void cm_drawing_show(cm_arena *arena, cm_drawing *drawing, const cm_named_rel *show, bool extra);

/* Initial writes are, where an edge leads to or from them. */
bool cm_is_drawn(const cm_drawing *drawing, uint32_t event);
/* "rf" or, of several, "data, lob"; po goes without saying, unless it is strong. */
char *cm_drawn_label(cm_arena *arena, const cm_drawn_edge *edge);
/* "c: W [x]=1" */
char *cm_drawn_event(cm_arena *arena, const cm_test *test, const cm_event *event);
/* All of it in words, for those who do not see it. */
char *cm_drawing_words(cm_arena *arena, const cm_drawing *drawing);

/* ---- places: columns and nested boxes ------------------------------------- */

typedef struct cm_drawn_box {
    const char *title;
    int first, last; /* columns */
    int depth;       /* 0: outermost */
    int height;      /* boxes nested in it, at most */
} cm_drawn_box;

typedef struct cm_columns {
    int *threads; /* by column: index of the test's thread */
    int count;
    cm_drawn_box *boxes; /* outer ones first */
    int box_count;
    int depth; /* of boxes, at most */
} cm_columns;

/* Threads of one place next to each other, else in the test's order. */
cm_columns cm_columns_of(cm_arena *arena, const cm_test *test);

/* ---- formats ---------------------------------------------------------------- */

/* The style of a dark viewer, for a page with parts. */
extern const char cm_draw_dark_style[];

void cm_draw_dot(cm_text *out, const cm_drawing *drawing);
void cm_draw_svg(cm_text *out, const cm_drawing *drawing);
/* Several, one below the other, in one picture; at least one. */
void cm_draw_svg_all(cm_text *out, const cm_drawing *const *drawings, int count);
/* number: of the picture on its page, for ids; edges can be chosen. */
void cm_draw_svg_part(cm_text *out, const cm_drawing *drawing, int number);
void cm_draw_tikz(cm_text *out, const cm_drawing *drawing);

/* What an edge unfolds to on a page. */
typedef struct cm_picture_note {
    uint32_t from, to; /* events */
    const char *summary, **lines;
    int line_count;
} cm_picture_note;

typedef struct cm_picture {
    const char *heading;
    const cm_drawing *drawing;
    cm_picture_note *notes;
    int note_count;
} cm_picture;

typedef struct cm_picture_fact {
    const char *name, *value;
} cm_picture_fact;

/* What stands around the pictures; all may be zero. */
typedef struct cm_picture_frame {
    const char *up, *up_title;    /* a link back */
    const cm_picture_fact *facts; /* about the test, before the pictures */
    size_t fact_count;
    const cm_origin *origin; /* NULL: no foot */
} cm_picture_frame;

/* One file that fetches nothing. */
typedef struct cm_picture_page {
    const char *title, *summary;
    cm_picture_frame frame;
    const char *words; /* all of it in words; "" */
    const char *test;  /* its text */
    const cm_picture *pictures;
    int count;
} cm_picture_page;
void cm_draw_html(cm_text *out, const cm_picture_page *page);

#endif
