/* A document's data as JSON (RFC 8259). */
#include "report/document.h"
#include "report/utf8.h"

static void write_string(cm_text *out, const char *text)
{
    static const char shorts[][2] = {{'"', '"'},  {'\\', '\\'}, {'\b', 'b'}, {'\f', 'f'},
                                     {'\n', 'n'}, {'\r', 'r'},  {'\t', 't'}};
    cm_text_add_char(out, '"');
    for (const char *c = cm_utf8_valid(out->arena, text); *c; c++) {
        size_t i = 0;
        while (i < sizeof shorts / sizeof *shorts && shorts[i][0] != *c)
            i++;
        if (i < sizeof shorts / sizeof *shorts)
            cm_text_append(out, "\\%c", shorts[i][1]);
        else if ((unsigned char)*c < ' ')
            cm_text_append(out, "\\u%04X", (unsigned)*c);
        else
            cm_text_add_char(out, *c);
    }
    cm_text_add_char(out, '"');
}

static void begin_line(cm_text *out, size_t depth)
{
    cm_text_add_char(out, '\n');
    cm_text_fill(out, ' ', depth);
}

static void write_value(cm_text *out, const cm_doc *value, cm_json_layout layout, size_t depth)
{
    if (value->kind == CM_DOC_TEXT) {
        write_string(out, value->text);
        return;
    }
    if (value->kind == CM_DOC_LITERAL) {
        cm_text_add(out, value->text);
        return;
    }
    bool object = value->kind == CM_DOC_OBJECT;
    cm_text_add_char(out, object ? '{' : '[');
    for (const cm_doc *child = value->first; child; child = child->next) {
        if (layout == CM_JSON_INDENTED)
            begin_line(out, depth + 1);
        else if (layout == CM_JSON_LINES && !object && child->kind == CM_DOC_OBJECT)
            begin_line(out, 0);
        if (object) {
            write_string(out, child->name);
            cm_text_add(out, layout == CM_JSON_INDENTED ? ": " : ":");
        }
        write_value(out, child, layout, depth + 1);
        cm_text_add(out, child->next ? "," : "");
    }
    if (layout == CM_JSON_INDENTED && value->first)
        begin_line(out, depth);
    cm_text_add_char(out, object ? '}' : ']');
}

void cm_doc_write_json(cm_text *out, const cm_doc *doc, cm_json_layout layout)
{
    write_value(out, doc, layout, 0);
    cm_text_add_char(out, '\n');
}
