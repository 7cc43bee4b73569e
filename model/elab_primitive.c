/* Functions that cat itself cannot define. */
#include "model/elab.h"

#include <string.h>

/* domain, range */
static const cm_cat_value *apply_end(cm_elab *elab, const cm_primitive *self,
                                     const cm_cat_value *argument, cm_place place)
{
    if (argument->kind == CM_CAT_VALUE_EMPTY || argument->kind == CM_CAT_VALUE_ALL)
        return argument; /* of anything, like the argument */
    int node = cm_cat_value_as_rel(elab, argument, place);
    return cm_cat_value_set(elab, cm_terms_unary(elab->graph, (cm_node_op)self->what, node));
}

static cm_cat_value *new_orders(cm_elab *elab, cm_generator generator, int relation)
{
    cm_cat_value *orders = cm_cat_value_new(elab, CM_CAT_VALUE_ORDERS);
    orders->generator = generator;
    orders->node = relation;
    return orders;
}

/* Those of one relation. */
static const cm_cat_value *apply_orders(cm_elab *elab, const cm_primitive *self,
                                        const cm_cat_value *argument, cm_place place)
{
    return new_orders(elab, (cm_generator)self->what, cm_cat_value_as_rel(elab, argument, place));
}

/* Dat3M's free relations: a new one for each call. */
static int new_free(cm_elab *elab, const cm_cat_value *argument, int inside, const char *name,
                    cm_place place)
{
    if (argument->kind != CM_CAT_VALUE_TUPLE || argument->count != 0)
        cm_elab_fail_hard(elab, place, "expected (), found %s", cm_cat_value_what(elab, argument));
    if (elab->open_element_count > 0 || elab->open_count > 0)
        cm_elab_fail_hard(elab, place,
                          "%s() inside `let rec` or `forall` over events is not supported, "
                          "expected it outside",
                          name);
    name = cm_arena_printf(elab->arena, "%s%d", name, elab->free_count + 1);
    return cm_elab_add_free(elab, (cm_free){name, CM_SUBRELATIONS, -1, inside, place});
}

static const cm_cat_value *apply_new_relation(cm_elab *elab, const cm_primitive *self,
                                              const cm_cat_value *argument, cm_place place)
{
    (void)self;
    int all = cm_cat_value_as_rel(elab, cm_cat_value_new(elab, CM_CAT_VALUE_ALL), place);
    return cm_cat_value_rel(elab, new_free(elab, argument, all, "newRelation", place));
}

static const cm_cat_value *apply_new_set(cm_elab *elab, const cm_primitive *self,
                                         const cm_cat_value *argument, cm_place place)
{
    (void)self;
    int id = cm_terms_base(elab->graph, cm_base_find(elab->arena, "id"));
    int node = new_free(elab, argument, id, "newSet", place);
    return cm_cat_value_set(elab, cm_terms_unary(elab->graph, CM_NODE_DOMAIN, node));
}

static void expect_pair(cm_elab *elab, const cm_cat_value *argument, cm_place place)
{
    if (argument->kind != CM_CAT_VALUE_TUPLE || argument->count != 2)
        cm_elab_fail_hard(elab, place, "expected a tuple of 2 elements, found %s",
                          cm_cat_value_what(elab, argument));
}

static const cm_cat_value *apply_linearisations(cm_elab *elab, const cm_primitive *self,
                                                const cm_cat_value *argument, cm_place place)
{
    (void)self;
    expect_pair(elab, argument, place);
    int set = cm_cat_value_as_set(elab, argument->items[0], place);
    int relation = cm_cat_value_as_rel(elab, argument->items[1], place);
    cm_cat_value *orders = new_orders(elab, CM_LINEARISATIONS, relation);
    orders->set = set;
    return orders;
}

static const cm_cat_value *apply_classes_loc(cm_elab *elab, const cm_primitive *self,
                                             const cm_cat_value *argument, cm_place place)
{
    (void)self;
    cm_cat_value *classes = cm_cat_value_new(elab, CM_CAT_VALUE_CLASSES);
    classes->node = cm_cat_value_as_set(elab, argument, place);
    return classes;
}

/* location-orders(classes-loc(S), r): one strict total order on S for each
 * location, together, that contains r there. That is a total order inside
 * S * S & loc without the pairs that r wants the other way; when r has a cycle
 * there is none. */
