/* The reader of NAME.isa: text to a table. Only the build needs it, and tests.
 */
#ifndef CM_LITMUS_ISA_TABLE_READ_H
#define CM_LITMUS_ISA_TABLE_READ_H

#include "base/diag.h"
#include "litmus/isa/table/table.h"

/* In the arena of the work. An error is at its place in the source, and escapes. */
const cm_isa_table *cm_isa_table_read(cm_work *work, const cm_source *source, const char *name);

#endif
