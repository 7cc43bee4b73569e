/* Pages that stand alone: nothing is fetched, style and contents are in one file.
 *
 * The tree is memory of the XML library; cm_html_write sees to it that it is
 * released also when the arena is exhausted half-way. Texts may hold any byte.
 * Functions escape through the arena of the page.
 */
#ifndef CM_REPORT_HTML_H
#define CM_REPORT_HTML_H

#include "report/tree.h"

typedef struct cm_html {
    cm_text *out;
    cm_arena *arena; /* of out */
    xmlDoc *doc;
    xmlChar *dumped;
    const char *title, *style; /* style: added to that of all pages */
    void (*build)(const struct cm_html *page, xmlNode *body, const void *context);
    const void *context;
} cm_html;

/* Appends the page with that title (also its first heading) and what build puts
 * into its body. */
void cm_html_write(cm_text *out, const char *title, const char *style,
                   void (*build)(const cm_html *page, xmlNode *body, const void *context),
                   const void *context);

/* An element of a class; text may be NULL. */
xmlNode *cm_html_classed(const cm_html *page, xmlNode *parent, const char *name, const char *class,
                         const char *text);

/* ---- the matrix of a suite ------------------------------------------- */

/*              column axes
 *     row axes   cells         values[i]: of item i, one for each axis
 */
typedef struct cm_html_matrix {
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
