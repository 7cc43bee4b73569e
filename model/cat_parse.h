/* Text of a cat file to its syntax tree.
 *
 * The grammar is that of herd (lib/modelParser.mly of herdtools7) with the
 * additions that docs/cat.md lists. */
#ifndef CM_MODEL_CAT_PARSE_H
#define CM_MODEL_CAT_PARSE_H

#include "model/ast.h"
#include "model/cat_lexer.h"

/* Fails (cm_fail) at the first syntax error. Lives in work->arena. */
cm_cat_file *cm_cat_parse(cm_work *work, cm_names *names, const cm_source *source);

#endif
