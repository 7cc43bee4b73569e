/* Expressions of C as steps: accesses in the order of the text, values as expressions of
 * registers. */
#include "litmus/isa/c/c.h"

#include "litmus/types.h"

#include <string.h>

const char *const cm_c_plain[] = {"NA", NULL};

static const cm_expr *is_true(cm_c *c, const cm_expr *value)
{
    return cm_c_compute(c, CM_OP_NE, value, cm_asm_const(c->as, 0));
}

/* A location's name means its address; any other name but a constant's is a register. */
int cm_c_register(cm_c *c, const char *name)
{
    bool other = cm_asm_location(c->as, name) >= 0 || cm_c_is_constant(c, name);
    bool declares = cm_asm_test(c->as)->head != NULL; /* as in C, not as herd7 has it */
    return (other || declares) && !cm_asm_has_register(c->as, name) ? -1
                                                                    : cm_asm_register(c->as, name);
}

/* Where names must be declared: the name of no register, as cm_c_register says, is a location's. */
static uint64_t location_named(cm_c *c, const cm_c_node *node)
{
    const char *other = cm_instead_of(node->name, strlen(node->name));
    if (other && cm_asm_location(c->as, node->name) < 0)
        cm_asm_fail(c->as, node->place, "`%s` is not read in a test, expected %s", node->name,
                    other);
    if (cm_asm_test(c->as)->head && cm_asm_location(c->as, node->name) < 0)
        cm_asm_fail(c->as, node->place, "`%s` is not declared, expected a variable or a parameter",
                    node->name);
    return cm_asm_symbol(c->as, node->name);
}

void cm_c_assert(cm_asm *as, const cm_expr *holds)
{
    static const char *const tags[] = {"TRAP", NULL};
    cm_asm_set_guard(as, cm_asm_op(as, CM_OP_EQ, 64, holds, cm_asm_const(as, 0), NULL));
    cm_asm_step(as, cm_emit_fence(as, tags))->tells = true;
    cm_asm_set_guard(as, NULL);
}

/* ---- values --------------------------------------------------------------------- */

/* Of the object that has the name. Each thread says by itself whether it is volatile. */
static cm_number_type type_of_location(cm_c *c, const char *name)
{
    int location = cm_asm_location(c->as, name);
    cm_number_type type =
        location < 0 ? cm_c_unknown : cm_asm_location_at(c->as, location)->numbers;
    type.volatiles = cm_c_volatiles(c, name);
    return type;
}

/* Tags of an access to an object of that type, which is not atomic, unless what is volatile is. */
static const char *const *plain_tags(cm_c *c, cm_number_type type, cm_place place)
{
    static const char *const relaxed[] = {"A", "RLX", NULL};
    static const char *const of_system[] = {"A", "RLX", "ALL", NULL};
    const cm_test *test = cm_asm_test(c->as);
    if (!cm_number_is_volatile(type))
        return cm_c_plain;
    if (test->volatile_relaxed)
        return test->head ? of_system : relaxed;
    if (test->head && !c->noted_volatile)
        cm_diag_add(c->as->work, CM_NOTE, place,
                    "an access to a volatile object is not atomic, and may race; "
                    "--volatile=relaxed makes it relaxed");
    c->noted_volatile = true;
    return cm_c_plain;
}

