/* Building a tree of the XML library, for pages and documents. Texts may hold any
 * byte: what XML cannot hold becomes U+FFFD. Lack of memory escapes through the
 * arena; the document is its builder's to release, also then.
 */
#ifndef CM_REPORT_TREE_H
#define CM_REPORT_TREE_H

#include "base/text.h"

#include <libxml/tree.h>

/* The thing, unless the library could not make it: then escapes. */
void *cm_tree_made(cm_arena *arena, void *thing);

/* A new last child; text may be NULL. */
xmlNode *cm_tree_element(cm_arena *arena, xmlNode *parent, const char *name, const char *text);
void cm_tree_text(cm_arena *arena, xmlNode *node, const char *text);
void cm_tree_attribute(cm_arena *arena, xmlNode *node, const char *name, const char *value);
void cm_tree_number(cm_arena *arena, xmlNode *node, const char *name, size_t value);

#endif
