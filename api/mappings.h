/* What the library's functions for mappings share. */
#ifndef CM_API_MAPPINGS_H
#define CM_API_MAPPINGS_H

#include "api/internal.h"
#include "mapping/check.h"

/* Is it a file, and no name of an installed mapping? */
bool cm_mapping_is_path(const char *name);
/* The text of an installed mapping; NULL: there is none. Under protect of the work's arena. */
const cm_source *cm_mapping_installed(cm_work *work, const char *name);

#endif