static const cm_expr *value_of_name(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    if (strcmp(node->name, "true") == 0 || strcmp(node->name, "false") == 0)
        return cm_asm_const(c->as, node->name[0] == 't');
    if (strcmp(node->name, "NULL") == 0 || strcmp(node->name, "nullptr") == 0)
        return cm_asm_const(c->as, 0);
    bool known = cm_asm_has_register(c->as, node->name);
    const cm_expr *constant;
    if (!known && cm_c_constant(c, node, &constant, type))
        return constant;
    uint64_t limit;
    if (!known && cm_asm_location(c->as, node->name) < 0 &&
        cm_number_limit(node->name, type, &limit))
        return cm_asm_const(c->as, limit);
    int reg = cm_c_register(c, node->name);
    if (reg >= 0 && !known && !c->again)
        cm_asm_warn(c->as, node->place,
                    "`%s` has no value here and is not declared, so it is 0, as in herd7",
                    node->name);
    if (reg < 0) {
        uint64_t address = location_named(c, node);
        *type = type_of_location(c, node->name);
        type->stars++;
        return cm_asm_const(c->as, address);
    }
    *type = cm_c_type_of(c, reg);
    if (type->structure && type->stars == 0)
        cm_asm_fail(c->as, node->place, "a whole structure is read, expected one of its members");
    if (cm_c_elements_of(c, reg) > 0)
        cm_asm_fail(
            c->as, node->place,
            "the address of an array of the function is used, expected one of its elements, "
            "or an array in the initial state");
    cm_c_need_declared(c, node, reg);
    cm_c_touch(c, node, NULL);
    cm_c_ask(c, reg);
    return cm_asm_reg(c->as, reg);
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

static const cm_expr *load_plain(cm_c *c, const cm_expr *address, cm_number_type type,
                                 cm_place place)
{
    int reg = cm_asm_temporary(c->as);
    cm_c_sequence_load(c, address, place);
    cm_emit_load(c->as, reg, address, CM_C_BYTES, plain_tags(c, type, place));
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
    cm_emit_branch(c->as, both ? cm_c_is_zero(c, decided) : decided, end, node->place);
    cm_c_sequence(c, node->b->place);
    cm_c_open(c);
    cm_emit_assign(c->as, result, is_true(c, cm_c_value(c, node->b)));
    cm_c_close(c);
    cm_asm_label(c->as, end, node->place);
    cm_emit_rejoin(c->as, fork);
    return decided;
}

/* The value of the other branch is not known when this one's is computed. */
static const cm_expr *value_of_choice(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    cm_number_type first, second;
    const char *other = cm_c_label(c), *end = cm_c_label(c);
    int result = cm_asm_temporary(c->as), fork = cm_emit_fork(c->as);
    cm_emit_branch(c->as, cm_c_is_zero(c, cm_c_value(c, node->a)), other, node->place);
    cm_c_sequence(c, node->b->place);
    cm_c_open(c);
    cm_emit_assign(c->as, result, cm_c_typed_value(c, node->b, &first));
    cm_c_close(c);
    cm_emit_branch(c->as, NULL, end, node->place);
    cm_asm_label(c->as, other, node->place);
    cm_c_sequence(c, node->c->place);
    cm_c_open(c);
    const cm_expr *value = cm_c_typed_value(c, node->c, &second);
    if (cm_number_is_float(first) && cm_number_is_alike(cm_c_common_type(first, second), first)) {
        value = cm_c_convert(c, value, second, first);
        second = first;
    }
    cm_emit_assign(c->as, result, value);
    cm_c_close(c);
    cm_asm_label(c->as, end, node->place);
    cm_emit_rejoin(c->as, fork);
    *type = cm_c_common_type(first, second);
    if ((cm_number_is_float(first) || cm_number_is_float(second)) &&
        !cm_number_is_alike(first, second))
        cm_asm_fail(c->as, node->place,
                    "the second value is a `double` or `float` and the first has another type, "
                    "expected two of one type");
    return cm_c_convert(c, cm_asm_reg(c->as, result),
                        cm_number_is_alike(first, second) ? *type : cm_c_unknown, *type);
}

/* Since C++17 the right side of an assignment comes first ([expr.ass]/1), and the left side of a
 * shift ([expr.shift]/4). */
bool cm_c_is_cpp(const cm_c *c)
{
    const cm_source_head *head = cm_asm_test(c->as)->head;
    return head && !head->is_opencl;
}

const cm_expr *cm_c_keep(cm_c *c, const cm_expr *value)
{
    int copy = cm_asm_temporary(c->as);
    cm_emit_assign(c->as, copy, value);
    return cm_asm_reg(c->as, copy);
}

static const cm_expr *value_of_binary(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    cm_number_type of_a, of_b;
    bool in_order = cm_c_is_cpp(c) && (node->op == CM_OP_SHL || node->op == CM_OP_ASHR);
    cm_c_operands operands = {.nodes = {node->a, node->b}, .count = in_order ? 0 : 2};
    cm_c_begin_operands(c, &operands, NULL);
    const cm_expr *a = cm_c_typed_value(c, node->a, &of_a);
    if (cm_c_disturbs(c, node->b, node->a))
        a = cm_c_keep(c, a);
    operands.at = 1;
    const cm_expr *b = cm_c_typed_value(c, node->b, &of_b);
    cm_c_end_operands(c);
    return cm_c_combine(c, node->op, a, b, of_a, of_b, type);
}

/* An atomic object of C++ that is read or written without a word is sequentially consistent (ISO
 * C++20, [atomics.types.operations]); the reference simulator and Dat3M take it for a plain access.
 * As the call of a member that has no arguments or one. */
static const cm_c_node *as_member(cm_c *c, const cm_c_node *node, const char *name,
                                  const cm_c_node *value)
{
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    const cm_c_node **arguments = CM_NEW_ARRAY(cm_asm_arena(c->as), 1, const cm_c_node *);
    arguments[0] = value;
    *made = (cm_c_node){.kind = CM_C_MEMBER,
                        .place = node->place,
                        .name = name,
                        .a = node,
                        .arguments = arguments,
                        .argument_count = value ? 1 : 0};
    return made;
}

/* `*y += 1` of an atomic object is one operation. */
static const cm_expr *update_object(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    static const struct {
        cm_op op;
        const char *old, *now;
    } rows[] = {{CM_OP_ADD, "fetch_add", "add_fetch"},
                {CM_OP_SUB, "fetch_sub", "sub_fetch"},
                {CM_OP_AND, "fetch_and", "and_fetch"},
                {CM_OP_OR, "fetch_or", "or_fetch"},
                {CM_OP_XOR, "fetch_xor", "xor_fetch"}};
    const cm_expr *value = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !value; i++)
        if (rows[i].op == node->b->op)
            cm_c_operate(c,
                         as_member(c, node->a, node->old ? rows[i].old : rows[i].now, node->b->b),
                         &value, type);
    if (!value)
        cm_asm_fail(c->as, node->place,
                    "atomic objects have no such operator, expected +=, -=, &=, |=, ^=, ++ or --");
    return value;
}

