/* The page's files, and the tests that the program carries as examples, of which
 * serve/page/gallery.txt is the list: as the build puts them here (cmake/Page.cmake). */
#ifndef CM_SERVE_PAGE_H
#define CM_SERVE_PAGE_H

typedef struct cm_page_file {
    const char *path; /* "/", "/page.js" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *text;
} cm_page_file;

/* Ends with a NULL path. */
extern const cm_page_file cm_page_files[];

typedef struct cm_example {
    const char *group; /* "ARM" */
    const char *text;  /* of the test */
} cm_example;

/* Ends with a NULL group. */
extern const cm_example cm_examples[];

#endif
