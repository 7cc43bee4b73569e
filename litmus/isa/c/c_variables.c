/* Variables of functions in C: their values and types, and arrays of them. */
#include "litmus/isa/c/c.h"

#include "litmus/float.h"
#include "litmus/types.h"

#include <string.h>

/* ---- variables ------------------------------------------------------------------ */

void cm_c_open(cm_c *c)
{
    if (++c->depth > CM_C_BLOCKS)
        cm_lexer_fail(c->lex, "blocks are nested too deep, expected at most %d levels",
                      CM_C_BLOCKS);
    c->open[c->depth] = ++c->blocks;
}

void cm_c_close(cm_c *c)
{
    c->depth--;
}

bool cm_c_is_open(const cm_c *c, unsigned block)
{
    for (unsigned i = 0; i <= c->depth; i++)
        if (c->open[i] == block)
            return true;
    return false;
}

static cm_c_variable *variable_of(cm_c *c, int reg)
{
    for (int i = 0; i < c->variable_count; i++)
        if (c->variables[i].reg == reg)
            return &c->variables[i];
    return NULL;
}

static bool has_value(const cm_c *c, const cm_c_variable *v)
{
    return !v || (v->known > 0 && cm_c_is_open(c, v->known - 1));
}

/* A register that lasts, unlike temporaries: 0 to begin with. */
static int new_given(cm_c *c, int reg)
{
    return cm_asm_register(c->as, cm_arena_printf(cm_asm_arena(c->as), ".given%d", reg));
}

void cm_c_declare(cm_c *c, int reg)
{
    cm_c_variable *v = variable_of(c, reg);
    bool before = v != NULL; /* one of that name in a block that has ended */
    if (!v) {
        CM_RESERVE(cm_asm_arena(c->as), c->variables, c->variable_count, c->variable_capacity);
        v = &c->variables[c->variable_count++];
    }
    *v = (cm_c_variable){.reg = reg, .given = -1, .declared = c->open[c->depth]};
    if (!c->again && !before && !c->jumps)
        return;
    v->given = new_given(c, reg); /* each round has a variable of its own, and each block */
    cm_emit_assign(c->as, v->given, cm_asm_const(c->as, 0));
}

/* ---- types ---------------------------------------------------------------------- */

const cm_number_type cm_c_unknown = {.is_signed = true};
const cm_number_type cm_c_integer = {.bytes = 4, .is_signed = true};
const cm_number_type cm_c_double = {.bytes = 8, .is_signed = true, .is_float = true};
const cm_number_type cm_c_float = {.bytes = 4, .is_signed = true, .is_float = true};

/* Of a register that is not known it says nothing. */
static struct cm_c_typed *typed_of(const cm_c *c, int reg)
{
    for (size_t i = 0; i < c->typed_count; i++)
        if (c->typed[i].reg == reg)
            return &c->typed[i];
    return NULL;
}

cm_number_type cm_c_type_of(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed ? typed->type : cm_c_unknown;
}

void cm_c_declare_written(cm_c *c, int reg, cm_c_written written)
{
    if (written.stars > 0)
        typed_of(c, reg)->written = written;
}

cm_c_written cm_c_written_of_variable(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed ? typed->written : (cm_c_written){.text = NULL};
}

bool cm_c_hides(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed && typed->block != c->open[c->depth] && cm_c_is_open(c, typed->block);
}

bool cm_c_is_declared_here(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed && typed->number > 0 && typed->block == c->open[c->depth];
}

bool cm_c_is_new(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed && !cm_c_is_open(c, typed->block);
}