enum { BY = 1, ASSIGNED = 2 }; /* operands of an assignment; the first is the address */

/* The right side of an assignment, before the left one is evaluated. */
static const cm_expr *value_before(cm_c *c, const cm_c_node *node, const cm_c_node *by,
                                   cm_number_type *type)
{
    const cm_expr *value = cm_c_typed_value(c, by, type);
    if (!cm_c_is_cpp(c) || node->a->kind == CM_C_NAME)
        return value;
    if (cm_c_disturbs(c, node->a, by))
        value = cm_c_keep(c, value);
    cm_c_sequence(c, node->place);
    return value;
}

/* Of a variable. */
static const cm_expr *assign_variable(cm_c *c, const cm_c_node *node, const cm_c_node *by,
                                      cm_number_type *type)
{
    cm_number_type from;
    const cm_expr *value = value_before(c, node, by, &from), *before = NULL;
    c->operands->at = 0;
    cm_c_element e = cm_c_element_of(c, node->a);
    c->operands->at = ASSIGNED;
    *type = cm_c_type_of(c, e.first);
    if (node->updates) {
        cm_c_touch(c, node->a, NULL);
        before = cm_c_value_in(c, &e);
        value = cm_c_combine(c, node->b->op, before, value, *type, from, &from);
    }
    value = cm_c_convert(c, value, from, *type);
    if (node->old)
        before = cm_c_keep(c, before);
    cm_c_touch(c, node->a, node);
    cm_c_give_element(c, &e, value, type->stars > 0 ? from : *type);
    return node->old ? before : e.index ? value : cm_asm_reg(c->as, e.first);
}

