/* What the library's functions for mappings share. */
#ifndef CM_API_MAPPINGS_H
#define CM_API_MAPPINGS_H

#include "api/internal.h"
#include "mapping/check.h"

/* Is it a file, and no name of an installed mapping? */
bool cm_mapping_is_path(const char *name);
/* The installed mapping of that name, or the file; fails where there is none, which says what was
 * expected. Under protect of the work's arena. */
cm_mapping *cm_mapping_open(cm_work *work, const char *name, const char *expected);

#endif