static const cm_cat_value *apply_location_orders(cm_elab *elab, const cm_primitive *self,
                                                 const cm_cat_value *argument, cm_place place)
{
    (void)self;
    cm_terms *g = elab->graph;
    expect_pair(elab, argument, place);
    const cm_cat_value *classes = argument->items[0];
    if (classes->kind != CM_CAT_VALUE_CLASSES)
        cm_elab_fail_hard(elab, place, "expected classes-loc of a set of events, found %s",
                          cm_cat_value_what(elab, classes));
    int wanted = cm_cat_value_as_rel(elab, argument->items[1], place);
    int loc = cm_terms_base(g, cm_base_find(elab->arena, "loc"));
    int pairs = cm_terms_binary(g, CM_NODE_CROSS, classes->node, classes->node);
    pairs = cm_terms_binary(g, CM_NODE_INTER, pairs, loc);
    int against = cm_terms_unary(g, CM_NODE_INVERSE, wanted);
    cm_cat_value *orders =
        new_orders(elab, CM_TOTAL_ORDERS, cm_terms_binary(g, CM_NODE_DIFF, pairs, against));
    orders->acyclic = cm_terms_binary(g, CM_NODE_INTER, pairs, wanted);
    return orders;
}

/* ---- what herd says of translation tables and values -------------------- */

static bool is_empty(const cm_elab *elab, const cm_cat_value *value)
{
    return value->kind == CM_CAT_VALUE_EMPTY ||
           ((value->kind == CM_CAT_VALUE_SET || value->kind == CM_CAT_VALUE_REL) &&
            elab->graph->nodes[value->node].op == CM_NODE_EMPTY);
}

/* Of nothing, and so nothing: what herd's function gives is a part of its argument, or, of
 * two, comes from the first. Of anything else it would need an execution's translation tables
 * or values, unless it is composed with nothing. */
static const cm_cat_value *apply_to_nothing(cm_elab *elab, const cm_primitive *self,
                                            const cm_cat_value *argument, cm_place place)
{
    (void)self;
    bool pair = argument->kind == CM_CAT_VALUE_TUPLE && argument->count > 0;
    if (elab->of_nothing == 0 && !is_empty(elab, pair ? argument->items[0] : argument))
        cm_elab_fail_hard(elab, place,
                          "this function of herd's looks at translation tables or values, expected "
                          "an argument that is always empty");
    return cm_cat_value_new(elab, CM_CAT_VALUE_EMPTY);
}

static const cm_cat_value *apply_tag_set(cm_elab *elab, const cm_primitive *self,
                                         const cm_cat_value *argument, cm_place place)
{
    (void)self;
    if (argument->kind != CM_CAT_VALUE_TAG)
        cm_elab_fail_hard(elab, place, "expected a tag, found %s",
                          cm_cat_value_what(elab, argument));
    return cm_cat_value_set(elab, cm_elab_tag_set(elab, argument->name));
}

static const cm_primitive primitives[] = {
    {"tag2set", apply_tag_set, 0},
    {"same-oa", apply_to_nothing, 0},
    {"oa-changes", apply_to_nothing, 0},
    {"at-least-one-writable", apply_to_nothing, 0},
    {"different-values", apply_to_nothing, 0},
    {"domain", apply_end, CM_NODE_DOMAIN},
    {"range", apply_end, CM_NODE_RANGE},
    {"partial-orders", apply_orders, CM_PARTIAL_ORDERS},
    {"total-orders", apply_orders, CM_TOTAL_ORDERS},
    {"subrelations", apply_orders, CM_SUBRELATIONS},
    {"newRelation", apply_new_relation, 0},
    {"newSet", apply_new_set, 0},
    {"linearisations", apply_linearisations, 0},
    {"classes-loc", apply_classes_loc, 0},
    {"location-orders", apply_location_orders, 0},
};

const cm_primitive *cm_primitive_at(size_t index)
{
    return index < sizeof primitives / sizeof *primitives ? &primitives[index] : NULL;
}

const cm_primitive *cm_primitive_find(const char *name)
{
    for (size_t i = 0; cm_primitive_at(i); i++)
        if (strcmp(primitives[i].name, name) == 0)
            return &primitives[i];
    return NULL;
}
