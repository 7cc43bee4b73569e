/* A test of C for a compiler, and back: what compilers made of it as a test of a machine.
 *
 *      test of C ─▶ a translation unit for each thread, so that a compiler sees no other thread
 *      assembly of each ─▶ import/as.h ─▶ a test of the machine with the same question
 *
 * What a thread's local variables hold at its end can be asked of the machine's test only where
 * they are stored: `*P1_r0 = r0;`, at the end of the thread, by a pointer that is a parameter. That
 * keeps alive what a compiler would drop, and hides what it would do then; so each test is looked
 * at in two ways (cm_unit_way). After Geeson and Smith, "Compiler Testing with Relaxed Memory
 * Models" (CGO 2024).
 */
#ifndef CM_COMPILE_UNIT_H
#define CM_COMPILE_UNIT_H

#include "import/as.h"

typedef enum cm_unit_way {
    CM_UNIT_STORES, /* local variables that the question names are stored at the end */
    CM_UNIT_BARE    /* none is: only what memory holds at the end is asked */
} cm_unit_way;

/* Does the question name local variables of the thread (index; -1: of any)? Else its two units are
 * one. */
bool cm_unit_stores(const cm_test *test, int thread);

/* The bytes of the smallest (8 at most) and of the largest object that a parameter points to. The
 * dialect's numbers have 64 bits, so outcomes with a number that does not fit the smallest are none
 * of the compiled test. */
typedef struct cm_unit_sizes {
    unsigned least, most;
} cm_unit_sizes;

cm_unit_sizes cm_unit_sizes_of(cm_work *work, const cm_test *test);

/* Fails at what is no test of C11, with its place. */
void cm_unit_check(cm_work *work, const cm_test *test);

/* How a unit is written for a compiler. */
typedef enum cm_unit_dialect {
    CM_UNIT_C,      /* for a CPU: a function a unit */
    CM_UNIT_NVPTX,  /* clang's C for NVIDIA's GPUs: kernels, all in one unit */
    CM_UNIT_AMDGCN, /* likewise for AMD's */
    CM_UNIT_CUDA    /* nvcc's */
} cm_unit_dialect;

/* The translation unit of a thread (index; -1: of all). In the arena. */
const char *cm_unit_of(cm_work *work, const cm_test *test, int thread, cm_unit_way way,
                       cm_unit_dialect dialect);
/* The source test, which also asks for all locations: compiled tests are held against it. */
const char *cm_unit_source(cm_work *work, const cm_test *test);

/* ---- compile/unit_join.c */

typedef struct cm_unit_joined {
    const char *text;    /* the machine's test */
    bool is_ir;          /* of LLVM IR, whose model is the language's */
    bool mixes_locks;    /* one thread accesses 16 bytes under a lock, and another one without */
    const char *reading; /* of the machine's model, for which a thread is compiled; or NULL */
    bool has_bodies;     /* it calls what has two bodies: cm_as_bodies matters */
} cm_unit_joined;

/* The assembly or LLVM IR of the threads, by index, as one test; kernels of a GPU, where all are of
 * one text, run on one GPU, each in a workgroup of its own. Fails at what cannot be read. */
cm_unit_joined cm_unit_join(cm_work *work, const cm_test *test, const cm_source *const *assembly,
                            cm_unit_way way, cm_as_bodies bodies);

#endif
