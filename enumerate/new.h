/* A test to start from: a standard shape with plain accesses, and comments that say what
 * each part is.
 */
#ifndef CM_ENUMERATE_NEW_H
#define CM_ENUMERATE_NEW_H

#include "base/diag.h"
#include "base/text.h"
#include "litmus/isa/isa.h"

typedef struct cm_new_request {
    const char *shape; /* "mp", "SB", "IRIW": of cm_cycle_shapes, in any case; or edges */
    const char *cpu;   /* of the CPU threads, as cm_enum_cpu takes it; NULL: see gpu */
    const char *gpu;   /* of the GPU threads: cm_new_gpu_word. With cpu: a compound test;
                        * neither: one of the usual two */
    const char *arch;  /* in place of both: cm_enum_target_word */
    const char
        *devices; /* "cpu,gpu,gpu": where each thread of a compound test runs; NULL: in turn */
} cm_new_request;

/* Its word as GPU threads of new tests have it, or NULL. */
cm_isa_word cm_new_gpu_word;

/* Appends the test. False: an error in work. */
bool cm_new_write(cm_work *work, const cm_new_request *request, cm_text *out);

/* What the shape is about in a sentence, by number; *name: "MP". NULL past the last. */
const char *cm_new_shape(size_t index, const char **name);

#endif
