/* What kernels of probes have in common (probe_kernel.c says how they begin). */
#ifndef CM_HWRUN_PROBE_PROBE_KERNEL_H
#define CM_HWRUN_PROBE_PROBE_KERNEL_H

#include "hwrun/probe/probe_part.h"

extern const char cm_probe_prologue[], cm_probe_epilogue[];

/* Repeats `attempt`, which sets %done when it succeeded, until then, or until the deadline, when
 * it goes to LATE. */
void cm_probe_poll(cm_text *out, const char *label, const char *attempt);

typedef void cm_probe_kernel(cm_text *out, const char *entry, const cm_probe_part *part);
cm_probe_kernel cm_probe_timers_kernel;

#endif
