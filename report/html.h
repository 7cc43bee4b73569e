/* Pages that stand alone: nothing is fetched, style and contents are in one file.
 *
 *     page/colours.css   what colours mean, on every page (cmcm serve's, too)
 *     page/report.css    the rest of the style
 *     page/matrix.js     tables of tests: arrow keys, search, from a cell to its test
 *     page/picture.js    pictures: relations switched on and off, edges unfolded
 *
 * Functions escape through the arena of the page.
 */
#ifndef CM_REPORT_HTML_H
#define CM_REPORT_HTML_H

#include "report/document.h"
#include "report/origin.h"

extern const char cm_html_colours[], cm_html_style[], cm_html_matrix_script[],
    cm_html_picture_script[];

typedef struct cm_html_page {
    const char *title;         /* also its first heading */
    const char *style;         /* added to that of all pages; NULL: none */
    const char *script;        /* NULL: none */
    const char *up, *up_title; /* a link back, above the heading; NULL: none */
    const cm_origin *origin;   /* NULL: no foot */
} cm_html_page;

typedef struct cm_html {
    const cm_html_page *page;
    cm_doc *root, *body;
    cm_doc *main; /* where the contents go */
} cm_html;

cm_html cm_html_begin(cm_arena *arena, const cm_html_page *page);
void cm_html_end(cm_text *out, const cm_html *html);

cm_doc *cm_html_link(cm_doc *in, const char *href, const char *text);
/* A table in a box of its own that scrolls, which the keyboard reaches. What is the caption. */
cm_doc *cm_html_table(cm_doc *in, const char *class, const char *what);
/* The same with a line of headings; the body of the table, for rows. */
cm_doc *cm_html_rows(cm_doc *in, const char *class, const char *what, const char *const *heads,
                     size_t count);
/* A heading of a column ("col"), a row ("row"), or several of them ("colgroup"). */
cm_doc *cm_html_head(cm_doc *row, const char *scope, const char *text);
/* A term and what is said of it, in a dl; nothing for "". */
void cm_html_fact(cm_doc *list, const char *name, const char *value);
/* A text as it stands, which the keyboard reaches. */
cm_doc *cm_html_verbatim(cm_doc *in, const char *text);

/* ---- signs ------------------------------------------------------------- */

/* What cells show: colours say what the model says, signs also what was seen. */
typedef enum cm_sign_kind {
    CM_SIGN_FORBIDDEN,
    CM_SIGN_FORBIDDEN_BY_ORDER, /* of fence.sc */
    CM_SIGN_ALLOWED,
    CM_SIGN_SCOPE, /* allowed, and why */
    CM_SIGN_ORDERING,
    CM_SIGN_BOTH,
    CM_SIGN_UNDEFINED, /* the test has undefined behaviour */
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
void cm_html_key(cm_doc *in, const bool used[CM_SIGN_KINDS]);
/* A cell with a sign that leads somewhere. Title: for the pointer and for the search;
 * spoken: in place of the sign. Gives the cell. */
cm_doc *cm_html_cell(cm_doc *row, cm_sign_kind kind, const char *href, const char *title,
                     const char *spoken);

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
    /* Adds the item's cell (td) to the row. */
    void (*cell)(cm_doc *row, const void *context, size_t item);
    const void *context;
} cm_html_matrix;

void cm_html_matrix_add(cm_doc *in, const cm_html_matrix *matrix);

#endif
