/* The host code of a source, as it is read: host.c, and host_stores.c for what comes of it. */
#ifndef CM_IMPORT_HOST_H
#define CM_IMPORT_HOST_H

#include "import/launch.h"

/* To `count` elements of a location from one on. */
typedef struct cm_host_store {
    int step;
    const char *name;
    unsigned bytes; /* of an element */
    uint64_t first, count, value;
} cm_host_store;

/* A stream or an event, by its text; the default stream is "". */
typedef struct cm_host_track {
    const char *name;
    uint64_t after; /* steps: its work so far, what it was recorded behind */
    bool event, blocks /* waits for the default stream, and that for it */;
} cm_host_track;

typedef struct cm_host_reading {
    cm_scan s;
    int nested; /* blocks around what is read */
    const cm_source *binding;
    cm_work *work;
    cm_host *out;
    const char **locations; /* that launches have as arguments */
    int location_count, location_capacity;
    cm_host_store *stores;
    int store_count, store_capacity;
    cm_host_track *tracks;
    int track_count, track_capacity;
    uint64_t seen; /* steps that have ended for the host, and its own */
    int own;       /* the step of the host's last stores, to which more may come; -1: none */
    int gpu, launches, read;
    bool warned;
} cm_host_reading;

/* The stores become initial values where they come before all launches, else instructions. */
void cm_host_finish(cm_host_reading *h);

#endif
