/* All small programs: what a cycle is not needed for. Between small.c, which goes through them,
 * small_place.c, where their threads are, and
 * small_print.c. */
#ifndef CM_ENUMERATE_SMALL_H
#define CM_ENUMERATE_SMALL_H

#include "enumerate/cycle.h"

enum { CM_SMALL_MOST = 12 }; /* instructions of a program */

/* An instruction, but for its location. */
typedef struct cm_small_op {
    char kind;       /* R, W; X: a read-modify-write; F: a fence */
    cm_atom atom;    /* R, W; of X that of its read; exclusive: a half of a pair */
    cm_atom written; /* X: of its write */
    const cm_write_fence *fence;
    const cm_write_rmw *rmw;
} cm_small_op;

/* How an access may depend on the latest read of its thread before it. */
typedef const cm_edge *cm_small_need;

typedef struct cm_small_step {
    int op, location;   /* location -1: a fence */
    cm_small_need need; /* or NULL */
} cm_small_step;

typedef struct cm_small_thread {
    cm_arch arch;
    const cm_isa_writer *isa;
    int count;
    cm_small_step *steps;
    cm_placement at; /* of a GPU's thread */
} cm_small_thread;

typedef struct cm_small_program {
    cm_enum_target target; /* of the test */
    const cm_small_op *ops;
    cm_small_thread threads[CM_SMALL_MOST];
    int thread_count, location_count;
    bool places_said; /* by an axis: they are part of the name */
    int natural;      /* bytes of a location, and of X, where accesses have sizes; or 0 */
} cm_small_program;

/* The levels (bits by cm_scope) of the axis `placement` of the request; 0: not said: no two GPU
 * threads share more than the GPU. Another axis is an error. */
unsigned cm_small_levels(cm_work *work, const cm_enum_request *request);
/* Gives the program with its threads at all places, up to their numbers, where the narrowest that
 * two GPU threads share is of these levels. */
void cm_small_place(cm_small_program *program, unsigned levels, void (*give)(void *),
                    void *context);
/* "cta": the level that all pairs of GPU threads share; "cta-gpu-gpu": by pair; "alone": there are
 * no pairs. */
const char *cm_small_places(cm_arena *arena, const cm_small_program *program);
/* Three numbers for each thread, in that order, which are equal where nothing but numbers of
 * places differs; how many. */
int cm_small_place_numbers(const cm_small_program *program, const int *order, int *numbers);

/* "Wx-DMB.SY-WLy+Rx": also a file's name. */
const char *cm_small_name(cm_arena *arena, const cm_small_program *program);
/* The test; *body: see cm_enum_test. May escape through the arena: an instruction set that runs out
 * of registers. */
void cm_small_text(cm_work *work, const cm_small_program *program, const char *name, cm_text *out,
                   size_t *body);

/* The generator `small`. */
void cm_small_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context);

#endif
