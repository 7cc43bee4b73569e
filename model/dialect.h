/* Dialects of cat: what files that were written for another tool take for granted.
 *
 * A dialect is a prelude (models/dialects/NAME.cat) that is read after stdlib.cat, and
 * a file that is read when a name of its orders is used and nothing has defined it: herd
 * predefines `co` and `fr` for models that do not ask for `withoutco`, Dat3M always.
 *
 * Private to the elab*.c files, load.c and scope.c.
 */
#ifndef CM_MODEL_DIALECT_H
#define CM_MODEL_DIALECT_H

#include "model/elab.h"

/* The dialect of a model; options say it, or the text does (docs/cat.md, "Dialects").
 * path NULL: a text in memory. */
cm_dialect cm_dialect_of(cm_elab *elab, const cm_source *source, const char *path);

/* Files of the installed models; NULL: none. */
const char *cm_dialect_prelude(cm_dialect dialect);
const char *cm_dialect_orders(cm_dialect dialect);
/* What it has to say of models of the Linux kernel, which have a bell file or name `rcu-rscs`, or
 * else of C11. */
const char *cm_dialect_about(cm_elab *elab, const cm_source *source, const char *bell);

/* Does the dialect define this name by that file? */
bool cm_dialect_defines(cm_dialect dialect, const char *name);

#endif
