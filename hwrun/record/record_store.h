/* Many records, each read by itself and kept without what it was read from. Texts that several of
 * them have, such as tests and their states, are kept once, and so are lists of them. */
#ifndef CM_HWRUN_RECORD_RECORD_STORE_H
#define CM_HWRUN_RECORD_RECORD_STORE_H

#include "base/hash.h"
#include "hwrun/record/record.h"

typedef struct cm_record_store {
    cm_arena *arena;   /* for what is kept */
    cm_arena *scratch; /* for a record while it is read; emptied */
    cm_index index;
    const char **texts;
    size_t count, capacity;
    cm_index list_index; /* axes and attributes: lists of pairs of such texts */
    struct cm_record_list {
        cm_record_pair *pairs;
        size_t count;
    } * lists;
    size_t list_count, list_capacity;
} cm_record_store;

/* As cm_record_or_log_read: NULL and messages in the work, whose arena is the store's, or a record
 * there. Escapes where that arena has no memory. */
const cm_record *cm_record_store_read(cm_record_store *store, cm_work *work, const char *path);

#endif
