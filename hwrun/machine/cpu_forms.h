/* Forms of accesses and fences of the CPU that this program was built for, to be timed. */
#ifndef CM_HWRUN_MACHINE_CPU_FORMS_H
#define CM_HWRUN_MACHINE_CPU_FORMS_H

#include <stdint.h>

/* Where they work: so many places, so many bytes apart, all 0. */
enum { CM_CPU_FORM_PLACES = 16, CM_CPU_FORM_STEP = 256 };

typedef struct cm_cpu_form {
    const char *name; /* as tables of costs have it (docs/repair.md) */
    const char *base; /* name of the form whose time is no part of this one's cost */
    const char *help;
    /* So many times a store, the form and a load, each at the next place; the form stands
     * instead of the store or the load where it is one. */
    void (*rounds)(char *memory, uint64_t count);
} cm_cpu_form;

extern const cm_cpu_form cm_cpu_forms[];
extern const unsigned cm_cpu_form_count;

/* What this CPU lacks for it; NULL: nothing. */
const char *cm_cpu_form_lacks(const cm_cpu_form *form);

/* Writes the line back and drops it from all caches: CLFLUSH (Intel SDM, volume 2); DC CIVAC (Arm
 * ARM C5.3), which Linux lets programs use. On RISC-V nothing: Linux lets nobody use CBO.FLUSH. */
void cm_cpu_evict(const void *line);

#endif
