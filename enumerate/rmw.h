/* Read-modify-writes of two threads on one counter (the paper's section 4.3): is
 * an update lost? Axes: `threads` (who adds), `scope` (of the GPU's operations),
 * `op` (what adds), `n` (how often each thread adds; request->size bounds it). */
#ifndef CM_ENUMERATE_RMW_H
#define CM_ENUMERATE_RMW_H

#include "enumerate/enumerate.h"

void cm_rmw_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context);

#endif
