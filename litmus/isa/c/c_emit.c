/* Expressions of C as steps: accesses in the order of the text, values as expressions of
 * registers. */
#include "litmus/isa/c/c.h"

#include <string.h>

const char *const cm_c_plain[] = {"NA", NULL};

static const cm_expr *operation(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(c->as, op, 64, a, b, NULL);
}

static const cm_expr *is_zero(cm_c *c, const cm_expr *value)
{
    return operation(c, CM_OP_EQ, value, cm_asm_const(c->as, 0));
}

static const cm_expr *is_true(cm_c *c, const cm_expr *value)
{
    return operation(c, CM_OP_NE, value, cm_asm_const(c->as, 0));
}

/* A location's name means its address; any other name is a register of the thread. */
int cm_c_register(cm_c *c, const char *name)
{
    return cm_asm_location(c->as, name) >= 0 && !cm_asm_has_register(c->as, name)
               ? -1
               : cm_asm_register(c->as, name);
}

static const cm_expr *value_of_name(cm_c *c, const cm_c_node *node)
{
    if (strcmp(node->name, "true") == 0 || strcmp(node->name, "false") == 0)
        return cm_asm_const(c->as, node->name[0] == 't');
    if (strcmp(node->name, "NULL") == 0 || strcmp(node->name, "nullptr") == 0)
        return cm_asm_const(c->as, 0);
    int reg = cm_c_register(c, node->name);
    return reg >= 0 ? cm_asm_reg(c->as, reg)
                    : cm_asm_const(c->as, cm_asm_symbol(c->as, node->name));
}

void cm_c_sequence(cm_c *c, cm_place place)
{
    cm_asm_continue(c->as, place);
}

void cm_c_sequence_load(cm_c *c, const cm_expr *address, cm_place place)
{
    if (address->op != CM_OP_CONST)
        cm_c_sequence(c, place);
}

static const cm_expr *load_plain(cm_c *c, const cm_expr *address, cm_place place)
{
    int reg = cm_asm_temporary(c->as);
    cm_c_sequence_load(c, address, place);
    cm_emit_load(c->as, reg, address, CM_C_BYTES, cm_c_plain);
    return cm_asm_reg(c->as, reg);
}

const char *cm_c_label(cm_c *c)
{
    /* No test can write a name with a blank. */
    return cm_arena_printf(cm_asm_arena(c->as), " c%d", c->labels++);
}

/* `a && b`: b happens only where a is not 0; `a || b`: only where it is 0. */
static const cm_expr *value_of_short_cut(cm_c *c, const cm_c_node *node)
{
    bool both = node->kind == CM_C_BOTH;
    const char *end = cm_c_label(c);
    int result = cm_asm_temporary(c->as), fork = cm_emit_fork(c->as);
    cm_emit_assign(c->as, result, is_true(c, cm_c_value(c, node->a)));
    const cm_expr *decided = cm_asm_reg(c->as, result);
    cm_emit_branch(c->as, both ? is_zero(c, decided) : decided, end, node->place);
    cm_c_sequence(c, node->b->place);
    cm_emit_assign(c->as, result, is_true(c, cm_c_value(c, node->b)));
    cm_asm_label(c->as, end, node->place);
    cm_emit_rejoin(c->as, fork);
    return decided;
}

static const cm_expr *value_of_choice(cm_c *c, const cm_c_node *node)
{
    const char *other = cm_c_label(c), *end = cm_c_label(c);
    int result = cm_asm_temporary(c->as), fork = cm_emit_fork(c->as);
    cm_emit_branch(c->as, is_zero(c, cm_c_value(c, node->a)), other, node->place);
    cm_c_sequence(c, node->b->place);
    cm_emit_assign(c->as, result, cm_c_value(c, node->b));
    cm_emit_branch(c->as, NULL, end, node->place);
    cm_asm_label(c->as, other, node->place);
    cm_c_sequence(c, node->c->place);
    cm_emit_assign(c->as, result, cm_c_value(c, node->c));
    cm_asm_label(c->as, end, node->place);
    cm_emit_rejoin(c->as, fork);
    return cm_asm_reg(c->as, result);
}

/* `t + i` is the address of t[i], where t is a location. */
static const cm_expr *value_of_binary(cm_c *c, const cm_c_node *node)
{
    bool element = (node->op == CM_OP_ADD || node->op == CM_OP_SUB) && node->a->kind == CM_C_NAME &&
                   cm_c_register(c, node->a->name) < 0;
    const cm_expr *a = cm_c_value(c, node->a), *b = cm_c_value(c, node->b);
    if (element)
        b = operation(c, CM_OP_MUL, b, cm_asm_const(c->as, CM_C_BYTES));
    return operation(c, node->op, a, b);
}

/* `*y` of a parameter that C++ calls atomic is sequentially consistent (ISO C++20,
 * [atomics.types.operations]); the reference simulator and Dat3M take it for a plain access. As the
 * call of a member, or NULL. */
