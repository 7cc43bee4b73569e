/* Values of the cat language and how they are looked at. */
#include "model/elab.h"

#define MAX_CALLS_TOLD 8

/* An error where a function, a procedure or an included file says something is one of who
 * calls it as often as not: the way there follows, of long ways the nearest calls. */
static _Noreturn void fail_with_calls(cm_elab *elab, bool hard, cm_place place, const char *text)
{
    cm_diag_add(elab->work, CM_ERROR, place, "%s", text);
    elab->hard_error = hard;
    int told = 0;
    for (const cm_elab_call *call = elab->calls; call && told < MAX_CALLS_TOLD; call = call->outer)
        if (call->place.source) {
            const char *quote = call->name ? "`" : "";
            cm_diag_add(elab->work, CM_NOTE, call->place, "in %s%s%s, from here", quote,
                        call->name ? call->name : "a function", quote);
            told++;
        }
    cm_arena_escape(elab->work->arena);
}

void cm_elab_fail(cm_elab *elab, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(elab->arena, format, args);
    va_end(args);
    fail_with_calls(elab, false, place, text);
}

void cm_elab_fail_hard(cm_elab *elab, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(elab->arena, format, args);
    va_end(args);
    fail_with_calls(elab, true, place, text);
}

/* ---- making ----------------------------------------------------------- */

cm_cat_value *cm_cat_value_new(cm_elab *elab, cm_cat_value_kind kind)
{
    cm_cat_value *value = CM_NEW(elab->arena, cm_cat_value);
    value->kind = kind;
    value->node = value->set = value->acyclic = -1;
    return value;
}

const cm_cat_value *cm_cat_value_set(cm_elab *elab, int node)
{
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_SET);
    value->node = node;
    return value;
}

const cm_cat_value *cm_cat_value_rel(cm_elab *elab, int node)
{
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_REL);
    value->node = node;
    return value;
}

const cm_cat_value *cm_cat_value_node(cm_elab *elab, int node)
{
    return elab->graph->nodes[node].is_set ? cm_cat_value_set(elab, node)
                                           : cm_cat_value_rel(elab, node);
}

const cm_cat_value *cm_cat_value_tag(cm_elab *elab, const char *name)
{
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_TAG);
    value->name = name;
    return value;
}

/* ---- looking ---------------------------------------------------------- */

const char *cm_cat_value_what(cm_elab *elab, const cm_cat_value *value)
{
    switch (value->kind) {
    case CM_CAT_VALUE_EMPTY:
        return "the empty set";
    case CM_CAT_VALUE_ALL:
        return "the universe";
    case CM_CAT_VALUE_SET:
        return "a set of events";
    case CM_CAT_VALUE_REL:
        return "a relation";
    case CM_CAT_VALUE_EVENT:
        return "an event";
    case CM_CAT_VALUE_TAG:
        return cm_arena_printf(elab->arena, "the tag `'%s`", value->name);
    case CM_CAT_VALUE_LIST:
        return cm_arena_printf(elab->arena, "a set literal of %d elements", value->count);
    case CM_CAT_VALUE_TUPLE:
        return cm_arena_printf(elab->arena, "a tuple of %d elements", value->count);
    case CM_CAT_VALUE_FUN:
    case CM_CAT_VALUE_PRIMITIVE:
        return "a function";
    case CM_CAT_VALUE_PROCEDURE:
        return "a procedure";
    case CM_CAT_VALUE_CLASSES:
        return "the classes of a set of events";
    default:
        return "a set of orders, only for `with ... from`";
    }
}

int cm_cat_value_as_set(cm_elab *elab, const cm_cat_value *value, cm_place place)
{
    switch (value->kind) {
    case CM_CAT_VALUE_EMPTY:
        return cm_terms_empty(elab->graph, true);
    case CM_CAT_VALUE_ALL:
        return cm_terms_all(elab->graph, true);
    case CM_CAT_VALUE_SET:
    case CM_CAT_VALUE_EVENT:
        return value->node;
    default:
        cm_elab_fail_hard(elab, place, "expected a set of events, found %s",
                          cm_cat_value_what(elab, value));
    }
}

