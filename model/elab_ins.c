/* Instructions: what a model consists of at top level and in procedures. */
#include "base/text.h"
#include "model/elab.h"
#include "model/gloss.h"

static void run_test(cm_elab *elab, const cm_cat_ins *ins);

/* ---- definitions ------------------------------------------------------ */

static int find_name(cm_elab *elab, const char *name, cm_place place)
{
    cm_elab_spend(elab, place, elab->name_count);
    for (int i = 0; i < elab->name_count; i++)
        if (elab->names[i].name == name)
            return i;
    return -1;
}

/* Remembers what a top-level name stands for at the end; node -1: no term. */
static void record(cm_elab *elab, const char *name, int node, cm_place place)
{
    int i = find_name(elab, name, place);
    if (i < 0) {
        CM_RESERVE(elab->arena, elab->names, elab->name_count, elab->name_capacity);
        i = elab->name_count++;
    }
    elab->names[i] = (cm_elab_name){name, node, place, elab->library};
}

static void record_pattern(cm_elab *elab, const cm_cat_pattern *pattern)
{
    if (elab->procedure_depth > 0)
        return;
    for (int i = 0; i < pattern->count; i++) {
        if (!pattern->names[i])
            continue;
        const cm_cat_value *value =
            cm_elab_find(elab, elab->env, pattern->names[i], pattern->place);
        bool term = cm_cat_value_is_term(value);
        record(elab, pattern->names[i],
               term ? cm_cat_value_as_term(elab, value, pattern->place) : -1, pattern->place);
    }
}

static bool expr_mentions(const cm_cat_expr *e, const char *name)
{
    if (!e)
        return false;
    bool found = (e->kind == CM_CAT_VAR && e->name == name) || expr_mentions(e->a, name) ||
                 expr_mentions(e->b, name) || expr_mentions(e->c, name);
    for (int i = 0; i < e->arg_count; i++)
        found = found || expr_mentions(e->args[i], name);
    for (int i = 0; i < e->binding_count; i++)
        found = found || expr_mentions(e->bindings[i].value, name);
    for (int i = 0; i < e->clause_count; i++)
        found = found || expr_mentions(e->clauses[i].value, name);
    return found;
}

static void run_let(cm_elab *elab, const cm_cat_ins *ins)
{
    for (int i = 0; i < ins->binding_count; i++) {
        /* A model that defines the name of a base set anew, without using that set, cannot reach it
         * any more. This is worth a warning, except in files of other tools, where it is usual. */
        const cm_cat_pattern *pattern = &ins->bindings[i].pattern;
        if (elab->library || elab->dialect != CM_DIALECT_CMCM || elab->procedure_depth > 0 ||
            pattern->is_tuple || !pattern->names[0])
            continue;
        const char *name = pattern->names[0];
        const cm_base *base = cm_base_find(elab->arena, name);
        if (base && base->is_set && find_name(elab, name, ins->bindings[i].place) < 0 &&
            !expr_mentions(ins->bindings[i].value, name))
            cm_diag_add(elab->work, CM_WARNING, pattern->place,
                        "`%s` hides the set of that name (%s) from here on, expected another name",
                        name, base->what);
    }
    bool rec = ins->kind == CM_INS_LETREC;
    elab->env =
        (rec ? cm_elab_letrec : cm_elab_let)(elab, elab->env, ins->bindings, ins->binding_count);
    for (int i = 0; i < ins->binding_count; i++)
        record_pattern(elab, &ins->bindings[i].pattern);
    if (ins->when)
        run_test(elab, ins->when);
}

static void run_procedure(cm_elab *elab, const cm_cat_ins *ins)
{
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_PROCEDURE);
    value->procedure = ins;
    const cm_env *env = cm_env_bind(elab, elab->env, ins->name, value);
    value->env = ins->recursive ? env : elab->env;
    elab->env = env;
}

static void run_enum(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value **tags =
        CM_NEW_ARRAY(elab->arena, (size_t)ins->name_count, const cm_cat_value *);
    for (int i = 0; i < ins->name_count; i++)
        tags[i] = cm_cat_value_tag(elab, ins->names[i]);
    const cm_cat_value *set = cm_cat_value_list(elab, tags, ins->name_count, ins->place);
    elab->env = cm_env_bind(elab, elab->env, ins->name, set);
}

