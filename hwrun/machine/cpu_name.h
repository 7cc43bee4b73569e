/* What the processor calls itself. */
#ifndef CM_HWRUN_MACHINE_CPU_NAME_H
#define CM_HWRUN_MACHINE_CPU_NAME_H

#include "base/arena.h"

/* From the text of Linux's /proc/cpuinfo: the "model name" of x86, or the name of
 * an AArch64 core by its implementer and part number ("Neoverse-V2"); of the
 * first processor that says so. "unknown" when the text has neither. In the arena
 * or constant. */
const char *cm_cpu_name(cm_arena *arena, const char *cpuinfo);

#endif