int cm_cat_value_as_rel(cm_elab *elab, const cm_cat_value *value, cm_place place)
{
    switch (value->kind) {
    case CM_CAT_VALUE_EMPTY:
        return cm_terms_empty(elab->graph, false);
    case CM_CAT_VALUE_ALL:
        return cm_terms_all(elab->graph, false);
    case CM_CAT_VALUE_REL:
        return value->node;
    default:
        cm_elab_fail_hard(elab, place, "expected a relation, found %s",
                          cm_cat_value_what(elab, value));
    }
}

bool cm_cat_value_is_term(const cm_cat_value *value)
{
    return value->kind <= CM_CAT_VALUE_EVENT;
}

int cm_cat_value_as_term(cm_elab *elab, const cm_cat_value *value, cm_place place)
{
    if (value->kind == CM_CAT_VALUE_SET || value->kind == CM_CAT_VALUE_EVENT)
        return value->node;
    if (!cm_cat_value_is_term(value))
        cm_elab_fail_hard(elab, place, "expected a set of events or a relation, found %s",
                          cm_cat_value_what(elab, value));
    return cm_cat_value_as_rel(elab, value, place);
}

/* ---- equality and sets ------------------------------------------------ */

bool cm_cat_value_equal(cm_elab *elab, const cm_cat_value *a, const cm_cat_value *b, cm_place place)
{
    if (a->kind >= CM_CAT_VALUE_FUN || b->kind >= CM_CAT_VALUE_FUN)
        cm_elab_fail_hard(elab, place,
                          "this cannot be compared, expected tags, sets or relations, found %s",
                          cm_cat_value_what(elab, a->kind >= CM_CAT_VALUE_FUN ? a : b));
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CM_CAT_VALUE_EMPTY:
    case CM_CAT_VALUE_ALL:
        return true;
    case CM_CAT_VALUE_TAG:
        return a->name == b->name;
    case CM_CAT_VALUE_LIST:
    case CM_CAT_VALUE_TUPLE:
        if (a->count != b->count)
            return false;
        for (int i = 0; i < a->count; i++) {
            bool same = a->kind == CM_CAT_VALUE_TUPLE
                            ? cm_cat_value_equal(elab, a->items[i], b->items[i], place)
                            : cm_cat_value_in(elab, a->items[i], b, place);
            if (!same)
                return false;
        }
        return true;
    default:
        return a->node == b->node;
    }
}

bool cm_cat_value_in(cm_elab *elab, const cm_cat_value *item, const cm_cat_value *list,
                     cm_place place)
{
    cm_elab_spend(elab, place, list->count);
    for (int i = 0; i < list->count; i++)
        if (cm_cat_value_equal(elab, item, list->items[i], place))
            return true;
    return false;
}

/* 0 goes with everything; an event is a set of one. */
static bool same_sort(const cm_cat_value *a, const cm_cat_value *b)
{
    if (a->kind == CM_CAT_VALUE_EMPTY || b->kind == CM_CAT_VALUE_EMPTY ||
        a->kind == CM_CAT_VALUE_ALL || b->kind == CM_CAT_VALUE_ALL)
        return true;
    return a->kind == b->kind;
}

const cm_cat_value *cm_cat_value_list(cm_elab *elab, const cm_cat_value **items, int count,
                                      cm_place place)
{
    if (count == 0)
        return cm_cat_value_new(elab, CM_CAT_VALUE_EMPTY);
    if (items[0]->kind == CM_CAT_VALUE_EVENT) {
        int node = items[0]->node;
        for (int i = 1; i < count; i++)
            node = cm_terms_binary(elab->graph, CM_NODE_UNION, node,
                                   cm_cat_value_as_set(elab, items[i], place));
        return cm_cat_value_set(elab, node);
    }
    cm_cat_value *list = cm_cat_value_new(elab, CM_CAT_VALUE_LIST);
    list->items = CM_NEW_ARRAY(elab->arena, (size_t)count, const cm_cat_value *);
    for (int i = 0; i < count; i++) {
        if (!same_sort(items[0], items[i]))
            cm_elab_fail_hard(elab, place, "the elements of a set are of one kind, found %s and %s",
                              cm_cat_value_what(elab, items[0]), cm_cat_value_what(elab, items[i]));
        if (!cm_cat_value_in(elab, items[i], list, place))
            list->items[list->count++] = items[i];
    }
    return list;
}
