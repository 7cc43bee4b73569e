/* Inside of the tests of several threads around one instruction: shapes.c has the shapes and what
 * is made of each, items.c what the letters in them mean. */
#ifndef CM_MAPPING_SHAPE_H
#define CM_MAPPING_SHAPE_H

#include "base/text.h"
#include "mapping/rules.h"

enum { CM_SHAPE_THREADS = 4 };
/* Where the threads are; LANES: of one wave; FIRST_TWO: these only are near. */
typedef enum cm_shape_spread { LANES, NEAR, CLUSTER, APART, FAR, FIRST_TWO } cm_shape_spread;
typedef enum cm_shape_data { PLAIN, RELAXED, SHARED, DATA_KINDS } cm_shape_data;
/* How what hands over is written: by orders of accesses; relaxed, with fences; by exchanges, with
 * fences; by updates that the mapping has a rule for. */
typedef enum cm_shape_handing {
    BY_ORDER,
    BY_FENCE,
    BY_EXCHANGE,
    BY_UPDATE,
    HANDINGS
} cm_shape_handing;

/* A test while it is made. */
typedef struct cm_shaping {
    const cm_map_making *making;
    cm_arena *arena;
    cm_work work;
    const cm_map_instance *instance;
    const struct cm_shape *shape;
    cm_shape_data data;
    cm_shape_handing handing;
    cm_shape_spread spread;
    bool flag_shared;
    bool local_wide;               /* is memory of a CTA accessed at the widest scope, too? */
    bool unused;                   /* what the instance reads goes nowhere */
    const cm_map_words *variation; /* how accesses that hand over are varied; NULL: not */
    int initially;                 /* what y begins as */
    bool fits;                     /* has the source's set all that was written so far? */
    bool varied;                   /* did the variation change something of it? */
    cm_writer threads[CM_SHAPE_THREADS];
    int thread_count, labels;
    cm_text init, observed;
    const char *last; /* the register that the thread at hand loaded or computed last */
    const char *end;  /* a label behind all of it; NULL: none */
} cm_shaping;

/* Is that location in the memory of a CTA? */
bool cm_shape_is_shared(const cm_shaping *c, int location);
/* The thread's rows, as far as the test fits. */
void cm_shape_write(cm_shaping *c, cm_writer *w, const char *items);

#endif
