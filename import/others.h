/* Threads of a launch that the binding does not name: does the test lack them?
 *
 * The test has the threads that the binding names. What it says of them holds for the launch
 * where the others change nothing for them; docs/import.md ("Threads that are not named") has
 * the rule, and others.c why it is one. A reader says what a thread does to others (its
 * effects); here it is seen who matters to whom, and said: nothing, a note, or an error with the
 * lines that the binding lacks.
 */
#ifndef CM_IMPORT_OTHERS_H
#define CM_IMPORT_OTHERS_H

#include "import/import.h"

/* Bytes that a thread accesses, and maybe writes. */
typedef struct cm_import_access {
    const char *memory; /* what names it: one text for one location; NULL: any location */
    uint64_t from, to;
    bool writes;
    bool meets; /* an mbarrier object: others wait for it */
} cm_import_access;

typedef struct cm_import_effects {
    cm_arena *arena; /* of the accesses */
    cm_import_access *accesses;
    int count, capacity;
    const char *unknown; /* why the thread could not be followed; NULL: it was */
    bool cta, cluster;   /* it comes to a barrier of all threads there */
    bool reduces;        /* and has a result of who comes (bar.red) */
    uint32_t counted;    /* by number: it comes to a barrier of so many threads */
    bool lanes;          /* it takes part in what lanes of a warp do together */
    uint32_t waits_for;  /* lanes of its warp that it waits for, */
    uint32_t takes_from; /* and whose values its results depend on */
    bool loops;          /* it may wait for memory */
    bool traps;          /* it may end in a trap */
} cm_import_effects;

void cm_import_add_access(cm_import_effects *effects, cm_import_access access);

/* The elements of a location that the question names, as accesses. element: its bytes, 0: not
 * known. */
void cm_import_add_asked(cm_import *import, cm_import_effects *effects, const char *name,
                         const char *memory, unsigned element);

/* Fills the effects of a thread that the binding lacks; all memory of the arena may be used. */
typedef void cm_import_follow(void *context, cm_work *work, const cm_bind_thread *thread,
                              cm_import_effects *effects);

/* effects: by thread of the binding; those without a launch have none. asked: what the question
 * names. Says what there is to say of threads that are not named; fails where the named ones need
 * them. */
void cm_import_see_to_others(cm_import *import, cm_import_effects *effects,
                             const cm_import_effects *asked, cm_import_follow *follow,
                             void *context);

#endif
