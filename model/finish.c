/* The graph holds everything that any definition ever made, the standard
 * library's included. What counts is reachable from tests, existential
 * relations, shown terms and the model's own definitions. */
#include "model/elab.h"

typedef struct finish {
    cm_elab *elab;
    cm_terms *graph;
    cm_model *model;
    bool *used; /* by old node */
    int *stack; /* used nodes whose children are to be looked at */
    int stack_count;
    int *node;               /* by old node: new node, or -1 */
    int *fix, *base, *group; /* by old index: new index, or -1 */
} finish;

/* ---- what is used ----------------------------------------------------- */

static void use(finish *f, int node)
{
    if (node < 0 || f->used[node])
        return;
    f->used[node] = true;
    f->stack[f->stack_count++] = node;
}

static void use_roots(finish *f)
{
    const cm_elab *elab = f->elab;
    for (int i = 0; i < elab->constraint_count; i++)
        use(f, elab->constraints[i].node);
    for (int i = 0; i < elab->free_count; i++) {
        use(f, elab->frees[i].set);
        use(f, elab->frees[i].relation);
        use(f, cm_terms_leaf(f->graph, CM_NODE_FREE, false, i));
    }
    for (int i = 0; i < elab->element_count; i++) {
        use(f, elab->elements[i].set);
        use(f, cm_terms_leaf(f->graph, CM_NODE_ELEMENT, true, i));
    }
    for (int i = 0; i < elab->show_count; i++)
        use(f, elab->shows[i].node);
    for (int i = 0; i < elab->name_count; i++)
        if (!elab->names[i].library)
            use(f, elab->names[i].node);
}

/* ---- renumbering ------------------------------------------------------ */

static int *new_map(finish *f, int count)
{
    int *map = CM_NEW_ARRAY(f->elab->arena, (size_t)count, int);
    for (int i = 0; i < count; i++)
        map[i] = -1;
    return map;
}

/* Number for an old index, given in the order of first use. */
static int number_used(int *map, int old, int *count)
{
    if (map[old] < 0)
        map[old] = (*count)++;
    return map[old];
}

static int new_node(const finish *f, int old)
{
    return old < 0 ? -1 : f->node[old];
}

static void copy_node(finish *f, int old)
{
    cm_model *model = f->model;
    cm_node node = f->graph->nodes[old];
    node.a = new_node(f, node.a);
    node.b = new_node(f, node.b);
    if (node.op == CM_NODE_BASE) {
        const cm_base *base = f->graph->bases[node.index];
        node.index = number_used(f->base, node.index, &model->base_count);
        model->bases[node.index] = base;
    } else if (node.op == CM_NODE_FIX) {
        node.index = number_used(f->fix, node.index, &model->fix_count);
    }
    f->node[old] = model->node_count;
    model->nodes[model->node_count++] = node;
}

/* Groups are numbered in the order in which they were closed, so that a group
 * depends on none with a higher number. */
static void number_groups(finish *f)
{
    const cm_elab *elab = f->elab;
    int count = 0;
    f->group = new_map(f, elab->closed_count);
    for (int i = 0; i < elab->fix_count; i++)
        if (f->fix[i] >= 0)
            f->group[elab->group_order[elab->fixes[i].fix.group]] = 0;
    for (int i = 0; i < elab->closed_count; i++)
        if (f->group[i] >= 0)
            f->group[i] = count++;
}

static void copy_fixes(finish *f)
{
    cm_elab *elab = f->elab;
    f->model->fixes = CM_NEW_ARRAY(elab->arena, (size_t)f->model->fix_count, cm_fix);
    number_groups(f);
    for (int i = 0; i < elab->fix_count; i++) {
        if (f->fix[i] < 0)
            continue;
        cm_fix fix = elab->fixes[i].fix;
        fix.node = new_node(f, fix.node);
        fix.body = new_node(f, fix.body);
        fix.group = f->group[elab->group_order[fix.group]];
        f->model->fixes[f->fix[i]] = fix;
    }
}

static void copy_tests(finish *f)
{
    cm_elab *elab = f->elab;
    cm_model *model = f->model;
    model->frees = elab->frees;
    model->free_count = elab->free_count;
    for (int i = 0; i < elab->free_count; i++) {
        elab->frees[i].set = new_node(f, elab->frees[i].set);
        elab->frees[i].relation = new_node(f, elab->frees[i].relation);
    }
    model->elements = elab->elements;
    model->element_count = elab->element_count;
    for (int i = 0; i < elab->element_count; i++)
        elab->elements[i].set = new_node(f, elab->elements[i].set);
    model->constraints = elab->constraints;
    model->constraint_count = elab->constraint_count;
    for (int i = 0; i < elab->constraint_count; i++)
        elab->constraints[i].node = new_node(f, elab->constraints[i].node);
    model->shows = elab->shows;
    model->show_count = elab->show_count;
    for (int i = 0; i < elab->show_count; i++)
        elab->shows[i].node = new_node(f, elab->shows[i].node);
}

static void copy_names(finish *f)
{
    cm_elab *elab = f->elab;
    f->model->names = CM_NEW_ARRAY(elab->arena, (size_t)elab->name_count, cm_model_name);
    for (int i = 0; i < elab->name_count; i++) {
        int node = new_node(f, elab->names[i].node);
        if (node >= 0)
            f->model->names[f->model->name_count++] =
                (cm_model_name){elab->names[i].name, node, elab->names[i].place};
    }
}

cm_model *cm_elab_finish(cm_elab *elab, const char *name, const char *title)
{
    finish f = {.elab = elab, .graph = elab->graph, .model = CM_NEW(elab->arena, cm_model)};
    f.used = CM_NEW_ARRAY(elab->arena, (size_t)f.graph->count, bool);
    f.stack = CM_NEW_ARRAY(elab->arena, (size_t)f.graph->count, int);
    use_roots(&f);
    while (f.stack_count > 0) {
        const cm_node *node = &f.graph->nodes[f.stack[--f.stack_count]];
        use(&f, node->a);
        use(&f, node->b);
        if (node->op == CM_NODE_FIX)
            use(&f, f.elab->fixes[node->index].fix.body);
    }
    f.model->name = name;
    f.model->title = title;
    cm_arena *arena = f.elab->arena;
    int count = f.graph->count;
    f.node = new_map(&f, count);
    f.base = new_map(&f, f.graph->base_count);
    f.fix = new_map(&f, f.elab->fix_count);
    f.model->nodes = CM_NEW_ARRAY(arena, (size_t)count, cm_node);
    f.model->bases = CM_NEW_ARRAY(arena, (size_t)f.graph->base_count, const cm_base *);
    for (int i = 0; i < count; i++)
        if (f.used[i])
            copy_node(&f, i);
    copy_fixes(&f);
    copy_tests(&f);
    copy_names(&f);
    /* Where registers have events, dependencies begin and end at these: a model has the one or the
     * other. */
    cm_model *m = f.model;
    const cm_base *dependency = NULL;
    for (int i = 0; i < m->base_count; i++) {
        m->registers |= cm_base_is_of_registers(m->bases[i]);
        if (cm_base_is_dependency(m->bases[i]))
            dependency = m->bases[i];
    }
    if (m->registers && dependency)
        cm_fail(f.elab->work, (cm_place){0},
                "the model uses `%s` beside events of registers, expected a definition of it from "
                "these",
                dependency->name);
    f.model->variants = elab->variants;
    f.model->variant_count = elab->variant_count;
    f.model->files = elab->files;
    f.model->file_count = elab->file_count;
    return f.model;
}
