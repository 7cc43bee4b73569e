/* Pages that stand alone: nothing is fetched, style and contents are in one file.
 *
 *     page/colours.css   what colours mean, on every page (cmcm serve's, too)
 *     page/report.css    the rest of the style
 *     page/matrix.js     tables of tests: arrow keys, search, from a cell to its test
 *     page/picture.js    pictures: relations switched on and off, edges unfolded
 *
 * The tree is memory of the XML library; cm_html_write sees to it that it is
 * released also when the arena is exhausted half-way. Texts may hold any byte.
 * Functions escape through the arena of the page.
 */
#ifndef CM_REPORT_HTML_H
#define CM_REPORT_HTML_H

#include "report/origin.h"
#include "report/tree.h"

extern const char cm_html_colours[], cm_html_style[], cm_html_matrix_script[],
    cm_html_picture_script[];

typedef struct cm_html cm_html;

/* What a page is made from. */
typedef struct cm_html_page {
    const char *title;         /* also its first heading */
    const char *style;         /* added to that of all pages; NULL: none */
    const char *script;        /* NULL: none */
    const char *up, *up_title; /* a link back, above the heading; NULL: none */
    const cm_origin *origin;   /* NULL: no foot */
    /* Puts the contents into the body's main part. */
    void (*build)(const cm_html *page, xmlNode *main, const void *context);
    const void *context;
} cm_html_page;

struct cm_html {
    cm_text *out;
    cm_arena *arena; /* of out */
    xmlDoc *doc;
    xmlChar *dumped;
    const cm_html_page *page;
};

void cm_html_write(cm_text *out, const cm_html_page *what);

/* An element of a class; text may be NULL. */
xmlNode *cm_html_classed(const cm_html *page, xmlNode *parent, const char *name, const char *class,
                         const char *text);
/* A link. */
xmlNode *cm_html_link(const cm_html *page, xmlNode *parent, const char *href, const char *text);
/* A table in a box of its own that scrolls, which the keyboard reaches. What is the caption. */
xmlNode *cm_html_table(const cm_html *page, xmlNode *parent, const char *class, const char *what);
/* A heading of a column ("col"), a row ("row"), or several of them ("colgroup"). */
xmlNode *cm_html_head(const cm_html *page, xmlNode *row, const char *scope, const char *text);
/* A term and what is said of it, in a dl; nothing for "". */
void cm_html_fact(const cm_html *page, xmlNode *list, const char *name, const char *value);

/* ---- signs ------------------------------------------------------------- */

/* What cells show: colours say what the model says, signs also what was seen. */
typedef enum cm_sign_kind {
    CM_SIGN_FORBIDDEN,
    CM_SIGN_FORBIDDEN_BY_ORDER, /* of fence.sc */
    CM_SIGN_ALLOWED,
    CM_SIGN_SCOPE, /* allowed, and why */
    CM_SIGN_ORDERING,
    CM_SIGN_BOTH,
    CM_SIGN_UNKNOWN,
    CM_SIGN_SEEN,     /* allowed, and hardware has shown it */
    CM_SIGN_VIOLATED, /* forbidden, and hardware has shown it */
    CM_SIGN_NONE,     /* nothing is known */
    CM_SIGN_KINDS
} cm_sign_kind;

typedef struct cm_sign {
    const char *class, *mark, *meaning;
} cm_sign;
const cm_sign *cm_sign_of(cm_sign_kind kind);
/* The signs of which `used` says that they occur, with their meanings. */
void cm_html_key(const cm_html *page, xmlNode *parent, const bool used[CM_SIGN_KINDS]);
/* A cell with a sign that leads somewhere. Title: for the pointer and for the search;
 * spoken: in place of the sign. Gives the cell. */
xmlNode *cm_html_cell(const cm_html *page, xmlNode *row, cm_sign_kind kind, const char *href,
                      const char *title, const char *spoken);

/* ---- the matrix of a suite ------------------------------------------- */

/*              column axes
 *     row axes   cells         values[i]: of item i, one for each axis
 */
typedef struct cm_html_matrix {
    const char *caption;
    const char *const *axes;
    int axis_count;
    int column_axes; /* the last so many are the columns; the others the rows */
    const char *const *const *values;
    size_t count;
    /* Adds the item's cell (td) to the row; CM_HTML_NOTHING: there is no such item. */
    void (*cell)(const cm_html *page, xmlNode *tr, const void *context, size_t item);
    const void *context;
} cm_html_matrix;

#define CM_HTML_NOTHING SIZE_MAX

void cm_html_matrix_add(const cm_html *page, xmlNode *parent, const cm_html_matrix *matrix);

#endif
