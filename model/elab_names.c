/* Environments, patterns, and what a name means. */
#include "model/dialect.h"

#include "base/text.h"

#include <string.h>

/* Names of herd's that mean something in every execution of herd, so that
 * going on without them would change a model: `try` does not hide them. */
static const char *const missing[] = {
    "PoD",       "thd",       "instr",      "tag2events", "tag2instrs",
    "tag2scope", "tag2level", "tag2fences", "classes",    "depth",
    "narrower",  "wider",     "lo",         "asw",        "mo",
};

/* Those of them that executions of C programs have. */
static const char *const of_c[] = {"thd", "lo", "asw", "mo"};

const cm_env *cm_env_bind(cm_elab *elab, const cm_env *env, const char *name,
                          const cm_cat_value *value)
{
    if (!name)
        return env;
    cm_env *more = CM_NEW(elab->arena, cm_env);
    more->next = env;
    more->name = name;
    more->value = value;
    return more;
}

const cm_env *cm_env_match(cm_elab *elab, const cm_env *env, const cm_cat_pattern *pattern,
                           const cm_cat_value *value, cm_place place)
{
    if (!pattern->is_tuple)
        return cm_env_bind(elab, env, pattern->names[0], value);
    if (value->kind != CM_CAT_VALUE_TUPLE || value->count != pattern->count)
        cm_elab_fail_hard(elab, place, "expected a tuple of %d elements, found %s", pattern->count,
                          cm_cat_value_what(elab, value));
    for (int i = 0; i < pattern->count; i++)
        env = cm_env_bind(elab, env, pattern->names[i], value->items[i]);
    return env;
}

static const cm_cat_value *bound(cm_elab *elab, const cm_env *env, const char *name, cm_place place)
{
    int looked = 0;
    while (env && env->name != name) {
        env = env->next;
        looked++;
    }
    cm_elab_spend(elab, place, looked);
    return env ? env->value : NULL;
}

static char in_capitals(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* 'sync-rcu: Sync-rcu; whole: SYNC-RCU. Interned. */
static const char *name_of_tag(cm_elab *elab, const char *tag, bool whole)
{
    size_t length = strlen(tag);
    char *name = CM_NEW_ARRAY(elab->arena, length + 1, char);
    for (size_t i = 0; i < length; i++)
        name[i] = i == 0 || whole ? in_capitals(tag[i]) : tag[i];
    return cm_names_intern(elab->interned, name, length);
}

/* A tag that no instruction set has is of no event. */
static const cm_cat_value *base_or_empty(cm_elab *elab, const char *name)
{
    const cm_base *base = cm_base_find(elab->arena, name);
    return base ? cm_cat_value_node(elab, cm_terms_base(elab->graph, base))
                : cm_cat_value_set(elab, cm_terms_empty(elab->graph, true));
}

const cm_env *cm_elab_bind_tag(cm_elab *elab, const cm_env *env, const char *tag, cm_place place)
{
    const char *name = name_of_tag(elab, tag, false);
    return bound(elab, env, name, place) ? env
                                         : cm_env_bind(elab, env, name, base_or_empty(elab, name));
}

int cm_elab_tag_set(cm_elab *elab, const char *tag)
{
    int first = base_or_empty(elab, name_of_tag(elab, tag, false))->node;
    int whole = base_or_empty(elab, name_of_tag(elab, tag, true))->node;
    return cm_terms_binary(elab->graph, CM_NODE_UNION, first, whole);
}

const cm_cat_value *cm_elab_find(cm_elab *elab, const cm_env *env, const char *name, cm_place place)
{
    const cm_cat_value *found = bound(elab, env, name, place);
    if (!found && cm_dialect_defines(elab->dialect, name)) {
        cm_elab_orders(elab);
        found = bound(elab, elab->orders_env, name, place);
    }
    if (!found && elab->dialect == CM_DIALECT_HERD && strcmp(name, "FW") == 0) {
        cm_elab_final(elab);
        found = bound(elab, elab->final_env, name, place);
    }
    if (found)
        return found;
    const cm_base *base = cm_base_find(elab->arena, name);
    if (!base && elab->dialect == CM_DIALECT_HERD)
        base = cm_base_of_herd(name);
    if (base)
        return cm_cat_value_node(elab, cm_terms_base(elab->graph, base));
    const cm_primitive *primitive = cm_primitive_find(name);
    if (!primitive)
        return NULL;
    cm_cat_value *value = cm_cat_value_new(elab, CM_CAT_VALUE_PRIMITIVE);
    value->primitive = primitive;
    return value;
}

const cm_cat_value *cm_elab_lookup(cm_elab *elab, const cm_env *env, const char *name,
                                   cm_place place)
{
    const cm_cat_value *value = cm_elab_find(elab, env, name, place);
    if (value)
        return value;
    elab->unknown = name;
    elab->unknown_place = place;
    if (cm_word_listed(missing, sizeof missing / sizeof *missing, name))
        cm_elab_fail_hard(elab, place,
                          cm_word_listed(of_c, sizeof of_c / sizeof *of_c, name)
                              ? "`%s`, of herd's models of C, is not supported, expected a name "
                                "that `cmcm models --bases` prints"
                              : "herd's `%s` is not supported, expected a name that `cmcm models "
                                "--bases` prints",
                          name);
    if (cm_base_of_herd(name))
        cm_elab_fail_hard(elab, place, "`%s` is a name of herd's, expected --dialect herd", name);
    if (cm_dialect_defines(CM_DIALECT_HERD, name)) /* in cos.cat */
        cm_elab_fail(elab, place,
                     "there is no name `%s`, expected `include \"cos.cat\"` before, or --dialect "
                     "herd or dat3m",
                     name);
    cm_elab_fail(elab, place, "there is no name `%s`, expected a base name or a definition before",
                 name);
}
