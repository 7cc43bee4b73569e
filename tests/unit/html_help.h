/* Pages and other documents of nodes, as tests look at them. */
#ifndef CM_HTML_HELP_H
#define CM_HTML_HELP_H

#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static inline int count_nodes(xmlDoc *doc, const char *path)
{
    xmlXPathContext *context = xmlXPathNewContext(doc);
    xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
    assert_non_null(found);
    int count = found->nodesetval ? found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return count;
}

static inline void assert_nothing_is_fetched(xmlDoc *doc, const char *text)
{
    assert_int_equal(count_nodes(doc, "//@src | //link"), 0);
    assert_null(strstr(text, "http"));
}

#endif
