/* Building a tree of the XML library. */
#include "report/tree.h"

#include "report/utf8.h"

void *cm_tree_made(cm_arena *arena, void *thing)
{
    if (!thing)
        cm_arena_escape(arena);
    return thing;
}

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

xmlNode *cm_tree_element(cm_arena *arena, xmlNode *parent, const char *name, const char *text)
{
    const char *content = text ? cm_utf8_plain(arena, text) : NULL;
    return cm_tree_made(arena, xmlNewTextChild(parent, NULL, xml(name), xml(content)));
}

void cm_tree_text(cm_arena *arena, xmlNode *node, const char *text)
{
    const char *content = cm_utf8_plain(arena, text);
    xmlNode *inner = cm_tree_made(arena, xmlNewText(xml(content)));
    if (xmlAddChild(node, inner))
        return;
    xmlFreeNode(inner);
    cm_arena_escape(arena);
}

void cm_tree_attribute(cm_arena *arena, xmlNode *node, const char *name, const char *value)
{
    const char *content = cm_utf8_plain(arena, value);
    cm_tree_made(arena, xmlNewProp(node, xml(name), xml(content)));
}

void cm_tree_number(cm_arena *arena, xmlNode *node, const char *name, size_t value)
{
    cm_tree_attribute(arena, node, name, cm_arena_printf(arena, "%zu", value));
}