static const cm_c_node *as_member(cm_c *c, const cm_c_node *node, const cm_c_node *value)
{
    const cm_source_head *head = cm_asm_test(c->as)->head;
    bool plain = !head || head->generic_pointers || node->kind != CM_C_DEREF ||
                 node->a->kind != CM_C_NAME || !cm_c_is_atomic(c, node->a->name);
    if (plain)
        return NULL;
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    const cm_c_node **arguments = CM_NEW_ARRAY(cm_asm_arena(c->as), 1, const cm_c_node *);
    arguments[0] = value;
    *made = (cm_c_node){.kind = CM_C_MEMBER,
                        .place = node->place,
                        .name = value ? "store" : "load",
                        .a = node,
                        .arguments = arguments,
                        .argument_count = value ? 1 : 0};
    return made;
}

static void assign(cm_c *c, const cm_c_node *node)
{
    const cm_c_node *member = as_member(c, node->a, node->b);
    const cm_expr *none;
    if (member && node->updates)
        cm_asm_fail(c->as, node->place,
                    "an operator that changes an atomic is not supported, expected its operation, "
                    "such as `y->fetch_add(1)`");
    if (member) {
        cm_c_operation(c, member, &none);
        return;
    }
    int reg = node->a->kind == CM_C_NAME ? cm_c_register(c, node->a->name) : -1;
    if (reg >= 0) {
        cm_emit_assign(c->as, reg, cm_c_value(c, node->b));
        return;
    }
    const cm_expr *address = cm_c_address(c, node->a), *value = cm_c_value(c, node->b);
    cm_c_sequence(c, node->place);
    cm_emit_store(c->as, address, value, CM_C_BYTES, cm_c_plain);
}

const cm_expr *cm_c_address(cm_c *c, const cm_c_node *node)
{
    switch (node->kind) {
    case CM_C_DEREF:
        return cm_c_value(c, node->a);
    case CM_C_INDEX: {
        const cm_expr *base = cm_c_value(c, node->a);
        const cm_expr *bytes =
            operation(c, CM_OP_MUL, cm_c_value(c, node->b), cm_asm_const(c->as, CM_C_BYTES));
        return operation(c, CM_OP_ADD, base, bytes);
    }
    case CM_C_NAME:
        if (cm_c_register(c, node->name) < 0)
            return cm_asm_const(c->as, cm_asm_symbol(c->as, node->name));
        break;
    case CM_C_NUMBER:
    case CM_C_OPERATOR:
    case CM_C_ADDRESS:
    case CM_C_NOT:
    case CM_C_FLIP:
    case CM_C_MINUS:
    case CM_C_BINARY:
    case CM_C_BOTH:
    case CM_C_EITHER:
    case CM_C_CHOICE:
    case CM_C_ASSIGN:
    case CM_C_MEMBER:
    case CM_C_CALL:
        break;
    }
    cm_asm_fail(c->as, node->place, "this is not memory, expected `*p` or `t[i]`");
}

static const cm_expr *value_of_call(cm_c *c, const cm_c_node *node)
{
    const cm_expr *value;
    if (!cm_c_operation(c, node, &value))
        cm_asm_fail(c->as, node->place,
                    "unknown function `%s`, expected an operation of C11 or "
                    "of the Linux kernel%s",
                    node->name, cm_c_hint(c, node->name));
    return value;
}

const cm_expr *cm_c_value(cm_c *c, const cm_c_node *node)
{
    const cm_expr *value = NULL;
    const cm_c_node *member;
    switch (node->kind) {
    case CM_C_NUMBER:
        return cm_asm_const(c->as, node->number);
    case CM_C_NAME:
        return value_of_name(c, node);
    case CM_C_DEREF:
    case CM_C_INDEX:
        member = as_member(c, node, NULL);
        if (member)
            return value_of_call(c, member);
        return load_plain(c, cm_c_address(c, node), node->place);
    case CM_C_ADDRESS:
        return cm_c_address(c, node->a);
    case CM_C_NOT:
        return is_zero(c, cm_c_value(c, node->a));
    case CM_C_FLIP:
        return operation(c, CM_OP_NOT, cm_c_value(c, node->a), NULL);
    case CM_C_MINUS:
        return operation(c, CM_OP_NEG, cm_c_value(c, node->a), NULL);
    case CM_C_BINARY:
        return value_of_binary(c, node);
    case CM_C_BOTH:
    case CM_C_EITHER:
        return value_of_short_cut(c, node);
    case CM_C_CHOICE:
        return value_of_choice(c, node);
    case CM_C_MEMBER:
    case CM_C_CALL:
        value = value_of_call(c, node);
        break;
    case CM_C_OPERATOR:
    case CM_C_ASSIGN:
        break;
    }
    if (!value)
        cm_asm_fail(c->as, node->place, "this has no value, expected an expression that has one");
    return value;
}

void cm_c_do(cm_c *c, const cm_c_node *node)
{
    if (node->kind == CM_C_ASSIGN)
        assign(c, node);
    else if (node->kind == CM_C_CALL || node->kind == CM_C_MEMBER)
        value_of_call(c, node);
    else
        cm_c_value(c, node);
}
