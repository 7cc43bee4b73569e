/* Values of the cat language and how they are looked at. */
#include "model/elab.h"

void cm_elab_fail(cm_elab *elab, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(elab->arena, format, args);
    va_end(args);
    elab->hard_error = false;
    cm_fail(elab->work, place, "%s", text);
}

void cm_elab_fail_hard(cm_elab *elab, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(elab->arena, format, args);
    va_end(args);
    elab->hard_error = true;
    cm_fail(elab->work, place, "%s", text);
}

/* ---- making ----------------------------------------------------------- */

static cm_val *new_value(cm_elab *elab, cm_val_kind kind)
{
    cm_val *value = CM_NEW(elab->arena, cm_val);
    value->kind = kind;
    value->node = value->set = value->acyclic = -1;
    return value;
}

const cm_val *cm_val_of(cm_elab *elab, cm_val_kind kind)
{
    return new_value(elab, kind);
}

const cm_val *cm_val_set(cm_elab *elab, int node)
{
    cm_val *value = new_value(elab, CM_VAL_SET);
    value->node = node;
    return value;
}

const cm_val *cm_val_rel(cm_elab *elab, int node)
{
    cm_val *value = new_value(elab, CM_VAL_REL);
    value->node = node;
    return value;
}

const cm_val *cm_val_node(cm_elab *elab, int node)
{
    return elab->graph->nodes[node].is_set ? cm_val_set(elab, node) : cm_val_rel(elab, node);
}

const cm_val *cm_val_tag(cm_elab *elab, const char *name)
{
    cm_val *value = new_value(elab, CM_VAL_TAG);
    value->name = name;
    return value;
}

/* ---- looking ---------------------------------------------------------- */

const char *cm_val_what(cm_elab *elab, const cm_val *value)
{
    switch (value->kind) {
    case CM_VAL_EMPTY:
        return "the empty set";
    case CM_VAL_ALL:
        return "the universe";
    case CM_VAL_SET:
        return "a set of events";
    case CM_VAL_REL:
        return "a relation";
    case CM_VAL_EVENT:
        return "an event";
    case CM_VAL_TAG:
        return cm_arena_printf(elab->arena, "the tag `'%s`", value->name);
    case CM_VAL_LIST:
        return cm_arena_printf(elab->arena, "a set literal of %d elements", value->count);
    case CM_VAL_TUPLE:
        return cm_arena_printf(elab->arena, "a tuple of %d elements", value->count);
    case CM_VAL_FUN:
    case CM_VAL_PRIMITIVE:
        return "a function";
    case CM_VAL_PROCEDURE:
        return "a procedure";
    case CM_VAL_CLASSES:
        return "the classes of a set of events";
    default:
        return "a set of orders, only for `with ... from`";
    }
}

int cm_val_as_set(cm_elab *elab, const cm_val *value, cm_place place)
{
    switch (value->kind) {
    case CM_VAL_EMPTY:
        return cm_graph_empty(elab->graph, true);
    case CM_VAL_ALL:
        return cm_graph_all(elab->graph, true);
    case CM_VAL_SET:
    case CM_VAL_EVENT:
        return value->node;
    default:
        cm_elab_fail_hard(elab, place, "expected a set of events, found %s",
                          cm_val_what(elab, value));
    }
}

int cm_val_as_rel(cm_elab *elab, const cm_val *value, cm_place place)
{
    switch (value->kind) {
    case CM_VAL_EMPTY:
        return cm_graph_empty(elab->graph, false);
    case CM_VAL_ALL:
        return cm_graph_all(elab->graph, false);
    case CM_VAL_REL:
        return value->node;
    default:
        cm_elab_fail_hard(elab, place, "expected a relation, found %s", cm_val_what(elab, value));
    }
}

bool cm_val_is_term(const cm_val *value)
{
    return value->kind <= CM_VAL_EVENT;
}

int cm_val_as_term(cm_elab *elab, const cm_val *value, cm_place place)
{
    if (value->kind == CM_VAL_SET || value->kind == CM_VAL_EVENT)
        return value->node;
    if (!cm_val_is_term(value))
        cm_elab_fail_hard(elab, place, "expected a set of events or a relation, found %s",
                          cm_val_what(elab, value));
    return cm_val_as_rel(elab, value, place);
}

/* ---- equality and sets ------------------------------------------------ */

static bool equal_items(cm_elab *elab, const cm_val *a, const cm_val *b, cm_place place)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        bool same = a->kind == CM_VAL_TUPLE ? cm_val_equal(elab, a->items[i], b->items[i], place)
                                            : cm_val_in(elab, a->items[i], b, place);
        if (!same)
            return false;
    }
    return true;
}

bool cm_val_equal(cm_elab *elab, const cm_val *a, const cm_val *b, cm_place place)
{
    if (a->kind >= CM_VAL_FUN || b->kind >= CM_VAL_FUN)
        cm_elab_fail_hard(elab, place, "cannot compare, expected tags, sets or relations, found %s",
                          cm_val_what(elab, a->kind >= CM_VAL_FUN ? a : b));
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CM_VAL_EMPTY:
    case CM_VAL_ALL:
        return true;
    case CM_VAL_TAG:
        return a->name == b->name;
    case CM_VAL_LIST:
    case CM_VAL_TUPLE:
        return equal_items(elab, a, b, place);
    default:
        return a->node == b->node;
    }
}

bool cm_val_in(cm_elab *elab, const cm_val *item, const cm_val *list, cm_place place)
{
    cm_elab_spend(elab, place, list->count);
    for (int i = 0; i < list->count; i++)
        if (cm_val_equal(elab, item, list->items[i], place))
            return true;
    return false;
}

/* 0 goes with everything; an event is a set of one. */
static bool same_sort(const cm_val *a, const cm_val *b)
{
    if (a->kind == CM_VAL_EMPTY || b->kind == CM_VAL_EMPTY || a->kind == CM_VAL_ALL ||
        b->kind == CM_VAL_ALL)
        return true;
    return a->kind == b->kind;
}

const cm_val *cm_val_list(cm_elab *elab, const cm_val **items, int count, cm_place place)
{
    if (count == 0)
        return cm_val_of(elab, CM_VAL_EMPTY);
    if (items[0]->kind == CM_VAL_EVENT) {
        int node = items[0]->node;
        for (int i = 1; i < count; i++)
            node = cm_graph_binary(elab->graph, CM_NODE_UNION, node,
                                   cm_val_as_set(elab, items[i], place));
        return cm_val_set(elab, node);
    }
    cm_val *list = new_value(elab, CM_VAL_LIST);
    list->items = CM_NEW_ARRAY(elab->arena, (size_t)count, const cm_val *);
    for (int i = 0; i < count; i++) {
        if (!same_sort(items[0], items[i]))
            cm_elab_fail_hard(elab, place, "the elements of a set are of one kind, found %s and %s",
                              cm_val_what(elab, items[0]), cm_val_what(elab, items[i]));
        if (!cm_val_in(elab, items[i], list, place))
            list->items[list->count++] = items[i];
    }
    return list;
}
