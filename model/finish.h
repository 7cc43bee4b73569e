/* From what elaboration left behind to a cm_model: drops what no test needs,
 * renumbers the rest. */
#ifndef CM_MODEL_FINISH_H
#define CM_MODEL_FINISH_H

#include "model/elab.h"

cm_model *cm_elab_finish(cm_elab *elab, const char *name, const char *title);

#endif