void cm_c_declare_type(cm_c *c, int reg, cm_number_type type, bool variable)
{
    struct cm_c_typed *typed = typed_of(c, reg);
    if (!typed) {
        CM_RESERVE(cm_asm_arena(c->as), c->typed, c->typed_count, c->typed_capacity);
        typed = &c->typed[c->typed_count++];
        if (cm_number_is_cut(type) || cm_number_is_large(type))
            cm_asm_type_register(c->as, reg, type.is_bool ? 8 : 8u * type.bytes, type.is_signed);
        else if (cm_number_is_float(type))
            cm_asm_type_float(c->as, reg, 8u * type.bytes);
    } else if (!cm_number_is_alike(typed->type, type)) { /* another variable of that name */
        cm_asm_type_register(c->as, reg, 64, true);
    }
    c->declared += variable;
    *typed = (struct cm_c_typed){reg,  c->open[c->depth],           variable ? c->declared : 0, 0,
                                 type, (cm_c_written){.text = NULL}};
}

void cm_c_declare_array(cm_c *c, int reg, int elements)
{
    typed_of(c, reg)->elements = elements;
}

static bool has_values_of(cm_number_type from, cm_number_type to)
{
    bool larger = from.bytes < to.bytes && (!from.is_signed || to.is_signed);
    return from.stars == 0 && from.bytes > 0 && (larger || cm_number_is_alike(from, to));
}

/* The other way may be undefined, and is left out. */
static const cm_expr *to_float(cm_c *c, const cm_expr *value, cm_number_type from,
                               cm_number_type to)
{
    bool is_wide = from.bytes == 8 && !from.is_signed;
    bool floats = cm_number_is_float(from);
    uint64_t number;
    if (!cm_number_is_float(to) || from.stars > 0)
        cm_lexer_fail(c->lex,
                      "a `%s` is used where another type is needed, or the other way round, and is "
                      "not converted here, expected a variable or an object of its type",
                      (floats ? from : to).bytes == 4 ? "float" : "double");
    uint32_t how = CM_FLOAT_CONVERSION(floats    ? CM_KIND_FLOAT
                                       : is_wide ? CM_KIND_UNSIGNED
                                                 : CM_KIND_SIGNED,
                                       floats ? 8u * from.bytes : 64, CM_KIND_FLOAT, 8u * to.bytes,
                                       CM_TO_NEAREST);
    if (cm_expr_known(value, NULL, NULL, &number))
        return cm_asm_const(c->as, cm_float_convert(how, number));
    return cm_asm_op_imm(c->as, CM_OP_FCONVERT, 64, how, value);
}

/* Begins the structure with such an object? It is `of` itself, or its first member does. */
static bool begins_with(cm_c *c, cm_number_type structure, cm_number_type of)
{
    const cm_test *test = cm_asm_test(c->as);
    const cm_definition *d = cm_definition_of_structure(test, structure.structure);
    if (!d || (of.structure && d == cm_definition_of_structure(test, of.structure)))
        return true;
    cm_number_type first = cm_number_type_in(d->types[0], strlen(d->types[0]));
    if (first.structure && first.stars == 0)
        return begins_with(c, first, of);
    return of.stars == 0 && !of.structure && cm_number_is_alike(first, of);
}

/* Has an object of the one type the bytes of one of the other? */
static bool has_bytes_of(cm_c *c, cm_number_type a, cm_number_type b)
{
    bool cut = cm_number_is_cut(a) || cm_number_is_cut(b);
    bool sized = cm_asm_test(c->as)->head && a.stars == 0 && b.stars == 0;
    if ((a.bytes == 0 && !a.structure) || (b.bytes == 0 && !b.structure)) /* void */
        return true;
    if (a.stars == 0 && b.stars == 0 && (a.structure || b.structure))
        return (a.structure && begins_with(c, a, b)) || (b.structure && begins_with(c, b, a));
    return cm_number_is_alike(a, b) || (cm_number_is_float(a) == cm_number_is_float(b) && !cut &&
                                        !(sized && a.bytes != b.bytes));
}

void cm_c_need_elements(cm_c *c, cm_place place, cm_number_type from, cm_number_type to)
{
    if (from.stars == 0 || to.stars == 0)
        return;
    from.stars--;
    to.stars--;
    if (!has_bytes_of(c, from, to))
        cm_asm_fail(c->as, place,
                    "the pointer is to objects of one type and becomes one to those of another, "
                    "whose bytes would be others, expected a pointer to the same type");
}