/* For each tag a set of the events that have it, called by the tag with a capital first letter;
 * what the file defines under that name stays. */
static void bind_tags(cm_elab *elab, const cm_cat_value *tags, cm_place place)
{
    bool several = tags->kind == CM_CAT_VALUE_LIST || tags->kind == CM_CAT_VALUE_TUPLE;
    if (tags->kind == CM_CAT_VALUE_TAG)
        elab->env = cm_elab_bind_tag(elab, elab->env, tags->name, place);
    else if (!several && tags->kind != CM_CAT_VALUE_EMPTY)
        cm_elab_fail_hard(elab, place, "expected a set literal of tags, found %s",
                          cm_cat_value_what(elab, tags));
    for (int i = 0; several && i < tags->count; i++)
        bind_tags(elab, tags->items[i], place);
}

static void run_bell(cm_elab *elab, const cm_cat_ins *ins)
{
    bind_tags(elab, cm_elab_eval(elab, elab->env, ins->value), ins->value->place);
}

static void define(cm_elab *elab, const cm_cat_ins *ins, int node)
{
    elab->env = cm_env_bind(elab, elab->env, ins->name, cm_cat_value_rel(elab, node));
    if (elab->procedure_depth == 0)
        record(elab, ins->name, node, ins->place);
}

int cm_elab_add_free(cm_elab *elab, cm_free free)
{
    CM_RESERVE(elab->arena, elab->frees, elab->free_count, elab->free_capacity);
    int index = elab->free_count++;
    elab->frees[index] = free;
    return cm_terms_leaf(elab->graph, CM_NODE_FREE, false, index);
}

/* with name from orders: an existential relation; of a set of one, that one. */
static void run_with(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *orders = cm_elab_eval(elab, elab->env, ins->value);
    if (orders->kind == CM_CAT_VALUE_LIST && orders->count == 1) {
        define(elab, ins, cm_cat_value_as_rel(elab, orders->items[0], ins->value->place));
        return;
    }
    if (orders->kind != CM_CAT_VALUE_ORDERS)
        cm_elab_fail_hard(elab, ins->value->place,
                          "expected linearisations(S, r), total-orders(r), partial-orders(r), "
                          "subrelations(r) or location-orders(classes-loc(S), r), found %s",
                          cm_cat_value_what(elab, orders));
    if (elab->open_element_count > 0)
        cm_elab_fail_hard(elab, ins->place,
                          "`with ... from` inside `forall` over events is not supported, expected "
                          "it outside");
    define(elab, ins,
           cm_elab_add_free(elab, (cm_free){ins->name, orders->generator, orders->set, orders->node,
                                            ins->place}));
    if (orders->acyclic < 0)
        return;
    CM_RESERVE(elab->arena, elab->constraints, elab->constraint_count, elab->constraint_capacity);
    elab->constraints[elab->constraint_count++] = (cm_constraint){
        .kind = CM_ACYCLIC,
        .name = cm_arena_printf(elab->arena, "%s-exists", ins->name),
        .node = orders->acyclic,
        .place = ins->place,
    };
}

/* ---- tests ------------------------------------------------------------ */

/* herd reports a failing `undefined_unless` as flag *undef*. A failing `assert`
 * stops herd; here it is a flag as well, so that nothing passes unnoticed. */
