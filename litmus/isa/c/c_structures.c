/* Functions of C: variables that are structures. Nothing points to one, so that each member is a
 * variable, whose register is called `.s.3.a`. */
#include "litmus/isa/c/c.h"

#include "litmus/types.h"

#include <string.h>

enum { MOST_VALUES = 64 };

static const cm_definition *structure_in(cm_c *c, const char *type)
{
    return cm_c_definition_of(c, cm_number_type_in(type, strlen(type)));
}

static const cm_c_node *named(cm_c *c, const char *name, cm_place place)
{
    cm_c_node *node = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *node = (cm_c_node){.kind = CM_C_NAME, .name = name, .place = place, .argument_count = -1};
    return node;
}

const cm_definition *cm_c_structure_of(cm_c *c, const cm_c_node *node)
{
    bool known = node->kind == CM_C_NAME && cm_asm_has_register(c->as, node->name);
    cm_number_type type =
        known ? cm_c_type_of(c, cm_asm_register(c->as, node->name)) : cm_c_unknown;
    return cm_c_definition_of(c, type);
}

const cm_c_node *cm_c_variable_of_member(cm_c *c, const cm_c_node *member)
{
    const cm_definition *of = cm_c_structure_of(c, member->a);
    if (!of)
        return member;
    for (int i = 0; i < of->parameter_count; i++)
        if (strcmp(of->parameters[i], member->name) == 0)
            return named(
                c, cm_arena_printf(cm_asm_arena(c->as), "%s.%s", member->a->name, member->name),
                member->place);
    cm_asm_fail(c->as, member->place, "`%s` has no member `%s`, expected one of its members",
                of->name, member->name);
}

/* Member i of a structure, in memory or not; of an array its element k. */
static const cm_c_node *member_of(cm_c *c, const cm_c_node *of, const cm_definition *d, int i,
                                  uint32_t k)
{
    cm_arena *arena = cm_asm_arena(c->as);
    cm_c_node *member = CM_NEW(arena, cm_c_node), *number, *element;
    *member = (cm_c_node){.kind = CM_C_MEMBER,
                          .name = d->parameters[i],
                          .a = of,
                          .place = of->place,
                          .argument_count = -1};
    const cm_c_node *variable = cm_c_variable_of_member(c, member);
    if (d->counts[i] == 0)
        return variable;
    number = CM_NEW(arena, cm_c_node);
    *number = (cm_c_node){.kind = CM_C_NUMBER, .number = k, .place = of->place};
    number->type = cm_c_integer;
    element = CM_NEW(arena, cm_c_node);
    *element = (cm_c_node){.kind = CM_C_INDEX, .a = variable, .b = number, .place = of->place};
    element->argument_count = number->argument_count = -1;
    return element;
}

void cm_c_new_structure(cm_c *c, const char *own, cm_number_type type, bool valued)
{
    cm_arena *arena = cm_asm_arena(c->as);
    const cm_definition *d = cm_c_definition_of(c, type);
    cm_c_declare_type(c, cm_asm_register(c->as, own), type, true);
    for (int i = 0; i < d->parameter_count; i++) {
        cm_number_type of = cm_number_type_in(d->types[i], strlen(d->types[i]));
        const char *name = cm_arena_printf(arena, "%s.%s", own, d->parameters[i]);
        cm_c_written written = cm_c_written_in(d->types[i], strlen(d->types[i]));
        bool structure = of.structure && of.stars == 0;
        if ((written.stars == 0 && cm_c_says_atomic(c, written)) || (structure && d->counts[i] > 0))
            cm_lexer_fail(c->lex,
                          "`%s` has a member `%s` that is atomic or an array of structures, "
                          "expected it in the initial state, and a parameter",
                          d->name, d->parameters[i]);
        if (structure)
            cm_c_new_structure(c, name, of, valued);
        else
            cm_c_new_elements(c, name, of, (int)d->counts[i], valued);
        if (!structure)
            cm_c_declare_written(c, cm_asm_register(c->as, name), written);
    }
}

/* Is it one that may be named again for each member: `s`, `*p`, `p->in`, `t[i]`? */
static bool is_simple(const cm_c_node *node)
{
    const cm_c_node *a = node->a;
    if (node->kind == CM_C_INDEX && cm_c_does_something(node->b))
        return false;
    if (node->kind == CM_C_DEREF || node->kind == CM_C_INDEX)
        return a->kind == CM_C_NAME || a->kind == CM_C_ADDRESS || cm_c_is_member(a);
    return node->kind == CM_C_NAME || (cm_c_is_member(node) && is_simple(a));
}

void cm_c_copy_structure(cm_c *c, const cm_definition *d, const cm_c_node *to,
                         const cm_c_node *from)
{
    const cm_definition *other = cm_c_structure_of(c, from);
    if (!is_simple(to) || !is_simple(from) || (other && other != d))
        cm_asm_fail(c->as, from->place, "a whole `%s` is computed, expected its name, or `*p`",
                    d->name);
    for (int i = 0; i < d->parameter_count; i++)
        for (uint32_t k = 0; k == 0 || k < d->counts[i]; k++) {
            const cm_c_node *target = member_of(c, to, d, i, k);
            const cm_c_node *source = member_of(c, from, d, i, k);
            const cm_definition *within = structure_in(c, d->types[i]);
            cm_number_type type;
            if (within) {
                cm_c_copy_structure(c, within, target, source);
                continue;
            }
            const cm_expr *value = cm_c_typed_value(c, source, &type);
            cm_c_put(c, target, cm_c_keep(c, value), type);
        }
}