/* Of a plain object in memory. */
static const cm_expr *assign_memory(cm_c *c, const cm_c_node *node, const cm_c_node *by,
                                    cm_number_type *type)
{
    cm_number_type from = cm_c_unknown;
    const cm_expr *value = NULL, *before = NULL;
    cm_c_operands *operands = c->operands;
    if (cm_c_is_cpp(c))
        value = value_before(c, node, by, &from);
    operands->at = 0;
    const cm_expr *address = cm_c_address(c, node->a, type);
    operands->at = ASSIGNED;
    if (node->updates) {
        cm_c_touch(c, node->a, NULL);
        before = load_plain(c, address, *type, node->place);
    }
    operands->at = BY;
    if (!value)
        value = cm_c_typed_value(c, by, &from);
    if (node->updates)
        value = cm_c_combine(c, node->b->op, before, value, *type, from, &from);
    value = cm_c_convert(c, value, from, *type);
    cm_c_sequence(c, node->place);
    operands->at = ASSIGNED;
    cm_c_touch(c, node->a, node);
    cm_emit_store(c->as, address, value, CM_C_BYTES, plain_tags(c, *type, node->place));
    return node->old ? before : value;
}

/* Gives what was there before, or what is there now. */
static const cm_expr *assign(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    const cm_definition *of = cm_c_structure_of(c, node->a);
    of = of ? of : cm_c_structure_of(c, node->b);
    if (of && !node->updates) {
        cm_c_copy_structure(c, of, node->a, node->b);
        return NULL;
    }
    if (cm_c_is_object(c, node->a) && node->updates)
        return update_object(c, node, type);
    if (cm_c_is_object(c, node->a)) {
        const cm_expr *none;
        cm_c_operate(c, as_member(c, node->a, "store", node->b), &none, type);
        return node->b->kind == CM_C_NUMBER
                   ? cm_c_convert(c, cm_asm_const(c->as, node->b->number), node->b->type, *type)
                   : NULL;
    }
    const cm_c_node *by = node->updates ? node->b->b : node->b;
    cm_c_operands operands = {
        .nodes = {node->a, by, node->a}, .count = cm_c_is_cpp(c) ? 0 : 3, .at = BY};
    cm_c_begin_operands(c, &operands, node);
    const cm_expr *value = cm_c_is_variable(c, node->a) ? assign_variable(c, node, by, type)
                                                        : assign_memory(c, node, by, type);
    cm_c_end_operands(c);
    return value;
}

/* Of an array it is the type of its elements. */
static const cm_expr *address_of_member(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    cm_c_member member = cm_c_member_of(c, node);
    const cm_expr *base = cm_c_address(c, node->a, type);
    bool is_volatile = cm_number_is_volatile(*type);
    *type = cm_number_type_in(member.type, strlen(member.type));
    type->volatiles |= (uint8_t)(is_volatile << type->stars);
    return member.place == 0
               ? base
               : cm_c_compute(c, CM_OP_ADD, base, cm_asm_const(c->as, CM_C_BYTES * member.place));
}

const cm_expr *cm_c_address(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    const cm_expr *base;
    *type = cm_c_unknown;
    switch (node->kind) {
    case CM_C_DEREF:
    case CM_C_INDEX:
        if (node->kind == CM_C_INDEX && node->a->kind == CM_C_NUMBER) { /* 1[a] */
            cm_c_node turned = *node;
            turned.a = node->b;
            turned.b = node->a;
            return cm_c_address(c, &turned, type);
        }
        base = cm_c_typed_value(c, node->a, type);
        if (type->stars > 0)
            type->stars--;
        else
            *type = cm_c_unknown;
        if (node->kind == CM_C_DEREF)
            return base;
        return cm_c_compute(c, CM_OP_ADD, base, cm_c_scaled(c, cm_c_value(c, node->b), *type));
    case CM_C_OBJECT:
        return cm_c_address(c, node->a, type);
    case CM_C_MEMBER:
        if (!cm_c_is_member(node))
            break;
        return address_of_member(c, node, type);
    case CM_C_NAME:
        if (cm_c_register(c, node->name) >= 0 || cm_c_is_constant(c, node->name))
            break;
        uint64_t symbol = location_named(c, node);
        *type = type_of_location(c, node->name);
        return cm_asm_const(c->as, symbol);
    case CM_C_NUMBER:
    case CM_C_OPERATOR:
    case CM_C_ADDRESS:
    case CM_C_NOT:
    case CM_C_FLIP:
    case CM_C_MINUS:
    case CM_C_CAST:
    case CM_C_BINARY:
    case CM_C_BOTH:
    case CM_C_EITHER:
    case CM_C_CHOICE:
    case CM_C_COMMA:
    case CM_C_ASSIGN:
    case CM_C_CALL:
    case CM_C_TEXT:
        break;
    }
    if (cm_c_is_variable(c, node))
        cm_asm_fail(c->as, node->place,
                    "a variable of the function has no address here, expected an object in the "
                    "initial state, and a parameter");
    cm_asm_fail(c->as, node->place, "this is not memory, expected `*p` or `t[i]`");
}