static void run_test(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *value = cm_elab_eval(elab, elab->env, ins->value);
    cm_constraint test = {.negated = ins->negated, .place = ins->place};
    if (ins->test == CM_TEST_EMPTY) {
        test.kind = CM_EMPTY;
        test.node = cm_cat_value_as_term(elab, value, ins->value->place);
    } else {
        test.kind = ins->test == CM_TEST_ACYCLIC ? CM_ACYCLIC : CM_IRREFLEXIVE;
        test.node = cm_cat_value_as_rel(elab, value, ins->value->place);
    }
    test.node = cm_terms_constraint(elab->graph, &test.kind, test.node);
    test.is_flag = ins->role != CM_ROLE_AXIOM;
    if (ins->role == CM_ROLE_UNLESS || ins->role == CM_ROLE_ASSERT)
        test.negated = !test.negated;
    test.name = ins->name ? ins->name : elab->label;
    if (!test.name) {
        /* "file.cat:12" when the test has no name. */
        unsigned line = 0, column = 0;
        cm_place_position(ins->place, &line, &column);
        const char *file = cm_file_name(ins->place.source->name);
        test.name = cm_arena_printf(elab->arena, "%s:%u", file, line);
    }
    if (ins->role == CM_ROLE_UNLESS) {
        test.name = CM_FLAG_UNDEFINED;
        test.says = ins->name;
    }
    test.element_count = elab->open_element_count;
    test.elements = CM_NEW_ARRAY(elab->arena, (size_t)test.element_count, int);
    for (int i = 0; i < test.element_count; i++)
        test.elements[i] = elab->open_elements[i];
    CM_RESERVE(elab->arena, elab->constraints, elab->constraint_count, elab->constraint_capacity);
    elab->constraints[elab->constraint_count++] = test;
}

/* ---- show ------------------------------------------------------------- */

static void remove_show(cm_elab *elab, const char *name, cm_place place)
{
    cm_elab_spend(elab, place, elab->show_count);
    int kept = 0;
    for (int i = 0; i < elab->show_count; i++)
        if (elab->shows[i].name != name)
            elab->shows[kept++] = elab->shows[i];
    elab->show_count = kept;
}

static void add_show(cm_elab *elab, const char *name, int node, cm_place place)
{
    remove_show(elab, name, place);
    CM_RESERVE(elab->arena, elab->shows, elab->show_count, elab->show_capacity);
    elab->shows[elab->show_count++] = (cm_model_name){name, node, place};
}

/* herd passes over names that are not defined; so do we, with a warning. */
static void run_show(cm_elab *elab, const cm_cat_ins *ins)
{
    for (int i = 0; i < ins->name_count; i++) {
        const cm_cat_value *value =
            cm_elab_find(elab, elab->env, ins->names[i], ins->name_places[i]);
        if (value)
            add_show(elab, ins->names[i], cm_cat_value_as_term(elab, value, ins->name_places[i]),
                     ins->name_places[i]);
        else
            cm_diag_add(elab->work, CM_WARNING, ins->name_places[i],
                        "there is no name `%s` to show, expected a definition before",
                        ins->names[i]);
    }
}

static void run_unshow(cm_elab *elab, const cm_cat_ins *ins)
{
    for (int i = 0; i < ins->name_count; i++)
        remove_show(elab, ins->names[i], ins->name_places[i]);
}

/* The same of names in an expression. */
static void run_show_as(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *value = cm_elab_try(elab, elab->env, ins->value);
    if (!value) {
        cm_diag_add(
            elab->work, CM_WARNING, elab->unknown_place,
            "there is no name `%s`, so that `%s` is not shown, expected a definition before",
            elab->unknown, ins->name);
        return;
    }
    add_show(elab, ins->name, cm_cat_value_as_term(elab, value, ins->value->place), ins->place);
}

/* ---- control ---------------------------------------------------------- */

/* Names defined inside are local. */
static void run_local(cm_elab *elab, const cm_env *env, cm_cat_ins *const *body, int count)
{
    const cm_env *saved = elab->env;
    elab->env = env;
    elab->procedure_depth++;
    cm_elab_run(elab, body, count);
    elab->procedure_depth--;
    elab->env = saved;
}

static void run_call(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *value = cm_elab_lookup(elab, elab->env, ins->name, ins->name_place);
    if (value->kind != CM_CAT_VALUE_PROCEDURE)
        cm_elab_fail_hard(elab, ins->name_place, "expected a procedure, found %s",
                          cm_cat_value_what(elab, value));
    const cm_cat_ins *procedure = value->procedure;
    const cm_cat_value *argument = cm_elab_eval(elab, elab->env, ins->value);
    const cm_env *env =
        cm_env_match(elab, value->env, &procedure->pattern, argument, ins->value->place);
    const char *label = elab->label;
    elab->label = ins->label ? ins->label : label;
    const cm_elab_call here = {elab->calls, ins->name, ins->place};
    elab->calls = &here;
    run_local(elab, env, procedure->body, procedure->body_count);
    elab->calls = here.outer;
    elab->label = label;
}

