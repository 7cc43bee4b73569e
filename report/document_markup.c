/* A document's elements as HTML and as XML 1.0. */
#include "report/document.h"
#include "report/utf8.h"

#include <string.h>

void cm_doc_escape(cm_text *out, const char *text, const char *also)
{
    static const struct {
        char c;
        const char *reference;
    } rows[] = {{'<', "&lt;"},   {'>', "&gt;"},  {'&', "&amp;"},
                {'"', "&quot;"}, {'\t', "&#9;"}, {'\n', "&#10;"}};
    for (const char *c = cm_utf8_plain(out->arena, text); *c; c++) {
        size_t i = strchr("<>&", *c) || strchr(also, *c) ? 0 : sizeof rows / sizeof *rows;
        while (i < sizeof rows / sizeof *rows && rows[i].c != *c)
            i++;
        if (i < sizeof rows / sizeof *rows)
            cm_text_add(out, rows[i].reference);
        else
            cm_text_add_char(out, *c);
    }
}

static void write_head(cm_text *out, const cm_doc *element, bool html)
{
    cm_text_append(out, "<%s", element->name);
    for (const cm_doc_attribute *a = element->attributes; a; a = a->next) {
        cm_text_append(out, " %s", a->name);
        if (!a->value)
            continue;
        cm_text_add(out, "=\"");
        cm_doc_escape(out, a->value, html ? "\"" : "\"\t\n");
        cm_text_add_char(out, '"');
    }
}

/* ---- HTML ------------------------------------------------------------------------------------ */

static void write_html(cm_text *out, const cm_doc *node, bool plain)
{
    if (node->kind != CM_DOC_ELEMENT) {
        if (plain || node->kind == CM_DOC_LITERAL)
            cm_text_add(out, cm_utf8_plain(out->arena, node->text));
        else
            cm_doc_escape(out, node->text, "");
        return;
    }
    write_head(out, node, true);
    cm_text_add_char(out, '>');
    if (strcmp(node->name, "meta") == 0 || strcmp(node->name, "input") == 0)
        return; /* they have no end */
    bool is_code = strcmp(node->name, "script") == 0 || strcmp(node->name, "style") == 0;
    for (const cm_doc *child = node->first; child; child = child->next)
        write_html(out, child, is_code);
    cm_text_append(out, "</%s>", node->name);
}

void cm_doc_write_html(cm_text *out, const cm_doc *doc)
{
    cm_text_add(out, "<!DOCTYPE html>\n");
    write_html(out, doc, false);
    cm_text_add_char(out, '\n');
}

/* ---- XML ---------------------------------------------------------------------------------------
 */

/* An element with words in it is not indented: blanks would be words. */
static void write_xml(cm_text *out, const cm_doc *node, size_t depth)
{
    if (node->kind != CM_DOC_ELEMENT) {
        cm_doc_escape(out, node->text, "");
        return;
    }
    bool has_elements = node->first && node->first->kind == CM_DOC_ELEMENT;
    write_head(out, node, false);
    cm_text_add(out, node->first ? ">" : "/>");
    for (const cm_doc *child = node->first; child; child = child->next) {
        if (has_elements) {
            cm_text_add_char(out, '\n');
            cm_text_fill(out, ' ', 2 * (depth + 1));
        }
        write_xml(out, child, depth + 1);
    }
    if (has_elements) {
        cm_text_add_char(out, '\n');
        cm_text_fill(out, ' ', 2 * depth);
    }
    if (node->first)
        cm_text_append(out, "</%s>", node->name);
}

void cm_doc_write_xml(cm_text *out, const cm_doc *doc)
{
    cm_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    write_xml(out, doc, 0);
    cm_text_add_char(out, '\n');
}
