/* CPU threads of tests as assembly, compiled and loaded.
 *
 * Each thread becomes one function
 *     void body(const uint64_t *in, uint64_t *out)
 * that loads its registers from in, runs the test's instructions, and stores the
 * observed registers to out. What the words of in and out are is said by cm_cpu_thread.
 */
#ifndef CM_HWRUN_CODE_CPU_CODE_H
#define CM_HWRUN_CODE_CPU_CODE_H

#include "hwrun/plan/plan.h"

typedef void cm_cpu_body(const uint64_t *in, uint64_t *out);

typedef struct cm_cpu_thread {
    int role;
    const char *assembly;    /* the whole function, symbol included; the same text for the
                              * same code, whatever the test is called */
    const char *symbol;      /* derived from the code */
    const cm_plan_value *in; /* in_count words */
    int in_count;
    const int *out; /* out_count indices into plan->results */
    int out_count;
} cm_cpu_thread;

/* One for each CPU role, in order (plan->cpu_count). In the work's arena; errors
 * escape through it. For the thread's own instruction set, whatever the host's. */
const cm_cpu_thread *cm_cpu_code(cm_work *work, const cm_plan *plan);

/* Compiled functions, kept by their text. */
typedef struct cm_cpu_loader cm_cpu_loader;

/* compiler: "cc", or the user's choice. NULL: no memory. */
cm_cpu_loader *cm_cpu_loader_new(const char *compiler);
void cm_cpu_loader_free(cm_cpu_loader *loader);
/* Compiles what is not there yet, in one run of the compiler, and gives the
 * functions in the order of the threads. Errors (no compiler, it failed: its
 * message) escape through the work. */
void cm_cpu_load(cm_work *work, cm_cpu_loader *loader, const cm_cpu_thread *threads, int count,
                 cm_cpu_body **bodies);

#endif
