/* Inside of the PTX generator: what its files share.
 *
 * Each file writes one kernel into one text. Registers of the harness have plain
 * names (%tid, %instance); those of a role's body start with the role's prefix.
 */
#ifndef CM_HWRUN_CODE_GPU_CODE_INTERNAL_H
#define CM_HWRUN_CODE_GPU_CODE_INTERNAL_H

#include "base/text.h"
#include "hwrun/code/gpu_code.h"

typedef struct cm_gpu_writer {
    cm_work *work;
    const cm_plan *plan;
    int device; /* of the plan */
    cm_text out;
    int labels; /* given so far */
    /* By role: whose code it runs. Lanes of a warp have one body where their texts are the
     * same, as a compiler would have it. */
    int *leaders;
} cm_gpu_writer;

enum { CM_GPU_WARP = 32 };

/* Does the role run on the writer's device? */
static inline bool cm_gpu_runs(const cm_gpu_writer *w, int role)
{
    return w->plan->roles[role].gpu && w->plan->roles[role].device == w->device;
}

/* Is the role a lane of the other's warp, or that role? */
static inline bool cm_gpu_one_warp(const cm_gpu_writer *w, int a, int b)
{
    const cm_role *p = &w->plan->roles[a], *q = &w->plan->roles[b];
    return a == b || (w->plan->warps && p->gpu && q->gpu && p->device == q->device &&
                      p->cta == q->cta && p->place == q->place);
}

/* Lines as they are. */
void cm_gpu_put(cm_gpu_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The lines of that part of parts.ptx, with texts in place of its values: pairs of a name and a
 * text, NULL-ended. CM_GPU_N: a number as text. */
void cm_gpu_fill(cm_gpu_writer *w, const char *part, ...) __attribute__((sentinel));
const char *cm_gpu_number(cm_gpu_writer *w, uint64_t number);
#define CM_GPU_N(w, number) cm_gpu_number(w, (uint64_t)(number))
/* A number that makes a label unique. */
int cm_gpu_label(cm_gpu_writer *w);

/* %address = address of that location of the instance number in the 32-bit register
 * `instance`; uses %slot. `memory` holds where the area starts. (cm_plan_address) */
void cm_gpu_locate(cm_gpu_writer *w, int location, const char *instance, const char *address);

/* The loop of a kernel that goes through numbers below `end` with all threads of
 * the grid: %index is the number. Between begin and end the code may skip to the
 * next number by jumping to the label "$next_<n>". The value is n. */
int cm_gpu_sweep_begin(cm_gpu_writer *w, uint64_t end);
void cm_gpu_sweep_end(cm_gpu_writer *w, int sweep);

/* The harness's barrier of a CTA: gpu_code_test.c */
void cm_gpu_barrier(cm_gpu_writer *w);

/* From the label $stress on, to which the CTAs after those of the teams jump: gpu_code_stress.c */
void cm_gpu_put_stress(cm_gpu_writer *w);

/* Shared memory of a CTA: gpu_code_shared.c. bodies: by role. */

/* Declares it in the kernel, with the registers %own, the place of the lane's instance, and
 * %near. */
void cm_gpu_declare_shared(cm_gpu_writer *w);
/* address = that location as a thread of that CTA sees it; uses %near. */
void cm_gpu_locate_shared(cm_gpu_writer *w, int location, int cta, const char *address);
/* Before a step aligns; right after the body of a role; at the end of its step (%result is
 * that of the instance); at the end of a step of threads without a role. */
void cm_gpu_begin_shared(cm_gpu_writer *w, const cm_role *role, const cm_native *bodies);
void cm_gpu_end_body(cm_gpu_writer *w, const cm_native *bodies, const cm_native *body);
void cm_gpu_end_shared(cm_gpu_writer *w, const cm_role *role, const cm_native *bodies);
void cm_gpu_idle_shared(cm_gpu_writer *w, const cm_native *bodies);

/* Scope of flags and waiting: the CPUs are beyond the GPU. */
const char *cm_gpu_scope(const cm_plan *plan);

/* The kernels of gpu_code_test.c and gpu_code_collect.c. */
/* bodies: by role; those of CPU roles are not looked at. */
void cm_gpu_write_test(cm_gpu_writer *w, const cm_native *bodies);
void cm_gpu_write_collect(cm_gpu_writer *w);

#endif
