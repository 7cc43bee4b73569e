/* What `cmcm probe info` tells: facts of the machine and the GPU as rows, and
 * which kinds of memory tests can run in here.
 */
#ifndef CM_HWRUN_MACHINE_INFO_H
#define CM_HWRUN_MACHINE_INFO_H

#include "hwrun/machine/machine.h"

/* One fact. Groups come in one piece each: "machine", "numa", "gpu". Values of
 * yes-no facts are "yes" and "no", numbers are decimal with no unit unless the
 * name carries it ("memory_bytes", "clock_khz"). Names are letters, digits and '_';
 * GPU attributes have the names CUDA gives them ("pageableMemoryAccess"). */
typedef struct cm_info_row {
    const char *group, *name, *value;
} cm_info_row;

/* One kind of memory; numa has an entry for each node that has memory. */
typedef struct cm_info_memory {
    cm_memory_kind kind;
    unsigned numa_node;
    const char *name; /* "malloc", "numa:2" */
    struct {
        const char *refused; /* NULL: tests of this mix can run in it; else why not */
        bool is_default;
    } mixes[CM_MIX_COUNT];
} cm_info_memory;

typedef struct cm_info {
    cm_info_row *rows;
    size_t row_count, row_capacity;
    cm_info_memory *memory;
    size_t memory_count, memory_capacity;
    const char *no_gpu; /* why there are no rows of the group "gpu"; NULL: there are */
} cm_info;

/* "CPU only", "GPU only", "CPU and GPU". */
const char *cm_mix_text(cm_mix mix);

/* Everything, in the arena of work. options->gpu says which GPU; it is looked for
 * whatever wants_gpu says, and a GPU that cannot be used is told by no_gpu, not an
 * error. Errors of the machine itself escape through the work. */
cm_info *cm_info_gather(cm_work *work, const cm_machine_options *options);

#endif
