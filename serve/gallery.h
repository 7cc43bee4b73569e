/* The tests that the program carries as examples: serve/page/gallery.txt lists them, the
 * build puts their texts here (cmake/Page.cmake). */
#ifndef CM_SERVE_GALLERY_H
#define CM_SERVE_GALLERY_H

typedef struct cm_example {
    const char *group; /* "ARM" */
    const char *text;  /* of the test */
} cm_example;

/* Ends with a NULL group. */
extern const cm_example cm_examples[];

#endif
