/* Records of probes: XML (schemas/probe-record.rng) with the machine, the options
 * and all samples, so that a plot can be made or a statistic taken later. */
#ifndef CM_HWRUN_PROBE_PROBE_RECORD_H
#define CM_HWRUN_PROBE_PROBE_RECORD_H

#include "hwrun/probe/probe.h"

/* The whole document, in the arena of work. */
const char *cm_probe_record(cm_work *work, const cm_probe_run *run, const char *version,
                            const char *command);

#endif