void cm_c_put(cm_c *c, const cm_c_node *to, const cm_expr *value, cm_number_type type)
{
    cm_number_type of_object;
    if (cm_c_is_variable(c, to)) {
        cm_c_element e = cm_c_element_of(c, to);
        cm_c_give_element(c, &e, value, type);
        return;
    }
    const cm_expr *address = cm_c_address(c, to, &of_object);
    value = cm_c_convert(c, value, type, of_object);
    cm_c_sequence(c, to->place);
    cm_emit_store(c->as, address, value, CM_C_BYTES, plain_tags(c, of_object, to->place));
}

/* An element of an array of the function. What it had stays, whatever is assigned to it. */
static const cm_expr *value_of_element(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    cm_c_touch(c, node, NULL);
    cm_c_element e = cm_c_element_of(c, node);
    *type = cm_c_type_of(c, e.first);
    return cm_c_keep(c, cm_c_value_in(c, &e));
}

static const cm_expr *value_of_call(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    const cm_expr *value;
    *type = cm_c_unknown;
    if (!cm_c_call(c, node, &value, type) && !cm_c_operate(c, node, &value, type))
        cm_asm_fail(
            c->as, node->place,
            "the function `%s` is not known, expected an operation of C11 or of the Linux kernel%s",
            node->name, cm_c_hint(c, node->name));
    return value;
}

/* In memory, or of a reference to it. */
static const cm_expr *value_of_object(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    if (cm_c_is_object(c, node))
        return value_of_call(c, as_member(c, node, "load", NULL), type);
    cm_c_touch(c, node, NULL);
    const cm_expr *address = cm_c_address(c, node, type);
    if (type->structure && type->stars == 0)
        cm_asm_fail(c->as, node->place, "a whole structure is read, expected one of its members");
    return load_plain(c, address, *type, node->place);
}

/* An array stands for its address. */
static const cm_expr *value_of_member(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    if (!cm_c_member_of(c, node).is_array)
        return value_of_object(c, node, type);
    const cm_expr *address = address_of_member(c, node, type);
    type->stars++;
    return address;
}

/* A cast of a number to a pointer: which objects are there is not known, so that they are taken for
 * `int`. With the head C numbers are addresses of any type, as published tests have it. */
static void need_pointer(cm_c *c, const cm_c_node *cast, const cm_expr *value, cm_number_type from)
{
    cm_number_type to = cast->type;
    uint64_t number = 1;
    if (!cm_asm_test(c->as)->head || from.stars > 0 || to.stars != 1 || to.bytes == 0)
        return;
    to.stars = 0;
    if (cm_number_is_alike(to, cm_c_integer))
        return;
    if (!cm_expr_known(value, NULL, NULL, &number) || number != 0)
        cm_asm_fail(c->as, cast->place,
                    "a number becomes a pointer to objects of a type that nothing says of them, "
                    "expected a cast of a pointer to such objects");
}