/* As the reference simulator has it, `int` says nothing of a value of 64 bits in tests with the
 * head C, where it may be an address. */
const cm_expr *cm_c_convert(cm_c *c, const cm_expr *value, cm_number_type from, cm_number_type to)
{
    bool shrinks = cm_number_is_alike(to, cm_c_integer) && from.stars == 0 &&
                   (from.bytes == 8 ? cm_asm_test(c->as)->head != NULL : cm_number_is_cut(from));
    uint64_t number;
    cm_c_need_elements(c, c->lex->token.place, from, to);
    if (cm_number_is_float(from) || cm_number_is_float(to))
        return cm_number_is_alike(from, to) ? value : to_float(c, value, from, to);
    if ((!cm_number_is_cut(to) && !shrinks) || has_values_of(from, to))
        return value;
    if (cm_expr_known(value, NULL, NULL, &number))
        return cm_number_convert(to, number) == number
                   ? value
                   : cm_asm_const(c->as, cm_number_convert(to, number));
    if (to.is_bool)
        return cm_c_compute(c, CM_OP_NE, value, cm_asm_const(c->as, 0));
    return cm_asm_op_imm(c->as, to.is_signed ? CM_OP_SEXT : CM_OP_ZEXT, 64, 8u * to.bytes, value);
}

/* What one of them does not say counts as an int. */
cm_number_type cm_c_common_type(cm_number_type a, cm_number_type b)
{
    if (a.stars > 0 || b.stars > 0)
        return a.stars > 0 ? a : b;
    cm_number_type larger = b.bytes > a.bytes ? b : a;
    if (a.is_float || b.is_float)
        return (a.is_float && a.bytes == 8) || (b.is_float && b.bytes == 8) ? cm_c_double
                                                                            : cm_c_float;
    if (larger.bytes < 4)
        return a.bytes == 0 || b.bytes == 0 ? cm_c_unknown : cm_c_integer;
    larger.is_signed =
        (a.is_signed || a.bytes < larger.bytes) && (b.is_signed || b.bytes < larger.bytes);
    return larger;
}

void cm_c_give(cm_c *c, int reg, const cm_expr *value, cm_number_type type)
{
    cm_c_variable *v = variable_of(c, reg);
    struct cm_c_typed *typed = typed_of(c, reg);
    bool is_void = typed && typed->type.stars == 1 && typed->type.bytes == 0 &&
                   !typed->type.structure && type.stars == 1;
    if (is_void) /* it is to such objects from now on */
        typed->type = type;
    cm_emit_assign(c->as, reg, cm_c_convert(c, value, type, cm_c_type_of(c, reg)));
    if (has_value(c, v))
        return;
    if (!c->jumps)
        v->known = c->open[c->depth] + 1;
    if (v->declared == c->open[c->depth] && !c->jumps)
        return;
    if (v->given < 0)
        v->given = new_given(c, reg);
    cm_emit_assign(c->as, v->given, cm_asm_const(c->as, 1));
}

/* Reading a variable that has no value is undefined (ISO C11 6.3.2.1/2, C++20 [basic.indet]). */
void cm_c_ask(cm_c *c, int reg)
{
    static const char *const tags[] = {"UNINITIALISED", NULL};
    cm_c_variable *v = variable_of(c, reg);
    if (has_value(c, v))
        return;
    if (v->given < 0 && c->again) /* it may get one below, in the round before */
        v->given = new_given(c, reg);
    if (v->given >= 0)
        cm_asm_set_guard(c->as, cm_c_is_zero(c, cm_asm_reg(c->as, v->given)));
    cm_asm_step(c->as, cm_emit_fence(c->as, tags))->is_undefined = true;
    cm_asm_set_guard(c->as, NULL);
}

/* ---- arrays of functions --------------------------------------------------------- */

