/* Pages and other documents of nodes, as tests look at them. */
#ifndef CM_HTML_HELP_H
#define CM_HTML_HELP_H

#include "tests/unit/unit.h"
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <string.h>

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

/* Elements and attributes with which a page loads something, or sends it. Where links lead, the
 * reader decides. */
static const char *const fetching_nodes[] = {
    "//@src | //@srcset | //@poster | //@background | //@ping | //@formaction | //@manifest",
    "//link | //base | //form | //meta[@http-equiv]",
    "//img | //picture | //audio | //video | //source | //track",
    "//iframe | //frame | //object | //embed | //applet | //portal",
    "//*[not(self::a)]/@*[contains(name(), 'href')][not(starts-with(., '#'))]",
    "//@*[starts-with(name(), 'on')] | //a[starts-with(@href, 'javascript:')]",
};
/* The same, in the text of scripts. */
static const char *const fetching_words[] = {
    "fetch",     "XMLHttpRequest", "import",  "WebSocket", "EventSource",    "sendBeacon",
    "Worker",    "Image",          ".src",    "'src'",     "\"src\"",        "eval",
    "Function(", "innerHTML",      ".href =", ".action",   "document.write",
};

/* Whether some node of the path has some of the words in it. */
static inline const char *word_in(xmlDoc *doc, const char *path, const char *const *words,
                                  size_t count)
{
    const char *found = NULL;
    xmlXPathContext *context = xmlXPathNewContext(doc);
    xmlXPathObject *nodes = xmlXPathEvalExpression((const xmlChar *)path, context);
    for (int i = 0; nodes && nodes->nodesetval && i < nodes->nodesetval->nodeNr; i++) {
        xmlChar *text = xmlNodeGetContent(nodes->nodesetval->nodeTab[i]);
        for (size_t w = 0; w < count && !found; w++)
            if (strstr((const char *)text, words[w]))
                found = words[w];
        xmlFree(text);
    }
    xmlXPathFreeObject(nodes);
    xmlXPathFreeContext(context);
    return found;
}

/* What of the page fetches something; NULL: nothing does. `http` may be in it so many times: name
 * spaces. */
static inline const char *what_is_fetched(xmlDoc *doc, const char *text, int names)
{
    static const char *const style_words[] = {"url(", "@import", "image(", "image-set("};
    for (size_t i = 0; i < sizeof fetching_nodes / sizeof *fetching_nodes; i++)
        if (count_nodes(doc, fetching_nodes[i]) > 0)
            return fetching_nodes[i];
    const char *word =
        word_in(doc, "//script", fetching_words, sizeof fetching_words / sizeof *fetching_words);
    if (!word)
        word = word_in(doc, "//style | //@style | //@fill | //@filter | //@mask", style_words,
                       sizeof style_words / sizeof *style_words);
    if (!word && unit_occurrences(text, "http") != names)
        word = "http";
    return word;
}

static inline void assert_only_names_are_outside(xmlDoc *doc, const char *text, int names)
{
    const char *what = what_is_fetched(doc, text, names);
    if (what)
        fail_msg("the page fetches something: %s", what);
}

static inline void assert_nothing_is_fetched(xmlDoc *doc, const char *text)
{
    assert_only_names_are_outside(doc, text, 0);
}

#endif