/* ---- initial values ---------------------------------------------------------------- */

typedef struct initial {
    const cm_c_node *to, *value; /* value NULL: 0 */
    const cm_definition *of;     /* a whole structure; NULL: a number or a pointer */
} initial;

typedef struct initials {
    initial list[MOST_VALUES];
    int count;
    const cm_c_node *itself; /* by the name that it is written with */
} initials;

static void add(cm_c *c, initials *all, initial one)
{
    if (all->count == MOST_VALUES)
        cm_lexer_fail(c->lex, "there are too many values, expected at most %d", MOST_VALUES);
    all->list[all->count++] = one;
}

static void read_braces(cm_c *c, initials *all, const cm_c_node *own, const cm_definition *d);

static const cm_c_node *read_value(cm_c *c, const initials *all)
{
    const cm_c_node *value = cm_c_read(c->lex);
    if (cm_c_touches(value, all->itself))
        cm_asm_fail(c->as, value->place,
                    "a structure is used in its own initial value, expected another value");
    return cm_c_meant(c, value);
}

/* Of an array's element, or of a member that is none; nothing there: 0. */
static void read_one(cm_c *c, initials *all, const cm_c_node *to, const cm_definition *within,
                     bool there)
{
    if (within && (!there || cm_c_is(c->lex, "{")))
        read_braces(c, all, to, within);
    else
        add(c, all, (initial){to, there ? read_value(c, all) : NULL, within});
}

static void read_member(cm_c *c, initials *all, const cm_c_node *own, const cm_definition *d, int i,
                        bool there)
{
    const cm_definition *within = structure_in(c, d->types[i]);
    bool list = d->counts[i] > 0 && there;
    if (list)
        cm_lexer_expect(c->lex, "{");
    for (uint32_t k = 0; k == 0 || k < d->counts[i]; k++) {
        read_one(c, all, member_of(c, own, d, i, k), within,
                 there && !(list && cm_c_is(c->lex, "}")));
        if (list && !cm_c_is(c->lex, "}"))
            cm_lexer_expect(c->lex, ",");
    }
    if (list)
        cm_lexer_expect(c->lex, "}");
}

/* `{1, {2, 3}}` or `{.a = 1}`; without braces there, zeros. */
static void read_braces(cm_c *c, initials *all, const cm_c_node *own, const cm_definition *d)
{
    bool there = cm_lexer_accept(c->lex, "{");
    for (int i = 0; i < d->parameter_count; i++) {
        bool given = there && !cm_c_is(c->lex, "}");
        if (given && cm_c_is(c->lex, ".")) {
            cm_lexer ahead = *c->lex;
            cm_lexer_advance(&ahead);
            given = cm_c_is(&ahead, d->parameters[i]);
            if (given) {
                *c->lex = ahead;
                cm_lexer_advance(c->lex);
                cm_lexer_expect(c->lex, "=");
            }
        }
        read_member(c, all, own, d, i, given);
        if (given && !cm_c_is(c->lex, "}"))
            cm_lexer_expect(c->lex, ",");
    }
    if (there && !cm_lexer_accept(c->lex, "}"))
        cm_lexer_lacks(c->lex, "`}` after the members of `%s`, in their order", d->name);
}

/* In C++ the values are sequenced ([dcl.init.list]/4); C leaves their order open. */
static void give_all(cm_c *c, const initials *all)
{
    const cm_c_node *nodes[MOST_VALUES];
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (all->list[i].value)
            nodes[count++] = all->list[i].value;
    if (!cm_c_is_cpp(c) && cm_c_overlap(c, nodes, count))
        cm_lexer_fail(c->lex, "C leaves open which of these values is computed first, and one "
                              "changes a variable, expected that change before");
    for (int i = 0; i < all->count; i++) {
        const initial *one = &all->list[i];
        cm_number_type type = cm_c_integer;
        if (one->value && cm_c_is_cpp(c))
            cm_c_sequence(c, one->value->place);
        if (one->of)
            cm_c_copy_structure(c, one->of, one->to, one->value);
        else if (one->value)
            cm_c_put(c, one->to, cm_c_typed_value(c, one->value, &type), type);
        else
            cm_c_put(c, one->to, cm_asm_const(c->as, 0), type);
    }
}

void cm_c_read_structure(cm_c *c, const char *name, cm_number_type type, cm_place place)
{
    const cm_c_node *itself = named(c, name, place);
    const char *own = cm_c_variable_name(c, name, true);
    const cm_c_node *variable = named(c, own, place);
    bool assigned = cm_lexer_accept(c->lex, "="), braced = cm_c_is(c->lex, "{");
    const char *close = !assigned && cm_lexer_accept(c->lex, "(") ? ")" : NULL;
    cm_c_new_structure(c, own, type, assigned || braced || close);
    initials all = {.count = 0, .itself = itself};
    const cm_definition *d = cm_c_structure_of(c, variable);
    if (assigned || braced || close)
        read_one(c, &all, variable, d, true);
    if (close)
        cm_lexer_expect(c->lex, close);
    give_all(c, &all);
}