const cm_expr *cm_c_typed_value(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    const cm_expr *value = NULL;
    cm_number_type from;
    bool object = cm_c_is_object(c, node);
    *type = cm_c_integer;
    switch (node->kind) {
    case CM_C_NUMBER:
        *type = node->type;
        return cm_asm_const(c->as, node->number);
    case CM_C_NAME:
        if (!object && !cm_c_is_reference(c, node->name))
            return value_of_name(c, node, type);
        /* fall through */
    case CM_C_OBJECT:
    case CM_C_DEREF:
    case CM_C_INDEX:
        return node->kind == CM_C_INDEX && cm_c_is_variable(c, node)
                   ? value_of_element(c, node, type)
                   : value_of_object(c, node, type);
    case CM_C_ADDRESS:
        value = cm_c_address(c, node->a, type);
        type->stars++;
        return value;
    case CM_C_NOT:
        return cm_c_is_zero(c, cm_c_value(c, node->a));
    case CM_C_FLIP:
    case CM_C_MINUS:
        value = cm_c_typed_value(c, node->a, &from);
        *type = cm_c_common_type(from, from);
        return cm_c_unary(c, node->kind == CM_C_FLIP ? CM_OP_NOT : CM_OP_NEG, value, *type);
    case CM_C_CAST:
        value = cm_c_typed_value(c, node->a, &from);
        *type = node->type;
        need_pointer(c, node, value, from);
        cm_c_need_elements(c, node->place, from, *type);
        return cm_c_convert(c, value, from, *type);
    case CM_C_BINARY:
        return value_of_binary(c, node, type);
    case CM_C_BOTH:
    case CM_C_EITHER:
        return value_of_short_cut(c, node);
    case CM_C_CHOICE:
        return value_of_choice(c, node, type);
    case CM_C_COMMA:
        cm_c_do(c, node->a);
        cm_c_sequence(c, node->b->place);
        return cm_c_typed_value(c, node->b, type);
    case CM_C_MEMBER:
        if (cm_c_is_member(node))
            return value_of_member(c, node, type);
        /* fall through */
    case CM_C_CALL:
        value = value_of_call(c, node, type);
        break;
    case CM_C_ASSIGN:
        value = assign(c, node, type);
        if (value && value->op != CM_OP_CONST && !cm_c_is_object(c, node->a))
            value = cm_c_keep(c, value);
        break;
    case CM_C_TEXT:
    case CM_C_OPERATOR:
        break;
    }
    if (!value && node->kind == CM_C_ASSIGN)
        cm_asm_fail(c->as, node->place,
                    "an assignment to an atomic object is read as a value only "
                    "if a number is assigned, expected its own statement");
    if (!value)
        cm_asm_fail(c->as, node->place, "this has no value, expected an expression that has one");
    return value;
}

const cm_expr *cm_c_value(cm_c *c, const cm_c_node *node)
{
    cm_number_type type;
    return cm_c_integer_value(c, node, &type);
}

const cm_expr *cm_c_integer_value(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    const cm_expr *value = cm_c_typed_value(c, node, type);
    if (cm_number_is_float(*type))
        cm_asm_fail(c->as, node->place,
                    "this is a `double` or `float`, expected an integer, or a comparison");
    return value;
}

const cm_expr *cm_c_value_or_none(cm_c *c, const cm_c_node *node, cm_number_type *type)
{
    bool call = node->kind == CM_C_CALL || (node->kind == CM_C_MEMBER && !cm_c_is_member(node));
    return call ? value_of_call(c, node, type) : cm_c_typed_value(c, node, type);
}

void cm_c_do(cm_c *c, const cm_c_node *node)
{
    cm_number_type type = cm_c_unknown;
    if (node->kind == CM_C_COMMA) {
        cm_c_do(c, node->a);
        cm_c_sequence(c, node->b->place);
        cm_c_do(c, node->b);
    } else if (node->kind == CM_C_ASSIGN)
        assign(c, node, &type);
    else if (node->kind == CM_C_NAME && cm_c_is_variable(c, node)) /* `(void)a;` reads none */
        cm_c_need_declared(c, node, cm_c_register(c, node->name));
    else
        cm_c_value_or_none(c, node, &type);
}
