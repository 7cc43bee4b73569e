/* Who made a page, when, and how: what stands at its foot. */
#ifndef CM_REPORT_ORIGIN_H
#define CM_REPORT_ORIGIN_H

/* Each may be NULL: nothing is said of it. */
typedef struct cm_origin {
    const char *version; /* "0.1.0" */
    const char *date;    /* "2026-11-21 04:05 UTC" */
    const char *command; /* "cmcm enumerate grace --check -f html" */
} cm_origin;

#endif