static void run_forall(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *value = cm_elab_eval(elab, elab->env, ins->value);
    if (value->kind == CM_CAT_VALUE_EMPTY)
        return;
    if (value->kind != CM_CAT_VALUE_LIST) {
        /* Over the events of an execution: the body's tests are meant for each. */
        int set = cm_cat_value_as_set(elab, value, ins->value->place);
        CM_RESERVE(elab->arena, elab->elements, elab->element_count, elab->element_capacity);
        int index = elab->element_count++;
        elab->elements[index] = (cm_element){ins->name, set};
        CM_PUSH(elab->arena, elab->open_elements, elab->open_element_count,
                elab->open_element_capacity, index);
        cm_cat_value *event = cm_cat_value_new(elab, CM_CAT_VALUE_EVENT);
        event->node = cm_terms_leaf(elab->graph, CM_NODE_ELEMENT, true, index);
        run_local(elab, cm_env_bind(elab, elab->env, ins->name, event), ins->body, ins->body_count);
        elab->open_element_count--;
        return;
    }
    for (int i = 0; i < value->count; i++)
        run_local(elab, cm_env_bind(elab, elab->env, ins->name, value->items[i]), ins->body,
                  ins->body_count);
}

static void run_if(cm_elab *elab, const cm_cat_ins *ins)
{
    if (cm_elab_cond(elab, elab->env, ins->cond))
        cm_elab_run(elab, ins->body, ins->body_count);
    else
        cm_elab_run(elab, ins->other, ins->other_count);
}

static void run_match(cm_elab *elab, const cm_cat_ins *ins)
{
    const cm_cat_value *value = cm_elab_eval(elab, elab->env, ins->value);
    if (value->kind != CM_CAT_VALUE_TAG)
        cm_elab_fail_hard(elab, ins->value->place, "expected a tag, found %s",
                          cm_cat_value_what(elab, value));
    for (int i = 0; i < ins->clause_count; i++) {
        if (ins->clauses[i].tag != value->name)
            continue;
        cm_elab_run(elab, ins->clauses[i].body, ins->clauses[i].body_count);
        return;
    }
    if (!ins->has_default)
        cm_elab_fail_hard(elab, ins->place,
                          "there is no clause for `'%s`, expected one or `_ -> ...`", value->name);
    cm_elab_run(elab, ins->other, ins->other_count);
}

static void run_debug(cm_elab *elab, const cm_cat_ins *ins)
{
    (void)cm_elab_eval(elab, elab->env, ins->value); /* must be right, prints nothing */
}

static void run_ins(cm_elab *elab, const cm_cat_ins *ins)
{
    static void (*const run[])(cm_elab *, const cm_cat_ins *) = {
        [CM_INS_LET] = run_let,
        [CM_INS_LETREC] = run_let,
        [CM_INS_TEST] = run_test,
        [CM_INS_SHOW] = run_show,
        [CM_INS_UNSHOW] = run_unshow,
        [CM_INS_SHOW_AS] = run_show_as,
        [CM_INS_INCLUDE] = cm_elab_include,
        [CM_INS_PROCEDURE] = run_procedure,
        [CM_INS_CALL] = run_call,
        [CM_INS_ENUM] = run_enum,
        [CM_INS_DEBUG] = run_debug,
        [CM_INS_BELL] = run_bell,
        [CM_INS_FORALL] = run_forall,
        [CM_INS_WITH] = run_with,
        [CM_INS_IF] = run_if,
        [CM_INS_MATCH] = run_match,
    };
    cm_elab_enter(elab, ins->place);
    run[ins->kind](elab, ins);
    elab->depth--;
}

void cm_elab_run(cm_elab *elab, cm_cat_ins *const *body, int count)
{
    for (int i = 0; i < count; i++)
        run_ins(elab, body[i]);
}
