/* Building a document. See document.h. */
#include "report/document.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

cm_doc *cm_doc_new(cm_arena *arena, cm_doc_kind kind, const char *name)
{
    cm_doc *doc = CM_NEW(arena, cm_doc);
    *doc = (cm_doc){.arena = arena, .kind = kind, .name = name};
    return doc;
}

/* A key that the object has already gets the new value, in its old place. */
static cm_doc *add_child(cm_doc *in, cm_doc_kind kind, const char *name, const char *text)
{
    for (cm_doc *old = in->kind == CM_DOC_OBJECT ? in->first : NULL; old; old = old->next)
        if (strcmp(old->name, name) == 0) {
            old->kind = kind;
            old->text = text;
            old->first = old->last = NULL;
            return old;
        }
    cm_doc *child = cm_doc_new(in->arena, kind, name);
    child->text = text;
    if (in->last)
        in->last->next = child;
    else
        in->first = child;
    return in->last = child;
}

/* ---- data ---------------------------------------------------------------------------------- */

cm_doc *cm_doc_object(cm_doc *in, const char *key)
{
    return add_child(in, CM_DOC_OBJECT, key, NULL);
}

cm_doc *cm_doc_list(cm_doc *in, const char *key)
{
    return add_child(in, CM_DOC_LIST, key, NULL);
}

void cm_doc_literal(cm_doc *in, const char *key, const char *text)
{
    add_child(in, CM_DOC_LITERAL, key, text);
}

void cm_doc_text(cm_doc *in, const char *key, const char *text)
{
    add_child(in, text ? CM_DOC_TEXT : CM_DOC_LITERAL, key, text ? text : "null");
}

void cm_doc_number(cm_doc *in, const char *key, uint64_t value)
{
    if (value <= INT64_MAX)
        cm_doc_literal(in, key, cm_arena_printf(in->arena, "%" PRIu64, value));
    else /* more than readers of JSON take as an integer */
        cm_doc_real(in, key, (double)value, 6);
}

void cm_doc_int(cm_doc *in, const char *key, int value)
{
    cm_doc_literal(in, key, cm_arena_printf(in->arena, "%d", value));
}

/* It looks like no integer, and its exponent has neither `+` nor zeros in front. */
void cm_doc_real(cm_doc *in, const char *key, double value, int digits)
{
    if (!isfinite(value)) {
        cm_doc_literal(in, key, "null");
        return;
    }
    char *text = cm_arena_printf(in->arena, "%.*g", digits, value), *exponent = strchr(text, 'e');
    if (!exponent && !strchr(text, '.'))
        text = cm_arena_printf(in->arena, "%s.0", text);
    if (exponent) {
        char *to = exponent + 1 + (exponent[1] == '-');
        const char *from = exponent + 2;
        from += strspn(from, "0");
        memmove(to, from, strlen(from) + 1);
    }
    cm_doc_literal(in, key, text);
}

void cm_doc_flag(cm_doc *in, const char *key, bool value)
{
    cm_doc_literal(in, key, value ? "true" : "false");
}

/* ---- elements ------------------------------------------------------------------------------- */

cm_doc *cm_doc_element(cm_doc *in, const char *name, const char *text)
{
    cm_doc *element = add_child(in, CM_DOC_ELEMENT, name, NULL);
    if (text)
        cm_doc_words(element, text);
    return element;
}

cm_doc *cm_doc_elementf(cm_doc *in, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cm_doc *element = cm_doc_element(in, name, cm_arena_vprintf(in->arena, format, args));
    va_end(args);
    return element;
}

cm_doc *cm_doc_classed(cm_doc *in, const char *name, const char *class, const char *text)
{
    cm_doc *element = cm_doc_element(in, name, text);
    cm_doc_set(element, "class", class);
    return element;
}

void cm_doc_words(cm_doc *in, const char *text)
{
    add_child(in, CM_DOC_TEXT, NULL, text);
}

void cm_doc_set(cm_doc *element, const char *name, const char *value)
{
    cm_doc_attribute *attribute = CM_NEW(element->arena, cm_doc_attribute);
    *attribute = (cm_doc_attribute){.name = name, .value = value};
    if (element->last_attribute)
        element->last_attribute->next = attribute;
    else
        element->attributes = attribute;
    element->last_attribute = attribute;
}

void cm_doc_setf(cm_doc *element, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cm_doc_set(element, name, cm_arena_vprintf(element->arena, format, args));
    va_end(args);
}