int cm_c_elements_of(const cm_c *c, int reg)
{
    const struct cm_c_typed *typed = typed_of(c, reg);
    return typed ? typed->elements : 0;
}

bool cm_c_is_variable(cm_c *c, const cm_c_node *node)
{
    bool indexed = node->kind == CM_C_INDEX;
    const cm_c_node *named = indexed ? node->a : node;
    int reg = named->kind == CM_C_NAME ? cm_c_register(c, named->name) : -1;
    return reg >= 0 && (!indexed || cm_c_elements_of(c, reg) > 0);
}

/* ISO C11 6.2.1/4. In tests with the head C a variable lasts, as the reference simulator has it,
 * which knows no arrays. */
void cm_c_need_declared(cm_c *c, const cm_c_node *named, int reg)
{
    if (cm_c_is_new(c, reg) && (cm_asm_test(c->as)->head || cm_c_elements_of(c, reg) > 0))
        cm_asm_fail(c->as, named->place,
                    "`%s` is not declared, expected a variable or a parameter: the block of that "
                    "one has ended",
                    named->name);
}

/* An index from the end on is undefined (ISO C11 6.5.6/8). */
cm_c_element cm_c_element_of(cm_c *c, const cm_c_node *node)
{
    uint64_t number;
    cm_c_element e = {.place = node->place};
    if (node->kind != CM_C_INDEX) {
        e.first = cm_c_register(c, node->name);
        cm_c_need_declared(c, node, e.first);
        return e;
    }
    int array = cm_c_register(c, node->a->name);
    cm_c_need_declared(c, node->a, array);
    e.first = array + 1;
    e.count = cm_c_elements_of(c, array);
    e.index = cm_c_value(c, node->b);
    bool known = cm_expr_known(e.index, NULL, NULL, &number);
    if (known && number < (uint64_t)e.count) {
        e.first += (int)number;
        e.index = NULL;
        return e;
    }
    e.index = cm_c_keep(c, e.index);
    const cm_expr *end = cm_asm_const(c->as, (uint64_t)e.count);
    cm_c_undefined_where(c, cm_c_compute(c, CM_OP_ULE, end, e.index));
    return e;
}

/* `if (index == i)`. Later statements do not depend on it: of an array in memory they would not
 * depend on the index of a store whose value they read. */
static const char *begin_element(cm_c *c, const cm_c_element *e, int i, int *fork)
{
    const char *other = cm_c_label(c);
    const cm_expr *number = cm_asm_const(c->as, (uint64_t)i);
    *fork = cm_emit_fork(c->as);
    cm_emit_branch(c->as, cm_c_compute(c, CM_OP_NE, e->index, number), other, e->place);
    cm_c_open(c);
    return other;
}

static void end_element(cm_c *c, const cm_c_element *e, const char *other, int fork)
{
    cm_c_close(c);
    cm_asm_label(c->as, other, e->place);
    cm_emit_rejoin(c->as, fork);
}

const cm_expr *cm_c_value_in(cm_c *c, const cm_c_element *e)
{
    if (!e->index) {
        cm_c_ask(c, e->first);
        return cm_asm_reg(c->as, e->first);
    }
    const cm_expr *value = cm_c_keep(c, cm_asm_const(c->as, 0));
    for (int i = 0, fork; i < e->count; i++) {
        const char *other = begin_element(c, e, i, &fork);
        cm_c_ask(c, e->first + i);
        cm_emit_assign(c->as, value->reg, cm_asm_reg(c->as, e->first + i));
        end_element(c, e, other, fork);
    }
    return value;
}

void cm_c_give_element(cm_c *c, const cm_c_element *e, const cm_expr *value, cm_number_type type)
{
    if (!e->index)
        cm_c_give(c, e->first, value, type);
    for (int i = 0, fork; i < e->count && e->index; i++) {
        const char *other = begin_element(c, e, i, &fork);
        cm_c_give(c, e->first + i, value, type);
        end_element(c, e, other, fork);
    }
}
